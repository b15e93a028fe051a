import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { asHex, type Rgb } from '#lib/drawing/palette.ts'
import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import { type Box, type Extent, extentOf } from '#lib/geometry/extent.ts'
import { type PickTrees, pickTrees } from '#lib/geometry/pick-trees.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { elevationText } from '#lib/model/drawn-length.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/model/schema.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { fitCamera, type Projection, type View } from './camera.ts'
import { HIGHLIGHT, INK, PAPER, stepBack } from './colours.ts'
import { drawElements } from './draw-elements.ts'
import { drawBubbles, drawGrid, gridContent } from './draw-grid.ts'
import { drawLabels, type Label } from './draw-labels.ts'
import {
  drawFurniture,
  drawLegend,
  drawLoneNodes,
  drawMarked,
  drawTitle,
  drawTriads,
  legendWidth,
  scaleBar,
  titleHeight,
} from './draw-marks.ts'
import { type DrawnModel, drawnModel, elementsNamed, isAllDrawn, type Named, nodesOf, type Ref } from './drawn-model.ts'
import { textWidth } from './ink.ts'
import { type Image, toPng } from './png.ts'
import { layOver, newRaster } from './raster.ts'
import { LETTER, pxOf, type Sheet } from './sheet.ts'

export type RenderOptions = {
  /** One to four, each a tile. */
  views: readonly View[]
  /** For the view `grid`: id or label of the grid line. X and Y give the elevation in its plane, Z the plan of that level. */
  gridLineId?: string | undefined
  projection?: Projection | undefined
  labels?: readonly Label[] | undefined
  /** Drawn in one strong colour, everything else stepping back. */
  highlight?: readonly Ref[] | undefined
  /** These alone are drawn, and the grid around them. */
  isolate?: readonly Ref[] | undefined
  /** The camera fits these; nothing is hidden. */
  zoom?: readonly Ref[] | undefined
  /** Local axes of the isolated frames, else of the highlighted ones. */
  axes?: boolean | undefined
  /** Pixels; kept between 128 and 2000. */
  width?: number | undefined
  height?: number | undefined
  /** The structure alone, as large as it goes: no title, legend, grid or scale. For a list of models. */
  plain?: boolean | undefined
  /** Of the file; what would be longer gets fewer colours, then fewer pixels. */
  mostBytes?: number | undefined
}

export type Rendered = {
  png: Uint8Array
  width: number
  height: number
  /** Null with the perspective projection, in which no one scale holds. `at`: its first pixel on the right and down. */
  views: { view: View; gridLine?: string; unitsPerPixel: number | null; unit: string | null; at: { x: number; y: number } }[]
  /** In the colours of the picture. */
  legend: { color: string; id: string | null; label: string; count: number }[]
  leftOut: { labels: number; levels: string[] }
  /** Elements that no picture can show: nodes too far off, and what hangs on them. */
  undrawn: number
}

const MOST_BYTES = 150_000
/** Of several views, which are looked at one by one. */
const MOST_BYTES_OF_TILES = 400_000
const [LEAST_SIDE, MOST_SIDE] = [128, 2000]
const LEAST_TILE = { width: 320, height: 240 }
/** A picture narrower than this has no room for a legend. */
const LEGEND_FROM = 560

/**
 * A picture of the model, drawn without browser or GPU. Everything fits in; whatever the model holds, time and memory are
 * bounded by its element count and the pixels. Throws `ModelError('invalid')` for what cannot be drawn as asked.
 */
