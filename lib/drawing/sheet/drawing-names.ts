import { type AreaNaming, areaNames } from './area-names.ts'
import { SMALL } from './dimensions.ts'
import type { Body, Edge } from './drawing-bodies.ts'
import { type Layout, placeOn } from './drawing-layout.ts'
import { type Band, type Box, boxAround, freePlaces } from './free-places.ts'
import { type NodeNaming, nodeNames } from './node-names.ts'
import type { Mark, Point } from './svg.ts'
import { textWidth } from './text-width.ts'

/**
 * Names on a plan or an elevation. Of frames, such as their sections: along each, read from below or from the right (ISO 129-1); then of
 * areas and of nodes, where those have left room.
 */

/** Null: they have no names. */
export type Naming = { frames: FrameNaming; areas: AreaNaming | null; nodes: NodeNaming | null }

export type FrameNaming = {
  /** Empty: it is not named. */
  textOf: (frame: number) => string
  /** The member that it is a piece of, 0: none. Pieces in one line are named once. */
  memberOf: (frame: number) => number
}

type Run = Band & { text: string; member: number; isCut: boolean }
type Place = { at: Point; anchor: 'start' | 'middle' | 'end'; turn: number; box: Box }

/** From the lines of a frame to its name. */
const GAP = 0.7
/** Around a name. */
const APART = 0.3
/** What is shorter on paper is seen along its axis. */
const END_ON = 0.5
/** Where along a frame, the middle first. */
const SHARES = [0.5, 0.35, 0.65, 0.25, 0.75]

/** `without`: how many have no room for their name. What lies behind another of the same name adds nothing. */
export function nameMarks(layout: Layout, naming: Naming, taken: readonly Box[] = []): { marks: Mark[]; without: number } {
  const { low, high, drawing } = layout
  const place = placeOn(layout)
  const runs = joinedPieces(runsOf(layout, naming.frames))
  const space = freePlaces([...runs, ...wallsOf(layout)], boxAround([place(low[0], low[1]), place(high[0], high[1])]))
  for (const box of taken) space.take(box, '')
  const marks: Mark[] = []
  let without = 0
  const take = (text: string, places: readonly Place[], own: Band | null) => {
    const boxes = places.map(({ box }) => box)
    if (boxes.some((box) => space.isNamed(box, text))) return
    const best = places[space.best(boxes, own)]
    if (!best) {
      without++
      return
    }
    space.take(best.box, text)
    const { at, anchor, turn } = best
    marks.push({ shape: 'text', at, text, capital: SMALL, anchor, ...(turn && { turn }) })
  }
  // A column has four corners for its name, a beam all its length: the column comes first. Of those above each other the one that
  // is cut stands on the level. In an elevation nothing is named end-on: a plan names it along its line.
  const columns = drawing.isPlan ? runs.filter(isEndOn).toSorted((a, b) => Number(b.isCut) - Number(a.isCut)) : []
  const named = new Set<string>()
  for (const run of columns) {
    const spot = run.from.map(Math.round).join()
    if (!named.has(spot)) take(run.text, placesBeside(run), run)
    named.add(spot)
  }
  for (const run of runs) if (!isEndOn(run)) take(run.text, placesAlong(run, drawing.isPlan), run)
  for (const { text, boxes } of naming.areas ? areaNames(layout, naming.areas) : []) take(text, boxes.map(placeIn), null)
  for (const { text, at } of naming.nodes ? nodeNames(layout, naming.nodes) : [])
    take(
      text,
      POINTS.flatMap((reach) => placesBeside({ from: at, text, reach })),
      null,
    )
  return { marks, without }
}

function runsOf(layout: Layout, { textOf, memberOf }: FrameNaming): Run[] {
  const { bodies, perUnit } = layout
  const place = placeOn(layout)
  return (bodies ?? []).flatMap((body): Run[] => {
    const text = body.kind === 'frame' && body.axis ? textOf(body.index) : ''
    if (!text || !body.axis) return []
    const [from, to] = body.axis.map(([x, y]) => place(x, y)) as [Point, Point]
    const isCut = body.cut.loops.length > 0
    return [{ from, to, reach: reachOf(body, body.axis) * perUnit, text, member: memberOf(body.index), isCut }]
  })
}

/** From its axis to its outermost line, across it; of one seen end-on in any direction. */
function reachOf({ edges }: Body, [a, b]: Edge): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(x, y)
  const across = (px: number, py: number) =>
    length > 0 ? Math.abs((px - a[0]) * y - (py - a[1]) * x) / length : Math.hypot(px - a[0], py - a[1])
  return edges.reduce((most, [p, q]) => Math.max(most, across(p[0], p[1]), across(q[0], q[1])), 0)
}

/** Pieces of one member that go on in one line are one; of what is still too short for a name, so are those of one name. */
function joinedPieces(runs: readonly Run[]): Run[] {
  const members = joinedBy(runs, ({ member, text }) => (member ? `${member} ${text}` : null))
  return joinedBy(members, (run) => (isEndOn(run) || hasLength(run) ? null : run.text))
}

