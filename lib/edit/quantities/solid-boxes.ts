import { sectionBody } from '#lib/geometry/body-of-section.ts'
import type { SectionBody } from '#lib/geometry/section-body.ts'
import { cornersOf, upOf } from '#lib/model/shape/flat-area.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, cross, directionOf, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2 } from '#lib/schema/schema.ts'
import type { Facts } from '../select/facts.ts'
import { type PlanRegion, slicesOf } from './plan-region.ts'

/** Elements as plumb boxes, each a region in plan from a height to another. Editing, section 4. */

export type Box = { region: PlanRegion; low: number; high: number }

/** Floors come before columns, these before walls, and beams last: each place belongs to the first. */
export type Solid = {
  kind: 'frames' | 'areas'
  ordinal: number
  rank: 0 | 1 | 2 | 3
  /** Thickness or depth, then width: of one rank the thicker come first. */
  size: readonly [number, number]
  boxes: Box[]
  /** Whether its lower faces are formed: those of floors and beams, but not of what lies on the ground. */
  hasUnderside: boolean
}

const DEGREE = Math.PI / 180
const [LEVEL, PLUMB] = [Math.sin(DEGREE), Math.cos(DEGREE)]

/** Null for what is no box: sloping or turned. */
export function areaSolid(facts: Facts, ordinal: number, thickness: number): Solid | null {
  const area = facts.element('areas', ordinal)
  const places = (ids: readonly string[]) => cornersOf(ids.map((id) => facts.place(id)))
  const outline = places(area.nodeIds)
  const normal = shellAxes(outline)?.[2]
  const role = facts.role('areas', ordinal)
  if (!normal || !(thickness > 0)) return null
  const [bottom, top] = layer(area.cardinalPoint, thickness)
  const openings = (area.openingNodeIds ?? []).map(places)
  const solid = { kind: 'areas' as const, ordinal, size: [thickness, 0] as const }
  if ((role === 'floor' || role === 'roof') && Math.abs(normal[2]) >= PLUMB) {
    const height = outline.reduce((sum, [, , z]) => sum + z, 0) / outline.length
    const flat = (loop: readonly Vec[]) => loop.map(([x, y]) => ({ x, y }))
    const region = { outline: flat(outline), openings: openings.map(flat) }
    const boxes = [{ region, low: height + bottom, high: height + top }]
    return { ...solid, rank: 0, boxes, hasUnderside: !['footing', 'mat'].includes(facts.roleWord('areas', ordinal) ?? '') }
  }
  if (role !== 'wall' || Math.abs(normal[2]) > LEVEL) return null
  const up = upOf(normal)
  const across = directionOf([up[0], up[1], 0])
  const along = cross([0, 0, 1], across)
  const origin = outline[0] ?? [0, 0, 0]
  const inPlane = (loop: readonly Vec[]): Point2[] =>
    loop.map((point) => ({ x: dot(subtract(point, origin), along), y: point[2] }))
  const boxes = slicesOf({ outline: inPlane(outline), openings: openings.map(inPlane) }).map(({ from, to, low, high }) => ({
    region: plank(origin, along, across, [from, to], [bottom, top]),
    ...{ low, high },
  }))
  return { ...solid, rank: 2, boxes, hasUnderside: false }
}

/** Null for what is no box, and without an outline. */
export function frameSolid(facts: Facts, ordinal: number): Solid | null {
  const frame = facts.element('frames', ordinal)
  const [start, end] = [facts.place(frame.startNodeId), facts.place(frame.endNodeId)]
  const axes = localAxes(start, end, frame.rotation)
  const section = facts.ordinalOf('sections', facts.section('frames', ordinal) ?? '')
  const body = section === undefined ? null : bodyOf(facts, section)
  // What tapers is no box.
  if (!axes || !body || frame.endSectionId != null || frame.endSectionOffset) return null
  const [e1, e2, e3] = axes
  const { x: dx, y: dy } = frame.sectionOffset ?? { x: 0, y: 0 }
  /** From the line of the nodes. */
  const place = ({ x, y }: Point2): Vec => add(scale(e3, x + dx), scale(e2, y + dy))
  const solid = { kind: 'frames' as const, ordinal }
  if (facts.role('frames', ordinal) === 'column') {
    if (Math.abs(e1[2]) < PLUMB) return null
    const flat = (loop: readonly Point2[]) =>
      loop.map((point) => {
        const [x, y] = place(point)
        return { x: start[0] + x, y: start[1] + y }
      })
    const region = { outline: flat(body.outer), openings: body.hole ? [flat(body.hole)] : [] }
    const boxes = [{ region, low: Math.min(start[2], end[2]), high: Math.max(start[2], end[2]) }]
    return { ...solid, rank: 1, size: sizeOf(body.outer), boxes, hasUnderside: false }
  }
  const isPlumb = [Math.abs(e2[2]), Math.abs(e3[2])].some((up) => up >= PLUMB)
  if (Math.abs(e1[2]) > LEVEL || !isPlumb) return null
  const along = directionOf([e1[0], e1[1], 0])
  const across = cross([0, 0, 1], along)
  const height = (start[2] + end[2]) / 2
  const upright = (loop: readonly Point2[]) =>
    loop.map((point) => {
      const from = place(point)
      return { x: dot(from, across), y: height + from[2] }
    })
  const long = dot(subtract(end, start), along)
  const outline = upright(body.outer)
  const slices = slicesOf({ outline, openings: body.hole ? [upright(body.hole)] : [] })
  const boxes = slices.map(({ from, to, low, high }) => ({
    region: plank(start, along, across, [0, long], [from, to]),
    ...{ low, high },
  }))
  const [deep, wide] = sizeOf(outline)
  return { ...solid, rank: 3, size: [deep, wide], boxes, hasUnderside: true }
}

/** A rectangle in plan: from the origin so far along, and so far across. */
function plank(
  origin: Vec,
  along: Vec,
  across: Vec,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): PlanRegion {
  const corner = (far: number, aside: number): Point2 => ({
    x: origin[0] + along[0] * far + across[0] * aside,
    y: origin[1] + along[1] * far + across[1] * aside,
  })
  return { outline: [corner(a, c), corner(b, c), corner(b, d), corner(a, d)], openings: [] }
}

/** Depth along y, then width. */
function sizeOf(points: readonly Point2[]): readonly [number, number] {
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  return [span(points.map(({ y }) => y)), span(points.map(({ x }) => x))]
}

/** Below and above the plane of the nodes. */
function layer(cardinalPoint: string | null | undefined, thickness: number): [number, number] {
  const point = cardinalPoint?.toUpperCase()
  if (point === 'TOP') return [-thickness, 0]
  return point === 'BOTTOM' ? [0, thickness] : [-thickness / 2, thickness / 2]
}

const bodies = new WeakMap<Facts, Map<number, SectionBody | null>>()

function bodyOf(facts: Facts, section: number): SectionBody | null {
  let known = bodies.get(facts)
  if (!known) {
    known = new Map()
    bodies.set(facts, known)
  }
  let body = known.get(section)
  if (body === undefined) {
    const { id } = facts.element('sections', section)
    const definition = facts.model.sectionDefinitions?.find((one) => one.id === id)
    body = sectionBody(facts.element('sections', section), definition)
    known.set(section, body)
  }
  return body
}
