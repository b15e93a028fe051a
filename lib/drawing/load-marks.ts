import type { LoadPlace } from '#lib/model/load/load-resultant.ts'
import { amountText, type LoadUnits, loadText } from '#lib/model/load/load-text.ts'
import { fromAxes, globalIntensity, vecOf } from '#lib/model/load/load-vectors.ts'
import { type Axes, localAxes } from '#lib/model/shape/local-axes.ts'
import { middleOf, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import type { Rgb } from './palette.ts'

/** Loads as an engineer draws them, as lines in space: which size they have in a picture is up to whoever draws it. */

/**
 * A line from a point; `offset` are its ends from there, 1 being as long as the largest load is drawn. `head`: arrows at the second end,
 * one of a force, two of a moment.
 */
export type LoadStroke = { at: Vec; from: Vec; to: Vec; head?: 1 | 2; isDashed?: true }
/** `offset` from the point, as of a stroke. */
export type LoadWords = { at: Vec; offset: Vec; text: string }
/** A line between two points, each with its own offset: through the tails of arrows, around a sheet above an area. */
export type LoadEdge = { ends: readonly [Vec, Vec]; offsets: readonly [Vec, Vec] }
export type LoadMark = { strokes: LoadStroke[]; edges: LoadEdge[]; words: LoadWords[] }

export type PlacedLoad = { load: Load; place: LoadPlace }

const NONE: Vec = [0, 0, 0]
/** The least length of an arrow: one of a small load is still an arrow. */
export const LEAST_ARROW = 0.35

/** Largest sizes of a case, of each type by itself: what is drawn as long as any. */
type Largest = Map<string, number>

function sizesOf(loads: readonly PlacedLoad[]): Largest {
  const largest: Largest = new Map()
  for (const { load } of loads) {
    for (const field of ['force', 'forceEnd', 'moment', 'displacement', 'rotation'] as const) {
      const key = sizeKey(load, field)
      const vector = load[field]
      if (vector) largest.set(key, Math.max(largest.get(key) ?? 0, length(vecOf(vector))))
    }
  }
  return largest
}

const sizeKey = (load: Load, field: string) => (field === 'force' || field === 'forceEnd' ? `force ${typeOfLoad(load)}` : field)

/** `stations`: how many arrows a stretch of a frame has room for, its two ends included. */
export function loadMarks(loads: readonly PlacedLoad[], units: LoadUnits, stations: (from: Vec, to: Vec) => number): LoadMark[] {
  const largest = sizesOf(loads)
  return loads.map(({ load, place }): LoadMark => {
    const sized = (v: Vec, field: string): Vec => {
      const size = largest.get(sizeKey(load, field)) ?? 0
      const direction = unit(v)
      return size > 0 && direction ? scale(direction, LEAST_ARROW + (1 - LEAST_ARROW) * Math.min(1, length(v) / size)) : NONE
    }
    if (place.on === 'node') return ofNode(load, place.at, sized, units)
    if (place.on === 'area') return ofArea(load, place.outline, sized, units)
    const axes = localAxes(place.start, place.end, place.rotation)
    if (!axes) return { strokes: [], edges: [], words: [] }
    const frame = { start: place.start, end: place.end, axes }
    return typeOfLoad(load) === 'distributed'
      ? alongFrame(load, frame, { sized, units, stations })
      : onFrame(load, frame, sized, units)
  })
}

type Sized = (v: Vec, field: string) => Vec

/** An arrow whose tip is at the point. */
export const arrowTo = (at: Vec, size: Vec, more: Omit<LoadStroke, 'at' | 'from' | 'to'> = {}): LoadStroke[] =>
  size === NONE ? [] : [{ at, from: scale(size, -1), to: NONE, head: 1, ...more }]

function ofNode(load: Load, at: Vec, sized: Sized, units: LoadUnits): LoadMark {
  const vectors = (['force', 'moment', 'displacement', 'rotation'] as const).flatMap((field) => {
    const vector = load[field]
    return vector ? [{ field, size: sized(vecOf(vector), field) }] : []
  })
  const isGround = typeOfLoad(load) === 'displacement'
  const strokes = vectors.flatMap(({ field, size }) =>
    arrowTo(at, size, {
      ...((field === 'moment' || field === 'rotation') && { head: 2 as const }),
      ...(isGround && { isDashed: true as const }),
    }),
  )
  const [first] = strokes
  return { strokes, edges: [], words: first ? [{ at, offset: first.from, text: valueText(load, units) }] : [] }
}

type FrameLine = { start: Vec; end: Vec; axes: Axes }

function onFrame(load: Load, { start, end, axes }: FrameLine, sized: Sized, units: LoadUnits): LoadMark {
  if (typeOfLoad(load) === 'temperature') {
    const middle = scale(add(start, end), 0.5)
    return { strokes: [], edges: [], words: [{ at: middle, offset: NONE, text: loadText(load, units) }] }
  }
  const at = add(start, scale(subtract(end, start), load.at ?? 0))
  const turned = (vector: Load['force']): Vec => {
    const v = vecOf(vector ?? {})
    return load.axes === 'local' ? fromAxes(v, axes) : v
  }
  const strokes = [
    ...(load.force ? arrowTo(at, sized(turned(load.force), 'force')) : []),
    ...(load.moment ? arrowTo(at, sized(turned(load.moment), 'moment'), { head: 2 }) : []),
  ]
  const [first] = strokes
  return { strokes, edges: [], words: first ? [{ at, offset: first.from, text: valueText(load, units) }] : [] }
}

function alongFrame(
  load: Load,
  { start, end, axes }: FrameLine,
  { sized, units, stations }: { sized: Sized; units: LoadUnits; stations: (from: Vec, to: Vec) => number },
): LoadMark {
  const along = subtract(end, start)
  const [from, to] = [load.from ?? 0, load.to ?? 1]
  const pointAt = (t: number): Vec => add(start, scale(along, from + (to - from) * t))
  const first = globalIntensity(load.force ?? {}, load.axes, axes, 'frame')
  const last = load.forceEnd ? globalIntensity(load.forceEnd, load.axes, axes, 'frame') : first
  const sizeAt = (t: number): Vec => {
    const v = add(scale(first, 1 - t), scale(last, t))
    const size = sized(v, 'force')
    // Of loads that vary the line through the tails is straight, down to nothing.
    return load.forceEnd && size !== NONE ? scaledLike(v, first, last, sized) : size
  }
  const count = Math.max(2, stations(pointAt(0), pointAt(1)))
  const strokes: LoadStroke[] = []
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1)
    strokes.push(...arrowTo(pointAt(t), sizeAt(t)))
  }
  const [a, b] = [scale(sizeAt(0), -1), scale(sizeAt(1), -1)]
  const edges: LoadEdge[] = [{ ends: [pointAt(0), pointAt(1)], offsets: [a, b] }]
  if (!load.forceEnd) return { strokes, edges, words: [{ at: pointAt(0.5), offset: a, text: valueText(load, units) }] }
  const words = [
    { at: pointAt(0), offset: a, text: sizeText(load.force ?? {}, units.perLength) },
    { at: pointAt(1), offset: b, text: sizeText(load.forceEnd, units.perLength) },
  ]
  return { strokes, edges, words }
}

