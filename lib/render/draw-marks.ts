import { bodyOf } from '#lib/geometry/scene.ts'
import { patternText } from '#lib/geometry/support-symbol.ts'
import { add, dot, scale, type Vec } from '#lib/geometry/vector.ts'
import { outlineBox } from '#lib/model/section-outline.ts'
import { formatLength, type LengthUnit } from '#lib/model/units.ts'
import type { Camera, View } from './camera.ts'
import { AXES, FAINT_INK, GRID, HIGHLIGHT, INK, LEVEL, PAPER } from './colours.ts'
import { type DrawnModel, endsOf, type LegendEntry, placedAxes } from './drawn-model.ts'
import { block, dashLine, disc, ring, strokeLine, textWidth, writeText } from './ink.ts'
import type { Image } from './png.ts'
import { FINE, type Raster, type Rgb } from './raster.ts'

/** What stands around and on the drawing: grid, levels, title, scale, axes, legend, labels. */

export const LABELS = ['nodes', 'frames', 'areas', 'sections', 'supports'] as const
export type Label = (typeof LABELS)[number]

const BUBBLE = 12
const DASH = [14, 4, 2, 4]

type Sheet = { drawn: DrawnModel; camera: Camera; view: View; image: Image; unit: LengthUnit | undefined }

/** Where a point lies in the picture, in pixels, and how deep. */
function pixel({ camera }: Sheet, p: Vec): { x: number; y: number; depth: number } | null {
  const out = new Float64Array(3)
  return camera.project(p[0], p[1], p[2], out, 0) ? { x: out[0]!, y: out[1]!, depth: out[2]! } : null
}

/** Under the elements: grid lines with bubbles, and levels. */
export function drawGrid(sheet: Sheet): void {
  const isElevation = Math.abs(sheet.camera.up[2]) > 0.99
  if (isElevation) drawElevationGrid(sheet)
  else drawPlanGrid(sheet)
  if (sheet.view !== 'plan' && !(sheet.drawn.cut?.axis === 2)) drawLevels(sheet, isElevation)
}

function drawPlanGrid(sheet: Sheet): void {
  const { drawn, image } = sheet
  for (const { id, from, to, label } of drawn.scene.grid.plan) {
    const [a, b] = [pixel(sheet, from), pixel(sheet, to)]
    if (!a || !b) continue
    const rgb = drawn.marked.gridLines.has(id) ? HIGHLIGHT : GRID
    dashLine(image, a.x, a.y, b.x, b.y, { rgb, width: 1 }, DASH)
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1
    const [dx, dy] = [((b.x - a.x) / long) * BUBBLE, ((b.y - a.y) / long) * BUBBLE]
    bubble(sheet, b.x + dx, b.y + dy, label, rgb)
    // The structure hides the far ends of its grid.
    if (sheet.view === 'iso') bubble(sheet, a.x - dx, a.y - dy, label, rgb)
  }
}

/** Planes seen on edge are lines from below the structure to a bubble above it. */
function drawElevationGrid(sheet: Sheet): void {
  const { drawn, camera, image } = sheet
  const { low, high, grid, origin } = drawn.scene
  const across = Math.abs(camera.right[0]) > 0.99 ? 'X' : 'Y'
  for (const { id, axis, coordinate, label } of grid.plan) {
    if (axis !== across) continue
    const at = coordinate - origin[axis === 'X' ? 0 : 1]
    const [a, b] = [low[2], high[2]].map((z) => pixel(sheet, axis === 'X' ? [at, 0, z] : [0, at, z]))
    if (!a || !b) continue
    const rgb = drawn.marked.gridLines.has(id) ? HIGHLIGHT : GRID
    dashLine(image, a.x, a.y + 26, b.x, b.y - 26, { rgb, width: 1 }, DASH)
    bubble(sheet, b.x, b.y - 26 - BUBBLE, label, rgb)
  }
}