export function renderModel(model: ViewerModel, options: RenderOptions): Rendered {
  const { views, highlight = [], isolate = null, plain = false } = options
  const isMany = views.length > 1
  const [width, height] = [side(options.width ?? (isMany ? 1600 : 1024)), side(options.height ?? (isMany ? 1200 : 768))]
  const columns = isMany ? 2 : 1
  const rows = views.length > 2 ? 2 : 1
  if (isMany) mustBeWide(views.length, width, height, columns, rows)
  const px = pxOf(width / columns)

  const held = columnsOf(model)
  const scene = toTheEnd(buildSceneInSteps(held))
  const trees = pickTrees(scene)
  const drawnFor = (view: View) => {
    const gridLine = view === 'grid' ? gridLineOf(model, options.gridLineId) : null
    return { view, gridLine, drawn: drawnModel(model, held, scene, { gridLine, highlight, isolate }) }
  }
  const all = views.map(drawnFor)
  const triads = options.axes ? framesWithAxes(model, options) : new Set<number>()

  const rowsOfLegend = legendOf(all.map(({ drawn }) => drawn))
  const room = width - legendWidth(px)
  const hasLegend = !plain && rowsOfLegend.length > 0 && (isMany ? room / columns >= LEAST_TILE.width : width >= LEGEND_FROM)
  const image = blank(width, height)
  const head = plain ? 0 : titleHeight(px)
  const tile = {
    width: Math.floor((hasLegend ? room : width) / columns),
    height: isMany ? Math.floor((height - head) / rows) : height,
  }
  let labels = 0
  let levels: string[] | undefined
  const shown = all.map(({ view, gridLine, drawn }, k) => {
    const at = { x: (k % columns) * tile.width, y: isMany ? head + Math.floor(k / columns) * tile.height : 0 }
    const made = drawTile({ drawn, trees, view, gridLine, px, ...tile, top: isMany ? 0 : head }, options, triads)
    copyTo(image, made.image, at.x, at.y)
    labels += made.labels
    // A level that one of the views names is not left out.
    if (made.levels) levels = levels ? levels.filter((level) => made.levels?.includes(level)) : made.levels
    return { view, ...(gridLine && { gridLine: gridLine.id }), unitsPerPixel: made.unitsPerPixel, at }
  })
  if (!plain) drawTitle(image, model.name, px)
  if (hasLegend) drawLegend(image, rowsOfLegend, px)

  const kept = [...rowsOfLegend.map(({ rgb }) => rgb), INK, HIGHLIGHT]
  const { png, ...size } = toPng(image, options.mostBytes ?? (isMany ? MOST_BYTES_OF_TILES : MOST_BYTES), kept)
  // A picture that had to shrink for its bytes shows more units a pixel.
  const shrunk = width / size.width
  const unit = readUnits(model.units).length?.unit ?? null
  const { nodes, frames, areas } = scene.undrawn
  return {
    png,
    ...size,
    views: shown.map(({ at, unitsPerPixel, ...one }) => ({
      ...one,
      unitsPerPixel: unitsPerPixel && unitsPerPixel * shrunk,
      unit,
      at: { x: at.x / shrunk, y: at.y / shrunk },
    })),
    legend: rowsOfLegend.map(({ rgb, ...row }) => ({ color: asHex(rgb), ...row })),
    leftOut: { labels, levels: levels ?? [] },
    undrawn: nodes + frames + areas,
  }
}

function side(wanted: number): number {
  return Math.round(Math.min(MOST_SIDE, Math.max(LEAST_SIDE, Number.isFinite(wanted) ? wanted : LEAST_SIDE)))
}

const refused = (issue: Issue) => new ModelError('invalid', [issue])
const valueError = (field: string, words: string) =>
  refused({ type: 'value_error', loc: [field], msg: `Value error, ${words}`, ctx: { error: {} } })

function mustBeWide(count: number, width: number, height: number, columns: number, rows: number): void {
  const [wide, high] = [Math.floor(width / columns), Math.floor(height / rows)]
  if (wide >= LEAST_TILE.width && high >= LEAST_TILE.height) return
  const least = `${LEAST_TILE.width * columns} x ${LEAST_TILE.height * rows}`
  throw valueError('views', `${count} views leave ${wide} x ${high} pixels each; they need a picture of ${least} at least`)
}

/** Those to show the local axes of. */
function framesWithAxes(model: ViewerModel, { isolate, highlight = [] }: RenderOptions): Set<number> {
  const { frames } = elementsNamed(model, isolate ?? highlight)
  if (frames.size > 0) return frames
  throw valueError('axes', 'axes are shown of isolated or highlighted frames, and there are none')
}

