import { type SketchPlace, sketchInk } from '#lib/drawing/sketch.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { cameraOf, type Projection } from './camera.ts'
import { HIGHLIGHT, INK } from './colours.ts'
import { drawElements } from './draw-elements.ts'
import { drawLoneNodes, drawMarked } from './draw-marks.ts'
import { drawnModel, type Ref } from './drawn-model.ts'
import { boxAbout, sidesOf } from './half-space.ts'
import { strokeLine, writeText } from './ink.ts'
import { blank, type Image, toPng } from './png.ts'
import { layOver, newRaster } from './raster.ts'
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
    const kept = section ? sidesOf(boxAbout(section, about)) : []
    const drawn = drawnModel(model, columns, scene, { gridLine: null, highlight, isolate: only, hidden, kept })
    const image = blank(width, height)
    const raster = newRaster(width, height)
    drawElements(drawn, camera, raster)
    layOver(raster, image.rgb, width)
    const px = pxOf(width)
    const whole = { low: drawn.low, high: drawn.high }
    const sheet: Sheet = {
      ...{
        drawn,
        camera,
        view: 'iso',
        image,
        unit: undefined,
        px,
        letter: LETTER * px,
        top: 0,
        isZoomed: true,
        box: whole,
        beside: 0,
        taken: [],
      },
    }
    drawLoneNodes(sheet)
    drawMarked(sheet)
    drawSketch(image, view)
    return toPng(image, view.mostBytes, [INK, HIGHLIGHT]).png
  }
}

/** The viewer's font is as high as this, in cap heights. */
const FONT_IN_CAPS = 0.72

/**
 * Pixels of lines in a picture, and what a segment costs besides: some fifty times what anybody sketches, and half a second to a second.
 * What comes after them is left out.
 */
export const sketchLimits = { MOST_INK: 150_000, SEGMENT: 2 }

/** In perspective the angle of view is upright; a parallel view has so many pixels a unit. Both come to the quotient of the heights. */
function drawSketch(image: Image, { sketch, viewport, width, height }: ViewToDraw): void {
  if (!viewport) return
  const place: SketchPlace = { viewport, size: { width, height }, scale: height / viewport.height }
  let ink = sketchLimits.MOST_INK
  for (const shape of sketch) {
    if (ink <= 0) return
    const { lines, width: wide, words, colour } = sketchInk(shape, place)
    const pen = { rgb: colour, width: Math.max(1.5, wide) }
    for (const line of lines)
      for (const [k, { x, y }] of line.entries()) {
        const next = line[k + 1]
        if (!next || ink <= 0) break
        ink -= sketchLimits.SEGMENT + Math.min(Math.hypot(next.x - x, next.y - y), width + height)
        strokeLine(image, x, y, next.x, next.y, pen)
      }
    if (words)
      writeText(image, words.text, words.at.x, words.at.y, {
        size: Math.max(6, words.size * FONT_IN_CAPS),
        rgb: colour,
        halo: true,
      })
  }
}
