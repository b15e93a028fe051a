import { areaGroups } from '#lib/geometry/area-groups.ts'
import { EVERYTHING, extentOf } from '#lib/geometry/extent.ts'
import { frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { frameSolid } from '#lib/geometry/frame-solid.ts'
import { pickTrees } from '#lib/geometry/pick-trees.ts'
import { buildSceneInSteps, type Scene } from '#lib/geometry/scene.ts'
import type { ModelColumns } from '#lib/model/columns.ts'
import type { Vec } from '#lib/model/vector.ts'

/** A model as what is drawn and picked. `origin`: that of the scene before. */
export function* sceneSteps(model: ModelColumns, origin?: Vec, isFixed = false) {
  return yield* drawnSteps(yield* buildSceneInSteps(model, origin, isFixed))
}

/** What picking and drawing need beside a scene. */
export function* drawnSteps(scene: Scene) {
  yield
  const boxes = frameBoxes(scene)
  yield
  const trees = pickTrees(scene, boxes)
  yield
  const extent = extentOf(scene, trees, EVERYTHING)
  yield
  const groups = areaGroups(scene)
  yield
  const solids = scene.bodies.map(frameSolid)
  return { scene, trees, extent, groups, solids, chunks: frameChunks(scene.frames, boxes, trees.frames) }
}
