import type { CameraRig } from './camera-rig.ts'
import { HIDDEN } from './gpu-tables.ts'
import { hitAt, type Pointing } from './hit.ts'
import type { Stage } from './stage.ts'

/** Measures on to the node under the pointer, else to the nearest one within `reach` pixels. */
export async function measureTo(pointing: Pointing, x: number, y: number, reach: number) {
  const { rig, session, stageNow } = pointing
  const stage = stageNow()
  if (!stage) return
  const hit = hitAt(pointing, x, y)
  const node = hit?.kind === 'node' ? hit.index : nearestNode(stage, rig, x, y, reach)
  if (node === null) return
  const [id] = await session.model.ask('idOf', { refs: [{ kind: 'node', index: node }] })
  const { measuring } = session.view.get()
  if (id != null && measuring && id !== measuring.at(-1)?.id)
    session.view.set({ measuring: [...measuring, { kind: 'node', id }] })
}

function nearestNode({ drawn: { scene }, tables }: Stage, rig: CameraRig, x: number, y: number, reach: number): number | null {
  let [nearest, best] = [null as number | null, reach]
  for (let k = 0; k < scene.nodes.length / 4; k++) {
    const [px, py, pz, isDrawn] = [0, 1, 2, 3].map((i) => scene.nodes[4 * k + i]) as [number, number, number, number]
    if (isDrawn < 0 || ((tables.nodeState.values[2 * k + 1] as number) & HIDDEN) !== 0) continue
    const at = rig.project([px, py, pz])
    const apart = at ? Math.hypot(at.x - x, at.y - y) : Infinity
    if (apart < best) [nearest, best] = [k, apart]
  }
  return nearest
}