function bubble({ image }: Sheet, x: number, y: number, label: string, rgb: Rgb): void {
  const wide = textWidth(label, 9)
  const reach = Math.max(BUBBLE, wide / 2 + 5)
  if (reach > BUBBLE) {
    // A long label gets a plate instead of a circle.
    block(image, x - reach, y - BUBBLE + 2, x + reach, y + BUBBLE - 2, PAPER)
    for (const [x0, y0, x1, y1] of [
      [-reach, -10, reach, -10],
      [-reach, 10, reach, 10],
      [-reach, -10, -reach, 10],
      [reach, -10, reach, 10],
    ] as const) {
      strokeLine(image, x + x0, y + y0, x + x1, y + y1, { rgb, width: 1.2 })
    }
  } else {
    disc(image, x, y, BUBBLE, PAPER)
    ring(image, x, y, BUBBLE, { rgb, width: 1.3 })
  }
  writeText(image, label, x, y, { size: 9, rgb: INK, anchor: [0.5, 0.5] })
}

const LEVEL_TEXT = 8

const levelText = (level: { elevation: number; label: string | null }, unit: LengthUnit | undefined) =>
  `${level.label ? `${level.label}  ` : ''}${level.elevation > 0 ? '+' : ''}${formatLength(level.elevation, unit)}`

/** Room that the marks of the levels take on the left. */
export function levelsWidth({ scene }: DrawnModel, unit: LengthUnit | undefined): number {
  const widest = scene.grid.levels.reduce((most, level) => Math.max(most, textWidth(levelText(level, unit), LEVEL_TEXT)), 0)
  return Math.min(220, widest + 22)
}

/** Levels run through an elevation; beside a 3D view they are marks, at the height of the corner that stands farthest left. */
function drawLevels(sheet: Sheet, isElevation: boolean): void {
  const { drawn, image, unit } = sheet
  const taken: number[] = []
  const start = isElevation ? Math.max(6, leftmost(sheet) - levelsWidth(drawn, unit) - 12) : 8
  for (const level of drawn.scene.grid.levels) {
    const corners = level.corners.flatMap((corner) => pixel(sheet, corner) ?? [])
    corners.sort((a, b) => a.x - b.x)
    const [left, right] = [corners[0], corners.at(-1)]
    if (!left || !right) continue
    const rgb = drawn.marked.gridLines.has(level.id) ? HIGHLIGHT : LEVEL
    const y = left.y
    if (isElevation) dashLine(image, start, y, Math.min(image.width - 6, right.x), right.y, { rgb: GRID, width: 1 }, [7, 5])
    else strokeLine(image, start, y, start + 26, y, { rgb, width: 1.2 })
    if (taken.some((other) => Math.abs(other - y) < 13)) continue
    taken.push(y)
    // The mark of a level: a small triangle that stands on it.
    for (let row = 0; row < 6; row++) {
      strokeLine(image, start + 6 - row * 0.7, y - 1 - row, start + 6 + row * 0.7, y - 1 - row, { rgb, width: 1 })
    }
    writeText(image, levelText(level, unit), start + 16, y - 3, { size: LEVEL_TEXT, rgb: FAINT_INK, halo: true })
  }
}

/** Where the structure begins in the picture. */
function leftmost(sheet: Sheet): number {
  const { low, high } = sheet.drawn.scene
  const corners = [low, high].flatMap(([x]) => [low, high].flatMap(([, y]) => pixel(sheet, [x, y, low[2]]) ?? []))
  return corners.reduce((least, { x }) => Math.min(least, x), sheet.image.width)
}

