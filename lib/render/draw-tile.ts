import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { LoadMark } from '#lib/drawing/load-marks.ts'
import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import { type Box, type Extent, extentOf } from '#lib/geometry/pick/extent.ts'
import type { PickTrees } from '#lib/geometry/pick/pick-trees.ts'
import { elevationText } from '#lib/model/check/drawn-length.ts'
import { dot, perAxis, type Vec } from '#lib/model/shape/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import type { LoadCase } from '#lib/schema/loads.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/schema/schema.ts'
import { extentIn, fitCamera, type NamedView, type Projection } from './camera.ts'
import { drawElements } from './draw-elements.ts'
import { drawBubbles, drawGrid, gridContent } from './draw-grid.ts'
import { drawLabels, type Label } from './draw-labels.ts'
import { drawLoads, LONGEST, marksOf } from './draw-loads.ts'
import { drawFurniture, drawLoneNodes, drawMarked, drawTriads, scaleBar } from './draw-marks.ts'
import { drawReleases } from './draw-releases.ts'
import { drawBanner, drawResults, TOWARDS_EYE } from './draw-results.ts'
import { type DrawnModel, elementsNamed, isAllDrawn, type NamedElements, nodesOf, type Ref } from './drawn-model.ts'
import { textWidth } from './ink.ts'
import { loadCaseOf } from './load-case.ts'
import type { PreparedResults } from './picture-results.ts'
import { blank } from './png.ts'
import { layOver, newRaster } from './raster.ts'
import { LETTER, type Sheet } from './sheet.ts'
import type { Sight } from './sight.ts'

/** One view of a model: the whole picture, or one of its tiles. */

export type TileOptions = {
  projection?: Projection | undefined
  labels?: readonly Label[] | undefined
  /** The camera fits these; nothing is hidden. */
  zoom?: readonly Ref[] | undefined
  /** The load case whose loads are drawn. */
  loads?: string | undefined
  /** The structure alone, with its loads and results, as large as it goes: no words, legend, grid or scale. For whoever says these beside it. */
  plain?: boolean | undefined
}

type Tile = {
  drawn: DrawnModel
  results: PreparedResults | undefined
  trees: PickTrees
  sight: Sight
  gridLine: ViewerGridLine | null
  width: number
  height: number
  px: number
  top: number
  /** What is left of the scene. */
  box: Box
  cutWords: string | undefined
}

