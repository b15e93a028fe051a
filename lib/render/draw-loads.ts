import type { Rect } from '#lib/drawing/free-rectangles.ts'
import {
  arrowsOfRun,
  hatch,
  type LoadMark,
  type LoadRun,
  type LoadSheet,
  type LoadStroke,
  type LoadWords,
  loadMarks,
  natureColour,
  type PlacedLoad,
} from '#lib/drawing/load-marks.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { isArcSeen, TURN_RADIUS, turnArc } from '#lib/drawing/turn-arc.ts'
import { placeOfLoad } from '#lib/model/load/load-places.ts'
import type { LoadPlace } from '#lib/model/load/load-resultant.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { add, distance, length, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Load, LoadCase } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { PAPER } from './colours.ts'
import type { DrawnModel } from './drawn-model.ts'
import { block, dashLine, ring, strokeLine, textWidth, writeText } from './ink.ts'
import { pixel, type Sheet } from './sheet.ts'

/** The loads of a case over the picture. */

/** As long as the largest load is drawn, and how far apart arrows stand, in pixels. */
export const LONGEST = 46
const APART = 24
const HATCHED = 8
/** As wide as a warmed frame is marked. */
const BAND = 4
/** Of an arrow that is seen along itself, in pixels: a ring is drawn in its place. */
const SEEN_ALONG = 2
/** More arrows than this are a fog. */
const MOST_LOADS = 4000

/** Of the loads of a case on what is drawn. */
export const marksOf = (drawn: DrawnModel, { id }: LoadCase): LoadMark[] =>
  loadMarks(placedLoads(drawn, id), loadUnitsOf(drawn.model.units))

export const drawLoads = (sheet: Sheet, { nature }: LoadCase, marks: readonly LoadMark[]): void =>
  drawMarks(sheet, marks, natureColour(nature))

/** Arrows with their values, the longest as long as any. */
export function drawMarks(sheet: Sheet, marks: readonly LoadMark[], rgb: Rgb): void {
  const { px, camera, image } = sheet
  const longest = LONGEST * px * camera.unitsPerPixel
  const at = (point: Vec, offset: Vec) => pixel(sheet, add(point, scale(offset, longest)))
  for (const { outline, offset } of marks.flatMap(({ sheets }) => sheets)) {
    const corners = outline.flatMap((corner) => at(corner, offset) ?? [])
    if (corners.length < outline.length) continue
    for (const [i, a] of corners.entries()) line(sheet, a, corners[(i + 1) % corners.length]!, rgb, px)
    for (const [a, b] of hatch(corners, HATCHED * px)) strokeLine(image, a.x, a.y, b.x, b.y, { rgb, width: px, opacity: 0.5 })
  }
  for (const ends of marks.flatMap(({ bands }) => bands)) {
    const [a, b] = ends.map((end) => pixel(sheet, end))
    if (!a || !b) continue
    line(sheet, a, b, PAPER, (BAND + 3) * px)
    line(sheet, a, b, rgb, BAND * px)
  }
  const outlines: Segment[] = []
  for (const run of marks.flatMap(({ runs }) => runs)) {
    const [a, b] = [pixel(sheet, run.ends[0]), pixel(sheet, run.ends[1])]
    const [tailA, tailB] = [at(run.ends[0], run.tails[0]), at(run.ends[1], run.tails[1])]
    if (!a || !b || !tailA || !tailB) continue
    line(sheet, tailA, tailB, rgb, px)
    outlines.push([tailA, tailB], [a, tailA], [b, tailB])
    const count = Math.min(200, Math.max(2, 1 + Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (APART * px))))
    for (const arrow of arrowsOfRun(run, count)) drawStroke(sheet, arrow, at, rgb)
  }
  const strokes = marks.flatMap((mark) => mark.strokes)
  const lines = strokes.flatMap((stroke) => linesOf(sheet, stroke, at))
  const rims = marks.filter(({ sheets }) => sheets.length === 0).flatMap((mark) => mark.strokes)
  // Over a body of much the same colour, too.
  for (const [a, b] of rims.flatMap((stroke) => linesOf(sheet, stroke, at)))
    strokeLine(image, a.x, a.y, b.x, b.y, { rgb: PAPER, width: 4.5 * px, opacity: 0.8 })
  for (const stroke of strokes) drawStroke(sheet, stroke, at, rgb)
  const words = marks.flatMap(({ words, runs, sheets }) => words.flatMap((one) => [one, ...elsewhere(one, runs, sheets)]))
  writeValues(
    sheet,
    words.flatMap(({ at: point, offset, text, group }) => {
      const [place, from] = [at(point, offset), pixel(sheet, point)]
      const isRound = length(offset) <= TURN_RADIUS + 1e-9
      const isOnLine = length(offset) === 0
      return place && from ? [{ place, from, text, rgb, isRound, isOnLine, group, depth: from.depth }] : []
    }),
    [...outlines, ...lines],
  )
}

type Point = { x: number; y: number }
type At = (point: Vec, offset: Vec) => Point | null

