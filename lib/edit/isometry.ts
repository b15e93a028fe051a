import { turn } from '#lib/model/shape/local-axes.ts'
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
import type { Vector3, ViewerGridLine } from '#lib/schema/schema.ts'
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

/** The plane of a grid line where it stays one of the three; undefined when it is turned out of them. */
export function carriedLine<L extends Pick<ViewerGridLine, 'axis' | 'coordinate'>>(
  line: L,
  isometry: Isometry,
  zeroTolerance: number,
): L | undefined {
  const k = AXIS[line.axis]
  const normal = isometry.turn(AXIS_VECTORS[k])
  const to = AXES.find((one) => Math.abs(normal[one]) > 1 - 1e-12)
  if (to === undefined) return undefined
  if (to === k && isometry.keeps[k]) return line
  const point = isometry.at(scale(AXIS_VECTORS[k], line.coordinate))
  const coordinate = rounded(point[to], Math.max(isometry.size, Math.abs(line.coordinate)), zeroTolerance)
  return { ...line, axis: AXIS_NAMES[to], coordinate }
}
