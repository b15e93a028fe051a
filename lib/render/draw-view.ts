import { type SketchPlace, sketchInk } from '#lib/drawing/sketch.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { AXES, perAxis, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { type Camera, cameraOf, type Projection } from './camera.ts'
import { HIGHLIGHT, INK } from './colours.ts'
import { drawElements } from './draw-elements.ts'
import { drawLoneNodes, drawMarked } from './draw-marks.ts'
import { blank } from './draw-tile.ts'
import { type DrawnModel, drawnModel, elementsNamed, endsOf, type Ref } from './drawn-model.ts'
import { strokeLine, writeText } from './ink.ts'
import { type Image, toPng } from './png.ts'
import { FINE, layOver, newRaster, type Raster } from './raster.ts'
import { LETTER, pxOf, type Sheet } from './sheet.ts'

/** A model as somebody saw it: from their place, cut and hidden as they had it, with what they sketched over it. */
export type ViewToDraw = {
  projection: Projection
  /** In model axes and units. */
  eye: Vec
  target: Vec
  /** Across the sight, of length 1. */
  up: Vec
  /** At the target, in model units. */
  heightSeen: number
  /** Pixels. */
  width: number
  height: number
  only: readonly Ref[] | null
  hidden: readonly Ref[]
  highlight: readonly Ref[]
  section: ViewSection | null
  /** In pixels of `viewport`, the picture that it was drawn over. */
  sketch: readonly SketchShape[]
  viewport: { width: number; height: number } | null
  mostBytes: number
}

/** Draws one view after another of a model, of which the scene is made once. */
export function viewDrawer(model: ViewerModel): (view: ViewToDraw) => Uint8Array {
  const columns = columnsOf(model)
  const scene = toTheEnd(buildSceneInSteps(columns))
  return (view) => {
    const { width, height, only, hidden, highlight, section, projection } = view
    const about = scene.origin
    const place = { eye: subtract(view.eye, about), target: subtract(view.target, about), up: view.up }
    const camera = cameraOf(projection, place, view.heightSeen, { width, height })
    const drawn = drawnModel(model, columns, scene, { gridLine: null, highlight, isolate: only })
    const box = section && boxAbout(section, about)
    hide(drawn, hidden)
    if (box) hideBeyond(drawn, box)
    const image = blank(width, height)
    const raster = newRaster(width, height)
    if (box) raster.clip = clipTo(box, camera)
    drawElements(drawn, camera, raster)
    layOver(raster, image.rgb, width)
    const px = pxOf(width)
    const whole = { low: drawn.low, high: drawn.high }
    const sheet: Sheet = {
      ...{ drawn, camera, view: 'iso', image, unit: undefined, px, letter: LETTER * px, top: 0, isZoomed: true, box: whole },
    }
    drawLoneNodes(sheet)
    drawMarked(sheet)
    drawSketch(image, view)
    return toPng(image, view.mostBytes, [INK, HIGHLIGHT]).png
  }
}

type SceneBox = { low: Vec; high: Vec }

const boxAbout = ({ low, high }: ViewSection, origin: Vec): SceneBox => ({
  low: perAxis((k) => (low[k] ?? -Infinity) - origin[k]),
  high: perAxis((k) => (high[k] ?? Infinity) - origin[k]),
})

/** Supports go with their nodes. */
function hide(drawn: DrawnModel, hidden: readonly Ref[]): void {
  const named = elementsNamed(drawn.model, hidden)
  for (const kind of ['nodes', 'frames', 'areas'] as const) for (const k of named[kind]) drawn[kind][k] = 0
}

/** Marks lie on top of the picture, where nothing is cut: those of elements on the other side would be lines in the air. */
function hideBeyond(drawn: DrawnModel, { low, high }: SceneBox): void {
  const { scene, mesh, frames, areas, nodes } = drawn
  const isBeyond = (points: readonly Vec[]) =>
    AXES.some((k) => points.every((point) => point[k] < low[k]) || points.every((point) => point[k] > high[k]))
  for (let k = 0; k < frames.length; k++) if (frames[k] && isBeyond(endsOf(scene, k))) frames[k] = 0
  for (let k = 0; k < nodes.length; k++) if (nodes[k] && isBeyond([vecAt(scene.nodes, 4 * k)])) nodes[k] = 0
  for (let k = 0; k < areas.length; k++) {
    if (!areas[k]) continue
    const corners: Vec[] = []
    for (let v = mesh.first[k]!; v < mesh.first[k + 1]!; v++) corners.push(vecAt(mesh.positions, 3 * v))
    if (corners.length > 0 && isBeyond(corners)) areas[k] = 0
  }
}

function clipTo({ low, high }: SceneBox, camera: Camera): NonNullable<Raster['clip']> {
  return (x, y, depth) => {
    const point = camera.unproject(x / FINE, y / FINE, depth)
    return AXES.every((k) => point[k] >= low[k] && point[k] <= high[k])
  }
}

/** The viewer's font is as high as this, in cap heights. */
const FONT_IN_CAPS = 0.72

/** In perspective the angle of view is upright; a parallel view has so many pixels a unit. Both come to the quotient of the heights. */
function drawSketch(image: Image, { sketch, viewport, width, height }: ViewToDraw): void {
  if (!viewport) return
  const place: SketchPlace = { viewport, size: { width, height }, scale: height / viewport.height }
  for (const shape of sketch) {
    const { lines, width: wide, words, colour } = sketchInk(shape, place)
    const pen = { rgb: colour, width: Math.max(1.5, wide) }
    for (const line of lines)
      for (const [k, { x, y }] of line.entries()) {
        const next = line[k + 1]
        if (next) strokeLine(image, x, y, next.x, next.y, pen)
      }
    if (words)
      writeText(image, words.text, words.at.x, words.at.y, {
        size: Math.max(6, words.size * FONT_IN_CAPS),
        rgb: colour,
        halo: true,
      })
  }
}
