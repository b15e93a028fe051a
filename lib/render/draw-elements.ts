import { add, dot, scale, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { Camera } from './camera.ts'
import { drawAreas } from './draw-areas.ts'
import { drawCuts } from './draw-cuts.ts'
import { drawFrames } from './draw-frames.ts'
import { drawSupports } from './draw-supports.ts'
import type { DrawnModel } from './drawn-model.ts'
import type { Canvas } from './element-canvas.ts'
import { clipTo } from './half-space.ts'
import type { Raster } from './raster.ts'

/** Frames, areas and supports of a model → samples of a raster. */

export function drawElements(drawn: DrawnModel, camera: Camera, raster: Raster): void {
  const canvas: Canvas = { drawn, camera, raster, light: lightOf(camera), at: new Float64Array(3 * 4096) }
  // The symbol of a support hangs below its node, and is no body that could be cut.
  drawSupports(canvas)
  raster.clip = clipTo(drawn.kept, camera, drawn.scene)
  drawFrames(canvas)
  drawCuts(canvas)
  drawAreas(canvas)
}

/** From the upper left behind the viewer, so that faces on every side differ. */
export function lightOf({ right, up, forward }: Camera): (normal: Vec) => number {
  const towards = unit(add(add(scale(right, -0.42), scale(up, 0.6)), scale(forward, -0.7))) ?? [0, 0, 1]
  return (normal) => 0.5 + 0.56 * Math.max(0, dot(normal, towards))
}