const line = ({ image }: Sheet, a: Point, b: Point, rgb: Rgb, width: number) =>
  strokeLine(image, a.x, a.y, b.x, b.y, { rgb, width })

/** Where it runs: along an arrow, or around the arc of a moment. */
function pathOf({ px }: Sheet, { at: point, from, to, head }: LoadStroke, at: At): { path: Point[]; isArc: boolean } {
  const [a, b] = [at(point, from), at(point, to)]
  if (!a || !b) return { path: [], isArc: false }
  const axis = subtract(to, from)
  const isArc = head === 2 && isArcSeen(Math.hypot(b.x - a.x, b.y - a.y), length(axis) * LONGEST * px)
  return { path: isArc ? turnArc(axis).flatMap((offset) => at(point, offset) ?? []) : [a, b], isArc }
}

const linesOf = (sheet: Sheet, stroke: LoadStroke, at: At): Segment[] => {
  const { path } = pathOf(sheet, stroke, at)
  return path.slice(1).map((end, k) => [path[k]!, end] as const)
}

function drawStroke(sheet: Sheet, stroke: LoadStroke, at: At, rgb: Rgb): void {
  const { image, px } = sheet
  const { head, isDashed } = stroke
  const { path, isArc } = pathOf(sheet, stroke, at)
  const [a, b] = path
  if (!a || !b) return
  if (isArc) {
    drawTurn(sheet, path, rgb, isDashed)
    return
  }
  if (isDashed) dashLine(image, a.x, a.y, b.x, b.y, { rgb, width: 1.5 * px }, [5 * px, 3 * px])
  else line(sheet, a, b, rgb, 1.5 * px)
  if (head && Math.hypot(b.x - a.x, b.y - a.y) < SEEN_ALONG) ring(image, b.x, b.y, 6 * px, { rgb, width: 1.5 * px })
  for (let k = 0; k < (head ?? 0); k++) arrowHead(sheet, a, b, k * 6 * px, rgb)
}

/** A moment the way it turns. */
function drawTurn(sheet: Sheet, arc: readonly Point[], rgb: Rgb, isDashed = false): void {
  for (const [k, point] of arc.slice(1).entries()) if (!isDashed || k % 4 < 2) line(sheet, arc[k]!, point, rgb, 1.5 * sheet.px)
  const [before, tip] = [arc.at(-4), arc.at(-1)]
  if (before && tip) arrowHead(sheet, before, tip, 0, rgb)
}

function arrowHead({ image, px }: Sheet, from: Point, tip: Point, back: number, rgb: Rgb): void {
  const long = Math.hypot(tip.x - from.x, tip.y - from.y)
  if (long < SEEN_ALONG) return
  const [dx, dy] = [(tip.x - from.x) / long, (tip.y - from.y) / long]
  const size = Math.min(8 * px, long)
  const [x, y] = [tip.x - dx * back, tip.y - dy * back]
  // Filled: strokes from its tip to all along its base.
  for (const side of [-0.4, -0.2, 0, 0.2, 0.4])
    strokeLine(image, x, y, x - size * (dx + side * dy), y - size * (dy - side * dx), { rgb, width: 1.5 * px })
}

/** Where else the value of a group may stand: at the ends of its line, at the corners of its sheet. */
function elsewhere(words: LoadWords, runs: readonly LoadRun[], sheets: readonly LoadSheet[]): LoadWords[] {
  if (words.group === undefined) return []
  const ends = runs.flatMap(({ ends: [a, b], tails: [first, last] }) => [
    { ...words, at: a, offset: first },
    { ...words, at: b, offset: last },
  ])
  const corners = sheets.flatMap(({ outline, offset }) => outline.map((at) => ({ ...words, at, offset })))
  return [...ends.filter(({ offset }) => distance(offset, words.offset) < 1e-6), ...corners]
}

/** `from`: the point that it is of. `isRound`: goes all around that. Of a group one is written, rather where it is clear, and near to the eye. */
type Word = {
  place: Point
  from: Point
  text: string
  rgb: Rgb
  isRound?: boolean
  /** Of all of a line, and not of what is seen along itself at its point. */
  isOnLine?: boolean
  group?: number | undefined
  depth?: number
}

/**
 * Beyond what they are of, seen from their point, else to another side of it, rather where no line runs; where another value would be
 * covered one is left out.
 */
