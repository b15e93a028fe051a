import type { Vec } from '#lib/model/shape/vector.ts'
import { clippedLoads, equivalentForces, type FrameLoad } from '../loads/frame-loads.ts'
import type { FrameProperties } from '../model/frame-properties.ts'
import { ELEMENT, localStiffness } from './element-stiffness.ts'

/**
 * A frame that tapers as prisms one behind the other, with rigid arms from the end of one to the beginning of the next where their centroid
 * lines lie apart. What lies between the two ends is condensed: the force method, as the chain is determinate once an end is held.
 */

export type Segment = {
  /** m from the start of the frame. */
  from: number
  to: number
  length: number
  properties: FrameProperties
  /** Of its centroid line along 2 and 3, from the node line; and where the centroid is at both its ends. */
  offset: Point
  line: readonly [Point, Point]
  /** Motion of its end under forces there while its start is held: 6 x 6. */
  flexibility: Float64Array
}

export type Chain = {
  segments: readonly Segment[]
  /** Where the ends of the frame are along 1, 2 and 3: those of its centroid line. */
  ends: readonly [Vec, Vec]
  /** Forces on the end of the frame for its motions while its start is held: 6 x 6. */
  held: Float64Array
  /** Between both ends, as of a prism. */
  stiffness: Float64Array
}

type Point = readonly [number, number]

const SIX = 6
export const SEGMENTS = 16

/** `at`: properties and the place of the centroid, by the share of the length. Segments have those of their middle, and the mass that they weigh. */
export function chainOf(length: number, at: (share: number) => { properties: FrameProperties; offset: Point }): Chain {
  const made = Array.from({ length: SEGMENTS }, (_, i): Segment => {
    const [from, to] = [(length * i) / SEGMENTS, (length * (i + 1)) / SEGMENTS]
    const [start, middle, end] = [at(i / SEGMENTS), at((i + 0.5) / SEGMENTS), at((i + 1) / SEGMENTS)]
    const [a, b, c] = [start, middle, end].map(({ properties }) => properties.massPerMetre) as [number, number, number]
    const properties = { ...middle.properties, massPerMetre: (a + 4 * b + c) / 6 }
    const flexibility = inverse(endBlock(localStiffness(properties, to - from)))
    const { offset } = middle
    return { from, to, length: to - from, properties, offset, line: [start.offset, end.offset], flexibility }
  })
  const ends: Chain['ends'] = [
    [0, ...at(0).offset],
    [length, ...at(1).offset],
  ]
  const all = new Float64Array(SIX * SIX)
  for (const segment of made) {
    for (let column = 0; column < SIX; column++) {
      const force = new Float64Array(SIX)
      force[column] = 1
      const moved = movedTo(ends[1], endOf(segment), times(segment.flexibility, forceAt(endOf(segment), ends[1], force)))
      for (let row = 0; row < SIX; row++) all[row * SIX + column]! += moved[row]!
    }
  }
  const held = inverse(all)
  return { segments: made, ends, held, stiffness: wholeStiffness(held, ends) }
}

const startOf = ({ from, offset }: Segment): Vec => [from, ...offset]
const endOf = ({ to, offset }: Segment): Vec => [to, ...offset]

/** The end forces of unit motions of the end; those at the start balance them. */
function wholeStiffness(held: Float64Array, [start, end]: Chain['ends']): Float64Array {
  const k = new Float64Array(ELEMENT * ELEMENT)
  for (let column = 0; column < ELEMENT; column++) {
    const motion = new Float64Array(SIX)
    motion[column % SIX] = 1
    const apart = column < SIX ? movedTo(end, start, motion).map((value) => -value) : motion
    const atEnd = times(held, apart)
    const atStart = forceAt(start, end, atEnd)
    for (let row = 0; row < SIX; row++) {
      k[row * ELEMENT + column] = -atStart[row]!
      k[(row + SIX) * ELEMENT + column] = atEnd[row]!
    }
  }
  return k
}

