/// <reference lib="webworker" />

import { toTheEnd } from '#lib/values/steps.ts'
import { wholeSteps } from '#viewer/worker/scene-steps.ts'
import { buffersIn } from '#viewer/worker/transferables.ts'
import { buildingScene } from './building.ts'

export type Built = ReturnType<typeof wholeSteps> extends Generator<unknown, infer Drawn> ? Drawn : never

/** A building of so many frames as the viewer's own thread makes it ready to draw; with the scene alone for what draws by itself. */
self.onmessage = ({ data: { frames, isWhole } }: MessageEvent<{ frames: number; isWhole: boolean }>) => {
  const scene = buildingScene(frames)
  if (!isWhole) return self.postMessage({ scene }, { transfer: [...buffersIn(scene)] })
  const built: Built = toTheEnd(wholeSteps(scene))
  self.postMessage(built, { transfer: [...buffersIn(built)] })
}
