import type { Rgb } from '#lib/drawing/palette.ts'
import { AXIS_NAMES, AXIS_VECTORS, add, dot, perAxis, scale, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { formatLength } from '#lib/model/units.ts'
import { AXIS_RGB, FAINT_INK, HIGHLIGHT, INK, PAPER } from './colours.ts'
import { endsOf, placedAxes } from './drawn-model.ts'
import { partInside } from './half-space.ts'
import { block, disc, fitted, type Pen, ring, strokeLine, textWidth, writeText } from './ink.ts'
import type { KeyGroup } from './picture-key.ts'
import type { Image } from './png.ts'
import { LETTER, pixel, type Sheet } from './sheet.ts'

/** What stands on and around the drawing: highlights, local axes, title, scale, axes of the model, legend. */

/** Marked elements again on top, so that they show through whatever hides them. */
export function drawMarked(sheet: Sheet): void {
  const { drawn, image } = sheet
  const { scene, mesh, marked } = drawn
  const pen = { rgb: HIGHLIGHT, width: 2.2, opacity: 0.75 }
  let left = 5000
  for (const k of marked.frames) {
    if (left-- <= 0) break
    if (!drawn.frames[k]) continue
    markLine(sheet, ...endsOf(scene, k), pen)
  }
  const outlined = new Uint8Array(marked.areas.size > 0 ? scene.areas.count : 0)
  for (const k of marked.areas) {
    if (left-- <= 0) break
    outlined[k] = drawn.areas[k]!
  }
  for (let i = 0; 6 * i < mesh.lines.length; i++) {
    if (!outlined[mesh.lineOf[2 * i]!]) continue
    markLine(sheet, vecAt(mesh.lines, 6 * i), vecAt(mesh.lines, 6 * i + 3), { ...pen, width: 1.4 })
  }
  for (const k of marked.nodes) {
    if (left-- <= 0) break
    const point = drawn.nodes[k] ? pixel(sheet, vecAt(scene.nodes, 4 * k)) : null
    if (!point) continue
    disc(image, point.x, point.y, 3, HIGHLIGHT)
    ring(image, point.x, point.y, 8, { rgb: HIGHLIGHT, width: 2 })
  }
}

function markLine(sheet: Sheet, from: Vec, to: Vec, pen: Pen): void {
  const [a, b] = partInside(sheet.drawn.kept, from, to)?.map((end) => pixel(sheet, end)) ?? []
  if (a && b) strokeLine(sheet.image, a.x, a.y, b.x, b.y, pen)
}

/** Nodes that are drawn for themselves: nothing else would show them. */
export function drawLoneNodes(sheet: Sheet): void {
  const { drawn, image } = sheet
  for (const k of drawn.isolated?.nodes ?? []) {
    const point = drawn.nodes[k] ? pixel(sheet, vecAt(drawn.scene.nodes, 4 * k)) : null
    if (point) disc(image, point.x, point.y, 2.5, INK)
  }
}

const TRIAD = 40
const MOST_TRIADS = 50

/** The local axes at the middle of some frames: 1 red along, 2 green, 3 blue, over whatever lies before them. */
export function drawTriads(sheet: Sheet, frames: Iterable<number>): void {
  const { drawn, image, camera, px, letter } = sheet
  let left = MOST_TRIADS
  for (const k of frames) {
    if (!drawn.frames[k]) continue
    if (left-- <= 0) break
    const [start, end] = endsOf(drawn.scene, k)
    const placed = placedAxes(drawn.scene, k, start, end)
    const part = partInside(drawn.kept, start, end)
    const point = placed && part && pixel(sheet, add(scale(add(...part), 0.5), placed.offset))
    if (!placed || !point) continue
    for (const [i, axis] of placed.axes.entries()) {
      const [dx, dy] = [TRIAD * px * dot(axis, camera.right), -TRIAD * px * dot(axis, camera.up)]
      const long = Math.hypot(dx, dy)
      const rgb = AXIS_RGB[i]!
      if (long < 6 * px) {
        // It points at the eye, or away from it.
        ring(image, point.x, point.y, 5 * px, { rgb, width: 2 })
        writeText(image, String(i + 1), point.x - 11 * px, point.y + 11 * px, {
          size: (4 / 3) * letter,
          rgb,
          anchor: [0.5, 0.5],
          halo: true,
        })
        continue
      }
      const [tx, ty, ux, uy] = [point.x + dx, point.y + dy, dx / long, dy / long]
      const [back, beside] = [8 * px, 4 * px]
      // Paper around the arrow, so that it is seen over a body of its own colour.
      for (const pen of [
        { rgb: PAPER, width: 5.5, opacity: 0.85 },
        { rgb, width: 2.4 },
      ]) {
        strokeLine(image, point.x, point.y, tx, ty, pen)
        for (const side of [-beside, beside]) {
          strokeLine(image, tx, ty, tx - back * ux - side * uy, ty - back * uy + side * ux, pen)
        }
      }
      const beyond = 12 * px
      writeText(image, String(i + 1), tx + beyond * ux, ty + beyond * uy, {
        size: (4 / 3) * letter,
        rgb,
        anchor: [0.5, 0.5],
        halo: true,
      })
    }
  }
}

export type Bar = { length: number; pixels: number; label: string }

/** A round length of about an eighth of the picture's width. */
export function scaleBar({ camera, unit }: Sheet): Bar | null {
  if (camera.projection === 'perspective') return null
  const wanted = (camera.width / 8) * camera.unitsPerPixel
  const power = 10 ** Math.floor(Math.log10(wanted))
  const length = [5, 2, 1].map((n) => n * power).find((round) => round <= wanted) ?? power
  return { length, pixels: length / camera.unitsPerPixel, label: formatLength(length, unit) }
}

/** What the view is, which way the axes go, and the scale. */
export function drawFurniture(sheet: Sheet, words: string, bar: Bar | null): void {
  const { image, px, letter, top, isZoomed } = sheet
  const text = fitted(words, letter, image.width - 40 * px)
  if (isZoomed) plate(image, 12 * px, top + 4 * px, 28 * px + textWidth(text, letter), top + 28 * px)
  writeText(image, text, 20 * px, top + 20 * px, { size: letter, rgb: FAINT_INK, halo: true })
  drawAxes(sheet, 44 * px, image.height - 46 * px)
  if (bar) drawBar(sheet, bar, 110 * px, image.height - 24 * px)
}

/** Words over a drawing that runs on below them. */
function plate(image: Image, x0: number, y0: number, x1: number, y1: number): void {
  block(image, x0, y0, x1, y1, PAPER, 0.88)
}

/** Above all tiles. */
export const titleHeight = (px: number) => 36 * px

export function drawTitle(image: Image, title: string, px: number): void {
  const size = 11 * px
  const text = fitted(title, size, image.width - 40 * px)
  plate(image, 12 * px, 10 * px, 28 * px + textWidth(text, size), 40 * px)
  writeText(image, text, 20 * px, 30 * px, { size, rgb: INK, bold: true, halo: true })
}

function drawAxes({ camera, image, px, letter }: Sheet, x: number, y: number): void {
  const axes = perAxis((k) => ({
    name: AXIS_NAMES[k],
    rgb: AXIS_RGB[k],
    dx: dot(AXIS_VECTORS[k], camera.right),
    dy: -dot(AXIS_VECTORS[k], camera.up),
  }))
  for (const { name, rgb, dx, dy } of axes) {
    const long = Math.hypot(dx, dy)
    if (long < 0.1) continue
    const [tx, ty] = [x + 26 * px * dx, y + 26 * px * dy]
    strokeLine(image, x, y, tx, ty, { rgb, width: 2 })
    const [ux, uy] = [dx / long, dy / long]
    for (const side of [-1, 1]) {
      const [back, beside] = [7 * px, side * 3.2 * px]
      strokeLine(image, tx, ty, tx - back * ux - beside * uy, ty - back * uy + beside * ux, { rgb, width: 2 })
    }
    writeText(image, name, tx + 9 * px * ux, ty + 9 * px * uy, { size: letter, rgb, anchor: [0.5, 0.5], halo: true })
  }
}

function drawBar({ image, px, letter }: Sheet, { pixels, label }: Bar, x: number, y: number): void {
  const pen = { rgb: INK, width: 1.4 }
  const half = x + pixels / 2
  const high = 5 * px
  block(image, x, y - high, half, y, INK)
  for (const [x0, y0, x1, y1] of [
    [x, y - high, x + pixels, y - high],
    [x, y, x + pixels, y],
    [x + pixels, y - high, x + pixels, y],
  ] as const) {
    strokeLine(image, x0, y0, x1, y1, pen)
  }
  writeText(image, '0', x, y - 2 * high, { size: letter, rgb: INK, anchor: [0.5, 0], halo: true })
  writeText(image, label, x + pixels, y - 2 * high, { size: letter, rgb: INK, anchor: [0.5, 0], halo: true })
}

/** Room that the legend takes on the right. */
export const legendWidth = (px: number) => 190 * px

/** Rows that are left to the colours, however much else there is. */
const LEAST_ROWS = 4

/** One for all tiles, with what signs mean below the colours. `rows` are in the colours of the picture. */
export function drawLegend(
  image: Image,
  rows: readonly { rgb: Rgb; label: string; count: number }[],
  key: readonly KeyGroup[],
  px: number,
): void {
  const [width, row, letter] = [legendWidth(px), 19 * px, LETTER * px]
  const x = image.width - width + 10 * px
  const most = Math.floor((image.height - titleHeight(px)) / row) - 2
  const keyRows = key.reduce((sum, { entries }) => sum + entries.length + 2, 0)
  const left = Math.max(LEAST_ROWS, most - keyRows)
  const shown = rows.length > left ? rows.slice(0, left - 1) : rows
  let y = titleHeight(px) + 48 * px
  const write = (label: string, count: number) => {
    const number = String(count)
    const space = width - 56 * px - textWidth(number, letter)
    writeText(image, fitted(label, letter, space), x + 23 * px, y - px, { size: letter, rgb: INK })
    writeText(image, number, image.width - 14 * px, y - px, { size: letter, rgb: FAINT_INK, anchor: [1, 0] })
    y += row
  }
  for (const { rgb, label, count } of shown) {
    block(image, x, y - 8 * px, x + 15 * px, y + 2 * px, rgb)
    write(label, count)
  }
  if (shown.length < rows.length) {
    writeText(image, `… ${rows.length - shown.length} more`, x + 23 * px, y - px, { size: letter, rgb: FAINT_INK })
    y += row
  }
  for (const { title, entries } of key) {
    if (y > titleHeight(px) + 48 * px) y += row
    writeText(image, fitted(title, letter, width - 24 * px), x, y - px, { size: letter, rgb: INK, bold: true })
    y += row
    for (const { label, count, sign } of entries) {
      if (y > image.height - 4 * px) return
      sign(image, x + 8 * px, y - 4.5 * px, px)
      write(label, count)
    }
  }
}
