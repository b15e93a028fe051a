import { oneName } from '#lib/geometry/grid-bubble.ts'
import { levelName } from '#lib/model/level-name.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { bisect } from './solve-fit.ts'

/** The levels of a model beside its picture: one staff, every level at its height, and as many named as there is room for. */

export type RuledLevel = { label: string | null; elevation: number /** An area or beams lie on it. */; carriesFloor: boolean }

export type Place = { x: number; y: number }
/** A place of the staff in pixels, y downward. `label`: empty where none of its levels has one. */
export type LevelMark = Place & { elevation: number; label: string }

export type LevelRuler = {
  ticks: Place[]
  /** From the lowest up. */
  written: LevelMark[]
  /** Levels that are not written between two neighbours that are. */
  gaps: (Place & { count: number })[]
  /** From one written level to the next, where nothing is left out between them. */
  heights: (Place & { height: number })[]
  /** Not written, and in no gap that is told; out of sight above and below. */
  more: number
  above: number
  below: number
  leftOut: string[]
}

export type Staff = {
  /** Where the staff stands at an elevation; null behind the eye. */
  at(elevation: number): Place | null
  /** What may be written on, from the top down. */
  free: readonly [number, number]
  /** Height of what is drawn: elevations within a part of it are one. */
  height: number
  /** Pixels of the picture for each of those meant here: larger letters need more room. */
  px?: number
  /** Written before all others: what is hovered, selected or open. */
  first?: readonly number[]
  /** Under a finger marks stand farther apart. */
  isTouched?: boolean
}

const ONE_LEVEL = 1 / 500
const APART = 20
const APART_TOUCHED = 24
const FOR_A_GAP = 28
const FOR_A_HEIGHT = 34

export function levelRuler(levels: readonly RuledLevel[], { at, free, height, px = 1, ...staff }: Staff): LevelRuler {
  const { first = [], isTouched = false } = staff
  const near = height * ONE_LEVEL
  const all = joinedLevels(levels, height).map((level) => ({ ...level, place: at(level.elevation) }))
  type Level = (typeof all)[number] & { place: Place }
  const seen = all.filter((level): level is Level => !!level.place && level.place.y >= free[0] && level.place.y <= free[1])
  const hidden = all.filter((level) => !seen.some((one) => one === level))
  const [lowest, highest] = [seen[0], seen.at(-1)]
  const isAbove = ({ place, elevation }: (typeof all)[number]) =>
    place ? place.y < free[0] : elevation > (highest?.elevation ?? -Infinity)
  const above = hidden.filter(isAbove).length
  const order = [
    ...first.flatMap((wanted) => seen.find(({ from, to }) => wanted >= from - near && wanted <= to + near) ?? []),
    ...[highest, lowest].filter((level) => level !== undefined),
    ...seen.filter(({ carriesFloor }) => carriesFloor),
    ...seen,
  ]
  const isWritten = new Set<Level>()
  const apart = (isTouched ? APART_TOUCHED : APART) * px
  for (const level of order) {
    if ([...isWritten].every(({ place }) => Math.abs(place.y - level.place.y) >= apart)) isWritten.add(level)
  }
  const written = seen.filter((level) => isWritten.has(level))

  const ruler: LevelRuler = {
    ticks: seen.map(({ place }) => place),
    written: written.map(({ place, elevation, label }) => ({ ...place, elevation, label })),
    gaps: [],
    heights: [],
    more: 0,
    above,
    below: hidden.length - above,
    leftOut: all
      .filter((level) => !written.some((one) => one === level))
      .map(({ label, elevation }) => levelName(label, elevation)),
  }
  for (const [k, one] of written.entries()) {
    const next = written[k + 1]
    if (!next) break
    const count = seen.indexOf(next) - seen.indexOf(one) - 1
    const gap = Math.abs(next.place.y - one.place.y)
    const middle = { x: (one.place.x + next.place.x) / 2, y: (one.place.y + next.place.y) / 2 }
    if (count === 0 && gap >= FOR_A_HEIGHT * px) ruler.heights.push({ ...middle, height: next.elevation - one.elevation })
    if (count > 0 && gap >= FOR_A_GAP * px) ruler.gaps.push({ ...middle, count })
  }
  ruler.more = seen.length - written.length - ruler.gaps.reduce((sum, { count }) => sum + count, 0)
  return ruler
}

/** From the lowest up; levels at one height are one, under both names. `height`: of what is drawn. */
export function joinedLevels(levels: readonly RuledLevel[], height: number) {
  const tolerance = height * ONE_LEVEL
  const sorted = [...levels].sort((a, b) => a.elevation - b.elevation)
  const groups: { from: number; to: number; joined: RuledLevel[] }[] = []
  for (const level of sorted) {
    const { elevation } = level
    const last = groups.at(-1)
    if (last && elevation - last.from <= tolerance) {
      last.joined.push(level)
      last.to = elevation
    } else groups.push({ from: elevation, to: elevation, joined: [level] })
  }
  return groups.map(({ from, to, joined }) => {
    // As they are given: a roof before the level that it closes.
    const names = levels.filter((level) => joined.includes(level)).flatMap(({ label }) => label || [])
    return { label: oneName(names), elevation: from, from, to, carriesFloor: joined.some(({ carriesFloor }) => carriesFloor) }
  })
}

