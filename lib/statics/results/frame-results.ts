import type { Axes } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { type FrameLoad, lineIntegral } from '../loads/frame-loads.ts'
import type { FrameProperties } from '../model/frame-properties.ts'
import type { FrameTaper } from '../model/frame-taper.ts'
import { type Arms, blend, ELEMENT, endMotions, type Joints, ownMotions } from '../solver/element-stiffness.ts'
import { forcesOfLoads, stiffnessOf } from '../solver/frame-stiffness.ts'
import { type Segment, segmentStates } from '../solver/segments.ts'

/** What a frame feels between its ends: forces and the deflected line, exact under the loads on it. */

/** P, V2, V3, T, M2, M3 at the face that looks to the end: statics, section 3. */
export type SectionForces = readonly [p: number, v2: number, v3: number, t: number, m2: number, m3: number]

export type FrameState = {
  /** At the start, on the face that looks to the end. */
  start: SectionForces
  /** Of the frame's own start, in its axes. */
  motion: Float64Array
  loads: readonly FrameLoad[]
  /** Of a frame that is a chain of prisms. */
  segments?: readonly SegmentOfState[]
}
type SegmentOfState = { segment: Segment; state: FrameState }

export type FrameShape = {
  properties: FrameProperties
  length: number
  axes: Axes
  arms: Arms
  joints: Joints | null
  taper: FrameTaper | null
}

/** `nodes`: motions of both nodes, in model axes. */
export function frameState(frame: FrameShape, nodes: Float64Array, loads: readonly FrameLoad[]): FrameState {
  const { axes, arms, joints, taper } = frame
  const k = stiffnessOf(frame)
  const load = forcesOfLoads(frame, loads)
  const ends = endMotions(nodes, axes, arms)
  const own = joints ? ownMotions(k, joints, load, ends) : ends
  const force = Float64Array.from({ length: 6 }, (_, row) => {
    let sum = -load[row]!
    for (let c = 0; c < ELEMENT; c++) sum += k[row * ELEMENT + c]! * own[c]!
    return sum
  })
  const state = { start: facing(force), motion: own, loads }
  if (!taper) return state
  const states = segmentStates(taper.chain, loads, own, force)
  return { ...state, segments: states.map((one) => ({ segment: one.segment, state: { ...one, start: facing(one.force) } })) }
}

/** Of the forces on the start of a frame. */
const facing = (force: Float64Array): SectionForces => [-force[0]!, -force[1]!, -force[2]!, -force[3]!, force[4]!, -force[5]!]

/** That which a place along the frame lies in; where two meet, the first. */
const segmentAt = (segments: readonly SegmentOfState[], x: number): SegmentOfState =>
  segments.find(({ segment }) => x <= segment.to) ?? segments[segments.length - 1]!

export function forcesAt({ start, loads, segments }: FrameState, x: number): SectionForces {
  if (segments) {
    const { segment, state } = segmentAt(segments, x)
    return aboutCentroid(segment, x, forcesAt(state, x - segment.from))
  }
  let [p, v2, v3, t, m2, m3] = start
  m3 -= v2 * x
  m2 -= v3 * x
  for (const load of loads) {
    if (load.type === 'line') {
      p -= lineIntegral(load, 0, x, 1)
      v2 -= lineIntegral(load, 1, x, 1)
      v3 -= lineIntegral(load, 2, x, 1)
      m3 += lineIntegral(load, 1, x, 2)
      m2 += lineIntegral(load, 2, x, 2)
    } else if (load.type === 'point' && (load.at < x || load.at === 0)) {
      const beyond = x - load.at
      p -= load.force[0]
      v2 -= load.force[1]
      v3 -= load.force[2]
      t -= load.moment[0]
      m2 += load.force[2] * beyond + load.moment[1]
      m3 += load.force[1] * beyond - load.moment[2]
    }
  }
  return [p, v2, v3, t, m2, m3]
}