/** Marked elements again on top, so that they show through whatever hides them. */
export function drawMarked(sheet: Sheet): void {
  const { drawn, image } = sheet
  const { scene, marked } = drawn
  const pen = { rgb: HIGHLIGHT, width: 2.2, opacity: 0.75 }
  let left = 5000
  for (const k of marked.frames) {
    if (left-- <= 0) break
    if (!drawn.frames[k]) continue
    const [a, b] = endsOf(scene, k).map((end) => pixel(sheet, end))
    if (a && b) strokeLine(image, a.x, a.y, b.x, b.y, pen)
  }
  const outlined = new Uint8Array(marked.areas.size > 0 ? scene.areas.count : 0)
  for (const k of marked.areas) {
    if (left-- <= 0) break
    outlined[k] = drawn.areas[k]!
  }
  for (let i = 0; 6 * i < scene.areas.lines.length; i++) {
    if (!outlined[scene.areas.lineOf[2 * i]!]) continue
    const [a, b] = [0, 3].map((end) => pixel(sheet, vec(scene.areas.lines, 6 * i + end)))
    if (a && b) strokeLine(image, a.x, a.y, b.x, b.y, { ...pen, width: 1.4 })
  }
  for (const k of marked.nodes) {
    if (left-- <= 0) break
    const at = scene.nodes[4 * k + 3]! < 0 ? null : pixel(sheet, vec(scene.nodes, 4 * k))
    if (!at) continue
    disc(image, at.x, at.y, 3, HIGHLIGHT)
    ring(image, at.x, at.y, 8, { rgb: HIGHLIGHT, width: 2 })
  }
}

function vec(numbers: Float32Array, at: number): Vec {
  return [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
}

const MOST_LABELS = 600
/** So many elements are tried; in a crowd hardly any of the others would find room. */
const MOST_TRIES = 20_000

/** Ids and names at their elements. Of hidden elements none, of crowded ones as many as stay readable; the rest is counted. */
export function drawLabels(sheet: Sheet, raster: Raster, labels: readonly Label[]): { written: number; leftOut: number } {
  const { drawn, image } = sheet
  const { model, scene } = drawn
  const taken = new Set<number>()
  let written = 0
  let leftOut = 0
  let tries = 0
  const isFull = () => written >= MOST_LABELS || tries >= MOST_TRIES
  /** Of several texts the first that finds room. */
  const write = (texts: string[], at: Vec, how: { turn?: number; room?: number; above?: number; rgb?: Rgb }) => {
    if (isFull()) {
      leftOut++
      return
    }
    const p = pixel(sheet, at)
    if (!p || p.x < 0 || p.y < 0 || p.x >= image.width || p.y >= image.height || isHidden(sheet, raster, p)) return
    const size = 7.5
    const { turn = 0, room = Number.POSITIVE_INFINITY, above = 0, rgb = INK } = how
    const x = p.x - Math.sin(turn) * above
    const y = p.y - Math.cos(turn) * above
    tries++
    for (const text of texts) {
      const wide = textWidth(text, size)
      if (wide > room) continue
      const cells = cellsUnder(x, y, wide, size, turn, image.width)
      if (cells.some((cell) => taken.has(cell))) continue
      for (const cell of cells) taken.add(cell)
      writeText(image, text, x, y, { size, rgb, anchor: [0.5, 0.5], turn, halo: true })
      written++
      return
    }
    leftOut++
  }

  const sections = new Map((model.sections ?? []).map(({ id, name }) => [id, name || id]))
  const framesNamed = labels.includes('frames')
  const sectionsNamed = labels.includes('sections')
  if (framesNamed || sectionsNamed) {
    for (const [k, frame] of (model.frames ?? []).entries()) {
      if (!drawn.frames[k]) continue
      if (isFull()) {
        leftOut++
        continue
      }
      const [start, end] = endsOf(scene, k)
      const [a, b] = [pixel(sheet, start), pixel(sheet, end)]
      if (!a || !b) continue
      let turn = Math.atan2(a.y - b.y, b.x - a.x)
      // Read from below or from the right, as drawings are.
      if (turn > Math.PI / 2 + 1e-6) turn -= Math.PI
      if (turn <= -Math.PI / 2 + 1e-6) turn += Math.PI
      const section = frame.sectionId == null ? null : sections.get(frame.sectionId)
      const names = [framesNamed ? frame.label || frame.id : null, sectionsNamed ? section : null].filter((name) => name != null)
      if (names.length === 0) continue
      const texts = names.length > 1 ? [names.join('  '), ...names] : names
      const above = 8 + bodyAbove(sheet, k, start, end, turn)
      const middle: Vec = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (start[2] + end[2]) / 2]
      write(texts, middle, { turn, room: Math.max(24, Math.hypot(b.x - a.x, b.y - a.y) + 6), above })
    }
  }
  if (labels.includes('areas')) {
    for (const [k, area] of (model.areas ?? []).entries()) {
      if (drawn.areas[k]) write([area.label || area.id], vec(scene.areas.axes, 12 * k), { rgb: FAINT_INK })
    }
  }
  if (labels.includes('supports')) {
    for (const [k, node] of scene.supports.nodes.entries()) {
      if (isShown(drawn, node)) write([patternText(scene.supports.patterns[k]!)], vec(scene.nodes, 4 * node), { above: -26 })
    }
  }
  if (labels.includes('nodes')) {
    for (const [k, { id, label }] of model.nodes.entries()) {
      if (!isShown(drawn, k)) continue
      const at = vec(scene.nodes, 4 * k)
      const p = pixel(sheet, at)
      if (p && !isHidden(sheet, raster, p)) disc(image, p.x, p.y, 1.8, INK)
      write([label || id], at, { above: 9, rgb: AXES[2]! })
    }
  }
  return { written, leftOut }
}