export function drawTile(
  { drawn, results, trees, sight, gridLine, width, height, px, top, box: whole, cutWords }: Tile,
  options: TileOptions,
  triads: Set<number>,
) {
  const { projection = 'orthographic', labels = [], plain = false } = options
  const { model } = drawn
  const unit = readUnits(model.units).length
  const { seen, right, up } = sight
  const extent = extentOfDrawn(drawn, trees, null, whole)
  const box = extent.box ?? { low: drawn.low, high: drawn.high }
  const near = nearer(sight, options.zoom && elementsNamed(model, options.zoom), box)
  const zoomed = near && !('content' in near) ? extentOfZoomed(drawn, trees, near, whole) : null
  const section = near && 'content' in near ? near.content : null
  const isZoomed = section !== null || (zoomed !== null && zoomed.bodies.length + zoomed.nodes.length > 0)
  const loadCase = options.loads === undefined ? undefined : loadCaseOf(model, options.loads)
  const loads = loadCase ? marksOf(drawn, loadCase) : []
  const pushed = [...loads, ...(results?.marks ?? [])].filter((mark) => reachesLeft(mark, right))
  const letter = LETTER * px
  const widest = Math.max(0, ...pushed.flatMap((mark) => mark.words.map(({ text }) => textWidth(text, letter))))
  const beside = pushed.length > 0 ? LONGEST * px + widest : 0
  const around = isZoomed || plain ? [] : gridContent({ drawn, box, view: seen, unit, px, beside, right, up })
  const loaded = loadCase ? `loads of ${loadCase.name || loadCase.id}${ownWeightText(loadCase)}` : undefined
  const title = [words(sight, projection, gridLine, model), cutWords, loaded].filter((part) => part !== undefined).join(', ')
  const room = loadCase || (results && results.marks.length > 0) ? LONGEST * px : 0
  const moved = isZoomed ? [] : resultContent(results, px)
  const drawing = section ?? padded(zoomed && isZoomed ? zoomed : extent, room, px)
  const content = [...drawing, ...moved, ...around, ...boxIfEmpty(extent, box)]
  const covers = plain ? [] : coversOf(title, projection, { width, height, px, top }, results ? BANNER_HEIGHT * px : 0)
  const camera = fitCamera(sight, projection, content, width, height, covers)
  const image = blank(width, height)
  const sheet: Sheet = { drawn, camera, view: seen, image, unit, px, letter, top, isZoomed, box, beside, taken: [] }
  const grid = plain ? null : drawGrid(sheet)
  const raster = newRaster(width, height)
  drawElements(results ? drawnBelow(drawn, results) : drawn, camera, raster)
  layOver(raster, image.rgb, width)
  if (grid) drawBubbles(sheet, grid.rows)
  drawLoneNodes(sheet)
  drawMarked(sheet)
  const { leftOut } = drawLabels(sheet, raster, labels)
  drawTriads(sheet, triads)
  // Springs and hinges would lie where reactions are drawn.
  if (!plain && !results?.marks.length) drawReleases(sheet)
  if (loadCase) drawLoads(sheet, loadCase, loads)
  const shown = results && drawResults(sheet, results)
  const bar = scaleBar(sheet)
  if (!plain) drawFurniture(sheet, title, bar)
  const isEdgeOn = shown?.isEdgeOn ?? false
  if (results && !plain) drawBanner(sheet, results, isEdgeOn)
  const caption = plain && results ? [results.title, loaded, isEdgeOn ? TOWARDS_EYE : undefined] : []
  return {
    ...{ image, levels: grid?.levels, labels: leftOut, unitsPerPixel: bar && camera.unitsPerPixel },
    caption: caption.filter((part) => part !== undefined).join('. '),
  }
}

/** The model steps back below its results, or has their colours. */
function drawnBelow(drawn: DrawnModel, { frameColours }: PreparedResults): DrawnModel {
  if (frameColours) return { ...drawn, frameColours }
  return { ...drawn, marked: { ...drawn.marked, any: true } }
}

/** Whether its arrows come from the left, or go there. */
const reachesLeft = ({ runs, strokes }: LoadMark, right: Vec) =>
  [...runs.flatMap(({ tails }) => tails), ...strokes.flatMap(({ from, to }) => [from, to])].some((end) => dot(end, right) < -0.2)

/** Two lines under the words of the view. */
const BANNER_HEIGHT = 36

/** With room for the values at its points. */
function resultContent(results: PreparedResults | undefined, px: number): Padded[] {
  if (!results) return []
  const lines = [...results.polylines, ...results.diagrams]
  return lines.map(({ points }) => ({ points, pads: evenPads(12 * px) }))
}

/** Own weight has no arrows. */
const ownWeightText = ({ selfWeight = 0 }: LoadCase) =>
  selfWeight ? `, and own weight × ${selfWeight}, not drawn` : ', without own weight'

/** Title, axes of the model and scale bar: what is drawn keeps clear of them. */
function coversOf(
  title: string,
  projection: Projection,
  { width, height, px, top }: Pick<Tile, 'width' | 'height' | 'px' | 'top'>,
  below: number,
): Rect[] {
  const words = Math.min(width, 28 * px + textWidth(title, LETTER * px))
  const covers = [
    { x0: 0, y0: 0, x1: Math.max(words, top > 0 ? 0.6 * width : 0), y1: top + 28 * px + below },
    { x0: 0, y0: height - 88 * px, x1: 92 * px, y1: height },
  ]
  const bar = { x0: 92 * px, y0: height - 46 * px, x1: 130 * px + width / 8, y1: height }
  return projection === 'perspective' ? covers : [...covers, bar]
}

