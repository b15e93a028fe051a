import { type drawnFaces, type FaceTriangle, triangleArea } from '#lib/geometry/face-area.ts'
import { outlineBox } from '#lib/model/section/outline-box.ts'
import { cleanOutline } from '#lib/model/section/section-outline.ts'
import { outlineCentroid, sectionProperties } from '#lib/model/section/section-properties.ts'
import { upOf } from '#lib/model/shape/flat-area.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, distance, scale, type Vec } from '#lib/model/shape/vector.ts'
import { offsetsOf } from '#lib/model/taper.ts'
import { taperSurface, taperVolume } from '#lib/model/taper-shape.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import type { Facts } from '../select/facts.ts'
import type { Amount, SolidKind } from './amount.ts'
import type { tapersOf } from './frame-tapers.ts'

/** Surfaces of elements, as for paint and fire, gross; and the middles of their masses. */

type Measured = {
  tapers: ReturnType<typeof tapersOf>
  faceOf: ReturnType<typeof drawnFaces>
  faceSize(area: number): Amount
  /** 0 without one. */
  thickness(area: number): number
}

export function surfaceMeasures(facts: Facts, { tapers, faceOf, faceSize, thickness }: Measured) {
  const definitions = new Map((facts.model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const sectionOf = (frame: number) => facts.ordinalOf('sections', facts.section('frames', frame) ?? '')

  function surface(kind: SolidKind, ordinal: number): Amount {
    if (kind === 'areas') {
      const face = faceSize(ordinal)
      const thick = thickness(ordinal)
      if (typeof face !== 'number') return face
      const { nodeIds, openingNodeIds = [] } = facts.element('areas', ordinal)
      return 2 * face + thick * [nodeIds, ...openingNodeIds].reduce((sum, loop) => sum + perimeter(places(facts, loop)), 0)
    }
    const section = sectionOf(ordinal)
    if (section === undefined) return ['no_section']
    const around = perimeterOf(section)
    const taper = tapers(ordinal)
    if (taper) {
      const { start, end } = offsetsOf(facts.element('frames', ordinal))
      const shift = { x: end.x - start.x, y: end.y - start.y }
      return taperSurface(taper.first, taper.last, { long: facts.length('frames', ordinal) ?? 0, taper: taper.parts, shift })
    }
    return around === undefined ? ['no_outline'] : around * (facts.length('frames', ordinal) ?? 0)
  }

  /** Around the outline, of a pipe the circle. */
  function perimeterOf(section: number): number | undefined {
    const { id, polygon } = facts.element('sections', section)
    const outline = cleanOutline(polygon)
    if (outline.length < 3) return undefined
    if (definitions.get(id)?.type === 'pipe') {
      const { min, max } = outlineBox(outline)
      return Math.PI * (max.x - min.x)
    }
    return perimeter(outline.map(({ x, y }): Vec => [x, y, 0]))
  }

  function middle(kind: SolidKind, ordinal: number): Vec | undefined {
    if (kind === 'areas') return middleOfArea(facts, ordinal, faceOf(ordinal), thickness(ordinal))
    const section = sectionOf(ordinal)
    if (section === undefined) return undefined
    const taper = tapers(ordinal)
    if (taper?.shape) {
      const [a, b] = taper.parts
      const { middle } = taperVolume(taper.shape, taper.parts)
      return pointOfFrame(facts, ordinal, taper.shape(a + middle * (b - a)).centroid, middle)
    }
    const { id, polygon } = facts.element('sections', section)
    const { type, dimensions } = definitions.get(id) ?? {}
    const centroid = (type && sectionProperties(type, dimensions)?.centroid) ?? outlineCentroid(polygon)
    return centroid ? pointOfFrame(facts, ordinal, centroid, 0.5) : undefined
  }

  return { surface, middle }
}

/** The places of a loop, of those nodes that the model has. */
const places = (facts: Facts, ids: readonly string[]): Vec[] =>
  ids.flatMap((id) => {
    const node = facts.ordinalOf('nodes', id)
    return node === undefined ? [] : [facts.position(node)]
  })

const perimeter = (loop: readonly Vec[]): number =>
  loop.reduce((sum, point, i) => sum + distance(point, loop[(i + 1) % loop.length] ?? point), 0)

/** Where a point of the outline lies so far along the frame. */
function pointOfFrame(facts: Facts, ordinal: number, { x, y }: Point2, t: number): Vec | undefined {
  const frame = facts.element('frames', ordinal)
  const [start, end] = [facts.place(frame.startNodeId), facts.place(frame.endNodeId)]
  const axes = localAxes(start, end, frame.rotation)
  const offset = offsetsOf(frame).at(t)
  const line = t === 0.5 ? scale(add(start, end), 0.5) : add(scale(start, 1 - t), scale(end, t))
  return axes ? add(line, add(scale(axes[2], x + offset.x), scale(axes[1], y + offset.y))) : undefined
}

function middleOfArea(facts: Facts, ordinal: number, face: readonly FaceTriangle[] | null, thickness: number): Vec | undefined {
  const { nodeIds, cardinalPoint } = facts.element('areas', ordinal)
  const axes = shellAxes(places(facts, nodeIds))
  if (!face || !axes) return undefined
  let whole = 0
  let sum: Vec = [0, 0, 0]
  for (const triangle of face) {
    const size = triangleArea(triangle)
    const [a, b, c] = triangle
    whole += size
    sum = add(sum, scale(add(add(a, b), c), size / 3))
  }
  const point = cardinalPoint?.toUpperCase()
  const shift = point === 'TOP' ? -thickness / 2 : point === 'BOTTOM' ? thickness / 2 : 0
  return whole > 0 ? add(scale(sum, 1 / whole), scale(upOf(axes[2]), shift)) : undefined
}