function gridLineOf(model: ViewerModel, wanted: string | undefined): ViewerGridLine {
  const lines = model.gridLines ?? []
  const found = lines.find(({ id }) => id === wanted) ?? lines.find(({ label }) => wanted !== undefined && label === wanted)
  if (found) return found
  const some = lines.slice(0, 20).map(({ id }) => `'${id}'`)
  const there =
    some.length > 0 ? `; there are ${some.join(', ')}${lines.length > 20 ? ', …' : ''}` : '; the model has no grid lines'
  const msg = wanted === undefined ? `the view 'grid' needs a grid line${there}` : `no grid line '${wanted}' in the model${there}`
  throw refused({ type: 'reference_not_found', loc: ['gridLineId'], msg, ctx: { kind: 'gridLine', id: wanted ?? '' } })
}

const blank = (width: number, height: number): Image => ({
  width,
  height,
  rgb: new Uint8ClampedArray(3 * width * height).fill(PAPER[0]),
})

function copyTo(image: Image, tile: Image, x: number, y: number): void {
  for (let row = 0; row < Math.min(tile.height, image.height - y); row++) {
    const line = tile.rgb.subarray(3 * row * tile.width, 3 * (row + 1) * tile.width)
    image.rgb.set(line, 3 * ((y + row) * image.width + x))
  }
}

/** One for all views: what is highlighted, then each section and kind of area with the largest count of a view. */
function legendOf(drawn: readonly DrawnModel[]): { rgb: Rgb; id: string | null; label: string; count: number }[] {
  const rows = new Map<string, { rgb: Rgb; id: string | null; label: string; count: number }>()
  for (const { legend, marked } of drawn) {
    for (const { kind, id, label, rgb, count } of legend) {
      const known = rows.get(`${kind} ${id}`)
      const colour = marked.any ? stepBack(rgb) : rgb
      rows.set(`${kind} ${id}`, { rgb: colour, id, label, count: Math.max(count, known?.count ?? 0) })
    }
  }
  const count = Math.max(0, ...drawn.map(({ markedCount }) => markedCount))
  const isMarked = drawn.some(({ marked }) => marked.any)
  return [...(isMarked ? [{ rgb: HIGHLIGHT, id: null, label: 'highlighted', count }] : []), ...rows.values()]
}

type Tile = {
  drawn: DrawnModel
  trees: PickTrees
  view: View
  gridLine: ViewerGridLine | null
  width: number
  height: number
  px: number
  top: number
}

function drawTile({ drawn, trees, view, gridLine, width, height, px, top }: Tile, options: RenderOptions, triads: Set<number>) {
  const { projection = 'orthographic', labels = [], plain = false } = options
  const { model } = drawn
  const unit = readUnits(model.units).length
  const seen = view === 'grid' ? ({ X: 'right', Y: 'front', Z: 'plan' } as const)[gridLine?.axis ?? 'Y'] : view
  const zoomed = options.zoom ? extentOfZoomed(drawn, trees, elementsNamed(model, options.zoom)) : null
  const isZoomed = zoomed !== null && zoomed.bodies.length + zoomed.nodes.length > 0
  const extent = extentOfDrawn(drawn, trees, null)
  const box = extent.box ?? { low: drawn.low, high: drawn.high }
  const around = isZoomed || plain ? [] : gridContent({ drawn, box, view: seen, unit, px })
  const title = words(seen, projection, gridLine, model)
  const content = [...padded(isZoomed ? zoomed : extent, px), ...around, ...boxIfEmpty(extent, box)]
  const covers = plain ? [] : coversOf(title, projection, { width, height, px, top })
  const camera = fitCamera(seen, projection, content, width, height, covers)
  const image = blank(width, height)
  const letter = LETTER * px
  const sheet: Sheet = { drawn, camera, view: seen, image, unit, px, letter, top, isZoomed, box }
  const grid = plain ? null : drawGrid(sheet)
  const raster = newRaster(width, height)
  drawElements(drawn, camera, raster)
  layOver(raster, image.rgb, width)
  if (grid) drawBubbles(sheet, grid.rows)
  drawLoneNodes(sheet)
  drawMarked(sheet)
  const { leftOut } = drawLabels(sheet, raster, labels)
  drawTriads(sheet, triads)
  const bar = scaleBar(sheet)
  if (!plain) drawFurniture(sheet, title, bar)
  return { image, levels: grid?.levels, labels: leftOut, unitsPerPixel: bar && camera.unitsPerPixel }
}

