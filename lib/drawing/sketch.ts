import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { SketchColour } from '#lib/schema/comment-words.ts'
import type { Rgb } from './palette.ts'

/**
 * Sketches over a view as lines and words, which the viewer and pictures draw alike. Everything is in pixels, x to the right and y
 * down, from the upper left corner of the picture.
 */

type Point = { readonly x: number; readonly y: number }
type Size = { readonly width: number; readonly height: number }

/**
 * What to draw of a shape: lines with round joins, each from corner to corner, and words on a baseline that begins at `at`. `width`: of
 * the lines, `size`: of the font.
 */
export type SketchInk = {
  lines: Point[][]
  width: number
  words: { at: Point; text: string; size: number } | null
  colour: Rgb
}

/** At the scale at which it was sketched. */
const LINE_WIDTH = 2.5
const FONT_SIZE = 16

const COLOURS: Readonly<Record<SketchColour, Rgb>> = {
  red: [208, 45, 45],
  orange: [196, 98, 0],
  green: [20, 128, 66],
  blue: [32, 98, 206],
}
export const sketchColour = (colour: SketchColour | undefined): Rgb => COLOURS[colour ?? 'red']

/**
 * Where a sketch lies in a picture of another size that shows the same view: about the middle of both. `scale`: pixels of the picture
 * for one of the viewport; of a view in perspective the quotient of the heights, for the angle of view is upright.
 */
export type SketchPlace = { viewport: Size; size: Size; scale: number }

const SAME_PLACE: SketchPlace = { viewport: { width: 0, height: 0 }, size: { width: 0, height: 0 }, scale: 1 }

/** Lines and words of a shape where it lies. */
export function sketchInk({ type, points, text, colour }: SketchShape, place: SketchPlace = SAME_PLACE): SketchInk {
  const lines = LINES[type](points).map((line) => line.map((point) => placed(point, place)))
  const [first] = points
  const words = text !== undefined && first ? { at: placed(first, place), text, size: FONT_SIZE * place.scale } : null
  return { lines, width: LINE_WIDTH * place.scale, words, colour: sketchColour(colour) }
}

const placed = ({ x, y }: Point, { viewport, size, scale }: SketchPlace): Point => ({
  x: size.width / 2 + (x - viewport.width / 2) * scale,
  y: size.height / 2 + (y - viewport.height / 2) * scale,
})

const LINES: Record<SketchShape['type'], (points: readonly Point[]) => Point[][]> = {
  line: (points) => [[...points]],
  arrow: ([tail, tip]) => (tail && tip ? arrowLines(tail, tip) : []),
  cloud: ([one, other]) => (one && other ? [cloudOutline(one, other)] : []),
  text: () => [],
}

const HEAD = 16
/** Of each side of the head to the shaft. */
const HEAD_ANGLE = Math.PI / 7

/** The shaft, and the head as a line through its tip; the head of a short one is half as long as it. */
function arrowLines(tail: Point, tip: Point): Point[][] {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y)
  if (length === 0) return [[tail, tip]]
  const size = Math.min(HEAD, length / 2)
  const back = Math.atan2(tail.y - tip.y, tail.x - tip.x)
  const barb = (angle: number): Point => ({
    x: tip.x + size * Math.cos(back + angle),
    y: tip.y + size * Math.sin(back + angle),
  })
  return [
    [tail, tip],
    [barb(HEAD_ANGLE), tip, barb(-HEAD_ANGLE)],
  ]
}

/** About as long as the chord of an arc of a cloud, and the least side of one. */
const CHORD = 24
const LEAST_SIDE = 12
/** Arcs of a side: of a longer one each is longer. */
const MOST_ARCS = 200
/** How far an arc stands out, as a part of its chord. */
const RISE = 0.32
/** Corners of an arc, its first one included. */
const STEPS = 8

/**
 * A revision cloud about the rectangle of two corners: equal arcs along each side, outside of it. Closed: its last corner is its first.
 */
export function cloudOutline(one: Point, other: Point): Point[] {
  const [left, width] = span(one.x, other.x)
  const [top, height] = span(one.y, other.y)
  const corners: Point[] = [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
  ]
  const outline = corners.flatMap((from, k) => arcsAlong(from, corners[(k + 1) % corners.length] ?? from))
  return [...outline, ...outline.slice(0, 1)]
}

/** Where it begins, and how long it is: something even where both are the same. */
function span(a: number, b: number): [from: number, length: number] {
  const length = Math.max(Math.abs(b - a), LEAST_SIDE)
  return [(a + b - length) / 2, length]
}

/** To the left of the way from corner to corner, which is outside: the corners run clockwise as seen, with y down. */
function arcsAlong(from: Point, to: Point): Point[] {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const count = Math.min(MOST_ARCS, Math.max(1, Math.round(Math.hypot(x, y) / CHORD)))
  const chord = Math.hypot(x, y) / count
  const rise = RISE * chord
  // Of the circle through both ends of the chord and the top of the arc.
  const radius = (chord * chord) / 8 / rise + rise / 2
  const half = Math.asin(Math.min(1, chord / 2 / radius))
  const points: Point[] = []
  for (let k = 0; k < count * STEPS; k++) {
    const arc = Math.floor(k / STEPS)
    const angle = half * ((2 * (k % STEPS)) / STEPS - 1)
    const along = (arc + 0.5) * chord + radius * Math.sin(angle)
    const out = radius * Math.cos(angle) - (radius - rise)
    const [ux, uy] = [x / (chord * count), y / (chord * count)]
    points.push({ x: from.x + ux * along + uy * out, y: from.y + uy * along - ux * out })
  }
  return points
}
