import { placeAlong, type ResultFrames } from './result-frames.ts'

/** Frames where they are when what moves them is drawn larger than it is. */

/** As much of the diagonal of the model as its largest motion is drawn. */
const SHARE_OF_DIAGONAL = 0.05

type Numbers = Float32Array | Float64Array | readonly number[]

/** Of motions, three each: the length of the longest. */
export function largestMotion(moves: Numbers): number {
  let largest = 0
  for (let k = 0; k + 2 < moves.length; k += 3) {
    const size = Math.hypot(moves[k]!, moves[k + 1]!, moves[k + 2]!)
    if (size > largest) largest = size
  }
  return largest
}

/** Modes and mechanisms: motions without loads, of no size and no sign. */
export const isFreeMotion = (caseId: string): boolean => /^(mode|mechanism) /.test(caseId)

/** Of motions of frames, three a station: where the longest begins, among the frames that are drawn; -1 where none moves. */
export function placeOfLargest(moves: Numbers, stations: number, isDrawn: (frame: number) => boolean): number {
  let [place, largest] = [-1, 0]
  for (let k = 0; k + 2 < moves.length; k += 3) {
    const size = Math.hypot(moves[k]!, moves[k + 1]!, moves[k + 2]!)
    if (size > largest && isDrawn(Math.floor(k / 3 / stations))) [place, largest] = [k, size]
  }
  return place
}

/** At which the largest motion is 5 % of the diagonal, in the same unit; 1 where nothing moves. */
export const automaticScale = (largest: number, diagonal: number): number =>
  largest > 0 && diagonal > 0 ? (SHARE_OF_DIAGONAL * diagonal) / largest : 1

/** How many times larger than they are motions are drawn, as it is written beside a drawing: two digits. */
export const roundedScale = (scale: number): number => Number(scale.toPrecision(2))

/**
 * Polylines, one a frame: x y z of each station, in the axes and about the origin of `ends`. `moves`: ux uy uz of each frame and station;
 * `scale` times them is drawn.
 */
export function deflectedShape(
  { count, ends }: ResultFrames,
  at: readonly number[],
  moves: Numbers,
  scale: number,
): Float64Array {
  const points = new Float64Array(3 * count * at.length)
  for (let frame = 0; frame < count; frame++) {
    for (let station = 0; station < at.length; station++) {
      const place = 3 * (frame * at.length + station)
      for (const k of [0, 1, 2] as const) {
        points[place + k] = placeAlong(ends, frame, at[station]!, k) + scale * moves[place + k]!
      }
    }
  }
  return points
}
