import { bodySize } from '#lib/geometry/section-body.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import { ModelError } from '#lib/model/model-error.ts'
import type { Vector3, ViewerGridLine, ViewerModel } from '#lib/model/schema.ts'
import { formatLength, type LengthUnit, readUnits } from '#lib/model/units.ts'
import { type Camera, fitCamera, type Margins, type Projection, type View } from './camera.ts'
import { asHex, HIGHLIGHT, INK, PAPER } from './colours.ts'
import { drawElements } from './draw-elements.ts'
import {
  drawFurniture,
  drawGrid,
  drawLabels,
  drawLegend,
  drawMarked,
  type Label,
  LEGEND_WIDTH,
  levelsWidth,
  scaleBar,
} from './draw-marks.ts'
import { type DrawnModel, drawnModel, type Highlight } from './drawn-model.ts'
import { type Image, toPng } from './png.ts'
import { layOver, newRaster } from './raster.ts'

export type RenderOptions = {
  view: View
  /** For the view `grid`: id or label of the grid line. X and Y give the elevation in its plane, Z the plan of that level. */
  gridLineId?: string | undefined
  projection?: Projection | undefined
  labels?: readonly Label[] | undefined
  /** Drawn in one strong colour, everything else stepping back; takes the elements of a finding as they are. */
  highlight?: readonly Highlight[] | undefined
  /** Pixels; kept between 128 and 2000. */
  width?: number | undefined
  height?: number | undefined
}

export type Rendered = {
  png: Uint8Array
  width: number
  height: number
  camera: {
    view: View
    gridLineId?: string
    projection: Projection
    /** In model coordinates; with the orthographic projection only the direction from eye to target matters. */
    eye: Vector3
    target: Vector3
    up: Vector3
    right: Vector3
    /** Where one model unit along a global axis goes in the picture, in pixels right and down; at the target. */
    axes: Record<'x' | 'y' | 'z', { right: number; down: number }>
  }
  /** Null with the perspective projection, in which no one scale holds. */
  scale: { unitsPerPixel: number; unit: string | null; bar: { length: number; pixels: number } } | null
  legend: { color: string; kind: 'section' | 'area'; id: string | null; label: string; count: number }[]
  labels: { written: number; leftOut: number }
  /** Elements that no picture can show: nodes too far off, and what hangs on them. */
  undrawn: { nodes: number; frames: number; areas: number }
}

const MOST_BYTES = 150_000
const [LEAST_SIDE, MOST_SIDE] = [128, 2000]

/**
 * A picture of the model, drawn without browser or GPU. Everything fits in; whatever the model holds, time and memory are
 * bounded by its element count and the pixels. Throws `ModelError('invalid')` when the grid line is not in the model.
 */
export function renderModel(model: ViewerModel, options: RenderOptions): Rendered {
  const { view, projection = 'orthographic', labels = [], highlight = [] } = options
  const [width, height] = [side(options.width ?? 1280), side(options.height ?? 960)]
  const gridLine = view === 'grid' ? gridLineOf(model, options.gridLineId) : null
  const drawn = drawnModel(model, gridLine, highlight)
  const unit = readUnits(model.units).length

  const seen = view === 'grid' ? ({ X: 'right', Y: 'front', Z: 'plan' } as const)[gridLine?.axis ?? 'Y'] : view
  const hasLegend = width >= 560 && drawn.legend.length > 0
  const margins = marginsOf(drawn, seen, hasLegend, unit)
  const points = pointsOf(drawn, seen)
  const cameraWith = (more: number) => fitCamera(seen, projection, points, width, height, withRoom(margins, more, width, height))
  // Bodies reach beyond their node lines by as many pixels as only a first fit can tell.
  const camera = cameraWith(Math.min(60, largestBody(drawn) / cameraWith(0).unitsPerPixel))

  const image: Image = { width, height, rgb: new Uint8ClampedArray(3 * width * height).fill(PAPER[0]) }
  const sheet = { drawn, camera, view: seen, image, unit }
  drawGrid(sheet)
  const raster = newRaster(width, height)
  drawElements(drawn, camera, raster)
  layOver(raster, image.rgb, width)
  drawMarked(sheet)
  const labelled = drawLabels(sheet, raster, labels)
  const bar = scaleBar(sheet)
  drawFurniture(sheet, { title: model.name, subtitle: words(seen, projection, gridLine, model) }, bar)
  if (hasLegend) drawLegend(sheet, drawn.legend)

  const { png, ...size } = toPng(image, MOST_BYTES, [...drawn.legend.map(({ rgb }) => rgb), INK, HIGHLIGHT])
  // A picture that had to shrink for its bytes shows more units a pixel.
  const shrunk = width / size.width
  return {
    png,
    ...size,
    camera: { view, ...(gridLine && { gridLineId: gridLine.id }), projection, ...cameraOf(drawn, camera, shrunk) },
    scale: bar && {
      unitsPerPixel: camera.unitsPerPixel * shrunk,
      unit: unit?.unit ?? null,
      bar: { length: bar.length, pixels: bar.pixels / shrunk },
    },
    legend: drawn.legend.map(({ rgb, ...entry }) => ({ color: asHex(rgb), ...entry })),
    labels: labelled,
    undrawn: drawn.scene.undrawn,
  }
}

