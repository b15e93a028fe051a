import { AXES, add, cross, dot, perAxis, scale, subtract, unit, type Vec } from '#lib/model/vector.ts'
import { hullOf, turn } from './polygon.ts'

/** Where a camera stands so that what is drawn just fills the free part of a picture, marks of a fixed size in pixels included. */

/** How far what stands at a point reaches from it, in pixels: a glyph, a bubble, a written mark. */
export type Pads = { left: number; right: number; above: number; below: number }
/** Points, three numbers each, that all have as much around them. */
export type Padded = { points: ArrayLike<number>; pads: Pads }
/** Pixels from the top left of the picture. */
export type Rect = { x0: number; y0: number; x1: number; y1: number }
/** `fov`: the vertical angle of the perspective, in degrees. */
export type Picture = { width: number; height: number; fov: number; isParallel: boolean }

/**
 * `target`: what lies in the middle of the picture, at the middle of the depth; the eye stands at `distance` before it. `scale`:
 * pixels a unit, in a perspective at the target.
 */
export type Fit = { target: Vec; distance: number; scale: number }

export const evenPads = (by: number): Pads => ({ left: by, right: by, above: by, below: by })

type CameraAxes = { right: Vec; up: Vec; toward: Vec }

/** Right, up and toward the eye, of a camera that looks from `toward` with `up` upward on screen. */
export function cameraAxes(toward: Vec, up: Vec): CameraAxes {
  const right = unit(cross(up, toward)) ?? unit(cross(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], toward)) ?? [1, 0, 0]
  return { right, up: cross(toward, right), toward }
}

export const corners = ({ low, high }: { low: Vec; high: Vec }): Vec[] =>
  Array.from({ length: 8 }, (_, k): Vec => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]])

/** Halvings of the interval in which the answer lies: more than a double has digits for. */
const BISECTIONS = 60
/** Pads may take this part of the room; beyond it they give way to the drawing. */
const MOST_PADS = 0.8

/** Where a fit shows a point, in pixels from the top left of the picture; null behind the eye. */
export function placedBy({ target, distance, scale: pixels }: Fit, toward: Vec, up: Vec, picture: Picture) {
  const axes = cameraAxes(toward, up)
  return (point: Vec): { x: number; y: number } | null => {
    const from = subtract(point, target)
    const away = distance - dot(from, axes.toward)
    if (!picture.isParallel && away <= 0) return null
    const s = picture.isParallel ? pixels : focalOf(picture) / away
    return { x: picture.width / 2 + s * dot(from, axes.right), y: picture.height / 2 - s * dot(from, axes.up) }
  }
}

/** The points fill `free`, which has its margin already. `toward`: unit vector from the target to the eye. */
export function fitInto(content: readonly Padded[], toward: Vec, up: Vec, picture: Picture, free: Rect): Fit {
  const axes = cameraAxes(toward, up)
  const solved = solve(alongAxes(content, axes), picture, free)
  return fitOf(solved, axes)
}

/** At least so wide, and this part of the shorter side. */
const MARGIN = { least: 12, part: 0.04 }

/**
 * As large as it gets between what lies over the picture: the best of all free rectangles, of those nearly as good the largest.
 * Small cards may lie in an empty corner of the drawing: they count only where they would cover some of it.
 */
export function fitBetween(
  content: readonly Padded[],
  toward: Vec,
  up: Vec,
  picture: Picture,
  covers: readonly Rect[],
  margin: { least: number; part: number } = MARGIN,
): Fit {
  const axes = cameraAxes(toward, up)
  return fitOf(between(content, axes, picture, covers, margin).found, axes)
}

/**
 * Marks that are drawn at some scales only, as there is room for them: no place is kept for those that are not. `drawnAt`: which
 * of them a fit shows. Where nearer there would be more of them than fit in, as near as those are that there are from afar.
 */
