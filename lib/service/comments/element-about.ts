import { placeText } from '#lib/model/grid-shapes.ts'
import { distance, vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { ANCHOR_KINDS } from '#lib/schema/comment-words.ts'
import type { Vector3 } from '#lib/schema/schema.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { openReading, type Reading } from '#lib/storage/read/model-reader.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** What an element is at present, in one line: for who reads a comment on it and has no picture. */

/** By `kind id`; what is not in the model has no line. */
export async function describeElements(model: OpenModel, elements: readonly AnchorElement[]): Promise<Map<string, string>> {
  const reading = openReading(model)
  const unit = readUnits(model.units ?? {}).length?.unit
  const lines = new Map<string, string>()
  for (const kind of Object.keys(ANCHOR_KINDS) as AnchorElement['kind'][]) {
    const ids = [...new Set(elements.flatMap((element) => (element.kind === kind ? element.id : [])))]
    if (ids.length === 0) continue
    for (const [id, line] of await LINES[kind](reading, ids, unit)) lines.set(`${kind} ${id}`, line)
  }
  return lines
}

type Lines = (reading: Reading, ids: readonly string[], unit: string | undefined) => Promise<[id: string, line: string][]>

/** Along and about the axes of the model. */
const FREEDOMS = ['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const

const number = (value: number) => String(twelveDigits(value))
const place = ({ x, y, z }: Vector3) => `(${number(x)}, ${number(y)}, ${number(z)})`
const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(', ')

async function positions(reading: Reading, ids: Iterable<string>): Promise<Map<string, Vector3>> {
  return new Map((await reading.read('nodes', [...new Set(ids)])).map(({ id, position }) => [id, position]))
}

const LINES: Record<AnchorElement['kind'], Lines> = {
  async frame(reading, ids, unit) {
    const frames = await reading.read('frames', ids)
    const at = await positions(
      reading,
      frames.flatMap(({ startNodeId, endNodeId }) => [startNodeId, endNodeId]),
    )
    return frames.map(({ id, startNodeId, endNodeId, sectionId }) => {
      const [start, end] = [at.get(startNodeId), at.get(endNodeId)]
      const ends = start && end && `${startNodeId} ${place(start)} to ${endNodeId} ${place(end)}`
      const length = start && end && `${number(distance(vec(start), vec(end)))}${unit ? ` ${unit}` : ''}`
      return [id, joined(`frame ${id}`, ends, length, sectionId && `section ${sectionId}`)]
    })
  },
  async node(reading, ids) {
    return (await reading.read('nodes', ids)).map(({ id, position }) => [id, `node ${id} ${place(position)}`])
  },
  async area(reading, ids) {
    const areas = await reading.read('areas', ids)
    return areas.map(({ id, kind, nodeIds, thickness, sectionId }) => [
      id,
      joined(
        `area ${id}`,
        kind,
        `nodes ${nodeIds.slice(0, 4).join(' ')}${nodeIds.length > 4 ? ` and ${nodeIds.length - 4} more` : ''}`,
        typeof thickness === 'number' && `thickness ${number(thickness)}`,
        sectionId && `section ${sectionId}`,
      ),
    ])
  },
  async support(reading, ids) {
    const supports = await reading.read('supports', ids)
    const at = await positions(
      reading,
      supports.map(({ nodeId }) => nodeId),
    )
    return supports.map(({ id, nodeId, restraints }) => {
      const node = at.get(nodeId)
      const held = FREEDOMS.filter((name) => restraints?.[name] === true)
      return [
        id,
        joined(`support ${id}`, node ? `at ${nodeId} ${place(node)}` : `at ${nodeId}`, `holds ${held.join(' ') || 'nothing'}`),
      ]
    })
  },
  async grid_line(reading, ids) {
    return (await reading.read('gridLines', ids)).map((line) => [line.id, `grid line ${line.id}, ${placeText(line, number)}`])
  },
}
