import type { Rect } from '#lib/drawing/free-rectangles.ts'
import {
  arrowsOfRun,
  hatch,
  type LoadMark,
  type LoadStroke,
  loadMarks,
  natureColour,
  type PlacedLoad,
} from '#lib/drawing/load-marks.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { placeOfLoad } from '#lib/model/load/load-places.ts'
import type { LoadPlace } from '#lib/model/load/load-resultant.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { add, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { LoadCase } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { dashLine, ring, strokeLine, textWidth, writeText } from './ink.ts'
import { pixel, type Sheet } from './sheet.ts'

/** The loads of a case over the picture. */

/** As long as the largest load is drawn, and how far apart arrows stand, in pixels. */
export const LONGEST = 46
const APART = 24
const HATCHED = 8
/** Of an arrow that is seen along itself, in pixels: a ring is drawn in its place. */
const SEEN_ALONG = 2
/** More arrows than this are a fog. */
const MOST_LOADS = 4000

export function drawLoads(sheet: Sheet, loadCase: LoadCase): void {
  const marks = loadMarks(placedLoads(sheet, loadCase.id), loadUnitsOf(sheet.drawn.model.units))
  drawMarks(sheet, marks, natureColour(loadCase.nature))
}

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
  for (const run of marks.flatMap(({ runs }) => runs)) {
    const [a, b] = [pixel(sheet, run.ends[0]), pixel(sheet, run.ends[1])]
    const [tailA, tailB] = [at(run.ends[0], run.tails[0]), at(run.ends[1], run.tails[1])]
    if (!a || !b || !tailA || !tailB) continue
    line(sheet, tailA, tailB, rgb, px)
    const count = Math.min(200, Math.max(2, 1 + Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (APART * px))))
    for (const arrow of arrowsOfRun(run, count)) drawStroke(sheet, arrow, at, rgb)
  }
  for (const stroke of marks.flatMap(({ strokes }) => strokes)) drawStroke(sheet, stroke, at, rgb)
  writeValues(
    sheet,
    marks.flatMap(({ words }) => words.map((each) => ({ ...each, rgb }))),
    at,
  )
}

type Point = { x: number; y: number }
type At = (point: Vec, offset: Vec) => Point | null

const line = ({ image }: Sheet, a: Point, b: Point, rgb: Rgb, width: number) =>
  strokeLine(image, a.x, a.y, b.x, b.y, { rgb, width })

function drawStroke(sheet: Sheet, { at: point, from, to, head, isDashed }: LoadStroke, at: At, rgb: Rgb): void {
  const { image, px } = sheet
  const [a, b] = [at(point, from), at(point, to)]
  if (!a || !b) return
  if (isDashed) dashLine(image, a.x, a.y, b.x, b.y, { rgb, width: 1.5 * px }, [5 * px, 3 * px])
  else line(sheet, a, b, rgb, 1.5 * px)
  if (head && Math.hypot(b.x - a.x, b.y - a.y) < SEEN_ALONG) ring(image, b.x, b.y, 6 * px, { rgb, width: 1.5 * px })
  for (let k = 0; k < (head ?? 0); k++) arrowHead(sheet, a, b, k * 5 * px, rgb)
}

function arrowHead({ image, px }: Sheet, from: Point, tip: Point, back: number, rgb: Rgb): void {
  const long = Math.hypot(tip.x - from.x, tip.y - from.y)
  if (long < SEEN_ALONG) return
  const [dx, dy] = [(tip.x - from.x) / long, (tip.y - from.y) / long]
  const size = Math.min(7 * px, long)
  const [x, y] = [tip.x - dx * back, tip.y - dy * back]
  for (const side of [-0.4, 0.4])
    strokeLine(image, x, y, x - size * (dx + side * dy), y - size * (dy - side * dx), { rgb, width: 1.5 * px })
}

/** No way from the point. */
export const NONE: Vec = [0, 0, 0]

/** Where one would cover another it is left out. */
export function writeValues(sheet: Sheet, words: readonly { at: Vec; offset: Vec; text: string; rgb: Rgb }[], at: At): void {
  const taken: Rect[] = []
  for (const { at: point, offset, text, rgb } of words) {
    const place = at(point, offset)
    if (!place || text === '') continue
    const [wide, high] = [textWidth(text, sheet.letter) / 2 + 3, sheet.letter]
    // Beyond the tail of what comes from below.
    const tip = at(point, NONE) ?? place
    const isBelow = place.y - tip.y > SEEN_ALONG
    const y = place.y + (isBelow ? high + 6 * sheet.px : -5 * sheet.px)
    // Beside the ring of what is seen along itself.
    const isRing = offset !== NONE && Math.hypot(place.x - tip.x, place.y - tip.y) < SEEN_ALONG
    const x = place.x - (isRing ? wide + 8 * sheet.px : 0)
    const rect = { x0: x - wide, y0: y - high - 3, x1: x + wide, y1: y + 3 }
    if (taken.some((one) => one.x0 < rect.x1 && rect.x0 < one.x1 && one.y0 < rect.y1 && rect.y0 < one.y1)) continue
    taken.push(rect)
    writeText(sheet.image, text, x, y, { size: sheet.letter, rgb, anchor: [0.5, 0], halo: true })
  }
}

/** Of what is drawn, with places about the origin of the scene. */
function placedLoads({ drawn }: Sheet, caseId: string): PlacedLoad[] {
  const { model, scene } = drawn
  const origin: Vec = scene.origin
  const ordinals = {
    nodes: new Map(model.nodes.map(({ id }, i) => [id, i])),
    frames: new Map((model.frames ?? []).map(({ id }, i) => [id, i])),
    areas: new Map((model.areas ?? []).map(({ id }, i) => [id, i])),
  }
  const targets = {
    ordinalOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => ordinals[kind].get(id),
    element: (kind: 'frames' | 'areas', ordinal: number) => model[kind]![ordinal]!,
    position: (node: number) => subtract(vec(model.nodes[node]!.position), origin),
  } as Parameters<typeof placeOfLoad>[1] // frames for frames, areas for areas
  const isDrawn = ({ nodeId, frameId, areaId }: NonNullable<ViewerModel['loads']>[number]) => {
    const [kind, id] =
      nodeId != null
        ? (['nodes', nodeId] as const)
        : frameId != null
          ? (['frames', frameId] as const)
          : (['areas', areaId ?? ''] as const)
    return drawn[kind][ordinals[kind].get(id) ?? -1] === 1
  }
  const loads = (model.loads ?? []).filter((load) => load.caseId === caseId && isDrawn(load)).slice(0, MOST_LOADS)
  return loads.flatMap((load) => {
    const place: LoadPlace | undefined = placeOfLoad(load, targets)
    return place ? [{ load, place }] : []
  })
}
