import { add, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { type CameraAxes, cameraAxes } from './camera-axes.ts'
import { APART, besideCard, freeRectangles, grown, inset, meetsHull, type Rect } from './free-rectangles.ts'
import { hullOf } from './polygon.ts'
import {
  alongAxes,
  bisect,
  type FitSolution,
  focalOf,
  inPicture,
  isBetter,
  type Padded,
  type Picture,
  solve,
} from './solve-fit.ts'

/** Where a camera stands so that what is drawn just fills the free part of a picture, marks of a fixed size in pixels included. */

/**
 * `target`: what lies in the middle of the picture, at the middle of the depth; the eye stands at `distance` before it. `scale`:
 * pixels a unit, in a perspective at the target.
 */
export type Fit = { target: Vec; distance: number; scale: number }

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
  const best = drawnAt(first)
  if (marks.every((mark) => best.has(mark))) return first
  const near = between([...content, ...marks.filter((mark) => best.has(mark))], axes, picture, covers, MARGIN)
  const isNoMore = (fit: Fit) => [...drawnAt(fit)].every((mark) => best.has(mark))
  const nearest = fitOf(near.found, axes)
  if (isNoMore(nearest)) return nearest
  // In one rectangle, what fits at both fits between them too: the sides are linear in where the eye stands.
  if (!isSameRect(afar.free, near.free)) return first
  const part = bisect(0, 1, (t) => isNoMore(fitOf(mixed(afar.found, near.found, t), axes)), 'largest')
  return fitOf(mixed(afar.found, near.found, part), axes)
}

const isSameRect = (a: Rect, b: Rect) => a.x0 === b.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1

/** Part of the way from one place of the camera to another. */
function mixed(from: FitSolution, to: FitSolution, part: number): FitSolution {
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
): { found: FitSolution; free: Rect } {
  const seen = alongAxes(content, axes)
  const best = (these: readonly Rect[]) => {
    let best: { found: FitSolution; free: Rect } | null = null
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
  const hits = ({ found }: { found: FitSolution }, cards: readonly Rect[]) => {
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

function fitOf({ x, y, eye, scale: pixels, depth }: FitSolution, axes: CameraAxes): Fit {
  const target = add(add(scale(axes.right, x), scale(axes.up, y)), scale(axes.toward, depth))
  return { target, distance: eye - depth, scale: pixels }
}