/** How far a frame's body reaches beside its node line, on the upper side of its text, in pixels; at most 40. */
function bodyAbove({ drawn: { scene }, camera }: Sheet, k: number, start: Vec, end: Vec, turn: number): number {
  const body = scene.bodies[bodyOf(scene.frames.records[4 * k + 3]!)]
  const placed = placedAxes(scene, k, start, end)
  if (!body || !placed) return 0
  const { min, max } = outlineBox(body.outer)
  const across = add(scale(camera.right, -Math.sin(turn)), scale(camera.up, Math.cos(turn)))
  const [, e2, e3] = placed.axes
  const reach = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].map((y) => dot(add(placed.offset, add(scale(e3, x), scale(e2, y))), across)),
  )
  return Math.min(40, Math.max(0, ...reach) / camera.unitsPerPixel)
}

function isShown({ scene, cut }: DrawnModel, node: number): boolean {
  if (scene.nodes[4 * node + 3]! < 0) return false
  return !cut || Math.abs(scene.nodes[4 * node + cut.axis]! - cut.at) <= cut.slack
}

/** Whether something opaque stands clearly before the point. */
function isHidden(
  { camera, drawn }: Sheet,
  { width, height, depths }: Raster,
  { x, y, depth }: { x: number; y: number; depth: number },
): boolean {
  const [column, row] = [Math.floor(x * FINE), Math.floor(y * FINE)]
  if (column < 0 || row < 0 || column >= width || row >= height) return true
  const before = depths[row * width + column]!
  const largest = drawn.scene.bodies.reduce((most, { outer }) => Math.max(most, ...outer.map((p) => Math.hypot(p.x, p.y))), 0)
  const slack = 2 * largest + 4 * camera.unitsPerPixel
  if (camera.projection === 'orthographic') return before < depth - slack
  return -1 / before < -1 / depth - slack
}