/** From the line of a segment to where the centroid of the taper is. */
function aboutCentroid({ from, length, offset, line: [start, end] }: Segment, x: number, forces: SectionForces): SectionForces {
  const [p, v2, v3, t, m2, m3] = forces
  const share = (x - from) / length
  const apart = (k: 0 | 1) => offset[k] - start[k] - (end[k] - start[k]) * share
  const [along2, along3] = [apart(0), apart(1)]
  return [p, v2, v3, t + along2 * v3 - along3 * v2, m2 - along3 * p, m3 - along2 * p]
}

/** Of the centroid line, in model axes. */
export function deflectionAt({ properties, axes }: Pick<FrameShape, 'properties' | 'axes'>, state: FrameState, x: number): Vec {
  if (state.segments) {
    const { segment, state: own } = segmentAt(state.segments, x)
    return deflectionAt({ properties: segment.properties, axes }, own, x - segment.from)
  }
  const { angle, axial, bending3, bending2, shear2, shear3, alpha } = properties
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { start, motion } = state
  const [p, v2, v3, , m2, m3] = start
  const principal = principalLoads(state.loads, cos, sin)
  const along = extension(principal, p, axial, alpha, x)
  // In the plane of 1 and 2' the moment about 3', in that of 1 and 3' the one about -2'.
  const moment3 = m3 * cos + m2 * sin
  const moment2 = m2 * cos - m3 * sin
  const [a2, a3] = [motion[1]! * cos + motion[2]! * sin, motion[2]! * cos - motion[1]! * sin]
  const [turn2, turn3] = [motion[4]! * cos + motion[5]! * sin, motion[5]! * cos - motion[4]! * sin]
  const d2 = a2 + bentLine(principal, 1, turn3, moment3, v2 * cos + v3 * sin, bending3, shear2, alpha, x)
  const d3 = a3 + bentLine(principal, 2, -turn2, moment2, v3 * cos - v2 * sin, bending2, shear3, alpha, x)
  return blend([motion[0]! + along, d2 * cos - d3 * sin, d2 * sin + d3 * cos], 0, axes)
}

function principalLoads(loads: readonly FrameLoad[], cos: number, sin: number): FrameLoad[] {
  const turned = ([a, b, c]: Vec): Vec => [a, b * cos + c * sin, c * cos - b * sin]
  return loads.map((load) => {
    if (load.type === 'line') return { ...load, start: turned(load.start), end: turned(load.end) }
    if (load.type === 'point') return { ...load, force: turned(load.force), moment: turned(load.moment) }
    return { ...load, towards2: load.towards2 * cos + load.towards3 * sin, towards3: load.towards3 * cos - load.towards2 * sin }
  })
}

function extension(loads: readonly FrameLoad[], p: number, axial: number, alpha: number, x: number): number {
  let work = p * x
  let free = 0
  for (const load of loads) {
    if (load.type === 'line') work -= lineIntegral(load, 0, x, 2)
    else if (load.type === 'heat') free += alpha * load.rise * x
    else if (load.at < x) work -= load.force[0] * (x - load.at)
  }
  return work / axial + free
}

/** Of one plane: M'' = w, EI v'' = M + EI κ, and the slope of shear V/(G As). `slope`: of the axis at the start. */
function bentLine(
  loads: readonly FrameLoad[],
  component: 1 | 2,
  slope: number,
  moment: number,
  shear: number,
  bending: number,
  shearStiffness: number,
  alpha: number,
  x: number,
): number {
  let bent = (moment * x ** 2) / 2 - (shear * x ** 3) / 6
  let sheared = shear * x
  let curvature = 0
  for (const load of loads) {
    if (load.type === 'heat') curvature -= alpha * (component === 1 ? load.towards2 : load.towards3)
    else if (load.type === 'line') {
      bent += lineIntegral(load, component, x, 4)
      sheared -= lineIntegral(load, component, x, 2)
    } else if (load.at < x) {
      const beyond = x - load.at
      const pointMoment = component === 1 ? -load.moment[2] : load.moment[1]
      bent += (load.force[component] * beyond ** 3) / 6 + (pointMoment * beyond ** 2) / 2
      sheared -= load.force[component] * beyond
    }
  }
  return slope * x + bent / bending + (curvature * x ** 2) / 2 + (shearStiffness > 0 ? sheared / shearStiffness : 0)
}
