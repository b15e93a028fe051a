import { amountText } from '#lib/model/load/load-text.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { CaseResults } from './case-results.ts'
import { DIAGRAMS, type Diagram, forceDiagram, largestForce, leastDrawn, writtenValues } from './force-diagram.ts'
import type { ResultFrames } from './result-frames.ts'

/** What of a diagram is drawn, and where: the same on a screen, in a picture and on paper, each of which paints it its own way. */

/** Of values above and below 0. */
export type Sign = 'above' | 'below'

/** Beside frames in space, of one case or one side of an envelope. */
export type PlacedDiagram = {
  diagram: Diagram
  frames: ResultFrames
  at: readonly number[]
  forces: NonNullable<CaseResults['forces']>
  /** Of each frame and station the place on the frame and the one beside it, as `forceDiagram` has them. */
  points: Float64Array
  /** Of all frames of all lines. */
  largest: number
}

/** `scaleOf`: length that one unit is drawn as, where this is the largest value. Nothing where all are 0. */
export function placeDiagrams(
  frames: ResultFrames,
  lines: readonly Pick<CaseResults, 'at' | 'forces'>[],
  diagram: Diagram,
  scaleOf: (largest: number) => number,
): PlacedDiagram[] {
  const found = lines.flatMap(({ at, forces }) => (forces ? [{ at, forces }] : []))
  const largest = found.reduce((most, { forces }) => Math.max(most, largestForce(forces, diagram)), 0)
  if (largest === 0) return []
  const scale = scaleOf(largest)
  return found.map(({ at, forces }) => {
    const points = forceDiagram(frames, at, forces, diagram, scale)
    return { diagram, frames, at, forces, points, largest }
  })
}

/** Of a frame at a station. */
export const valueAt = ({ forces, at, diagram }: PlacedDiagram, frame: number, station: number): number =>
  forces[6 * (frame * at.length + station) + DIAGRAMS.indexOf(diagram)]!

/** Frames of which a value of this sign is drawn. */
export function framesOfSign(placed: PlacedDiagram, sign: 1 | -1): number {
  const least = leastDrawn(placed.largest)
  let count = 0
  for (let frame = 0; frame < placed.frames.count; frame++)
    if (placed.at.some((_, station) => sign * valueAt(placed, frame, station) > least)) count++
  return count
}

/** As a picture has places; null: behind the eye. */
export type Project<Point> = (point: Vec) => Point | null
type Plane = { x: number; y: number }

/**
 * `faces`: between two stations, cut where the value changes its sign. `strokes`: their outer edges, the ends, and ribs at the stations
 * between them. `isEdgeOn`: most of what is drawn points at the eye, so that its heights are not seen.
 */
export type DiagramMarks = {
  faces: { sign: Sign; corners: Plane[] }[]
  strokes: { sign: Sign; is: 'edge' | 'end' | 'rib'; from: Plane; to: Plane }[]
  /** The largest first. */
  values: { sign: Sign; text: string; on: Plane; tip: Plane }[]
  isEdgeOn: boolean
}

/** Of the largest value: a frame with less says nothing about whether heights are seen. */
const LARGE = 0.2

/** `flat`: in units of the picture, what is shorter there is seen along itself: frames, of which nothing is drawn then, and heights. */
export function diagramMarks(
  placed: PlacedDiagram,
  project: Project<Plane>,
  { isShown, flat }: { isShown: (frame: number) => boolean; flat: number },
): DiagramMarks {
  const { at, frames, forces, points, largest, diagram } = placed
  const marks: DiagramMarks = { faces: [], strokes: [], values: [], isEdgeOn: false }
  const [least, last] = [leastDrawn(largest), at.length - 1]
  const pointAt = (frame: number, station: number, isTip: boolean): Plane | null => {
    const k = 6 * (frame * at.length + station) + (isTip ? 3 : 0)
    return project([points[k]!, points[k + 1]!, points[k + 2]!])
  }
  const ends = (frame: number, station: number) => {
    const [on, tip] = [pointAt(frame, station, false), pointAt(frame, station, true)]
    return on && tip ? { on, tip, value: valueAt(placed, frame, station), isEnd: station === 0 || station === last } : null
  }
  const isSeenAlong = (frame: number) => {
    const [start, end] = [pointAt(frame, 0, false), pointAt(frame, last, false)]
    return start && end && apart(start, end) <= flat
  }
  const large = { seen: 0, edgeOn: 0 }
  const seen = new Set<number>()
  for (let frame = 0; frame < frames.count; frame++) {
    if (!isShown(frame)) continue
    if (isSeenAlong(frame)) {
      if (at.some((_, station) => Math.abs(valueAt(placed, frame, station)) > LARGE * largest)) large.edgeOn++
      continue
    }
    seen.add(frame)
    let [most, high] = [0, 0]
    let before: ReturnType<typeof ends> = null
    for (let station = 0; station <= last; station++) {
      const now = ends(frame, station)
      if (now && before && Math.max(Math.abs(before.value), Math.abs(now.value)) > least) pushBetween(marks, before, now)
      if (now && Math.abs(now.value) > least) {
        marks.strokes.push({ sign: signOf(now.value), is: now.isEnd ? 'end' : 'rib', from: now.on, to: now.tip })
        most = Math.max(most, Math.abs(now.value))
        high = Math.max(high, apart(now.on, now.tip))
      }
      before = now
    }
    if (most > LARGE * largest) large[high > flat ? 'seen' : 'edgeOn']++
  }
  for (const { frame, station, value } of writtenValues(frames.count, at, forces, diagram)) {
    const place = seen.has(frame) ? ends(frame, station) : null
    if (place)
      marks.values.push({ sign: signOf(value), text: amountText(Number(value.toPrecision(3)), ''), on: place.on, tip: place.tip })
  }
  return { ...marks, isEdgeOn: large.seen < large.edgeOn }
}

const apart = (a: Plane, b: Plane) => Math.hypot(b.x - a.x, b.y - a.y)
const signOf = (value: number): Sign => (value < 0 ? 'below' : 'above')

type Ends = { on: Plane; tip: Plane; value: number }

function pushBetween({ faces, strokes }: DiagramMarks, a: Ends, b: Ends): void {
  const piece = (sign: Sign, corners: Plane[], from: Plane, to: Plane) => {
    faces.push({ sign, corners })
    strokes.push({ sign, is: 'edge', from, to })
  }
  if (a.value * b.value >= 0) {
    piece(signOf(a.value + b.value), [a.on, b.on, b.tip, a.tip], a.tip, b.tip)
    return
  }
  const t = a.value / (a.value - b.value)
  const zero = { x: a.on.x + (b.on.x - a.on.x) * t, y: a.on.y + (b.on.y - a.on.y) * t }
  piece(signOf(a.value), [a.on, zero, a.tip], a.tip, zero)
  piece(signOf(b.value), [zero, b.on, b.tip], zero, b.tip)
}