export function writeValues(sheet: Sheet, words: readonly Word[], lines: readonly Segment[]): void {
  const { taken } = sheet
  const isClear = (rect: Rect) => rect.x0 >= 0 && rect.x1 <= sheet.image.width && !lines.some(([a, b]) => runsThrough(rect, a, b))
  const freeOf = ({ place, from, text, isRound = false, isOnLine = false }: Word) => {
    const [wide, high] = [textWidth(text, sheet.letter) / 2 + 3, sheet.letter]
    return besides(place, from, { wide, high, px: sheet.px, isRound, isOnLine }).flatMap(([x, y]) => {
      const rect = { x0: x - wide, y0: y - high - 3, x1: x + wide, y1: y + 3 }
      const isTaken = taken.some((one) => one.x0 < rect.x1 && rect.x0 < one.x1 && one.y0 < rect.y1 && rect.y0 < one.y1)
      return isTaken ? [] : [{ x, y, rect }]
    })
  }
  for (const same of groupsOf(words)) {
    const free = same.flatMap(freeOf)
    const best = free.find(({ rect }) => isClear(rect)) ?? free[0]
    const [{ text, rgb }] = same
    if (!best || text === '') continue
    taken.push(best.rect)
    const { x0, y0, x1, y1 } = best.rect
    block(sheet.image, x0, y0, x1, y1, PAPER, 0.6)
    writeText(sheet.image, text, best.x, best.y, { size: sheet.letter, rgb, anchor: [0.5, 0], halo: true })
  }
}

/** More places than these are not tried for one value. */
const MOST_PLACES = 200

/** Those of a group together, the nearest first. */
function groupsOf(words: readonly Word[]): [Word, ...Word[]][] {
  const groups = new Map<unknown, [Word, ...Word[]]>()
  for (const word of words) {
    const key = word.group ?? word
    const group = groups.get(key)
    if (group) group.push(word)
    else groups.set(key, [word])
  }
  for (const group of groups.values()) {
    group.sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0))
    if (group.length > MOST_PLACES) group.length = MOST_PLACES
  }
  return [...groups.values()]
}

type Letters = { wide: number; high: number; px: number; isRound: boolean; isOnLine: boolean }

/** Middles of the lower edge of a text at a place, the one away from its point first; all around the point of an arc. */
function besides(place: Point, tip: Point, { wide, high, px, isRound, isOnLine }: Letters): (readonly [x: number, y: number])[] {
  const [dx, dy] = [place.x - tip.x, place.y - tip.y]
  const reach = Math.hypot(dx, dy)
  const { x, y } = isRound ? tip : place
  const around = isRound ? reach : 0
  // A line rises below the text.
  const above = [x, y - around - (isOnLine ? 12 : 5) * px] as const
  const below = [x, y + around + high + 6 * px] as const
  const right = [x + around + wide + 3 * px, y + high / 2] as const
  const left = [x - around - wide - 3 * px, y + high / 2] as const
  // Beside the ring of what is seen along itself.
  if (!isRound && !isOnLine && reach < SEEN_ALONG) return [[x - wide - 8 * px, y - 5 * px], right, above, below]
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? [right, left, above, below] : [left, right, above, below]
  return dy > 0 ? [below, right, left, above] : [above, right, left, below]
}

/** A line of the picture. */
export type Segment = readonly [Point, Point]

function runsThrough({ x0, y0, x1, y1 }: Rect, a: Point, b: Point): boolean {
  let [from, to] = [0, 1]
  for (const [at, way, low, high] of [
    [a.x, b.x - a.x, x0, x1],
    [a.y, b.y - a.y, y0, y1],
  ] as const) {
    if (way === 0) {
      if (at < low || at > high) return false
      continue
    }
    const [one, other] = [(low - at) / way, (high - at) / way]
    from = Math.max(from, Math.min(one, other))
    to = Math.min(to, Math.max(one, other))
  }
  return from <= to
}

/** Of a load, whether what it is on is drawn. */
export function isLoadDrawn(drawn: DrawnModel): (load: Load) => boolean {
  const { model } = drawn
  const ordinals = ordinalsOf(model)
  return ({ nodeId, frameId, areaId }) => {
    const [kind, id] =
      nodeId != null
        ? (['nodes', nodeId] as const)
        : frameId != null
          ? (['frames', frameId] as const)
          : (['areas', areaId ?? ''] as const)
    return drawn[kind][ordinals[kind].get(id) ?? -1] === 1
  }
}

const ordinalsOf = (model: ViewerModel) => ({
  nodes: new Map(model.nodes.map(({ id }, i) => [id, i])),
  frames: new Map((model.frames ?? []).map(({ id }, i) => [id, i])),
  areas: new Map((model.areas ?? []).map(({ id }, i) => [id, i])),
})

/** Of what is drawn, with places about the origin of the scene. */
function placedLoads(drawn: DrawnModel, caseId: string): PlacedLoad[] {
  const { model, scene } = drawn
  const origin: Vec = scene.origin
  const ordinals = ordinalsOf(model)
  const targets = {
    ordinalOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => ordinals[kind].get(id),
    element: (kind: 'frames' | 'areas', ordinal: number) => model[kind]![ordinal]!,
    position: (node: number) => subtract(vec(model.nodes[node]!.position), origin),
  } as Parameters<typeof placeOfLoad>[1] // frames for frames, areas for areas
  const isDrawn = isLoadDrawn(drawn)
  const loads = (model.loads ?? []).filter((load) => load.caseId === caseId && isDrawn(load)).slice(0, MOST_LOADS)
  return loads.flatMap((load) => {
    const place: LoadPlace | undefined = placeOfLoad(load, targets)
    return place ? [{ load, place }] : []
  })
}
