import { isStraight } from '#lib/model/grid-shapes.ts'
import {
  AXES,
  AXIS,
  AXIS_NAMES,
  AXIS_VECTORS,
  type Axis,
  type AxisName,
  add,
  perAxis,
  scale,
  subtract,
  type Vec,
  vec,
} from '#lib/model/shape/vector.ts'
import { placeOfCurve } from '#lib/schema/grid-line-rules.ts'
import type { Point2, Vector3, ViewerGridLine } from '#lib/schema/schema.ts'
import { turn } from '#lib/values/turn.ts'
import { rounded } from './numbers.ts'

/** Moves, turns and mirrors: what they do to points, directions and grid lines. Angles in degrees, by the right-hand rule. */

export type Isometry = {
  /** Of a direction. */
  turn(direction: Vec): Vec
  /** Of a point. */
  at(point: Vec): Vec
  /** Coordinates that it leaves as they are, in every point. */
  keeps: readonly [boolean, boolean, boolean]
  /** A mirror, which makes left of right. */
  reflects: boolean
  /** Neither turns nor mirrors. */
  isMove: boolean
  /** The largest number that goes into it. */
  size: number
  /** A turn. */
  about?: { axis: AxisName; angle: number }
}

export function moveBy(by: Vec): Isometry {
  const keeps = [by[0] === 0, by[1] === 0, by[2] === 0] as const
  const size = Math.max(...by.map(Math.abs))
  return { turn: (direction) => direction, at: (point) => add(point, by), keeps, reflects: false, isMove: true, size }
}

/** The axes about which each turns the one towards the other. */
const ACROSS = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const

export function turnAbout(axis: AxisName, about: Vec, angle: number): Isometry {
  const k = AXIS[axis]
  const [i, j] = ACROSS[k]
  const [cos, sin] = turn(angle)
  const turned = (v: Vec): Vec => {
    const to: [number, number, number] = [0, 0, 0]
    to[k] = v[k]
    to[i] = v[i] * cos - v[j] * sin
    to[j] = v[i] * sin + v[j] * cos
    return to
  }
  const isWhole = cos === 1 && sin === 0
  const keeps = perAxis((place) => place === k || isWhole)
  const size = Math.max(...about.map(Math.abs))
  const pointAt = (point: Vec): Vec => add(turned(subtract(point, about)), about)
  return { turn: turned, at: pointAt, keeps, reflects: false, isMove: isWhole, size, about: { axis, angle } }
}

export function mirrorAt(axis: AxisName, position: number): Isometry {
  const k = AXIS[axis]
  const flip = (v: Vec, middle: number): Vec => {
    const to: [number, number, number] = [...v]
    to[k] = 2 * middle - v[k]
    return to
  }
  const keeps = perAxis((one) => one !== k)
  return {
    turn: (v) => flip(v, 0),
    at: (point) => flip(point, position),
    keeps,
    reflects: true,
    isMove: false,
    size: 2 * Math.abs(position),
  }
}

/** A node's position. `grain`: 1e-12 of the model's diagonal. */
export function carried(position: Vector3, isometry: Isometry, zeroTolerance: number): Vector3 {
  const point = vec(position)
  const to = isometry.at(point)
  const size = Math.max(isometry.size, Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2]))
  const one = (k: Axis) => (isometry.keeps[k] ? point[k] : rounded(to[k], size, zeroTolerance))
  return { ...position, x: one(0), y: one(1), z: one(2) }
}

type Line = Pick<ViewerGridLine, 'axis' | 'coordinate' | 'line' | 'arc'>
type Ends = NonNullable<ViewerGridLine['line']>

/**
 * A grid line where it stays one; undefined when it is turned out of what stands upright. One of X or Y that is turned about Z out of these
 * becomes a skew line over its drawn length.
 */
export function carriedLine<L extends Line>(
  line: L,
  isometry: Isometry,
  zeroTolerance: number,
  drawnEnds: (line: L) => Ends | undefined,
): L | undefined {
  if (!isStraight(line)) return carriedCurve(line, isometry, zeroTolerance)
  const straight = carriedPlane(line, isometry, zeroTolerance)
  if (straight) return straight
  const ends = drawnEnds(line)
  return ends && carriedCurve({ ...line, line: ends }, isometry, zeroTolerance)
}

/** The plane across an axis where it stays one of the three. */
function carriedPlane<L extends Line>(line: L, isometry: Isometry, zeroTolerance: number): L | undefined {
  const k = AXIS[line.axis]
  const normal = isometry.turn(AXIS_VECTORS[k])
  const to = AXES.find((one) => Math.abs(normal[one]) > 1 - 1e-12)
  if (to === undefined) return undefined
  if (to === k && isometry.keeps[k]) return line
  const point = isometry.at(scale(AXIS_VECTORS[k], line.coordinate))
  const coordinate = rounded(point[to], Math.max(isometry.size, Math.abs(line.coordinate)), zeroTolerance)
  return { ...line, axis: AXIS_NAMES[to], coordinate }
}

/** A skew line or an arc: it stays one as long as Z stays upright. */
function carriedCurve<L extends Line>(gridLine: L, isometry: Isometry, zeroTolerance: number): L | undefined {
  if (!(Math.abs(isometry.turn(AXIS_VECTORS[2])[2]) > 1 - 1e-12)) return undefined
  if (isometry.keeps[0] && isometry.keeps[1]) return gridLine
  const at = (point: Point2): Point2 => {
    const { x, y } = carried({ ...point, z: 0 }, isometry, zeroTolerance)
    return { ...point, x, y }
  }
  const { line, arc } = gridLine
  const curve = {
    ...(line && { line: { ...line, from: at(line.from), to: at(line.to) } }),
    ...(arc && { arc: { ...arc, center: at(arc.center), ...carriedAngles(arc, isometry) } }),
  }
  const place = placeOfCurve(curve)
  if (!place) return undefined
  const own = placeOfCurve(gridLine)
  const isDerived = own?.axis === gridLine.axis && own[own.axis === 'X' ? 'x' : 'y'] === gridLine.coordinate
  // What was sent as its axis and coordinate goes along, as long as it is across one.
  const sent = isDerived ? undefined : carriedPlane(gridLine, isometry, zeroTolerance)
  const { axis, coordinate } = sent ?? { axis: place.axis, coordinate: place.axis === 'X' ? place.x : place.y }
  return { ...gridLine, ...curve, axis, coordinate }
}

function carriedAngles({ from, to }: { from: number; to: number }, { turn: turned, about }: Isometry) {
  const [x, y] = [turned(AXIS_VECTORS[0]), turned(AXIS_VECTORS[1])]
  const isMirrored = x[0] * y[1] - x[1] * y[0] < 0
  const by = about?.axis === 'Z' ? about.angle : (Math.atan2(x[1], x[0]) * 180) / Math.PI
  const [start, end] = isMirrored ? [by - to, by - from] : [by + from, by + to]
  const turns = Math.trunc(start / 360) * 360
  return { from: rounded(start - turns), to: rounded(end - turns) }
}
