import { type DiagramMarks, diagramMarks } from '#lib/drawing/results/diagram-marks.ts'
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
/** A picture of so many pixels has room for lines of 2; in a narrower one they would run into each other. */
const WIDE = 800
/** How far from its node a hinge is ringed, and its radius. */
const [FROM_END, RADIUS] = [9, 6]

/** Whether a diagram can be seen: one that is drawn towards the eye is a line. */
export function drawResults(sheet: Sheet, results: PreparedResults): { isEdgeOn: boolean } {
  const { stations, polylines, diagrams, marks, hinges, texts } = results
  const width = 2 * sheet.px * Math.min(1, Math.max(0.6, sheet.image.width / sheet.px / WIDE))
  for (const { points, rgb } of polylines) {
    for (let from = 0; from < points.length; from += 3 * stations) {
      drawPolyline(sheet, points.subarray(from, from + 3 * stations), { rgb, width })
    }
  }
  const drawn = diagrams.map((diagram) =>
    diagramMarks(diagram, (point) => pixel(sheet, point), { isShown: () => true, flat: FLAT * sheet.px }),
  )
  for (const one of drawn) drawDiagram(sheet, one)
  if (marks.length > 0) drawMarks(sheet, marks, RESULT_RGB.reaction)
  for (const { at, towards } of hinges) {
    const direction = towards && unit(subtract(towards, at))
    const from = direction ? add(at, scale(direction, FROM_END * sheet.px * sheet.camera.unitsPerPixel)) : at
    const point = pixel(sheet, from)
    if (point) ring(sheet.image, point.x, point.y, RADIUS * sheet.px, { rgb: RESULT_RGB.mechanism, width: 2.2 * sheet.px })
  }
  const beside = drawn.flatMap(({ values }) =>
    values.map(({ on, tip, text, sign }) => ({ place: tip, from: on, text, rgb: RESULT_RGB[sign] })),
  )
  const others = texts.flatMap(({ at, from, text, rgb }) => {
    const [place, on] = [pixel(sheet, at), pixel(sheet, from)]
    return place && on ? [{ place, from: on, text, rgb }] : []
  })
  writeValues(
    sheet,
    [...beside, ...others],
    polylines.flatMap(({ points }) => segmentsOf(sheet, points, stations)),
  )
  return { isEdgeOn: drawn.length > 0 && drawn.every(({ isEdgeOn }) => isEdgeOn) }
}

export const TOWARDS_EYE = 'It is drawn towards the eye: its heights show from another side'

/** So many pixels are none: frames seen along themselves, heights of what points at the eye. */
const FLAT = 3

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
  writeText(image, fitted(TOWARDS_EYE, letter, wide), 20 * px, top + 74 * px, { size: letter, rgb: INK, halo: true })
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

/** Its outline, and lines across it where there is room for them, in the colour of the sign of what they stand for. */
function drawDiagram({ image, px }: Sheet, { strokes }: DiagramMarks): void {
  let last: DiagramMarks['strokes'][number]['from'] | undefined
  for (const { sign, is, from, to } of strokes) {
    const rgb = RESULT_RGB[sign]
    if (is === 'edge') strokeLine(image, from.x, from.y, to.x, to.y, { rgb, width: 1.5 * px })
    else if (is === 'end' || !last || Math.hypot(from.x - last.x, from.y - last.y) >= LEAST_HATCH * px) {
      strokeLine(image, from.x, from.y, to.x, to.y, { rgb, width: px, opacity: is === 'end' ? 1 : 0.45 })
      last = from
    }
  }
}
