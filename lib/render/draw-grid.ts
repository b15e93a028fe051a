import { type LevelRuler, levelRuler } from '#lib/drawing/level-ruler.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { AREA_KINDS, frameKind } from '#lib/geometry/scene.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import { formatLength, type LengthUnit } from '#lib/model/units.ts'
import { FAINT_INK, GRID, HIGHLIGHT, INK, LEVEL, PAPER } from './colours.ts'
import type { DrawnModel } from './drawn-model.ts'
import { block, dashLine, disc, ring, strokeLine, textWidth, writeText } from './ink.ts'
import { LETTER, pixel, type Sheet } from './sheet.ts'

/** Under the elements: grid lines with bubbles, and the ruler of levels. */

const BUBBLE = 11
const DASH = [14, 4, 2, 4]
/** From the structure to the bubbles of an elevation. */
const BEYOND = 22

type Bubble = { x: number; y: number; label: string; rgb: Rgb }

/** The levels that are not named beside the drawing; null where none are. */
export function drawGrid(sheet: Sheet): string[] | null {
  const isElevation = Math.abs(sheet.camera.up[2]) > 0.99
  if (isElevation) drawElevationGrid(sheet)
  else drawPlanGrid(sheet)
  return sheet.view === 'plan' ? null : drawLevels(sheet, isElevation)
}

const colourOf = ({ drawn }: Sheet, { id }: PlanGrid): Rgb => (drawn.marked.gridLines.has(id) ? HIGHLIGHT : GRID)

function drawPlanGrid(sheet: Sheet): void {
  const { drawn, image, px, view } = sheet
  const rows: Record<'X' | 'Y', Bubble[]> = { X: [], Y: [] }
  for (const line of drawn.grid.plan) {
    const [from, to] = [pixel(sheet, line.from), pixel(sheet, line.to)]
    if (!from || !to) continue
    const rgb = colourOf(sheet, line)
    dashLine(image, from.x, from.y, to.x, to.y, { rgb, width: 1 }, DASH)
    // In space the structure hides the far ends of its grid.
    const isFar = view === 'iso' && to.depth > from.depth
    const [at, other] = isFar ? [from, to] : [to, from]
    const long = Math.hypot(at.x - other.x, at.y - other.y) || 1
    const beyond = BUBBLE * px
    const place = { x: at.x + ((at.x - other.x) / long) * beyond, y: at.y + ((at.y - other.y) / long) * beyond }
    rows[line.axis].push({ ...(view === 'plan' ? kept(sheet, place, line.axis) : place), label: line.label, rgb })
  }
  for (const row of Object.values(rows)) drawRow(sheet, row)
}

/** Where a line runs out of a plan, its bubble stays at the edge. */
function kept({ image, px, top, isZoomed }: Sheet, { x, y }: { x: number; y: number }, axis: 'X' | 'Y') {
  if (!isZoomed) return { x, y }
  const edge = (BUBBLE + 6) * px
  return axis === 'X' ? { x, y: Math.max(y, top + 28 * px + edge) } : { x: Math.min(Math.max(x, edge), image.width - edge), y }
}

/** Planes seen on edge are lines from below the structure to a bubble above it. */
function drawElevationGrid(sheet: Sheet): void {
  const { drawn, camera, image, px, top } = sheet
  const { low, high, grid, scene } = drawn
  const across = Math.abs(camera.right[0]) > 0.99 ? 'X' : 'Y'
  const row: Bubble[] = []
  for (const line of grid.plan) {
    if (line.axis !== across) continue
    const at = line.coordinate - scene.origin[across === 'X' ? 0 : 1]
    const [foot, head] = [low[2], high[2]].map((z) => pixel(sheet, across === 'X' ? [at, low[1], z] : [low[0], at, z]))
    if (!foot || !head) continue
    const rgb = colourOf(sheet, line)
    const upper = Math.max(head.y - BEYOND * px, top + (30 + 2 * BUBBLE) * px)
    dashLine(image, foot.x, foot.y + BEYOND * px, head.x, upper, { rgb, width: 1 }, DASH)
    row.push({ x: head.x, y: upper - BUBBLE * px, label: line.label, rgb })
  }
  drawRow(sheet, row)
}

