import { type BoxTree, boxTree } from '#lib/model/shape/box-tree.ts'
import { areaBoxes } from '../area-mesh.ts'
import { frameBoxes, isLeftOut } from '../frame-chunks.ts'
import { bodyOf, NO_BODY } from '../frame-records.ts'
import type { Scene } from '../scene.ts'
import { reachOfBody } from '../section-body.ts'

/** `hasLines`: some frames have no body and are met by being near. `reach`: how far each body goes from its own axis. */
export type PickTrees = { frames: BoxTree; areas: BoxTree; nodes: BoxTree; hasLines: boolean; reach: Float64Array }

/** `frames`: the tree of the frames, for who has made it already. */
export function pickTrees(scene: Scene, frames = boxTree(frameBoxes(scene), isLeftOut(scene.frames))): PickTrees {
  return {
    frames,
    areas: boxTree(areaBoxes(scene), (k) => scene.areas.firstTriangle[k] === scene.areas.firstTriangle[k + 1]),
    nodes: boxTree(nodeBoxes(scene.nodes), (k) => scene.nodes[4 * k + 3] === -1),
    hasLines: hasLines(scene),
    reach: Float64Array.from(scene.bodies, reachOfBody),
  }
}

function hasLines({ frames: { records, count } }: Scene) {
  for (let k = 0; k < count; k++) if (bodyOf(records[4 * k + 3]!) === NO_BODY) return true
  return false
}

function nodeBoxes(nodes: Float32Array) {
  const boxes = new Float32Array((nodes.length / 4) * 6)
  for (let i = 0; i < nodes.length / 4; i++) {
    const radius = Math.max(nodes[4 * i + 3]!, 0)
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = nodes[4 * i + k]! - radius
      boxes[6 * i + k + 3] = nodes[4 * i + k]! + radius
    }
  }
  return boxes
}