/** What loads along the frame do at its ends, as `equivalentForces` of a prism. */
export function chainForces(chain: Chain, loads: readonly FrameLoad[]): Float64Array {
  const [start, end] = chain.ends
  /** Of all loads from the segment to the end, about the end. */
  const beyond = new Float64Array(SIX)
  const motion = new Float64Array(SIX)
  for (const segment of [...chain.segments].reverse()) {
    const own = ownForces(segment, loads)
    add(beyond, forceAt(end, endOf(segment), own.subarray(SIX)))
    add(motion, movedTo(end, endOf(segment), times(segment.flexibility, forceAt(endOf(segment), end, beyond))))
    add(beyond, forceAt(end, startOf(segment), own.subarray(0, SIX)))
  }
  const forces = new Float64Array(ELEMENT)
  const atEnd = times(chain.held, motion)
  forces.set(atEnd, SIX)
  const rest = beyond.map((value, k) => value - atEnd[k]!)
  forces.set(forceAt(start, end, rest))
  return forces
}

const ownForces = ({ properties, length, from, to }: Segment, loads: readonly FrameLoad[]): Float64Array =>
  equivalentForces(clippedLoads(loads, from, to), properties, length)

/** How a segment begins: its motion there, and the forces on it. */
export type SegmentState = { segment: Segment; motion: Float64Array; force: Float64Array; loads: readonly FrameLoad[] }

/** From the start to the end of the frame: `motion` of its own start, `force` on it there. */
export function segmentStates(
  { segments, ends }: Chain,
  loads: readonly FrameLoad[],
  motion: Float64Array,
  force: Float64Array,
): SegmentState[] {
  let [at, moved, pushed] = [ends[0], motion, force]
  return segments.map((segment): SegmentState => {
    const [start, end] = [startOf(segment), endOf(segment)]
    const state = {
      segment,
      motion: movedTo(start, at, moved),
      force: forceAt(start, at, pushed),
      loads: clippedLoads(loads, segment.from, segment.to),
    }
    const own = equivalentForces(state.loads, segment.properties, segment.length)
    const left = forceAt(
      end,
      start,
      state.force.map((value, k) => value + own[k]!),
    )
    // What is on the end of the segment, with the loads that count there: minus what the next one begins with.
    const onEnd = left.map((value) => -value)
    pushed = left.map((value, k) => value + own[SIX + k]!)
    moved = movedTo(end, start, state.motion)
    add(moved, times(segment.flexibility, onEnd))
    at = end
    return state
  })
}

/** Forces and moments at one place as they are about another. */
function forceAt(to: Vec, from: Vec, force: ArrayLike<number>): Float64Array {
  const [x, y, z] = [from[0] - to[0], from[1] - to[1], from[2] - to[2]]
  const [a, b, c] = [force[0]!, force[1]!, force[2]!]
  return Float64Array.of(a, b, c, force[3]! + y * c - z * b, force[4]! + z * a - x * c, force[5]! + x * b - y * a)
}

/** Motion of a place that is rigidly joined to another. */
function movedTo(to: Vec, from: Vec, motion: ArrayLike<number>): Float64Array {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const [rx, ry, rz] = [motion[3]!, motion[4]!, motion[5]!]
  return Float64Array.of(
    motion[0]! + ry * z - rz * y,
    motion[1]! + rz * x - rx * z,
    motion[2]! + rx * y - ry * x,
    ...[rx, ry, rz],
  )
}

function add(sum: Float64Array, other: Float64Array): void {
  for (let k = 0; k < sum.length; k++) sum[k]! += other[k]!
}

function times(matrix: Float64Array, vector: ArrayLike<number>): Float64Array {
  const product = new Float64Array(SIX)
  for (let row = 0; row < SIX; row++)
    for (let column = 0; column < SIX; column++) product[row]! += matrix[row * SIX + column]! * vector[column]!
  return product
}

/** Of the motions of the end alone. */
function endBlock(k: Float64Array): Float64Array {
  const block = new Float64Array(SIX * SIX)
  for (let row = 0; row < SIX; row++) {
    const from = (row + SIX) * ELEMENT + SIX
    block.set(k.subarray(from, from + SIX), row * SIX)
  }
  return block
}

/** Of a symmetric matrix whose pivots are all above 0, by Gauss and Jordan in place. */
function inverse(matrix: Float64Array): Float64Array {
  const a = Float64Array.from(matrix)
  for (let k = 0; k < SIX; k++) {
    const pivot = a[k * SIX + k]!
    a[k * SIX + k] = 1
    for (let c = 0; c < SIX; c++) a[k * SIX + c]! /= pivot
    for (let r = 0; r < SIX; r++) {
      const by = a[r * SIX + k]!
      if (r === k || by === 0) continue
      a[r * SIX + k] = 0
      for (let c = 0; c < SIX; c++) a[r * SIX + c]! -= by * a[k * SIX + c]!
    }
  }
  return a
}