/** `keyOf`: null of what stays by itself. */
function joinedBy(runs: readonly Run[], keyOf: (run: Run) => string | null): Run[] {
  const joined: Run[] = []
  const last = new Map<string, Run>()
  for (const run of runs) {
    const key = keyOf(run)
    const before = key === null ? undefined : last.get(key)
    const longer = before && joinedRun(before, run)
    if (before && longer) {
      Object.assign(before, longer)
      continue
    }
    const own = { ...run }
    joined.push(own)
    if (key !== null) last.set(key, own)
  }
  return joined
}

const isEndOn = (run: Run) => lengthOf(run) < END_ON
const hasLength = (run: Run) => textWidth(run.text, SMALL) + 2 * GAP <= lengthOf(run)

/** Ends within so many millimetres are one, and lines that are so far apart. */
const SAME = 0.1

function joinedRun(a: Run, b: Run): Pick<Run, 'from' | 'to' | 'reach'> | null {
  const ends = [a.from, a.to, b.from, b.to]
  const touches = [a.from, a.to].some((p) => [b.from, b.to].some((q) => distance(p, q) < SAME))
  if (!touches) return null
  const pairs = ends.flatMap((p, k) => ends.slice(k + 1).map((q) => [p, q] as const))
  const [from, to] = pairs.reduce((most, pair) => (distance(pair[0], pair[1]) > distance(most[0], most[1]) ? pair : most))
  const length = distance(from, to)
  const isAside = ([x, y]: Point) =>
    Math.abs((x - from[0]) * (to[1] - from[1]) - (y - from[1]) * (to[0] - from[0])) > SAME * length
  return length === 0 || ends.some(isAside) ? null : { from, to, reach: Math.max(a.reach, b.reach) }
}

const distance = ([x, y]: Point, [u, v]: Point) => Math.hypot(u - x, v - y)
const lengthOf = ({ from, to }: Band) => distance(from, to)

/** Beside its lines: in a plan above them first; in an elevation below, as a floor lies above a beam. None where it is too short. */
function placesAlong(run: Run, isPlan: boolean): Place[] {
  const { text, reach } = run
  const length = lengthOf(run)
  const width = textWidth(text, SMALL)
  const [x, y] = [(run.to[0] - run.from[0]) / length, (run.to[1] - run.from[1]) / length]
  const isBack = Math.abs(x) < 1e-3 ? y > 0 : x < 0
  const [ux, uy] = isBack ? [-x, -y] : [x, y]
  const [nx, ny] = [uy, -ux] // upward for whoever reads it
  const turn = (Math.atan2(-uy, ux) * 180) / Math.PI
  const sides = isPlan ? [1, -1] : [-1, 1]
  return sides.flatMap((side) =>
    SHARES.filter((share) => width / 2 + GAP <= length * Math.min(share, 1 - share)).map((share): Place => {
      const off = side > 0 ? reach + GAP : -(reach + GAP + SMALL)
      const along = (k: 0 | 1) => run.from[k] + (run.to[k] - run.from[k]) * share
      const point: Point = [along(0) + nx * off, along(1) + ny * off]
      const ends = [-width / 2, width / 2].flatMap((w) => [0, SMALL].map((n): Point => corner(point, [ux, uy], [nx, ny], w, n)))
      return { at: point, anchor: 'middle', turn, box: boxAround(ends, APART) }
    }),
  )
}

const corner = ([x, y]: Point, [ux, uy]: Point, [nx, ny]: Point, w: number, n: number): Point => [
  x + ux * w + nx * n,
  y + uy * w + ny * n,
]

/** How large a node is on paper, and what may stand around it: beams that meet there are written over only where nothing is free. */
const POINTS = [0.5, 2.5, 4.5]

/** Across the lines of a wall no name is read well. */
const WALL = 0.2

function wallsOf(layout: Layout): Band[] {
  const place = placeOn(layout)
  return (layout.bodies ?? []).flatMap(({ kind, isFlat, edges }) =>
    kind === 'frame' || isFlat
      ? []
      : edges.map(([a, b]): Band => ({ from: place(a[0], a[1]), to: place(b[0], b[1]), reach: WALL })),
  )
}

/** In the middle of a box. */
const placeIn = (box: Box): Place => ({
  at: [(box.x0 + box.x1) / 2, (box.y0 + box.y1 + SMALL) / 2],
  anchor: 'middle',
  turn: 0,
  box,
})

/** In one of the four corners between beams that meet in a column, or in a node. */
function placesBeside({ from: [x, y], text, reach }: Pick<Run, 'from' | 'text' | 'reach'>): Place[] {
  const width = textWidth(text, SMALL)
  const off = reach * Math.SQRT1_2 + GAP
  return ([-1, 1] as const).flatMap((down) =>
    ([1, -1] as const).map((side): Place => {
      const point: Point = [x + side * off, down > 0 ? y + off + SMALL : y - off]
      const box = boxAround([point, [point[0] + side * width, point[1] - SMALL]], APART)
      return { at: point, anchor: side > 0 ? 'start' : 'end', turn: 0, box }
    }),
  )
}
