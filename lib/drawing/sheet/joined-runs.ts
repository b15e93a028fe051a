import { cellOf, endToEnd } from './end-to-end.ts'
import { type Interval, joined, without } from './intervals.ts'
import type { Point } from './svg.ts'

export type Run = readonly [Point, Point]
export type Piece = {
  run: Run
  kind: 'visible' | 'axis' | 'hidden' /** Of an area that lies square to the eye. */
  isFlat: boolean
}

/** Lines within so many millimetres are one. */
const APART = 0.03
/** A seam of a mesh that is shorter says nothing any more. */
const SHORTEST_SEAM = 8
/** Dashes need room to be dashes. */
const SHORTEST_HIDDEN = 1

type Carrier = {
  origin: Point
  along: Point
  cut: Interval[]
  axis: Interval[]
  visible: Interval[]
  flat: Interval[]
  hidden: Interval[]
}

/**
 * What lies on one line is drawn once: dashes over dashes would make a full line, and nothing is dashed where something is seen.
 * Where two areas of one plane meet there is a seam, not an edge.
 */
export function joinedRuns(cut: readonly Run[], pieces: readonly Piece[]) {
  const carriers = new Map<string, Carrier>()
  const put = ([a, b]: Run, to: 'cut' | 'axis' | 'visible' | 'flat' | 'hidden') => {
    const [x, y] = [b[0] - a[0], b[1] - a[1]]
    const size = Math.hypot(x, y)
    if (!(size > 0)) return
    const isBackward = x < -1e-9 * size || (Math.abs(x) <= 1e-9 * size && y < 0)
    const along: Point = isBackward ? [-x / size, -y / size] : [x / size, y / size]
    const offset = a[0] * along[1] - a[1] * along[0]
    const angle = Math.atan2(along[1], along[0])
    // Shifted, so that round numbers do not lie where a cell ends. Straight down is straight up.
    const turned = angle < -Math.PI / 2 + 1e-4 ? angle + Math.PI : angle
    const key = `${Math.floor(turned / 2e-4 + 0.3719)} ${Math.floor((offset * (turned === angle ? 1 : -1)) / APART + 0.3719)}`
    let carrier = carriers.get(key)
    if (!carrier) {
      carrier = { origin: a, along, cut: [], axis: [], visible: [], flat: [], hidden: [] }
      carriers.set(key, carrier)
    }
    const { origin, along: to1 } = carrier
    const place = (p: Point) => (p[0] - origin[0]) * to1[0] + (p[1] - origin[1]) * to1[1]
    const [from, end] = [place(a), place(b)]
    carrier[to].push(from < end ? [from, end] : [end, from])
  }
  for (const run of cut) put(run, 'cut')
  for (const { run, kind, isFlat } of pieces) put(run, kind === 'visible' && isFlat ? 'flat' : kind)

  const drawn: Record<'cut' | 'visible' | 'axis' | 'hidden' | 'seam', Run[]> = {
    cut: [],
    visible: [],
    axis: [],
    hidden: [],
    seam: [],
  }
  for (const carrier of carriers.values()) {
    const { origin, along } = carrier
    const run = ([from, to]: Interval): Run => [
      [origin[0] + along[0] * from, origin[1] + along[1] * from],
      [origin[0] + along[0] * to, origin[1] + along[1] * to],
    ]
    const add = (to: keyof typeof drawn, intervals: readonly Interval[], least: number) => {
      for (const interval of intervals) if (interval[1] - interval[0] >= least) drawn[to].push(run(interval))
    }
    const cuts = joined(carrier.cut)
    const axes = without(carrier.axis, cuts)
    const seams = twice(carrier.flat)
    const visible = without([...carrier.visible, ...without(carrier.flat, seams)], [...cuts, ...axes])
    const seen = [...cuts, ...axes, ...visible]
    add('cut', cuts, 0)
    add('axis', axes, 0)
    add('visible', visible, APART)
    add('seam', without(seams, seen), SHORTEST_SEAM)
    add('hidden', without(joined(carrier.hidden, SHORTEST_HIDDEN / 2), [...seen, ...seams]), APART)
  }
  // The dashes go on around a corner, and what is round is not many short strokes.
  const runsOf = (kind: keyof typeof drawn): Point[][] => endToEnd(drawn[kind], cellOf(APART))
  return {
    cut: runsOf('cut'),
    visible: runsOf('visible'),
    axis: runsOf('axis'),
    hidden: runsOf('hidden').filter((points) => lengthOf(points) >= SHORTEST_HIDDEN),
    seam: runsOf('seam'),
  }
}

const lengthOf = (points: readonly Point[]) =>
  points.slice(1).reduce((sum, [x, y], k) => sum + Math.hypot(x - points[k]![0], y - points[k]![1]), 0)

/** Where at least two of them lie. */
function twice(intervals: readonly Interval[]): Interval[] {
  if (intervals.length < 2) return []
  const ends = intervals.flatMap(([from, to]) => [[from, 1] as const, [to, -1] as const])
  ends.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const found: Interval[] = []
  let [count, start] = [0, 0]
  for (const [place, step] of ends) {
    if (count === 2 && step < 0 && place - start > APART) found.push([start, place])
    count += step
    if (count === 2 && step > 0) start = place
  }
  return joined(found)
}