/** The cells of a coarse grid over the picture that a turned text covers. */
const CELL = 6
function cellsUnder(x: number, y: number, wide: number, size: number, turn: number, width: number): number[] {
  const cells = new Set<number>()
  const columns = Math.ceil(width / CELL) + 200
  for (let along = -wide / 2 - 2; along <= wide / 2 + 2; along += CELL / 2) {
    for (const up of [-size / 2 - 1, 0, size / 2 + 1]) {
      const [px, py] = [x + along * Math.cos(turn) - up * Math.sin(turn), y - along * Math.sin(turn) - up * Math.cos(turn)]
      cells.add((Math.floor(py / CELL) + 100) * columns + Math.floor(px / CELL) + 100)
    }
  }
  return [...cells]
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

export function drawFurniture(sheet: Sheet, words: { title: string; subtitle: string }, bar: Bar | null): void {
  const { image } = sheet
  const room = image.width - 40
  writeText(image, fitted(words.title, 13, room), 20, 32, { size: 13, rgb: INK, bold: true, halo: true })
  writeText(image, fitted(words.subtitle, 8.5, room), 20, 50, { size: 8.5, rgb: FAINT_INK, halo: true })
  drawAxes(sheet, 44, image.height - 46)
  if (bar) drawBar(image, bar, 110, image.height - 24)
}

function fitted(text: string, size: number, room: number): string {
  let cut = [...text].slice(0, 60)
  while (cut.length > 1 && textWidth(`${cut.join('')}…`, size) > room) cut = cut.slice(0, -1)
  return cut.length < [...text].length ? `${cut.join('')}…` : text
}

function drawAxes({ camera, image }: Sheet, x: number, y: number): void {
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis, k) => ({
    name: 'XYZ'[k]!,
    rgb: AXES[k]!,
    dx: axis[0] * camera.right[0] + axis[1] * camera.right[1] + axis[2] * camera.right[2],
    dy: -(axis[0] * camera.up[0] + axis[1] * camera.up[1] + axis[2] * camera.up[2]),
  }))
  for (const { name, rgb, dx, dy } of axes) {
    const long = Math.hypot(dx, dy)
    if (long < 0.1) continue
    const [tx, ty] = [x + 26 * dx, y + 26 * dy]
    strokeLine(image, x, y, tx, ty, { rgb, width: 2 })
    const [ux, uy] = [dx / long, dy / long]
    for (const side of [-1, 1]) {
      strokeLine(image, tx, ty, tx - 7 * ux - side * 3.2 * uy, ty - 7 * uy + side * 3.2 * ux, { rgb, width: 2 })
    }
    writeText(image, name, tx + 9 * ux, ty + 9 * uy, { size: 8, rgb, anchor: [0.5, 0.5], halo: true })
  }
}

function drawBar(image: Image, { pixels, label }: Bar, x: number, y: number): void {
  const pen = { rgb: INK, width: 1.4 }
  const half = x + pixels / 2
  block(image, x, y - 5, half, y, INK)
  for (const [x0, y0, x1, y1] of [
    [x, y - 5, x + pixels, y - 5],
    [x, y, x + pixels, y],
    [x + pixels, y - 5, x + pixels, y],
  ] as const) {
    strokeLine(image, x0, y0, x1, y1, pen)
  }
  writeText(image, '0', x, y - 10, { size: 8, rgb: INK, anchor: [0.5, 0], halo: true })
  writeText(image, label, x + pixels, y - 10, { size: 8, rgb: INK, anchor: [0.5, 0], halo: true })
}

/** Room that the legend takes on the right. */
export const LEGEND_WIDTH = 190
const ROW = 19

export function drawLegend({ image }: Sheet, legend: readonly LegendEntry[]): void {
  const x = image.width - LEGEND_WIDTH + 10
  const most = Math.floor((image.height - 120) / ROW)
  const shown = legend.length > most ? legend.slice(0, most - 1) : legend
  let y = 84
  block(image, x - 10, y - ROW, image.width, y + ROW * (shown.length + (shown.length < legend.length ? 1 : 0)) - 8, PAPER, 0.9)
  for (const { rgb, label, count } of shown) {
    block(image, x, y - 8, x + 15, y + 2, rgb)
    const number = `${count}`
    const room = LEGEND_WIDTH - 56 - textWidth(number, 7.5)
    writeText(image, fitted(label, 7.5, room), x + 23, y - 1, { size: 7.5, rgb: INK })
    writeText(image, number, image.width - 14, y - 1, { size: 7.5, rgb: FAINT_INK, anchor: [1, 0] })
    y += ROW
  }
  if (shown.length < legend.length) {
    writeText(image, `… ${legend.length - shown.length} more`, x + 23, y - 1, { size: 7.5, rgb: FAINT_INK })
  }
}