export function fitDrawn<Mark extends Padded>(
  content: readonly Padded[],
  { marks, drawnAt }: { marks: readonly Mark[]; drawnAt: (fit: Fit) => ReadonlySet<Mark> },
  toward: Vec,
  up: Vec,
  picture: Picture,
  covers: readonly Rect[],
): Fit {
  const axes = cameraAxes(toward, up)
  const afar = between([...content, ...marks], axes, picture, covers, MARGIN)
  const first = fitOf(afar.found, axes)
  const kept = drawnAt(first)
  if (marks.every((mark) => kept.has(mark))) return first
  const near = between([...content, ...marks.filter((mark) => kept.has(mark))], axes, picture, covers, MARGIN)
  const isNoMore = (fit: Fit) => [...drawnAt(fit)].every((mark) => kept.has(mark))
  const nearest = fitOf(near.found, axes)
  if (isNoMore(nearest)) return nearest
  // In one rectangle, what fits at both fits between them too: the sides are linear in where the eye stands.
  if (!isSameRect(afar.free, near.free)) return first
  const part = bisect(0, 1, (t) => isNoMore(fitOf(mixed(afar.found, near.found, t), axes)), 'largest')
  return fitOf(mixed(afar.found, near.found, part), axes)
}

const isSameRect = (a: Rect, b: Rect) => a.x0 === b.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1

/** Part of the way from one place of the camera to another. */
function mixed(from: Solved, to: Solved, part: number): Solved {
  const mix = (a: number, b: number) => a + part * (b - a)
  const depth = mix(from.depth, to.depth)
  const eye = depth + mix(from.eye - from.depth, to.eye - to.depth)
  const scale = (from.scale * (from.eye - from.depth)) / (eye - depth)
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), eye, scale, depth, pads: to.pads }
}

function between(
  content: readonly Padded[],
  axes: CameraAxes,
  picture: Picture,
  covers: readonly Rect[],
  margin: { least: number; part: number },
): { found: Solved; free: Rect } {
  const seen = alongAxes(content, axes)
  const best = (these: readonly Rect[]) => {
    let best: { found: Solved; free: Rect } | null = null
    for (const rect of freeRectangles(these, picture.width, picture.height)) {
      const free = inset(rect, margin)
      if (free && (!best || isBetter(seen, picture, free, best.found))) best = { found: solve(seen, picture, free), free }
    }
    const whole = { x0: 0, y0: 0, x1: picture.width, y1: picture.height }
    return best ?? { found: solve(seen, picture, whole), free: whole }
  }
  const isCard = ({ x0, y0, x1, y1 }: Rect) => x1 - x0 <= 0.4 * picture.width && y1 - y0 <= 0.5 * picture.height
  const counted = covers.filter((cover) => !isCard(cover))
  const all = covers.filter(isCard)
  const hits = ({ found }: { found: Solved }, cards: readonly Rect[]) => {
    const hull = cards.length > 0 ? hullOf(inPicture(seen, found, picture)) : []
    return cards.filter((card) => meetsHull(hull, grown(card, APART / 2)))
  }
  /** Away from the cards that it would cover, as far as it must: an empty corner of the drawing is left for them. */
  const aside = (free: Rect, cards: readonly Rect[]) => {
    const moved = (part: number) => {
      const rect = cards.reduce((left, card) => besideCard(free, left, card, part), free)
      return { found: solve(seen, picture, rect), free: rect }
    }
    const part = bisect(0, 1, (t) => hits(moved(t), all).length === 0, 'smallest', ASIDE_STEPS)
    const fit = moved(part)
    return hits(fit, all).length === 0 ? fit : null
  }
  let cards = all
  let beside: ReturnType<typeof aside> = null
  for (;;) {
    const fit = best(counted)
    const hit = hits(fit, cards)
    if (hit.length === 0) return beside && isBetter(seen, picture, beside.free, fit.found) ? beside : fit
    const tried = aside(fit.free, hit)
    if (tried && (!beside || isBetter(seen, picture, tried.free, beside.found))) beside = tried
    counted.push(...hit)
    cards = cards.filter((card) => !hit.includes(card))
  }
}

/** Halvings of the way beside a card: to a few pixels. */
const ASIDE_STEPS = 6

