import type { Axes } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { type FrameProperties, shearRatio } from '../model/frame-properties.ts'

/**
 * Stiffness of a frame: Przemieniecki, Theory of Matrix Structural Analysis, section 5.6. The twelve unknowns are the translations along
 * 1, 2, 3 and the rotations about them at the start, then at the end. Matrices lie by rows.
 */

export const ELEMENT = 12

/** Where a frame's centroid line begins and ends, seen from the nodes that move it, in model axes. */
export type Arms = readonly [start: Vec, end: Vec]

/** In the axes of the frame, before releases. */
export function localStiffness(properties: FrameProperties, length: number): Float64Array {
  const k = new Float64Array(ELEMENT * ELEMENT)
  const set = (row: number, column: number, value: number) => {
    k[row * ELEMENT + column] = value
    k[column * ELEMENT + row] = value
  }
  spring(set, 0, 6, properties.axial / length)
  spring(set, 3, 9, properties.torsion / length)
  const { bending3, bending2, shear2, shear3, angle } = properties
  bend(set, [1, 5, 7, 11], bending3, shearRatio(bending3, shear2, length), length, 1)
  // Rotation about 2 is minus the slope along 3.
  bend(set, [2, 4, 8, 10], bending2, shearRatio(bending2, shear3, length), length, -1)
  if (angle !== 0) turnToLocal(k, angle)
  return k
}

type Set = (row: number, column: number, value: number) => void

function spring(set: Set, one: number, other: number, stiffness: number): void {
  set(one, one, stiffness)
  set(other, other, stiffness)
  set(one, other, -stiffness)
}

function bend(
  set: Set,
  [v1, r1, v2, r2]: readonly [number, number, number, number],
  bending: number,
  phi: number,
  length: number,
  slope: 1 | -1,
): void {
  const k = bending / (length ** 3 * (1 + phi))
  const lever = 6 * length * k * slope
  set(v1, v1, 12 * k)
  set(v2, v2, 12 * k)
  set(v1, v2, -12 * k)
  set(v1, r1, lever)
  set(v1, r2, lever)
  set(v2, r1, -lever)
  set(v2, r2, -lever)
  set(r1, r1, (4 + phi) * length ** 2 * k)
  set(r2, r2, (4 + phi) * length ** 2 * k)
  set(r1, r2, (2 - phi) * length ** 2 * k)
}

/** Places of the components along 2 and 3 that turn together. */
const PAIRS = [1, 4, 7, 10] as const

/** From the principal axes to the axes of the frame. */
function turnToLocal(k: Float64Array, angle: number): void {
  for (let row = 0; row < ELEMENT; row++) turnVector(k.subarray(row * ELEMENT, (row + 1) * ELEMENT), angle)
  const column = new Float64Array(ELEMENT)
  for (let c = 0; c < ELEMENT; c++) {
    for (let row = 0; row < ELEMENT; row++) column[row] = k[row * ELEMENT + c]!
    turnVector(column, angle)
    for (let row = 0; row < ELEMENT; row++) k[row * ELEMENT + c] = column[row]!
  }
}

/** Components along principal axes become those along 2 and 3; with the angle negated the other way. */
export function turnVector(vector: Float64Array, angle: number): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  for (const pair of PAIRS) {
    const [a, b] = [vector[pair]!, vector[pair + 1]!]
    vector[pair] = cos * a - sin * b
    vector[pair + 1] = sin * a + cos * b
  }
}

/** Of the twelve unknowns: NaN joined, 0 released, above 0 the stiffness of an elastic joint. */
export type Joints = Float64Array

/** Below this share of its start a pivot of the element is a motion that nothing resists: it is left alone. */
const NO_RESISTANCE = 1e-12

/**
 * The frame's own ends are eliminated where they move apart from their nodes, from the stiffness and from load vectors alike. With an
 * elastic joint s the matrix of own and node motion is [k + s, -s; -s, s].
 */
export function condense(k: Float64Array, joints: Joints, loads: readonly Float64Array[] = []): void {
  const starts = Float64Array.from(joints, (_, i) => k[i * ELEMENT + i]!)
  const row = new Float64Array(ELEMENT)
  for (const [i, s] of joints.entries()) {
    if (Number.isNaN(s)) continue
    const own = k[i * ELEMENT + i]!
    const pivot = own <= NO_RESISTANCE * starts[i]! ? s : own + s
    if (!(pivot > 0)) {
      clear(k, loads, i)
      continue
    }
    const share = s / pivot
    for (let c = 0; c < ELEMENT; c++) row[c] = k[i * ELEMENT + c]!
    for (let r = 0; r < ELEMENT; r++) {
      if (r === i) continue
      const by = row[r]! / pivot
      for (let c = 0; c < ELEMENT; c++) if (c !== i) k[r * ELEMENT + c]! -= by * row[c]!
      k[r * ELEMENT + i] = share * row[r]!
      k[i * ELEMENT + r] = share * row[r]!
      for (const load of loads) load[r]! -= by * load[i]!
    }
    k[i * ELEMENT + i] = share * own
    for (const load of loads) load[i]! *= share
  }
  // What elimination leaves of a motion that nothing resists any more is rounding: a bar between pins resists nothing across itself.
  for (const [i, start] of starts.entries()) if (k[i * ELEMENT + i]! <= NO_RESISTANCE * start) clear(k, [], i)
}