/** Title, axes of the model and scale bar: what is drawn keeps clear of them. */
function coversOf(
  title: string,
  projection: Projection,
  { width, height, px, top }: Pick<Tile, 'width' | 'height' | 'px' | 'top'>,
): Rect[] {
  const words = Math.min(width, 28 * px + textWidth(title, LETTER * px))
  const covers = [
    { x0: 0, y0: 0, x1: Math.max(words, top > 0 ? 0.6 * width : 0), y1: top + 28 * px },
    { x0: 0, y0: height - 88 * px, x1: 92 * px, y1: height },
  ]
  const bar = { x0: 0, y0: height - 46 * px, x1: 150 * px + width / 8, y1: height }
  return projection === 'perspective' ? covers : [...covers, bar]
}

/** What is drawn of the model; of these elements only, where some are named. */
function extentOfDrawn(drawn: DrawnModel, trees: PickTrees, named: Named | null): Extent {
  const { scene, cut } = drawn
  const open: { low: [number, number, number]; high: [number, number, number] } = {
    low: [-Infinity, -Infinity, -Infinity],
    high: [Infinity, Infinity, Infinity],
  }
  // Of faces that the plane cuts, that part alone is drawn.
  if (cut) [open.low[cut.axis], open.high[cut.axis]] = [cut.at - cut.reach, cut.at + cut.reach]
  const isMeant = (kind: 'nodes' | 'frames' | 'areas', k: number) => drawn[kind][k] === 1 && (named?.[kind].has(k) ?? true)
  return extentOf(scene, trees, {
    section: cut ? open : null,
    isVisible: (kind, k) => {
      if (kind === 'support') return isMeant('nodes', scene.supports.nodes[k]!)
      return isMeant(({ node: 'nodes', frame: 'frames', area: 'areas' } as const)[kind], k)
    },
  })
}

/** Of these elements, their nodes and supports; null where nothing else is drawn, so that the grid around them is to be seen as well. */
function extentOfZoomed(drawn: DrawnModel, trees: PickTrees, named: Named): Extent | null {
  const whole = { ...named, nodes: nodesOf(drawn.model, drawn.scene, named) }
  return isAllDrawn(drawn, whole) ? null : extentOfDrawn(drawn, trees, whole)
}

/** With what stands at each point: the glyph of a support hangs below its node. */
function padded({ bodies, nodes, supports }: Extent, px: number): Padded[] {
  return [
    { points: bodies, pads: evenPads(px) },
    { points: nodes, pads: evenPads(3 * px) },
    { points: supports, pads: { left: 14 * px, right: 14 * px, above: 14 * px, below: 26 * px } },
  ]
}

/** Where nothing lies in the plane, the structure's box at least says where one is. */
function boxIfEmpty({ bodies, nodes }: Extent, { low, high }: Box): Padded[] {
  return bodies.length + nodes.length > 0 ? [] : [{ points: [...low, ...high], pads: evenPads(1) }]
}

function words(seen: Sheet['view'], projection: Projection, gridLine: ViewerGridLine | null, model: ViewerModel): string {
  const unit = readUnits(model.units).length
  const near = projection === 'perspective' ? ', perspective' : ''
  if (gridLine) {
    const { axis, coordinate, label } = gridLine
    if (axis === 'Z') return `Plan ${label ? `of ${label},` : 'at'} ${elevationText(coordinate, unit)}${near}`
    return `Elevation on grid ${label ? `${label}, ` : ''}${axis} = ${formatLength(coordinate, unit)}${near}`
  }
  const view = {
    iso: 'View from the front right, above',
    plan: 'Plan, from above',
    front: 'Front elevation, looking along +Y',
    back: 'Back elevation, looking along -Y',
    left: 'Left elevation, looking along +X',
    right: 'Right elevation, looking along -X',
  }[seen]
  return `${view}${near}${unit ? `, lengths: ${unit.unit}` : ''}`
}
