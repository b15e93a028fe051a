import type { Vec } from '#lib/model/shape/vector.ts'
import { dropGuessedRoles } from '../roles-to-read.ts'
import { diagonalOf, type IfcReading } from './ifc-reading.ts'
import { textOf } from './ifc-values.ts'
import { AREA_TYPES, addAreas, type ReadArea, readArea } from './physical-areas.ts'
import { addFrames, FRAME_TYPES, readFrame, WaitingFrames } from './physical-frames.ts'

/** What is built: first all shapes, for how near ends must be to be one node follows from the size of the whole. */
export function readPhysical(reading: IfcReading): void {
  const frames = new WaitingFrames(reading.step)
  const areas: ReadArea[] = []
  const take = <T extends object>(
    types: readonly string[],
    read: (id: number) => T | Refused | null,
    list: { push(one: T): void },
  ) => {
    for (const id of reading.step.idsOf(...types)) {
      const made = read(id)
      if (typeof made === 'object' && made !== null) list.push(made)
      else drop(reading, id, made ?? 'line_not_understood')
    }
  }
  const entity = (id: number) => reading.step.entity(id)
  take(FRAME_TYPES, (id) => {
    const product = entity(id)
    return product && readFrame(reading, product)
  }, frames) // biome-ignore format: two calls alike
  take(AREA_TYPES, (id) => {
    const product = entity(id)
    return product && readArea(reading, product)
  }, areas) // biome-ignore format: two calls alike
  const size = diagonalOf(placesOf(frames, areas))
  reading.startJoining(size)
  addFrames(reading, frames, 1e-6 * size)
  addAreas(reading, areas, 1e-6 * size)
  dropGuessedRoles(reading.file.model)
}

function* placesOf(frames: WaitingFrames, areas: readonly ReadArea[]): Generator<Vec, void> {
  yield* frames.points()
  for (const { outline } of areas) yield* outline
}

type Refused = 'reference_missing' | 'element_type' | 'area_shape' | 'line_not_understood'

function drop(reading: IfcReading, id: number, code: Refused): void {
  reading.table(reading.step.typeOf(id) ?? '').dropped++
  const name = textOf(reading.step.entity(id)?.values[2])
  reading.file.report.note('dropped', code, { example: `#${id}${name === undefined ? '' : ` ${name}`}` })
}
