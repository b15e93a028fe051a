import { areaGroups } from '#lib/geometry/area-groups.ts'
import { frameBoxes, frameChunks, isLeftOut } from '#lib/geometry/frame-chunks.ts'
import { frameSolid } from '#lib/geometry/frame-solid.ts'
import { EVERYTHING, type Extent, extentOf } from '#lib/geometry/pick/extent.ts'
import { type PickTrees, pickTrees } from '#lib/geometry/pick/pick-trees.ts'
import { buildSceneInSteps, type Scene } from '#lib/geometry/scene.ts'
import type { ModelColumns } from '#lib/model/columns.ts'
import { treeOver } from '#lib/model/shape/box-tree.ts'
import { mortonOrder } from '#lib/model/shape/morton-order.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/** Where all of a scene lies: what picking and fitting look up. `extent`: of all of it. */
export type Lookup = { trees: PickTrees; extent: Extent }

/** A model as what is drawn and picked. `origin`: that of the scene before. */
export function* sceneSteps(model: ModelColumns, origin?: Vec, isFixed = false) {
  return yield* wholeSteps(yield* buildSceneInSteps(model, origin, isFixed))
}

/** What drawing, picking and fitting need beside a scene. */
export function* wholeSteps(scene: Scene) {
  const { drawn, lookup } = yield* drawnSteps(scene)
  return { ...drawn, lookup: yield* lookup(scene) }
}

/** What a picture is drawn of; `lookup` makes the rest of it, of the same scene or a copy. */
export function* drawnSteps(scene: Scene) {
  yield
  const boxes = frameBoxes(scene)
  yield
  const along = mortonOrder(boxes, isLeftOut(scene.frames))
  yield
  const groups = areaGroups(scene)
  yield
  const solids = scene.bodies.map(frameSolid)
  const drawn = { scene, groups, solids, chunks: frameChunks(scene.frames, boxes, along) }
  function* lookup(of: Scene): Generator<void, Lookup> {
    yield
    const trees = pickTrees(of, treeOver(boxes, along))
    yield
    return { trees, extent: extentOf(of, trees, EVERYTHING) }
  }
  return { drawn, lookup }
}

/** With arrays of its own, as far as places are looked up in them: a scene changes hands when it goes to the page. */
export function copyForLookup(scene: Scene): Scene {
  const { points, placements, frames, areas, supports } = scene
  const own = points.slice()
  return {
    ...scene,
    points: own,
    nodes: own.subarray(0, scene.nodes.length),
    placements: placements.slice(),
    frames: { ...frames, records: frames.records.slice() },
    areas: {
      ...areas,
      records: areas.records.slice(),
      triangles: areas.triangles.slice(),
      firstTriangle: areas.firstTriangle.slice(),
    },
    supports: { ...supports, nodes: supports.nodes.slice() },
  }
}
