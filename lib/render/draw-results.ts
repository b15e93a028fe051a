import { RESULT_RGB } from '#lib/drawing/results/shown-results.ts'
import { add, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { INK } from './colours.ts'
import { drawMarks, type Segment, writeValues } from './draw-loads.ts'
import { fitted, ring, strokeLine, writeText } from './ink.ts'
import type { PreparedResults } from './picture-results.ts'
import { pixel, type Sheet } from './sheet.ts'

/** Results over the picture: what is undeformed steps back below them. */

/** Pixels: from one point of a polyline to the next, and between lines across a diagram, at least. */
const [LEAST_STEP, LEAST_HATCH] = [2, 4]
/** How far from its node a hinge is ringed, and its radius. */
const [FROM_END, RADIUS] = [9, 6]

/** Whether a diagram can be seen: one that is drawn towards the eye is a line. */
export function drawResults(sheet: Sheet, results: PreparedResults): { isEdgeOn: boolean } {
  const { stations, polylines, diagrams, marks, hinges, texts } = results
  for (const { points, rgb } of polylines) {
    for (let from = 0; from < points.length; from += 3 * stations) {
      drawPolyline(sheet, points.subarray(from, from + 3 * stations), { rgb, width: 2 * sheet.px })
    }
  }
  for (const diagram of diagrams) {
    for (let frame = 0; frame * stations < diagram.values.length; frame++) drawDiagram(sheet, diagram, frame, stations)
  }
  if (marks.length > 0) drawMarks(sheet, marks, RESULT_RGB.reaction)
  for (const { at, towards } of hinges) {
    const direction = towards && unit(subtract(towards, at))
    const from = direction ? add(at, scale(direction, FROM_END * sheet.px * sheet.camera.unitsPerPixel)) : at
    const point = pixel(sheet, from)
    if (point) ring(sheet.image, point.x, point.y, RADIUS * sheet.px, { rgb: RESULT_RGB.mechanism, width: 2.2 * sheet.px })
  }
  writeValues(
    sheet,
    texts.map(({ at, from, text, rgb }) => ({ at: from, offset: subtract(at, from), text, rgb })),
    (point, offset) => pixel(sheet, add(point, offset)),
    polylines.flatMap(({ points }) => segmentsOf(sheet, points, stations)),
  )
  return { isEdgeOn: diagrams.length > 0 && diagrams.every((diagram) => isEdgeOn(sheet, diagram)) }
}

/** So many pixels of height are none. */
const FLAT = 3

function isEdgeOn(sheet: Sheet, { points, values, least }: PreparedResults['diagrams'][number]): boolean {
  let isAny = false
  for (const [k, value] of values.entries()) {
    if (!(Math.abs(value) > least)) continue
    const [on, tip] = [pixel(sheet, pointAt(points, 6 * k)), pixel(sheet, pointAt(points, 6 * k + 3))]
    if (!on || !tip) continue
    if (Math.hypot(tip.x - on.x, tip.y - on.y) > FLAT * sheet.px) return false
    isAny = true
  }
  return isAny
}

function segmentsOf(sheet: Sheet, points: Float64Array, stations: number): Segment[] {
  const segments: Segment[] = []
  for (let k = 0; k + 3 < points.length; k += 3) {
    if ((k / 3 + 1) % stations === 0) continue
    const [a, b] = [pixel(sheet, pointAt(points, k)), pixel(sheet, pointAt(points, k + 3))]
    if (a && b) segments.push([a, b])
  }
  return segments
}

/** What is drawn, and what it is not good for, below the words of the view. */
export function drawBanner({ image, px, letter, top }: Sheet, { title, banner }: PreparedResults, isEdgeOn: boolean): void {
  const wide = image.width - 40 * px
  writeText(image, fitted(title, letter, wide), 20 * px, top + 38 * px, { size: letter, rgb: INK, bold: true, halo: true })
  writeText(image, fitted(banner, letter, wide), 20 * px, top + 56 * px, { size: letter, rgb: INK, halo: true })
  if (!isEdgeOn) return
  const words = 'It is drawn towards the eye: its heights show from another side'
  writeText(image, fitted(words, letter, wide), 20 * px, top + 74 * px, { size: letter, rgb: INK, halo: true })
}

type Pen = { rgb: readonly [number, number, number]; width: number; opacity?: number }

function drawPolyline(sheet: Sheet, points: Float64Array, pen: Pen): void {
  let last = pixel(sheet, pointAt(points, 0))
  const end = points.length - 3
  for (let k = 3; k <= end; k += 3) {
    const next = pixel(sheet, pointAt(points, k))
    if (last && next) {
      if (k < end && Math.hypot(next.x - last.x, next.y - last.y) < LEAST_STEP) continue
      strokeLine(sheet.image, last.x, last.y, next.x, next.y, pen)
    }
    last = next
  }
}

const pointAt = (points: Float64Array, k: number): Vec => [points[k]!, points[k + 1]!, points[k + 2]!]

/** Its outline, and lines across it, in the colour of the sign of what they stand for. */
function drawDiagram(sheet: Sheet, diagram: PreparedResults['diagrams'][number], frame: number, stations: number): void {
  const { points, values, least } = diagram
  const { image, px } = sheet
  let before: { tip: ReturnType<typeof pixel>; value: number } | undefined
  let hatched: { x: number; y: number } | undefined
  for (let station = 0; station < stations; station++) {
    const from = 6 * (frame * stations + station)
    const [on, tip] = [pixel(sheet, pointAt(points, from)), pixel(sheet, pointAt(points, from + 3))]
    const value = values[frame * stations + station]!
    const isEnd = station === 0 || station === stations - 1
    const rgb = (of: number) => (of < 0 ? RESULT_RGB.below : RESULT_RGB.above)
    const isDrawn = Math.abs(value) > least
    if (on && tip) {
      const isApart = !hatched || Math.hypot(on.x - hatched.x, on.y - hatched.y) >= LEAST_HATCH * px
      if (isDrawn && (isEnd || isApart)) {
        strokeLine(image, on.x, on.y, tip.x, tip.y, { rgb: rgb(value), width: px, opacity: isEnd ? 1 : 0.45 })
        hatched = on
      }
      if (before?.tip && (isDrawn || Math.abs(before.value) > least))
        strokeLine(image, before.tip.x, before.tip.y, tip.x, tip.y, { rgb: rgb(before.value + value), width: 1.5 * px })
    }
    before = { tip, value }
  }
}
