import { asHex, type Rgb } from '#lib/drawing/palette.ts'
import { pickTrees } from '#lib/geometry/pick/pick-trees.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { isStraight } from '#lib/model/grid-shapes.ts'
import { COORDINATES } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import { quoted } from '#lib/model/validate/references.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import type { LoadCase } from '#lib/schema/loads.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { arrangeTiles } from './arrange-tiles.ts'
import { extentIn, type View } from './camera.ts'
import { HIGHLIGHT, INK } from './colours.ts'
import { type CutTo, cutBox } from './cut-box.ts'
import { drawLegend, drawTitle, legendWidth, titleHeight } from './draw-marks.ts'
import { drawTile, type TileOptions } from './draw-tile.ts'
import { type DrawnModel, drawnModel, elementsNamed, type Ref } from './drawn-model.ts'
import { boxAbout, sidesOf } from './half-space.ts'
import { loadCaseOf } from './load-case.ts'
import { pictureKey } from './picture-key.ts'
import { type PictureResults, type PreparedResults, prepareResults } from './picture-results.ts'
import { blank, copyTo, toPng } from './png.ts'
import { pxOf } from './sheet.ts'
import { sightOf } from './sight.ts'

export type RenderOptions = TileOptions & {
  /** One to four, each a tile. */
  views: readonly View[]
  /** For the view `grid`: id or label of the grid line. X and Y give the elevation in its plane, Z the plan of that level. */
  gridLineId?: string | undefined
  /** Of the views `square` and `along`. */
  of?: readonly Ref[] | undefined
  /** What is left of the model. */
  cut?: CutTo | undefined
  /** Drawn in one strong colour, everything else stepping back. */
  highlight?: readonly Ref[] | undefined
  /** These alone are drawn, and the grid around them. */
  isolate?: readonly Ref[] | undefined
  /** What is drawn of an analysis. */
  results?: PictureResults | undefined
  /** Local axes of the isolated frames, else of the highlighted ones. */
  axes?: boolean | undefined
  /** Pixels; kept between 128 and 2000. */
  width?: number | undefined
  height?: number | undefined
  /** Pixels of the picture on one of the page that shows it, where letters are to be read: 1 to 3. */
  pixelRatio?: number | undefined
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
  /** Of plain results: what they are, which the picture does not say. */
  caption: string
  leftOut: { labels: number; levels: string[] }
  /** What was to be drawn and is not there. */
  note?: string
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
  const ratio = options.pixelRatio ?? 1
  const px = ratio * pxOf(width / columns / ratio)

  const held = columnsOf(model)
  const scene = toTheEnd(buildSceneInSteps(held))
  const trees = pickTrees(scene)
  const cut = options.cut === undefined ? null : cutBox(model, options.cut)
  const box = boxAbout(cut ?? UNCUT, scene.origin)
  const drawnFor = (view: View) => {
    const gridLine = view === 'grid' ? gridLineOf(model, options.gridLineId) : null
    const sight = sightOf(view, gridLine, model, scene, options.of)
    const { before } = sight
    const kept = before?.cuts ? [...sidesOf(box), before] : sidesOf(box)
    const drawn = drawnModel(model, held, scene, { gridLine, highlight, isolate, kept, inFront: before })
    return { view, sight, gridLine, drawn, results: options.results && prepareResults(options.results, drawn) }
  }
  const all = views.map(drawnFor)
  if (cut && all.every(({ drawn }) => isEmpty(drawn))) throw refused(valueError(['cut'], `nothing is inside: ${reachOf(model)}`))
  const triads = options.axes ? framesWithAxes(model, options) : new Set<number>()

  const rowsOfLegend = options.results ? legendOfResults(all) : legendOf(all.map(({ drawn }) => drawn))
  const [firstOf] = all
  const loadCase = options.loads === undefined ? undefined : loadCaseOf(model, options.loads)
  const key = firstOf ? pictureKey({ ...firstOf, loadCase }) : []
  const space = width - legendWidth(px)
  const hasLegend =
    !plain &&
    rowsOfLegend.length + key.length > 0 &&
    (isMany ? space / columns >= LEAST_TILE.width : width / ratio >= LEGEND_FROM)
  const image = blank(width, height)
  const head = plain ? 0 : titleHeight(px)
  const [wide, high] = [hasLegend ? space : width, isMany ? height - head : height]
  const extents = all.map(({ sight, drawn }) => extentIn(sight, sight.about?.box ?? drawn))
  const places = arrangeTiles(
    extents,
    wide,
    high,
    isMany ? { wide: LEAST_TILE.width, high: LEAST_TILE.height } : { wide: 0, high: 0 },
  )
  let [labels, caption] = [0, '']
  let levels: string[] | undefined
  const shown = all.map(({ view, sight, gridLine, drawn, results }, k) => {
    const { x = 0, y = 0, ...tile } = places[k] ?? { width: wide, height: high }
    const point = { x, y: isMany ? head + y : y }
    const what = { drawn, results, trees, sight, gridLine, box, cutWords: cut?.words, px, ...tile, top: isMany ? 0 : head }
    const made = drawTile(what, options, triads)
    copyTo(image, made.image, point.x, point.y)
    labels += made.labels
    caption ||= made.caption
    // A level that one of the views names is not left out.
    if (made.levels) levels = levels ? levels.filter((level) => made.levels?.includes(level)) : made.levels
    return { view, ...(gridLine && { gridLine: gridLine.id }), unitsPerPixel: made.unitsPerPixel, at: point }
  })
  if (!plain) drawTitle(image, model.name, px)
  if (hasLegend) drawLegend(image, rowsOfLegend, key, px)

  const fixed = [...rowsOfLegend.map(({ rgb }) => rgb), INK, HIGHLIGHT]
  const { png, ...size } = toPng(image, options.mostBytes ?? (isMany ? MOST_BYTES_OF_TILES : MOST_BYTES), fixed)
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
    caption,
    leftOut: { labels, levels: levels ?? [] },
    undrawn: nodes + frames + areas,
    ...(loadCase && !hasLoads(model, loadCase) && { note: `load case ${quoted(loadCase.id)} has no loads` }),
  }
}

