import { cross, unit, type Vec } from '#lib/model/shape/vector.ts'
import { type DxfEntity, numberOf, pointOf, toNumber } from './dxf-groups.ts'

/** Entities as points in the axes of the drawing, or of the block that they are in. */

export type Place = (point: Vec) => Vec

const Y: Vec = [0, 1, 0]
const Z: Vec = [0, 0, 1]

/** The arbitrary axis rule: what is drawn in the plane of an entity, in three dimensions. */
export function entityPlane(entity: DxfEntity): Place {
  const normal = unit([numberOf(entity, 210), numberOf(entity, 220), numberOf(entity, 230, 1)]) ?? Z
  if (normal[0] === 0 && normal[1] === 0 && normal[2] > 0) return (point) => point
  const isNearZ = Math.abs(normal[0]) < 1 / 64 && Math.abs(normal[1]) < 1 / 64
  const ax = unit(cross(isNearZ ? Y : Z, normal)) ?? [1, 0, 0]
  const ay = cross(normal, ax)
  return ([x, y, z]) => [
    ax[0] * x + ay[0] * y + normal[0] * z,
    ax[1] * x + ay[1] * y + normal[1] * z,
    ax[2] * x + ay[2] * y + normal[2] * z,
  ]
}

/** Degrees that a chord spans at most. */
const CHORD = 22.5
const chords = (angle: number) => Math.max(2, Math.ceil((Math.abs(angle) * 180) / Math.PI / CHORD - 1e-9))

/** A polyline's corners; `isCurved`: some of its edges are arcs, of which the chords are here. */
export type Polyline = { points: Vec[]; isClosed: boolean; isCurved: boolean }
type Corner = { point: Vec; bulge: number }

export function polylineOf(entity: DxfEntity): Polyline | undefined {
  const flags = numberOf(entity, 70)
  if (entity.type === 'POLYLINE' && (flags & (16 | 64)) !== 0) return undefined // a mesh
  const isFlat = entity.type === 'LWPOLYLINE' || (flags & 8) === 0
  const plane = isFlat ? entityPlane(entity) : (point: Vec) => point
  const corners = entity.type === 'LWPOLYLINE' ? lightCorners(entity) : heavyCorners(entity, isFlat)
  return { ...withArcs(corners, (flags & 1) === 1, plane), isClosed: (flags & 1) === 1 }
}

function lightCorners(entity: DxfEntity): Corner[] {
  const elevation = numberOf(entity, 38)
  const corners: { point: [number, number, number]; bulge: number }[] = []
  for (const group of entity.groups) {
    const last = corners.at(-1)
    if (group.code === 10) corners.push({ point: [toNumber(group), 0, elevation], bulge: 0 })
    else if (group.code === 20 && last) last.point[1] = toNumber(group)
    else if (group.code === 42 && last) last.bulge = toNumber(group)
  }
  return corners
}

/** Those that only control a spline are none. */
const heavyCorners = (entity: DxfEntity, isFlat: boolean): Corner[] =>
  entity.vertices
    .filter((vertex) => (numberOf(vertex, 70) & 16) === 0)
    .map((vertex) => {
      const [x, y, z] = pointOf(vertex, 10)
      return { point: [x, y, isFlat ? numberOf(entity, 30) : z], bulge: numberOf(vertex, 42) }
    })

/** A bulge is the tangent of a quarter of the angle that its arc spans, counter-clockwise where it is positive. */
function withArcs(corners: readonly Corner[], isClosed: boolean, plane: Place): { points: Vec[]; isCurved: boolean } {
  const points: Vec[] = []
  let isCurved = false
  for (const [k, { point, bulge }] of corners.entries()) {
    points.push(plane(point))
    const next = corners[k + 1] ?? (isClosed ? corners[0] : undefined)
    if (bulge === 0 || !next) continue
    isCurved = true
    const [dx, dy] = [next.point[0] - point[0], next.point[1] - point[1]]
    const angle = 4 * Math.atan(bulge)
    // From the middle of the chord to the centre, to the left of the chord.
    const away = (1 - bulge ** 2) / (4 * bulge)
    const centre = [(point[0] + next.point[0]) / 2 - dy * away, (point[1] + next.point[1]) / 2 + dx * away] as const
    const count = chords(angle)
    for (let step = 1; step < count; step++) points.push(plane(turnedAbout(centre, point, (angle * step) / count)))
  }
  return { points, isCurved }
}

function turnedAbout([cx, cy]: readonly [number, number], [x, y, z]: Vec, angle: number): Vec {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos, z]
}

/** The ends of an arc's chords, counter-clockwise. */
export function arcPoints(entity: DxfEntity): Vec[] {
  const plane = entityPlane(entity)
  const [x, y, z] = pointOf(entity, 10)
  const radius = numberOf(entity, 40)
  const [start, end] = [numberOf(entity, 50), numberOf(entity, 51)]
  const span = (((end - start) % 360) + 360) % 360 || 360
  const count = chords((span * Math.PI) / 180)
  return Array.from({ length: count + 1 }, (_, k) => {
    const angle = ((start + (span * k) / count) * Math.PI) / 180
    return plane([x + radius * Math.cos(angle), y + radius * Math.sin(angle), z])
  })
}

/** Where an inserted block lies: moved from its base, scaled, turned, repeated, in the plane of the entity. */
export function* insertions(entity: DxfEntity, base: Vec, before: Place): Generator<Place> {
  const plane = entityPlane(entity)
  const at = pointOf(entity, 10)
  const sizes = [numberOf(entity, 41, 1), numberOf(entity, 42, 1), numberOf(entity, 43, 1)] as const
  const turn = (numberOf(entity, 50) * Math.PI) / 180
  const [columns, rows] = [Math.max(1, numberOf(entity, 70, 1)), Math.max(1, numberOf(entity, 71, 1))]
  const [columnStep, rowStep] = [numberOf(entity, 44), numberOf(entity, 45)]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      yield ([x, y, z]) => {
        const local: Vec = [
          (x - base[0]) * sizes[0] + column * columnStep,
          (y - base[1]) * sizes[1] + row * rowStep,
          (z - base[2]) * sizes[2],
        ]
        const [tx, ty, tz] = turnedAbout([0, 0], local, turn)
        return before(plane([at[0] + tx, at[1] + ty, at[2] + tz]))
      }
}