function scaledLike(v: Vec, first: Vec, last: Vec, sized: Sized): Vec {
  const most = length(first) >= length(last) ? first : last
  const longest = length(sized(most, 'force'))
  return scale(v, longest / Math.max(length(most), Number.MIN_VALUE))
}

/** A sheet above the area, with one arrow. */
function ofArea(load: Load, outline: readonly Vec[], sized: Sized, units: LoadUnits): LoadMark {
  const axes = shellAxes(outline)
  if (!axes || !load.force) return { strokes: [], edges: [], words: [] }
  const size = sized(globalIntensity(load.force, load.axes, axes, 'area'), 'force')
  const up = scale(size, -1)
  const middle = middleOf(outline)
  const corners = outline.map((point, i) => [point, outline[(i + 1) % outline.length] ?? point] as const)
  // Hatched from corner to corner by lines to the middle of the opposite sides: light, and within any outline that is convex.
  const hatch = corners.map(([a, b]): LoadEdge => ({ ends: [scale(add(a, b), 0.5), middle], offsets: [up, up] }))
  const edges = corners.map(([a, b]): LoadEdge => ({ ends: [a, b], offsets: [up, up] }))
  return {
    strokes: arrowTo(middle, size),
    edges: [...edges, ...hatch],
    words: [{ at: middle, offset: up, text: valueText(load, units) }],
  }
}

/** The sizes of what acts, without directions, which the arrows show. */
function valueText(load: Load, units: LoadUnits): string {
  const type = typeOfLoad(load)
  const forceUnit = type === 'distributed' ? units.perLength : type === 'pressure' ? units.perArea : units.force
  const values = [
    load.force && sizeText(load.force, forceUnit),
    load.moment && sizeText(load.moment, units.moment),
    load.displacement && sizeText(load.displacement, units.length),
    load.rotation && sizeText(load.rotation, units.rotation),
  ]
  return values.filter(Boolean).join(', ')
}

const sizeText = (vector: LoadVector, unit: string): string => amountText(Number(length(vecOf(vector)).toPrecision(4)), unit)

/** One colour a nature. */
const NATURE_RGB: Readonly<Record<string, Rgb>> = {
  dead: [120, 72, 24],
  superdead: [168, 100, 40],
  live: [20, 110, 180],
  roof: [20, 140, 150],
  snow: [90, 110, 210],
  wind: [128, 30, 150],
  seismic: [180, 30, 40],
  temperature: [200, 80, 20],
  settlement: [110, 70, 150],
  construction: [130, 120, 20],
}
const OTHER_RGB: Rgb = [90, 60, 140]
export const natureColour = (nature: string | null | undefined): Rgb => NATURE_RGB[nature ?? ''] ?? OTHER_RGB
