import { add, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type FrameProperties, shearRatio } from '../model/frame-properties.ts'
import { ELEMENT, turnVector } from '../solver/element-stiffness.ts'

/** Loads along a frame, in its own axes, in N and m from its start; and the forces at its ends that do the same work. */

export type LineLoad = { type: 'line'; from: number; to: number; start: Vec; end: Vec }
export type PointLoad = { type: 'point'; at: number; force: Vec; moment: Vec }
/** A rise in K, and its gradients per m towards 3 and 2. */
export type HeatLoad = { type: 'heat'; rise: number; towards3: number; towards2: number }
export type FrameLoad = LineLoad | PointLoad | HeatLoad

/** What of the loads lies on a stretch of the frame, as on a frame of its own. A point load where two stretches meet is on the first. */
export function clippedLoads(loads: readonly FrameLoad[], from: number, to: number): FrameLoad[] {
  return loads.flatMap((load): FrameLoad[] => {
    if (load.type === 'heat') return [load]
    if (load.type === 'point') {
      const isOn = load.at <= to && (load.at > from || (load.at === 0 && from === 0))
      return isOn ? [{ ...load, at: load.at - from }] : []
    }
    const [first, last] = [Math.max(from, load.from), Math.min(to, load.to)]
    if (!(last > first)) return []
    const along = (x: number) => (x - load.from) / (load.to - load.from)
    const valueAt = (x: number): Vec => add(load.start, scale(subtract(load.end, load.start), along(x)))
    return [{ type: 'line', from: first - from, to: last - from, start: valueAt(first), end: valueAt(last) }]
  })
}

/** Three points integrate a cubic shape under a linear load exactly. */
const GAUSS = [
  [-Math.sqrt(0.6), 5 / 9],
  [0, 8 / 9],
  [Math.sqrt(0.6), 5 / 9],
] as const

export function equivalentForces(loads: readonly FrameLoad[], properties: FrameProperties, length: number): Float64Array {
  const forces = new Float64Array(ELEMENT)
  const { angle, axial, bending3, bending2, alpha } = properties
  for (const load of loads) {
    switch (load.type) {
      case 'line': {
        const [half, middle] = [(load.to - load.from) / 2, (load.to + load.from) / 2]
        for (const [place, weight] of GAUSS) {
          const share = (1 + place) / 2
          const at = (k: 0 | 1 | 2) => (load.start[k] + (load.end[k] - load.start[k]) * share) * weight * half
          addPoint(forces, properties, length, middle + half * place, [at(0), at(1), at(2)], NONE)
        }
        break
      }
      case 'point':
        addPoint(forces, properties, length, load.at, load.force, load.moment)
        break
      case 'heat': {
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
        // Gradients along the principal axes.
        const towards2 = load.towards2 * cos + load.towards3 * sin
        const towards3 = load.towards3 * cos - load.towards2 * sin
        const ends = Float64Array.of(
          -axial * alpha * load.rise,
          0,
          0,
          0,
          -bending2 * alpha * towards3,
          bending3 * alpha * towards2,
        )
        turnVector6(ends, angle)
        for (let k = 0; k < 6; k++) {
          forces[k]! += ends[k]!
          forces[k + 6]! -= ends[k]!
        }
      }
    }
  }
  return forces
}

const NONE: Vec = [0, 0, 0]

function turnVector6(vector: Float64Array, angle: number): void {
  const whole = new Float64Array(ELEMENT)
  whole.set(vector)
  turnVector(whole, angle)
  vector.set(whole.subarray(0, 6))
}

/** Shape functions of Timoshenko's beam at t = x/L, of the deflection and of the rotation. */
function shapes(t: number, length: number, phi: number) {
  const c = 1 / (1 + phi)
  return {
    v1: c * (1 - 3 * t ** 2 + 2 * t ** 3 + phi * (1 - t)),
    r1: c * length * (t - 2 * t ** 2 + t ** 3 + (phi / 2) * (t - t ** 2)),
    v2: c * (3 * t ** 2 - 2 * t ** 3 + phi * t),
    r2: c * length * (t ** 3 - t ** 2 + (phi / 2) * (t ** 2 - t)),
    turnV1: (6 * c * (t ** 2 - t)) / length,
    turnR1: c * (3 * t ** 2 - (4 + phi) * t + 1 + phi),
    turnV2: (-6 * c * (t ** 2 - t)) / length,
    turnR2: c * (3 * t ** 2 - (2 - phi) * t),
  }
}

function addPoint(forces: Float64Array, properties: FrameProperties, length: number, x: number, force: Vec, moment: Vec): void {
  const t = x / length
  const { angle, bending3, bending2, shear2, shear3 } = properties
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const principal = ([a, b, c]: Vec): Vec => [a, b * cos + c * sin, c * cos - b * sin]
  const [f1, f2, f3] = principal(force)
  const [m1, m2, m3] = principal(moment)
  const one = shapes(t, length, shearRatio(bending3, shear2, length))
  const two = shapes(t, length, shearRatio(bending2, shear3, length))
  const point = Float64Array.of(
    f1 * (1 - t),
    f2 * one.v1 + m3 * one.turnV1,
    f3 * two.v1 - m2 * two.turnV1,
    m1 * (1 - t),
    -f3 * two.r1 + m2 * two.turnR1,
    f2 * one.r1 + m3 * one.turnR1,
    f1 * t,
    f2 * one.v2 + m3 * one.turnV2,
    f3 * two.v2 - m2 * two.turnV2,
    m1 * t,
    -f3 * two.r2 + m2 * two.turnR2,
    f2 * one.r2 + m3 * one.turnR2,
  )
  turnVector(point, angle)
  for (let k = 0; k < ELEMENT; k++) forces[k]! += point[k]!
}

/** n-fold integral, from the start up to x, of the component of a load along the frame: Macaulay's brackets. */
export function lineIntegral({ from, to, start, end }: LineLoad, component: 0 | 1 | 2, x: number, fold: number): number {
  if (x <= from) return 0
  const [a, b] = [start[component], end[component]]
  const slope = (b - a) / (to - from)
  const first = x - from
  let sum = (a * first ** fold) / FACTORIAL[fold]! + (slope * first ** (fold + 1)) / FACTORIAL[fold + 1]!
  if (x > to) {
    const second = x - to
    sum -= (b * second ** fold) / FACTORIAL[fold]! + (slope * second ** (fold + 1)) / FACTORIAL[fold + 1]!
  }
  return sum
}

const FACTORIAL = [1, 1, 2, 6, 24, 120]