/** What is left of a rectangle that gives way to a card in a corner of it, part of the way on both sides. */
function besideCard(free: Rect, { x0, y0, x1, y1 }: Rect, card: Rect, part: number): Rect {
  const isLeft = card.x0 + card.x1 < free.x0 + free.x1
  const isAbove = card.y0 + card.y1 < free.y0 + free.y1
  const [across, down] = [
    part * Math.max((isLeft ? card.x1 - free.x0 : free.x1 - card.x0) + APART, 0),
    part * Math.max((isAbove ? card.y1 - free.y0 : free.y1 - card.y0) + APART, 0),
  ]
  return {
    x0: isLeft ? Math.max(x0, free.x0 + across) : x0,
    x1: isLeft ? x1 : Math.min(x1, free.x1 - across),
    y0: isAbove ? Math.max(y0, free.y0 + down) : y0,
    y1: isAbove ? y1 : Math.min(y1, free.y1 - down),
  }
}

/** From a cover to what is fitted. */
const APART = 8
const grown = ({ x0, y0, x1, y1 }: Rect, by: number): Rect => ({ x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by })

function inset({ x0, y0, x1, y1 }: Rect, { least, part }: { least: number; part: number }): Rect | null {
  const by = Math.max(least, part * Math.min(x1 - x0, y1 - y0))
  return x1 - x0 > 2 * by + 16 && y1 - y0 > 2 * by + 16 ? grown({ x0, y0, x1, y1 }, -by) : null
}

/** All rectangles that no cover reaches into and that cannot grow; the largest first. */
export function freeRectangles(covers: readonly Rect[], width: number, height: number): Rect[] {
  let free: Rect[] = [{ x0: 0, y0: 0, x1: width, y1: height }]
  for (const cover of covers) {
    const { x0, y0, x1, y1 } = grown(cover, APART)
    const pieces = free.flatMap((rect) => {
      if (x0 >= rect.x1 || x1 <= rect.x0 || y0 >= rect.y1 || y1 <= rect.y0) return [rect]
      return [
        ...(x0 > rect.x0 ? [{ ...rect, x1: x0 }] : []),
        ...(x1 < rect.x1 ? [{ ...rect, x0: x1 }] : []),
        ...(y0 > rect.y0 ? [{ ...rect, y1: y0 }] : []),
        ...(y1 < rect.y1 ? [{ ...rect, y0: y1 }] : []),
      ]
    })
    const holds = (a: Rect, b: Rect) => a.x0 <= b.x0 && a.y0 <= b.y0 && a.x1 >= b.x1 && a.y1 >= b.y1
    free = pieces.filter((rect, k) => !pieces.some((other, i) => i !== k && holds(other, rect) && (i < k || !holds(rect, other))))
  }
  const area = ({ x0, y0, x1, y1 }: Rect) => (x1 - x0) * (y1 - y0)
  return free.sort((a, b) => area(b) - area(a))
}

/** The content along right, up and toward the eye. */
type Seen = { groups: { points: Float64Array; pads: Pads }[]; low: Vec; high: Vec; size: number }

function alongAxes(content: readonly Padded[], axes: CameraAxes): Seen {
  const low = perAxis(() => Infinity)
  const high = perAxis(() => -Infinity)
  const along = [axes.right, axes.up, axes.toward] as const
  const groups = content.map(({ points, pads }) => {
    const seen = new Float64Array(points.length)
    for (let i = 0; i + 2 < points.length; i += 3) {
      const point: Vec = [points[i]!, points[i + 1]!, points[i + 2]!]
      for (const k of AXES) {
        const at = dot(point, along[k])
        seen[i + k] = at
        low[k] = Math.min(low[k], at)
        high[k] = Math.max(high[k], at)
      }
    }
    return { points: seen, pads }
  })
  const isSomewhere = low.every((at, k) => Number.isFinite(at) && Number.isFinite(high[k]))
  const reach = isSomewhere ? Math.max(...[...low, ...high].map(Math.abs)) : 0
  const size = isSomewhere ? Math.max(...subtract(high, low)) : 0
  if (size > Math.max(1e-10 * reach, 1e-100)) return { groups, low, high, size }
  // One place, or none: what cannot be told apart is shown as if it lay in a cube.
  const half = Math.max(1, 1e-9 * reach)
  const middle = perAxis((k) => (isSomewhere ? (low[k] + high[k]) / 2 : 0))
  const box = { low: perAxis((k) => middle[k] - half), high: perAxis((k) => middle[k] + half) }
  const pads = groups[0]?.pads ?? evenPads(1)
  const cube = { points: Float64Array.from(corners(box).flat()), pads }
  return { groups: [...groups, cube], ...box, size: 2 * half }
}

