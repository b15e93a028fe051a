import type { Rgb } from '#lib/drawing/palette.ts'
import { bodyOf } from '#lib/geometry/frame-records.ts'
import { outlineAt, reachOfBody } from '#lib/geometry/section-body.ts'
import { patternName } from '#lib/geometry/support-name.ts'
import { outlineBox } from '#lib/model/section/outline-box.ts'
import { add, dot, scale, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { AXIS_RGB, FAINT_INK, INK } from './colours.ts'
import { endsOf, placedAxes } from './drawn-model.ts'
import { partInside } from './half-space.ts'
import { disc, textWidth, writeText } from './ink.ts'
import { FINE, type Raster } from './raster.ts'
import { pixel, type Sheet } from './sheet.ts'

export const LABELS = ['nodes', 'frames', 'areas', 'sections', 'supports'] as const
export type Label = (typeof LABELS)[number]

const MOST_LABELS = 600
/** Elements that are tried at most: among so many hardly any more would find room. */
const MOST_TRIES = 20_000

/** Ids and names at their elements. Of hidden elements none, of crowded ones as many as stay readable; the rest is counted. */
export function drawLabels(sheet: Sheet, raster: Raster, labels: readonly Label[]): { written: number; leftOut: number } {
  const { drawn, image } = sheet
  const { model, scene } = drawn
  const written = new Written(sheet, raster)
  const named = { frames: labels.includes('frames'), sections: labels.includes('sections') }
  if (named.frames || named.sections) labelFrames(sheet, written, named)
  if (labels.includes('areas')) {
    for (const [k, area] of (model.areas ?? []).entries()) {
      if (drawn.areas[k]) written.write([area.label || area.id], vecAt(scene.areas.centres, 3 * k), { rgb: FAINT_INK })
    }
  }
  if (labels.includes('supports')) {
    for (const [k, node] of scene.supports.nodes.entries()) {
      if (drawn.nodes[node])
        written.write([patternName(scene.supports.patterns[k]!)], vecAt(scene.nodes, 4 * node), { above: -26 })
    }
  }
  if (labels.includes('nodes')) {
    for (const [k, { id, label }] of model.nodes.entries()) {
      if (!drawn.nodes[k]) continue
      const point = vecAt(scene.nodes, 4 * k)
      const p = pixel(sheet, point)
      if (p && !isHidden(sheet, raster, p)) disc(image, p.x, p.y, 1.8, INK)
      written.write([label || id], point, { above: 9, rgb: AXIS_RGB[2] })
    }
  }
  return { written: written.count, leftOut: written.leftOut }
}

/** What is written so far, and where no room is left. */
class Written {
  count = 0
  leftOut = 0
  #tries = 0
  readonly #taken = new Set<number>()

  constructor(
    readonly sheet: Sheet,
    readonly raster: Raster,
  ) {}

  get isFull(): boolean {
    return this.count >= MOST_LABELS || this.#tries >= MOST_TRIES
  }

  /** Of several texts the first that finds room. */
  write(texts: readonly string[], point: Vec, how: { turn?: number; width?: number; above?: number; rgb?: Rgb }): void {
    if (this.isFull) {
      this.leftOut++
      return
    }
    const { sheet, raster } = this
    const { image, letter: size } = sheet
    const p = pixel(sheet, point)
    if (!p || p.x < 0 || p.y < 0 || p.x >= image.width || p.y >= image.height || isHidden(sheet, raster, p)) return
    const { turn = 0, width = Number.POSITIVE_INFINITY, rgb = INK } = how
    const above = (how.above ?? 0) * sheet.px
    const x = p.x - Math.sin(turn) * above
    const y = p.y - Math.cos(turn) * above
    this.#tries++
    for (const text of texts) {
      const wide = textWidth(text, size)
      if (wide > width) continue
      const cells = cellsUnder(x, y, wide, size, turn, image.width)
      if (cells.some((cell) => this.#taken.has(cell))) continue
      for (const cell of cells) this.#taken.add(cell)
      writeText(image, text, x, y, { size, rgb, anchor: [0.5, 0.5], turn, halo: true })
      this.count++
      return
    }
    this.leftOut++
  }
}

/** Along their frames: their own names, those of their sections, or both where there is room for both. */
function labelFrames(sheet: Sheet, labels: Written, named: { frames: boolean; sections: boolean }): void {
  const { drawn } = sheet
  const { model, scene } = drawn
  const sections = new Map((model.sections ?? []).map(({ id, name }) => [id, name || id]))
  for (const [k, frame] of (model.frames ?? []).entries()) {
    if (!drawn.frames[k]) continue
    if (labels.isFull) {
      labels.leftOut++
      continue
    }
    const [start, end] = partInside(drawn.kept, ...endsOf(scene, k)) ?? []
    const [a, b] = [start && pixel(sheet, start), end && pixel(sheet, end)]
    if (!start || !end || !a || !b) continue
    let turn = Math.atan2(a.y - b.y, b.x - a.x)
    // Read from below or from the right, as drawings are.
    if (turn > Math.PI / 2 + 1e-6) turn -= Math.PI
    if (turn <= -Math.PI / 2 + 1e-6) turn += Math.PI
    const [from, to] = [frame.sectionId, frame.endSectionId].map((id) => (id == null ? undefined : sections.get(id)))
    const section = from && to ? `${from} → ${to}` : from
    const names = [named.frames ? frame.label || frame.id : null, named.sections ? section : null].filter((name) => name != null)
    if (names.length === 0) continue
    const texts = names.length > 1 ? [names.join('  '), ...names] : names
    const above = 8 + bodyAbove(sheet, k, start, end, turn) / sheet.px
    const middle: Vec = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2, (start[2] + end[2]) / 2]
    labels.write(texts, middle, { turn, width: Math.max(24, Math.hypot(b.x - a.x, b.y - a.y) + 6), above })
  }
}

/** How far a frame's body reaches beside its node line, on the upper side of its text, in pixels; at most 40. */
function bodyAbove({ drawn: { scene }, camera }: Sheet, k: number, start: Vec, end: Vec, turn: number): number {
  const body = scene.bodies[bodyOf(scene.frames.records[4 * k + 3]!)]
  const placed = placedAxes(scene, k, start, end)
  if (!body || !placed) return 0
  const { min, max } = outlineBox(outlineAt(body, 0.5).outer)
  const across = add(scale(camera.right, -Math.sin(turn)), scale(camera.up, Math.cos(turn)))
  const [, e2, e3] = placed.axes
  const reach = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].map((y) => dot(add(placed.offset, add(scale(e3, x), scale(e2, y))), across)),
  )
  return Math.min(40, Math.max(0, ...reach) / camera.unitsPerPixel)
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
  const largest = drawn.scene.bodies.reduce((most, body) => Math.max(most, reachOfBody(body)), 0)
  const tolerance = 2 * largest + 4 * camera.unitsPerPixel
  if (camera.projection === 'orthographic') return before < depth - tolerance
  return -1 / before < -1 / depth - tolerance
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
