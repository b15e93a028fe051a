import type { LoadPlace } from '#lib/model/load/load-resultant.ts'
import { amountText, type LoadUnits, loadText } from '#lib/model/load/load-text.ts'
import { fromAxes, globalIntensity, vecOf } from '#lib/model/load/load-vectors.ts'
import { type Axes, localAxes } from '#lib/model/shape/local-axes.ts'
import { middleOf, shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadVector } from '#lib/schema/loads.ts'
import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { mixed, type Rgb } from './palette.ts'
import { turnGap } from './turn-arc.ts'

/** Loads as an engineer draws them, as lines in space: which size they have in a picture is up to whoever draws it. */

/**
 * A line from a point; `offset` are its ends from there, 1 being as long as the largest load is drawn. `head`: arrows at the second end,
 * one of a force, two of a moment, which is drawn as an arc about this line (`turn-arc.ts`).
 */
export type LoadStroke = { at: Vec; from: Vec; to: Vec; head?: 1 | 2; isDashed?: true }
/** `offset` from the point, as of a stroke. `group`: of words of one number one is written, they say the same of loads that hang together. */
export type LoadWords = { at: Vec; offset: Vec; text: string; group?: number }
/** Arrows side by side, with tips on a line and a line through their tails; `tails`: from each end of the line, as offsets of a stroke. */
export type LoadRun = { ends: readonly [Vec, Vec]; tails: readonly [Vec, Vec] }
/** Hatched, above an area. */
export type LoadSheet = { outline: readonly Vec[]; offset: Vec }
/** `bands`: lines on frames, of temperatures. */
export type LoadMark = {
  strokes: LoadStroke[]
  runs: LoadRun[]
  sheets: LoadSheet[]
  bands: (readonly [Vec, Vec])[]
  words: LoadWords[]
}

export type PlacedLoad = { load: Load; place: LoadPlace }

const NONE: Vec = [0, 0, 0]
const EMPTY: LoadMark = { strokes: [], runs: [], sheets: [], bands: [], words: [] }
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

/** A mark for each load, in its order: nothing of it depends on where it is seen from. */
export function loadMarks(loads: readonly PlacedLoad[], units: LoadUnits): LoadMark[] {
  const largest = sizesOf(loads)
  const marks = loads.map(({ load, place }): LoadMark => {
    const sized = (v: Vec, field: string): Vec => {
      const size = largest.get(sizeKey(load, field)) ?? 0
      const direction = unit(v)
      return size > 0 && direction ? scale(direction, LEAST_ARROW + (1 - LEAST_ARROW) * Math.min(1, length(v) / size)) : NONE
    }
    if (place.on === 'node') return ofNode(load, place.at, sized, units)
    if (place.on === 'area') return ofArea(load, place.outline, sized, units)
    const axes = localAxes(place.start, place.end, place.rotation)
    if (!axes) return EMPTY
    const frame = { start: place.start, end: place.end, axes }
    return typeOfLoad(load) === 'distributed' ? alongFrame(load, frame, sized, units) : onFrame(load, frame, sized, units)
  })
  groupWords(marks)
  return marks
}

/** Equal loads side by side, as along an edge of a floor or all over it, have their value once. */
function groupWords(marks: readonly LoadMark[]): void {
  const all = marks.flatMap((mark) => mark.words.map((words) => ({ words, touched: touchedBy(mark, words) })))
  const groups = disjointSets(all.length)
  const known = new Map<string, number>()
  for (const [k, { words, touched }] of all.entries()) {
    const said = [words.text, ...words.offset.map((part) => part.toFixed(3))].join(' ')
    for (const point of touched) {
      const key = `${said} at ${point.join(' ')}`
      const before = known.get(key)
      if (before === undefined) known.set(key, k)
      else groups.join(before, k)
    }
  }
  for (const [number, group] of groups.several().entries()) for (const k of group) all[k]!.words.group = number
}