/** What is drawn of the model; of these elements only, where some are named. */
function extentOfDrawn(drawn: DrawnModel, trees: PickTrees, named: NamedElements | null, { low, high }: Box): Extent {
  const { scene, cut } = drawn
  // Of faces that the plane of a grid line cuts, that part alone is drawn.
  const section = {
    low: perAxis((k) => (cut?.axis === k ? Math.max(low[k], cut.at - cut.reach) : low[k])),
    high: perAxis((k) => (cut?.axis === k ? Math.min(high[k], cut.at + cut.reach) : high[k])),
  }
  const isCut = [...section.low, ...section.high].some(Number.isFinite)
  const isMeant = (kind: 'nodes' | 'frames' | 'areas', k: number) => drawn[kind][k] === 1 && (named?.[kind].has(k) ?? true)
  return extentOf(scene, trees, {
    section: isCut ? section : null,
    isVisible: (kind, k) => {
      if (kind === 'support') return isMeant('nodes', scene.supports.nodes[k]!)
      return isMeant(({ node: 'nodes', frame: 'frames', area: 'areas' } as const)[kind], k)
    },
  })
}

/** Elements that reach over so much of the picture both ways are not looked at from nearer: the grid is seen around them. */
const NEARLY_ALL = 0.9

/** What the camera fits in place of all that is drawn: elements, or what a view shows of one. */
function nearer(sight: Sight, zoom: NamedElements | undefined, whole: Box): NamedElements | { content: Padded[] } | null {
  if (zoom) return zoom
  const { about } = sight
  if (!about) return null
  if (about.content) return { content: about.content }
  const [part, all] = [extentIn(sight, about.box), extentIn(sight, whole)]
  return part.wide >= NEARLY_ALL * all.wide && part.high >= NEARLY_ALL * all.high ? null : about.named
}

/** Of these elements, their nodes and supports; null where nothing else is drawn, so that the grid around them is to be seen as well. */
function extentOfZoomed(drawn: DrawnModel, trees: PickTrees, named: NamedElements, kept: Box): Extent | null {
  const whole = { ...named, nodes: nodesOf(drawn.model, drawn.scene, named) }
  return isAllDrawn(drawn, whole) ? null : extentOfDrawn(drawn, trees, whole, kept)
}

/** With what stands at each point: loads around, and the glyph of a support below its node. */
function padded({ bodies, nodes, supports }: Extent, around: number, px: number): Padded[] {
  return [
    { points: bodies, pads: evenPads(px + around) },
    { points: nodes, pads: evenPads(3 * px + around) },
    { points: supports, pads: { left: 14 * px, right: 14 * px, above: 14 * px, below: 26 * px } },
  ]
}

/** Where nothing lies in the plane, the structure's box at least says where one is. */
function boxIfEmpty({ bodies, nodes }: Extent, { low, high }: Box): Padded[] {
  return bodies.length + nodes.length > 0 ? [] : [{ points: [...low, ...high], pads: evenPads(1) }]
}

function words({ seen, about }: Sight, projection: Projection, gridLine: ViewerGridLine | null, model: ViewerModel): string {
  const unit = readUnits(model.units).length
  const near = projection === 'perspective' ? ', perspective' : ''
  if (gridLine) {
    const { axis, coordinate, label } = gridLine
    if (axis === 'Z') return `Plan ${label ? `of ${label},` : 'at'} ${elevationText(coordinate, unit)}${near}`
    return `Elevation on grid ${label ? `${label}, ` : ''}${axis} = ${formatLength(coordinate, unit)}${near}`
  }
  const view = about?.title ?? WORDS[seen as NamedView]
  return `${view}${near}${unit ? `, lengths: ${unit.unit}` : ''}`
}

const WORDS: Record<NamedView, string> = {
  iso: 'View from the front right, above',
  plan: 'Plan, from above',
  below: 'From below, right +X',
  front: 'Front elevation, looking along +Y',
  back: 'Back elevation, looking along -Y',
  left: 'Left elevation, looking along +X',
  right: 'Right elevation, looking along -X',
}