/** Bubbles of one row that would cover each other are left out; the first and the last stay. */
function drawRow(sheet: Sheet, row: Bubble[]): void {
  const { image, px } = sheet
  const inside = row.filter(({ x, y }) => x > 0 && y > 0 && x < image.width && y < image.height)
  inside.sort((a, b) => a.x - b.x || a.y - b.y)
  const written: Bubble[] = []
  const isClear = (bubble: Bubble) => {
    const before = written.at(-1)
    if (!before) return true
    const apart = halfWidth(before, px) + halfWidth(bubble, px) + 4 * px
    return Math.hypot(before.x - bubble.x, before.y - bubble.y) >= apart
  }
  for (const bubble of inside) if (isClear(bubble)) written.push(bubble)
  const last = inside.at(-1)
  if (last && written.at(-1) !== last) {
    while (written.length > 1 && !isClear(last)) written.pop()
    if (isClear(last)) written.push(last)
  }
  for (const bubble of written) drawBubble(sheet, bubble)
}

const halfWidth = ({ label }: Bubble, px: number) => Math.max(BUBBLE * px, textWidth(label, 9 * px) / 2 + 5 * px)

function drawBubble({ image, px }: Sheet, bubble: Bubble): void {
  const { x, y, label, rgb } = bubble
  const reach = halfWidth(bubble, px)
  const half = (BUBBLE - 1) * px
  if (reach > BUBBLE * px) {
    // A long label gets a plate instead of a circle.
    block(image, x - reach, y - half, x + reach, y + half, PAPER)
    for (const [x0, y0, x1, y1] of [
      [-reach, -half, reach, -half],
      [-reach, half, reach, half],
      [-reach, -half, -reach, half],
      [reach, -half, reach, half],
    ] as const) {
      strokeLine(image, x + x0, y + y0, x + x1, y + y1, { rgb, width: 1.2 })
    }
  } else {
    disc(image, x, y, BUBBLE * px, PAPER)
    ring(image, x, y, BUBBLE * px, { rgb, width: 1.3 })
  }
  writeText(image, label, x, y, { size: 9 * px, rgb: INK, anchor: [0.5, 0.5] })
}

const levelText = (level: { elevation: number; label: string | null }, unit: LengthUnit | undefined) =>
  `${level.label ? `${level.label}  ` : ''}${level.elevation > 0 ? '+' : ''}${formatLength(level.elevation, unit)}`

/** Room that the marks of the levels take on the left. */
export function levelsWidth({ grid }: DrawnModel, unit: LengthUnit | undefined, px: number): number {
  const widest = grid.levels.reduce((most, level) => Math.max(most, textWidth(levelText(level, unit), LETTER * px)), 0)
  return Math.min(240 * px, widest + 34 * px)
}

/** Beyond these a staff says little. */
const SHORTEST = 40
const LEANING = Math.tan(Math.PI / 6)

/** One staff at the corner that stands farthest left, each level at its height on it. */
function drawLevels(sheet: Sheet, isElevation: boolean): string[] | null {
  const { drawn, image, unit, px, top } = sheet
  const { low, high, grid, scene } = drawn
  const levels = grid.levels
  if (levels.length === 0 || drawn.cut?.axis === 2) return null
  const names = levels.map(({ label, elevation }) => label ?? String(elevation))
  const heights = levels.map(({ elevation }) => elevation - scene.origin[2])
  const [least, most] = [Math.min(...heights), Math.max(...heights)]
  const more = 0.04 * Math.max(high[0] - low[0], high[1] - low[1])
  const staffs = [low[0] - more, high[0] + more].flatMap((x) =>
    [low[1] - more, high[1] + more].flatMap((y) => {
      const [foot, head] = [pixel(sheet, [x, y, least]), pixel(sheet, [x, y, most])]
      return foot && head ? [{ foot, head, at: (z: number) => pixel(sheet, [x, y, z] as Vec) }] : []
    }),
  )
  staffs.sort((a, b) => a.foot.x + a.head.x - b.foot.x - b.head.x)
  const [staff] = staffs
  if (!staff) return names
  const { foot, head, at } = staff
  const tall = foot.y - head.y
  const isOnly = levels.length === 1
  if (!isOnly && (tall < SHORTEST * px || Math.abs(head.x - foot.x) > LEANING * tall)) return names

  const ruler = levelRuler(
    levels.map(({ label, elevation }) => ({ label, elevation, carriesFloor: carriesFloor(drawn, elevation) })),
    {
      yOf: (elevation) => at(elevation - scene.origin[2])?.y ?? Number.NaN,
      free: [top + 24 * px, image.height - (isElevation ? 70 : 100) * px],
      height: high[2] - low[2],
      px,
    },
  )
  const xAt = (y: number) => {
    const x = isOnly || tall === 0 ? foot.x : foot.x + ((foot.y - y) / tall) * (head.x - foot.x)
    return Math.max(Math.min(x, sheet.left) - 12 * px, levelsWidth(drawn, unit, px))
  }
  if (xAt(foot.y) > image.width) return names
  drawRuler(sheet, ruler, xAt, isElevation ? (pixel(sheet, high)?.x ?? 0) : null)
  return ruler.leftOut
}