/** How far beside the drawn box a staff stands, as a part of its larger plan side. */
const BESIDE = 0.04

/** A corner of the plan of what is drawn, a little outside of it, where a staff may stand. */
export type Corner = { x: number; y: number }

export function staffCorners({ low, high }: { low: Vec; high: Vec }): [Corner, Corner, Corner, Corner] {
  const by = BESIDE * Math.max(high[0] - low[0], high[1] - low[1])
  const [x0, y0, x1, y1] = [low[0] - by, low[1] - by, high[0] + by, high[1] + by]
  return [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ]
}

/** Another corner must lie so many pixels farther to take over: while the picture turns, the staff does not flicker. */
const FARTHER = 12

/** Which corner's middle lies farthest to a side of the picture. `before`: the one where the staff stood. */
export function outermostCorner(
  middles: readonly (Place | null)[],
  side: 'left' | 'right',
  before: number | null,
): number | null {
  const farOut = (k: number | null) => {
    const middle = k === null ? null : middles[k]
    return middle ? (side === 'right' ? 1 : -1) * middle.x : -Infinity
  }
  let best = before !== null && middles[before] ? before : null
  const limit = best === null ? -Infinity : farOut(best) + FARTHER
  for (const k of middles.keys()) if (farOut(k) > (best === before ? limit : farOut(best))) best = k
  return best
}

type Heights = readonly [least: number, most: number]

/** Of what of a staff stands beside the drawn heights, as a level may lie far above or below them. */
export function middleOfStaff([least, most]: Heights, [low, high]: Heights): number {
  const [from, to] = [Math.max(least, low), Math.min(most, high)]
  return from <= to ? (from + to) / 2 : (least + most) / 2
}

/** Foot and head of a staff as they are seen: what lies behind the eye is cut off; null where all of it does. */
export function staffSeen(
  pointAt: (height: number) => Place | null,
  [least, most]: Heights,
): { foot: Place; head: Place } | null {
  const cut = (seen: number, hidden: number) => {
    const on = (part: number) => pointAt(seen + part * (hidden - seen))
    return on(bisect(0, 1, (part) => on(part) !== null, 'largest'))
  }
  const foot = pointAt(least) ?? cut(most, least)
  const head = pointAt(most) ?? cut(least, most)
  return foot && head && { foot, head }
}

const SHORTEST = 40
const LEANING = Math.tan(Math.PI / 6)

/** Beyond these a staff says little: too short, or leaning too far. */
export function standsUpright(foot: Place, head: Place, px = 1): boolean {
  const tall = foot.y - head.y
  return tall >= SHORTEST * px && Math.abs(head.x - foot.x) <= LEANING * tall
}

export type UprightStaff = {
  side: 'left' | 'right'
  /** Which of the four. */
  corner: number
  /** In the picture, by height; null behind the eye. */
  at(height: number): Place | null
  foot: Place
  head: Place
}

type Staffs = {
  /** Of what is drawn, z upward. */
  box: { low: Vec; high: Vec }
  /** Of the levels, one at least. */
  heights: readonly number[]
  project(point: Vec): Place | null
  /** The better one first. */
  sides: readonly ('left' | 'right')[]
  /** The corner of the first side where one stood before. */
  before?: number | null
  px?: number
}

/** Where the levels may stand: of each side the outermost corner, unless its staff says too little. */
export function* uprightStaffs({ box, heights, project, sides, before = null, px }: Staffs): Generator<UprightStaff> {
  const reach = [Math.min(...heights), Math.max(...heights)] as const
  const middle = middleOfStaff(reach, [box.low[2], box.high[2]])
  const staffs = staffCorners(box)
  const middles = staffs.map(({ x, y }) => project([x, y, middle]))
  for (const side of sides) {
    const corner = outermostCorner(middles, side, side === sides[0] ? before : null)
    const staff = corner === null ? undefined : staffs[corner]
    if (corner === null || !staff) continue
    const at = (height: number) => project([staff.x, staff.y, height])
    const seen = staffSeen(at, reach)
    if (seen && (heights.length === 1 || standsUpright(seen.foot, seen.head, px))) yield { side, corner, at, ...seen }
  }
}

/** What is said at the ends of a ruler of the levels that it does not show; empty where it shows them all. */
export const endWords = ({ above, below, more }: Pick<LevelRuler, 'above' | 'below' | 'more'>) => ({
  top: above > 0 ? `${above} above` : '',
  bottom: [below > 0 ? `${below} below` : '', more > 0 ? `${more} more` : ''].filter(Boolean).join(', '),
})