/** Middle of the picture across and up, pixels a unit; in a perspective the depth of the eye, and the scale at the middle depth. */
type Solved = { x: number; y: number; eye: number; scale: number; depth: number; pads: readonly [number, number] }

const focalOf = ({ height, fov }: Picture) => height / (2 * Math.tan((fov * Math.PI) / 360))

/** Either axis of the picture: its room, and which pads lie before and after. Up grows upward, so below comes before. */
const sidesOf = ({ width, height }: Picture, { x0, y0, x1, y1 }: Rect) =>
  [
    { axis: 0, from: x0 - width / 2, to: x1 - width / 2, before: 'left', after: 'right' },
    { axis: 1, from: height / 2 - y1, to: height / 2 - y0, before: 'below', after: 'above' },
  ] as const
type Side = ReturnType<typeof sidesOf>[number]

/** What pads are multiplied by, so that they leave room for what they stand around. */
function padsIn({ groups }: Seen, { from, to, before, after }: Side): number {
  const most = (which: keyof Pads) => groups.reduce((found, { pads }) => Math.max(found, pads[which]), 0)
  return Math.min(1, (MOST_PADS * (to - from)) / Math.max(most(before) + most(after), 1e-9))
}

function solve(seen: Seen, picture: Picture, free: Rect): Solved {
  const sides = sidesOf(picture, free)
  const pads = [padsIn(seen, sides[0]), padsIn(seen, sides[1])] as const
  const [least, most] = [seen.low[2], seen.high[2]]
  const depth = (least + most) / 2
  if (picture.isParallel) {
    const extents = subtract(seen.high, seen.low)
    const bound = Math.min(...sides.map(({ axis, from, to }) => (to - from) / Math.max(extents[axis], 1e-12 * seen.size)))
    const fits = (s: number) => sides.every((side) => spanAt(seen, side, pads[side.axis], s).isFree)
    const s = bisect(0, bound, fits, 'largest')
    const [x, y] = [spanAt(seen, sides[0], pads[0], s).middle / s, spanAt(seen, sides[1], pads[1], s).middle / s]
    return { x, y, eye: depth + focalOf(picture) / s, scale: s, depth, pads }
  }
  const focal = focalOf(picture)
  const fits = (eye: number) => sides.every((side) => eyesAt(seen, side, pads[side.axis], eye, focal).isFree)
  // What lies on the line of sight must still be clearly before the eye.
  const nearest = most + 0.1 * seen.size
  let far = nearest + seen.size
  for (let doubled = 0; doubled < 200 && !fits(far); doubled++) far = nearest + 2 * (far - nearest)
  const eye = bisect(nearest, far, fits, 'smallest')
  const [x, y] = [eyesAt(seen, sides[0], pads[0], eye, focal).middle, eyesAt(seen, sides[1], pads[1], eye, focal).middle]
  return { x, y, eye, scale: focal / (eye - depth), depth, pads }
}

/** By so much it must be larger in a smaller rectangle: a few pixels are not worth a drawing that stands in a corner. */
const WORTH = 0.04

/** Whether a rectangle shows so much more than what was found in another: asked before it is worked out. */
function isBetter(seen: Seen, picture: Picture, free: Rect, { scale: found, eye, depth }: Solved): boolean {
  const sides = sidesOf(picture, free)
  if (picture.isParallel) return sides.every((side) => spanAt(seen, side, padsIn(seen, side), found * (1 + WORTH)).isFree)
  const nearer = Math.max(depth + (eye - depth) / (1 + WORTH), seen.high[2] + 1e-9 * seen.size)
  return sides.every((side) => eyesAt(seen, side, padsIn(seen, side), nearer, focalOf(picture)).isFree)
}

