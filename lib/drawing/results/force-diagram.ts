import { placeAlong, type ResultFrames } from './result-frames.ts'

/** Diagrams of P, V2, V3, T, M2 and M3 beside frames: moments on the side in tension. */

export const DIAGRAMS = ['p', 'v2', 'v3', 't', 'm2', 'm3'] as const
export type Diagram = (typeof DIAGRAMS)[number]

/** As the values are called in a legend. */
export const DIAGRAM_NAMES: Readonly<Record<Diagram, string>> = {
  p: 'Axial force P',
  v2: 'Shear force V2',
  v3: 'Shear force V3',
  t: 'Torque T',
  m2: 'Bending moment M2',
  m3: 'Bending moment M3',
}

export const isMoment = (diagram: Diagram): boolean => diagram === 't' || diagram === 'm2' || diagram === 'm3'

/**
 * Where a value above 0 is drawn: along local axis 2 or 3, or against it. M3 above 0 compresses the side of +2 and M2 that of +3
 * (statics, section 3), so that these two are drawn on the other side, which is in tension.
 */
const DRAWN_ALONG: Readonly<Record<Diagram, readonly [axis: 2 | 3, sign: 1 | -1]>> = {
  p: [2, 1],
  v2: [2, 1],
  v3: [3, 1],
  t: [2, 1],
  m2: [3, -1],
  m3: [2, -1],
}

/** What a sign means, short enough for the legend of a picture; of shear forces and torques, at the face that looks to the end of the frame. */
const SIGNS: Readonly<Record<Diagram, readonly [above: string, below: string]>> = {
  p: ['tension', 'compression'],
  v2: ['along +2', 'along -2'],
  v3: ['along +3', 'along -3'],
  t: ['right-handed about 1', 'left-handed about 1'],
  m2: ['tension at -3', 'tension at +3'],
  m3: ['tension at -2', 'tension at +2'],
}

/** `+ tension at -2`, as a legend has it. */
export const signText = (diagram: Diagram, sign: 1 | -1): string =>
  sign > 0 ? `+ ${SIGNS[diagram][0]}` : `- ${SIGNS[diagram][1]}`

/** On which side values are drawn, after `drawn`. */
export const sideText = (diagram: Diagram): string =>
  diagram === 'm2' || diagram === 'm3' ? 'on the side in tension' : `towards local ${DRAWN_ALONG[diagram][0]} where +`

/** As much of the diagonal of the model as the largest value is drawn. */
const SHARE_OF_DIAGONAL = 0.08
/** Of the largest value of all frames: what is smaller is no diagram but a line along the frame, and not drawn. */
const WORTH_DRAWING = 0.001
export const leastDrawn = (largest: number): number => WORTH_DRAWING * largest

/** Of the largest value of all frames: what is smaller is not written. */
const WORTH_WRITING = 0.005
/** Of the same: what varies less along a frame is written once, and an extreme that differs less from an end not at all. */
const DIFFERENCE = 0.01

const SIX = 6

type Numbers = Float32Array | Float64Array | readonly number[]

/** The value of largest size, without its sign. `forces`: p v2 v3 t m2 m3 of each frame and station. */
export function largestForce(forces: Numbers, diagram: Diagram): number {
  let largest = 0
  for (let k = DIAGRAMS.indexOf(diagram); k < forces.length; k += SIX) {
    const size = Math.abs(forces[k]!)
    if (size > largest) largest = size
  }
  return largest
}

/** Length that one unit of the value is drawn as; 0 where all values are 0. */
export const diagramScale = (largest: number, diagonal: number): number =>
  largest > 0 ? (SHARE_OF_DIAGONAL * diagonal) / largest : 0

/**
 * Of each frame and station two points, x y z: the one on the frame, and the one beside it at the end of the value. The first points of a
 * frame followed by its second ones in reverse are its polygon; as they lie they are a strip of triangles.
 */
export function forceDiagram(
  { count, ends, axes }: ResultFrames,
  at: readonly number[],
  forces: Numbers,
  diagram: Diagram,
  scale: number,
): Float64Array {
  const component = DIAGRAMS.indexOf(diagram)
  const [axis, sign] = DRAWN_ALONG[diagram]
  const points = new Float64Array(SIX * count * at.length)
  for (let frame = 0; frame < count; frame++) {
    for (let station = 0; station < at.length; station++) {
      const place = SIX * (frame * at.length + station)
      const long = sign * scale * forces[place + component]!
      for (const k of [0, 1, 2] as const) {
        const on = placeAlong(ends, frame, at[station]!, k)
        points[place + k] = on
        points[place + 3 + k] = on + long * axes[SIX * frame + (axis === 2 ? 0 : 3) + k]!
      }
    }
  }
  return points
}

export type WrittenValue = { frame: number; station: number; value: number }

/**
 * What is worth writing beside a diagram: values at both ends, and the largest and the least between them; of a value that does not
 * change along the frame one in the middle. The largest come first, so that they win where there is no room for all.
 */
export function writtenValues(count: number, at: readonly number[], forces: Numbers, diagram: Diagram): WrittenValue[] {
  const component = DIAGRAMS.indexOf(diagram)
  const overall = largestForce(forces, diagram)
  if (overall === 0) return []
  const last = at.length - 1
  const found: WrittenValue[] = []
  for (let frame = 0; frame < count; frame++) {
    const value = (station: number) => forces[SIX * (frame * at.length + station) + component]!
    let [most, least] = [0, 0]
    for (let station = 1; station <= last; station++) {
      if (value(station) > value(most)) most = station
      if (value(station) < value(least)) least = station
    }
    const isConstant = value(most) - value(least) <= DIFFERENCE * overall
    const differs = (station: number) =>
      Math.min(Math.abs(value(station) - value(0)), Math.abs(value(station) - value(last))) > DIFFERENCE * overall
    const stations = isConstant ? [last >> 1] : [0, last, ...[most, least].filter(differs)]
    for (const station of stations) {
      if (Math.abs(value(station)) > WORTH_WRITING * overall) found.push({ frame, station, value: value(station) })
    }
  }
  return found.sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.frame - b.frame || a.station - b.station)
}
