import { sectionBody } from '#lib/geometry/section-body.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { AXES, add, length, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { type Outline, solidOf } from '../../../app/bench/outline.ts'

/** The models of the bench are drawn about their middle, as the viewer draws them. */
export const middleOf = ({ bounds }: ViewerModel): Vec => scale(add(vec(bounds.min), vec(bounds.max)), 0.5)

export function outlinesOf(model: ViewerModel): Outline[] {
  const definitions = new Map(model.sectionDefinitions?.map((definition) => [definition.id, definition]))
  const bySection = new Map<string, Outline & { frames: number[] }>()
  for (const section of model.sections ?? []) {
    const body = sectionBody(section, definitions.get(section.id))
    if (!body) throw new Error(`${section.id} has no outline`)
    bySection.set(section.id, { ...solidOf(body), frames: [] })
  }
  model.frames?.forEach(({ sectionId }, k) => {
    bySection.get(sectionId ?? '')?.frames.push(k)
  })
  return [...bySection.values()].filter(({ frames }) => frames.length > 0)
}

/** Gives the matrix of a frame by its index: columns local 2, local 3, start to end, start. */
export function placer(model: ViewerModel): (frame: number, into: Float32Array | number[]) => void {
  const centre = middleOf(model)
  const places = new Map(model.nodes.map(({ id, position }) => [id, subtract(vec(position), centre)]))
  return (k, into) => {
    const frame = model.frames?.[k]
    const start = places.get(frame?.startNodeId ?? '')
    const end = places.get(frame?.endNodeId ?? '')
    const axes = start && end && localAxes(start, end, frame?.rotation)
    if (!axes) throw new Error(`frame ${k} has no length`)
    const size = length(subtract(end, start))
    const [e1, e2, e3] = axes
    for (const row of AXES) {
      into[row] = e2[row]
      into[4 + row] = e3[row]
      into[8 + row] = e1[row] * size
      into[12 + row] = start[row]
    }
    into[3] = into[7] = into[11] = 0
    into[15] = 1
  }
}