/** In parallel, at s pixels a unit: whether all lies in the room of a side, and what then lies in the middle of the picture. */
function spanAt({ groups }: Seen, { axis, from, to, before, after }: Side, give: number, s: number) {
  let [low, high] = [Infinity, -Infinity]
  for (const { points, pads } of groups) {
    const [left, right] = [give * pads[before], give * pads[after]]
    for (let i = axis; i < points.length; i += 3) {
      const at = s * points[i]!
      if (at - left < low) low = at - left
      if (at + right > high) high = at + right
    }
  }
  return { isFree: high - low <= to - from, middle: (low + high) / 2 - (from + to) / 2 }
}

/** In a perspective, from an eye at this depth: whether there is a place across from which all is seen, and the middle of them. */
function eyesAt({ groups }: Seen, { axis, from, to, before, after }: Side, give: number, eye: number, focal: number) {
  let [low, high] = [-Infinity, Infinity]
  for (const { points, pads } of groups) {
    const most = to / focal - (give * pads[after]) / focal
    const least = from / focal + (give * pads[before]) / focal
    for (let i = 0; i < points.length; i += 3) {
      const away = eye - points[i + 2]!
      const at = points[i + axis]!
      if (at - most * away > low) low = at - most * away
      if (at - least * away < high) high = at - least * away
    }
  }
  return { isFree: low <= high, middle: (low + high) / 2 }
}

function bisect(
  least: number,
  most: number,
  fits: (value: number) => boolean,
  wanted: 'smallest' | 'largest',
  steps = BISECTIONS,
): number {
  let [low, high] = [least, most]
  for (let k = 0; k < steps; k++) {
    const middle = (low + high) / 2
    if (fits(middle) === (wanted === 'largest')) low = middle
    else high = middle
  }
  return wanted === 'largest' ? low : high
}

function fitOf({ x, y, eye, scale: pixels, depth }: Solved, axes: CameraAxes): Fit {
  const target = add(add(scale(axes.right, x), scale(axes.up, y)), scale(axes.toward, depth))
  return { target, distance: eye - depth, scale: pixels }
}

/** The outermost corners of what stands around the points, in pixels, y downward. */
function inPicture(seen: Seen, { x, y, eye, scale: pixels, pads: [across, upright] }: Solved, picture: Picture): Point[] {
  const focal = focalOf(picture)
  return seen.groups.flatMap(({ points, pads }) => {
    const placed: Point[] = []
    for (let i = 0; i + 2 < points.length; i += 3) {
      const s = picture.isParallel ? pixels : focal / (eye - points[i + 2]!)
      placed.push([picture.width / 2 + s * (points[i]! - x), picture.height / 2 - s * (points[i + 1]! - y)])
    }
    // All of a group have as much around them, so that only the outermost count; a line has no hull.
    const outer = placed.length > 8 ? hullOf(placed) : placed
    return (outer.length >= 3 ? outer : placed).flatMap(([px, py]) =>
      [px - across * pads.left, px + across * pads.right].flatMap((left): Point[] => [
        [left, py - upright * pads.above],
        [left, py + upright * pads.below],
      ]),
    )
  })
}

type Point = readonly [number, number]

/** No side of the hull and none of the rectangle has the other wholly outside. */
function meetsHull(hull: readonly Point[], { x0, y0, x1, y1 }: Rect): boolean {
  if (hull.length === 0) return false
  const [xs, ys] = [hull.map(([x]) => x), hull.map(([, y]) => y)]
  if (xs.every((x) => x <= x0) || xs.every((x) => x >= x1) || ys.every((y) => y <= y0) || ys.every((y) => y >= y1)) return false
  const box: Point[] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
  return !hull.some((point, k) => box.every((corner) => turn(point, hull[(k + 1) % hull.length]!, corner) <= 0))
}