/** Where it meets its neighbours: a force that varies has a value at each end. */
function touchedBy({ runs, sheets, bands, words: all }: LoadMark, { at }: LoadWords): readonly Vec[] {
  if (all.length > 1) return runs.length > 0 ? [at] : []
  return [...runs.flatMap(({ ends }) => ends), ...sheets.flatMap(({ outline }) => outline), ...bands.flat()]
}

type Sized = (v: Vec, field: string) => Vec

/** An arrow whose tip is at the point. */
export const arrowTo = (at: Vec, size: Vec, more: Omit<LoadStroke, 'at' | 'from' | 'to'> = {}): LoadStroke[] =>
  size === NONE ? [] : [{ at, from: scale(size, -1), to: NONE, head: 1, ...more }]

/** A dashed arrow from the point to where the ground goes. */
const movedFrom = (at: Vec, size: Vec, head: 1 | 2): LoadStroke[] =>
  size === NONE ? [] : [{ at, from: NONE, to: size, head, isDashed: true }]

type Valued = { strokes: readonly LoadStroke[]; text: string }

/** Where the value of an arrow stands: at its end that is not at the point, of a moment in the gap of its arc. */
export const valueOffset = ({ from, to, head, isDashed }: LoadStroke): Vec =>
  head === 2 ? turnGap(subtract(to, from)) : isDashed ? to : from

/** With the value of each. */
const valued = (all: readonly Valued[]): LoadMark => ({
  ...EMPTY,
  strokes: all.flatMap(({ strokes }) => strokes),
  words: all.flatMap(({ strokes, text }) =>
    strokes.slice(0, 1).map((stroke) => ({ at: stroke.at, offset: valueOffset(stroke), text })),
  ),
})

const POINT_FIELDS = ['force', 'moment', 'displacement', 'rotation'] as const
const UNIT_OF = { force: 'force', moment: 'moment', displacement: 'length', rotation: 'rotation' } as const

function ofNode(load: Load, at: Vec, sized: Sized, units: LoadUnits): LoadMark {
  const isGround = typeOfLoad(load) === 'displacement'
  return valued(
    POINT_FIELDS.flatMap((field) => {
      const vector = load[field]
      if (!vector) return []
      const isTurn = field === 'moment' || field === 'rotation'
      const [size, text] = [sized(vecOf(vector), field), sizeText(vector, units[UNIT_OF[field]])]
      const head = isTurn ? 2 : 1
      return [{ strokes: isGround ? movedFrom(at, size, head) : arrowTo(at, size, { head }), text }]
    }),
  )
}

type FrameLine = { start: Vec; end: Vec; axes: Axes }

function onFrame(load: Load, { start, end, axes }: FrameLine, sized: Sized, units: LoadUnits): LoadMark {
  if (typeOfLoad(load) === 'temperature') {
    const middle = scale(add(start, end), 0.5)
    return { ...EMPTY, bands: [[start, end]], words: [{ at: middle, offset: NONE, text: loadText(load, units) }] }
  }
  const at = add(start, scale(subtract(end, start), load.at ?? 0))
  const turned = (vector: LoadVector): Vec => (load.axes === 'local' ? fromAxes(vecOf(vector), axes) : vecOf(vector))
  const { force, moment } = load
  return valued([
    ...(force ? [{ strokes: arrowTo(at, sized(turned(force), 'force')), text: sizeText(force, units.force) }] : []),
    ...(moment
      ? [{ strokes: arrowTo(at, sized(turned(moment), 'moment'), { head: 2 }), text: sizeText(moment, units.moment) }]
      : []),
  ])
}