const hasLoads = ({ loads = [] }: ViewerModel, { id }: LoadCase) => loads.some(({ caseId }) => caseId === id)

const UNCUT: ViewSection = { low: [null, null, null], high: [null, null, null] }

const isEmpty = ({ nodes, frames, areas }: DrawnModel) => [nodes, frames, areas].every((drawn) => !drawn.includes(1))

/** In the words of a selection that finds nothing. */
function reachOf({ bounds: { min, max } }: ViewerModel): string {
  const digits = (value: number) => Number(value.toPrecision(6))
  return `the model reaches over ${COORDINATES.map((axis) => `${axis} ${digits(min[axis])} to ${digits(max[axis])}`).join(', ')}`
}

function side(wanted: number): number {
  return Math.round(Math.min(MOST_SIDE, Math.max(LEAST_SIDE, Number.isFinite(wanted) ? wanted : LEAST_SIDE)))
}

const refused = (issue: Issue) => new ModelError('invalid', [issue])

function mustBeWide(count: number, width: number, height: number, columns: number, rows: number): void {
  const [wide, high] = [Math.floor(width / columns), Math.floor(height / rows)]
  if (wide >= LEAST_TILE.width && high >= LEAST_TILE.height) return
  const least = `${LEAST_TILE.width * columns} x ${LEAST_TILE.height * rows}`
  throw refused(
    valueError(['views'], `${count} views leave ${wide} x ${high} pixels each; they need a picture of ${least} at least`),
  )
}

/** Those to show the local axes of. */
function framesWithAxes(model: ViewerModel, { isolate, highlight = [] }: RenderOptions): Set<number> {
  const { frames } = elementsNamed(model, isolate ?? highlight)
  if (frames.size > 0) return frames
  throw refused(valueError(['axes'], 'axes are shown of isolated or highlighted frames, and there are none'))
}

function gridLineOf(model: ViewerModel, wanted: string | undefined): ViewerGridLine {
  const lines = model.gridLines ?? []
  const found = lines.find(({ id }) => id === wanted) ?? lines.find(({ label }) => wanted !== undefined && label === wanted)
  if (found && !isStraight(found)) {
    const instead = found.line ? `skew: send "views": ["square"], "of": ${JSON.stringify({ on: [found.id] })}` : 'an arc'
    const msg = `the view 'grid' is at a straight line: '${found.id}' is ${instead}`
    throw refused(valueError(['gridLineId'], msg))
  }
  if (found) return found
  const some = lines.slice(0, 20).map(({ id }) => `'${id}'`)
  const there =
    some.length > 0 ? `; there are ${some.join(', ')}${lines.length > 20 ? ', …' : ''}` : '; the model has no grid lines'
  const msg = wanted === undefined ? `the view 'grid' needs a grid line${there}` : `no grid line '${wanted}' in the model${there}`
  throw refused({ type: 'reference_not_found', loc: ['gridLineId'], msg, ctx: { kind: 'gridLine', id: wanted ?? '' } })
}

/** Of the view that shows most of them. */
function legendOfResults(views: readonly { results: PreparedResults | undefined }[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { results } of views) {
    for (const { label, rgb, count } of results?.legend ?? []) {
      rows.set(label, { rgb, id: null, label, count: Math.max(count, rows.get(label)?.count ?? 0) })
    }
  }
  return [...rows.values()]
}

type Row = { rgb: Rgb; id: string | null; label: string; count: number }

/** One for all views: each section and kind of area with the largest count of a view; or what is highlighted, and all else. */
function legendOf(drawn: readonly DrawnModel[]): { rgb: Rgb; id: string | null; label: string; count: number }[] {
  if (drawn.some(({ marked }) => marked.any)) {
    const marked = Math.max(0, ...drawn.map(({ markedCount }) => markedCount))
    const others = Math.max(0, ...drawn.map(({ unmarkedCount }) => unmarkedCount))
    const highlighted = { rgb: HIGHLIGHT, id: null, label: 'highlighted', count: marked }
    return [highlighted, ...(others > 0 ? [{ rgb: OTHERS, id: null, label: 'others', count: others }] : [])]
  }
  const rows = new Map<string, { rgb: Rgb; id: string | null; label: string; count: number }>()
  for (const { legend } of drawn) {
    for (const { kind, id, label, rgb, count } of legend) {
      const known = rows.get(`${kind} ${id}`)
      rows.set(`${kind} ${id}`, { rgb, id, label, count: Math.max(count, known?.count ?? 0) })
    }
  }
  return [...rows.values()]
}

/** What steps back has the colours of its sections still, each nearly this. */
const OTHERS: Rgb = [0xb9, 0xbf, 0xc7]