function clear(k: Float64Array, loads: readonly Float64Array[], i: number): void {
  for (let c = 0; c < ELEMENT; c++) {
    k[i * ELEMENT + c] = 0
    k[c * ELEMENT + i] = 0
  }
  for (const load of loads) load[i] = 0
}

/** Translations and rotations of the two nodes, in model axes, become those of the frame's ends in its own axes. */
export function endMotions(nodes: Float64Array, axes: Axes, arms: Arms): Float64Array {
  const local = new Float64Array(ELEMENT)
  for (const end of [0, 1] as const) {
    const at = 6 * end
    const [ox, oy, oz] = arms[end]
    const [rx, ry, rz] = [nodes[at + 3]!, nodes[at + 4]!, nodes[at + 5]!]
    const move: Vec = [nodes[at]! + ry * oz - rz * oy, nodes[at + 1]! + rz * ox - rx * oz, nodes[at + 2]! + rx * oy - ry * ox]
    for (const [k, axis] of axes.entries()) {
      local[at + k] = axis[0] * move[0] + axis[1] * move[1] + axis[2] * move[2]
      local[at + 3 + k] = axis[0] * rx + axis[1] * ry + axis[2] * rz
    }
  }
  return local
}

/** Forces on the frame's ends, in its own axes, become those on its two nodes in model axes. */
export function nodeForces(local: Float64Array, axes: Axes, arms: Arms): Float64Array {
  const nodes = new Float64Array(ELEMENT)
  for (const end of [0, 1] as const) {
    const at = 6 * end
    const force = blend(local, at, axes)
    const moment = blend(local, at + 3, axes)
    const [ox, oy, oz] = arms[end]
    nodes.set(force, at)
    nodes[at + 3] = moment[0] + oy * force[2] - oz * force[1]
    nodes[at + 4] = moment[1] + oz * force[0] - ox * force[2]
    nodes[at + 5] = moment[2] + ox * force[1] - oy * force[0]
  }
  return nodes
}

export function blend(components: ArrayLike<number>, at: number, [e1, e2, e3]: Axes): Vec {
  const [a, b, c] = [components[at]!, components[at + 1]!, components[at + 2]!]
  return [a * e1[0] + b * e2[0] + c * e3[0], a * e1[1] + b * e2[1] + c * e3[1], a * e1[2] + b * e2[2] + c * e3[2]]
}

/** The lower triangle by rows, over the unknowns of the two nodes in model axes. */
export const PACKED = (ELEMENT * (ELEMENT + 1)) / 2

export function globalStiffness(k: Float64Array, axes: Axes, arms: Arms, packed: Float64Array, at: number): void {
  const half = new Float64Array(ELEMENT * ELEMENT)
  for (let row = 0; row < ELEMENT; row++) {
    half.set(nodeForces(k.subarray(row * ELEMENT, (row + 1) * ELEMENT), axes, arms), row * ELEMENT)
  }
  const column = new Float64Array(ELEMENT)
  for (let c = 0; c < ELEMENT; c++) {
    for (let row = 0; row < ELEMENT; row++) column[row] = half[row * ELEMENT + c]!
    const whole = nodeForces(column, axes, arms)
    for (let row = c; row < ELEMENT; row++) packed[at + (row * (row + 1)) / 2 + c] = whole[row]!
  }
}

/** Motions of the frame's own ends, where joints let them differ from those of its nodes. `k` and `load` as before `condense`. */
export function ownMotions(k: Float64Array, joints: Joints, load: Float64Array, nodes: Float64Array): Float64Array {
  const own = Float64Array.from(nodes)
  const free = [...joints.keys()].filter((i) => !Number.isNaN(joints[i]!))
  const rows = free.map((i) => {
    const joint = joints[i]!
    let side = load[i]! + joint * nodes[i]!
    for (let c = 0; c < ELEMENT; c++) if (Number.isNaN(joints[c]!)) side -= k[i * ELEMENT + c]! * nodes[c]!
    return [...free.map((c) => k[i * ELEMENT + c]! + (c === i ? joint : 0)), side]
  })
  const starts = free.map((i) => k[i * ELEMENT + i]!)
  const idle = eliminateRows(rows, starts)
  for (let n = free.length - 1; n >= 0; n--) {
    const i = free[n]!
    if (idle[n]) continue // what nothing resists stays with its node
    const row = rows[n]!
    let side = row[free.length]!
    for (let m = n + 1; m < free.length; m++) side -= row[m]! * (own[free[m]!]! - (idle[m] ? nodes[free[m]!]! : 0))
    own[i] = side / row[n]!
  }
  return own
}

function eliminateRows(rows: number[][], starts: readonly number[]): boolean[] {
  return rows.map((row, n) => {
    if (!(row[n]! > NO_RESISTANCE * starts[n]!)) return true
    for (const other of rows.slice(n + 1)) {
      const by = other[n]! / row[n]!
      for (let c = n; c < row.length; c++) other[c]! -= by * row[c]!
    }
    return false
  })
}
