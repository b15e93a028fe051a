/// <reference lib="webworker" />

import { type Extent, extentOf } from '#lib/geometry/extent.ts'
import { type FrameChunks, frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { type PickTrees, pickTrees } from '#lib/geometry/pick.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { buffersIn } from '../_viewer/worker/buffers-in.ts'
import { buildingScene } from './building.ts'

export type Built = { scene: Scene; trees: PickTrees; extent: Extent; chunks: FrameChunks }

/** A building of so many frames as the viewer's own thread makes it ready to draw; with the scene alone for what draws by itself. */
self.onmessage = ({ data: { frames, isWhole } }: MessageEvent<{ frames: number; isWhole: boolean }>) => {
  const scene = buildingScene(frames)
  if (!isWhole) return self.postMessage({ scene }, { transfer: [...buffersIn(scene)] })
  const boxes = frameBoxes(scene)
  const trees = pickTrees(scene, boxes)
  const extent = extentOf(scene, trees, { isVisible: () => true, section: null })
  const built: Built = { scene, trees, extent, chunks: frameChunks(scene.frames, boxes, trees.frames) }
  self.postMessage(built, { transfer: [...buffersIn(built)] })
}