function side(wanted: number): number {
  return Math.round(Math.min(MOST_SIDE, Math.max(LEAST_SIDE, Number.isFinite(wanted) ? wanted : LEAST_SIDE)))
}

function gridLineOf(model: ViewerModel, wanted: string | undefined): ViewerGridLine {
  const lines = model.gridLines ?? []
  const found = lines.find(({ id }) => id === wanted) ?? lines.find(({ label }) => wanted !== undefined && label === wanted)
  if (found) return found
  const some = lines.slice(0, 20).map(({ id }) => `'${id}'`)
  const there =
    some.length > 0 ? `; there are ${some.join(', ')}${lines.length > 20 ? ', …' : ''}` : '; the model has no grid lines'
  const msg = wanted === undefined ? `the view 'grid' needs a grid line${there}` : `no grid line '${wanted}' in the model${there}`
  throw new ModelError('invalid', [
    { type: 'reference_not_found', loc: ['gridLineId'], msg, ctx: { kind: 'gridLine', id: wanted ?? '' } },
  ])
}

/** Bubbles, levels, title and legend need room around the structure. */
function marginsOf(drawn: DrawnModel, seen: Exclude<View, 'grid'>, hasLegend: boolean, unit: LengthUnit | undefined): Margins {
  const { scene, cut } = drawn
  const isElevation = seen !== 'plan' && seen !== 'iso'
  const bubbles = scene.grid.plan.length > 0
  const hasLevels = scene.grid.levels.length > 0 && seen !== 'plan' && cut?.axis !== 2
  return {
    left: 28 + (hasLevels ? levelsWidth(drawn, unit) : 0) + (bubbles && !isElevation ? 18 : 0),
    right: 28 + (hasLegend ? LEGEND_WIDTH : 0) + (bubbles && seen === 'iso' ? 10 : 0),
    top: 64 + (bubbles ? (isElevation ? 54 : 30) : 0),
    bottom: (isElevation && scene.grid.levels.length > 0) || (bubbles && seen === 'iso') ? 100 : 64,
  }
}

/** The margins with so many pixels more; a small picture keeps at least half of itself for the structure. */
function withRoom({ left, right, top, bottom }: Margins, more: number, width: number, height: number): Margins {
  const tight = Math.min(1, width / 2 / (left + right + 2 * more), height / 2 / (top + bottom + 2 * more))
  return {
    left: (left + more) * tight,
    right: (right + more) * tight,
    top: (top + more) * tight,
    bottom: (bottom + more) * tight,
  }
}

/** Half of the largest section drawn. */
function largestBody({ scene }: DrawnModel): number {
  return scene.bodies.reduce((most, body) => Math.max(most, ...Object.values(bodySize(body)).map((side) => side / 2)), 0)
}

/** What must fit in: the nodes and faces drawn, and the grid around them. */
function pointsOf({ scene, cut, areas }: DrawnModel, seen: Exclude<View, 'grid'>): Float64Array {
  const points: number[] = []
  for (let k = 0; 4 * k < scene.nodes.length; k++) {
    const [x, y, z, size] = scene.nodes.subarray(4 * k, 4 * k + 4)
    if (size! < 0 || (cut && Math.abs(scene.nodes[4 * k + cut.axis]! - cut.at) > cut.slack)) continue
    points.push(x!, y!, z!)
  }
  if (!cut) {
    for (let v = 0; v < scene.areas.of.length; v++) {
      if (!areas[scene.areas.of[v]!]) continue
      points.push(scene.areas.positions[3 * v]!, scene.areas.positions[3 * v + 1]!, scene.areas.positions[3 * v + 2]!)
    }
  }
  // The far ends of grid lines may run out of a plan, bubbles may not.
  if (seen === 'plan' || seen === 'iso') for (const { bubble } of scene.grid.plan) points.push(...bubble)
  if (seen === 'iso') for (const { from } of scene.grid.plan) points.push(...from)
  // Where nothing lies in the plane, the structure's box at least says where one is.
  if (points.length === 0) points.push(...scene.low, ...scene.high)
  return Float64Array.from(points)
}

function words(seen: Exclude<View, 'grid'>, projection: Projection, gridLine: ViewerGridLine | null, model: ViewerModel): string {
  const unit = readUnits(model.units).length
  const near = projection === 'perspective' ? ', perspective' : ''
  if (gridLine) {
    const at = `${gridLine.axis} = ${formatLength(gridLine.coordinate, unit)}`
    const name = gridLine.label ? `${gridLine.label}, ` : ''
    return gridLine.axis === 'Z' ? `Plan of ${name}${at}${near}` : `Elevation on grid ${name}${at}${near}`
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

function cameraOf({ scene: { origin } }: DrawnModel, { eye, target, up, right, unitsPerPixel }: Camera, shrunk: number) {
  const at = ([x, y, z]: Vec): Vector3 => ({ x: x + 0, y: y + 0, z: z + 0 })
  const inModel = ([x, y, z]: Vec) => at([x + origin[0], y + origin[1], z + origin[2]])
  const axis = (k: 0 | 1 | 2) => ({
    right: right[k] / unitsPerPixel / shrunk + 0,
    down: 0 - up[k] / unitsPerPixel / shrunk,
  })
  return {
    eye: inModel(eye),
    target: inModel(target),
    up: at(up),
    right: at(right),
    axes: { x: axis(0), y: axis(1), z: axis(2) },
  }
}