function drawRuler(sheet: Sheet, ruler: LevelRuler, xAt: (y: number) => number, across: number | null): void {
  const { image, unit, px, letter } = sheet
  const pen = { rgb: LEVEL, width: 1.2 }
  const text = { size: letter, rgb: FAINT_INK, halo: true }
  const [first, last] = [ruler.ticks[0], ruler.ticks.at(-1)]
  if (first !== undefined && last !== undefined) strokeLine(image, xAt(first), first, xAt(last), last, pen)
  for (const y of ruler.ticks) strokeLine(image, xAt(y) - 4 * px, y, xAt(y) + 4 * px, y, pen)
  for (const { y, elevation, label } of ruler.written) {
    const x = xAt(y)
    const words = levelText({ label, elevation }, unit)
    if (across !== null) dashLine(image, x, y, across + 24 * px, y, { rgb: GRID, width: 1 }, [7, 5])
    strokeLine(image, x, y, x - textWidth(words, letter) - 14 * px, y, pen)
    // The mark of a level: a small triangle that stands on it.
    for (let row = 0; row < 6 * px; row++) {
      const half = 0.7 * row
      strokeLine(image, x - 6 * px - half, y - 1 - row, x - 6 * px + half, y - 1 - row, { rgb: LEVEL, width: 1 })
    }
    writeText(image, words, x - 14 * px, y - 3 * px, { ...text, anchor: [1, 0] })
  }
  for (const { y, count } of ruler.gaps) writeText(image, `+${count}`, xAt(y) - 12 * px, y, { ...text, anchor: [1, 0.5] })
  for (const { y, height } of ruler.heights) {
    writeText(image, formatLength(height, unit), xAt(y) - 12 * px, y, { ...text, size: 0.9 * letter, anchor: [1, 0.5] })
  }
  const beside = (words: string, y: number) => writeText(image, words, xAt(y) - 12 * px, y, { ...text, anchor: [1, 0.5] })
  if (first === undefined || last === undefined) return
  if (ruler.above > 0) beside(`${ruler.above} above`, last - 14 * px)
  const under = [ruler.below > 0 ? `${ruler.below} below` : '', ruler.more > 0 ? `${ruler.more} more` : '']
  if (ruler.below + ruler.more > 0) beside(under.filter((words) => words !== '').join(', '), first + 16 * px)
}

/** Whether a floor lies at the elevation, or two beams. */
function carriesFloor(drawn: DrawnModel, elevation: number): boolean {
  const { scene, low, high } = drawn
  const z = elevation - scene.origin[2]
  const near = Math.max((high[2] - low[2]) / 500, 1e-9)
  const isAt = (node: number) => Math.abs(scene.nodes[4 * node + 2]! - z) <= near
  let beams = 0
  const { records } = scene.frames
  for (let k = 0; k < drawn.frames.length && beams < 2; k++) {
    if (!drawn.frames[k] || frameKind(records[4 * k + 3]!) !== 'beam') continue
    if (isAt(records[4 * k]!) && isAt(records[4 * k + 1]!)) beams++
  }
  if (beams === 2) return true
  return drawn.areas.some(
    (isDrawn, k) =>
      isDrawn && AREA_KINDS[scene.areas.kinds[k]!] === 'floor' && Math.abs(scene.areas.axes[12 * k + 2]! - z) <= near,
  )
}