function alongFrame(load: Load, { start, end, axes }: FrameLine, sized: Sized, units: LoadUnits): LoadMark {
  const along = subtract(end, start)
  const pointAt = (share: number): Vec => (share === 1 ? end : add(start, scale(along, share)))
  const [a, b] = [pointAt(load.from ?? 0), pointAt(load.to ?? 1)]
  const { forceEnd } = load
  const force = load.force ?? {}
  const first = globalIntensity(force, load.axes, axes, 'frame')
  const last = forceEnd ? globalIntensity(forceEnd, load.axes, axes, 'frame') : first
  // Of loads that vary the line through the tails is straight, down to nothing.
  const tailOf = (v: Vec) => scale(forceEnd ? scaledLike(v, first, last, sized) : sized(v, 'force'), -1)
  const tails = [tailOf(first), tailOf(last)] as const
  const words = forceEnd
    ? [
        { at: a, offset: tails[0], text: sizeText(force, units.perLength) },
        { at: b, offset: tails[1], text: sizeText(forceEnd, units.perLength) },
      ]
    : [{ at: scale(add(a, b), 0.5), offset: tails[0], text: sizeText(force, units.perLength) }]
  return { ...EMPTY, runs: [{ ends: [a, b], tails }], words }
}

/** The arrows of a run, `count` of them, both ends among them. */
export function arrowsOfRun({ ends: [a, b], tails: [first, last] }: LoadRun, count: number): LoadStroke[] {
  const most = Math.max(1, count - 1)
  return Array.from({ length: most + 1 }, (_, i): LoadStroke => {
    const t = i / most
    const between = (from: Vec, to: Vec) => add(scale(from, 1 - t), scale(to, t))
    return { at: between(a, b), from: between(first, last), to: NONE, head: 1 }
  })
}

function scaledLike(v: Vec, first: Vec, last: Vec, sized: Sized): Vec {
  const most = length(first) >= length(last) ? first : last
  const longest = length(sized(most, 'force'))
  return scale(v, longest / Math.max(length(most), Number.MIN_VALUE))
}

/** A sheet above the area, with one arrow. */
function ofArea(load: Load, outline: readonly Vec[], sized: Sized, units: LoadUnits): LoadMark {
  const axes = shellAxes(outline)
  if (!axes || !load.force) return EMPTY
  const size = sized(globalIntensity(load.force, load.axes, axes, 'area'), 'force')
  const strokes = arrowTo(middleOf(outline), size)
  return {
    ...valued([{ strokes, text: sizeText(load.force, units.perArea) }]),
    sheets: size === NONE ? [] : [{ outline, offset: scale(size, -1) }],
  }
}

type Point = { readonly x: number; readonly y: number }

/** Lines across a polygon of a picture, rising at 45° and `gap` apart; it may be of any shape. */
export function hatch(polygon: readonly Point[], gap: number): [Point, Point][] {
  const across = polygon.map(({ x, y }) => x + y)
  const first = Math.ceil(Math.min(...across) / (gap * Math.SQRT2))
  const last = Math.floor(Math.max(...across) / (gap * Math.SQRT2))
  const lines: [Point, Point][] = []
  for (let k = first; k <= last && lines.length < MOST_HATCHES; k++) {
    const line = k * gap * Math.SQRT2
    const meets = polygon.flatMap((a, i): Point[] => {
      const b = polygon[(i + 1) % polygon.length] ?? a
      const [from, to] = [a.x + a.y - line, b.x + b.y - line]
      if (from >= 0 === to >= 0) return []
      const t = from / (from - to)
      return [{ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }]
    })
    meets.sort((one, other) => one.x - other.x)
    for (let i = 0; i + 1 < meets.length; i += 2) lines.push([meets[i]!, meets[i + 1]!])
  }
  return lines
}

const MOST_HATCHES = 400

/** The size of what acts, without its direction, which the arrow shows. */
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
const PALER = 0.5

/** `isDark`: what it is drawn on. */
export function natureColour(nature: string | null | undefined, isDark = false): Rgb {
  const rgb = NATURE_RGB[nature ?? ''] ?? OTHER_RGB
  return isDark ? mixed(rgb, [255, 255, 255], PALER) : rgb
}
