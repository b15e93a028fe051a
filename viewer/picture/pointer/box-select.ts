import { add, cross, dot, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { foundAt, select } from '../../session/selection.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import { type Pointing, pickOptions } from './hit.ts'
import { PICKING } from './picking-part.ts'

export type Box = { x0: number; y0: number; x1: number; y1: number }

/** Drawn to the right: what lies inside; to the left: what it touches. */
export async function selectBox({ rig, session, stageNow }: Pointing, box: Box, adds: boolean) {
  const stage = stageNow()
  if (!stage) return
  const { view } = session
  const { scene, lookups } = stage.drawn
  const [{ trees }, { insideOf }] = await Promise.all([lookups.bring(), PICKING.bring()])
  const { isVisible } = pickOptions(stage, rig)
  const inside = insideOf(scene, trees, boxPlanes(rig, box), box.x1 >= box.x0 ? 'all' : 'any', isVisible)
  const kinds = [
    ...inside.frames.map((index) => ({ kind: 'frame' as const, index })),
    ...inside.areas.map((index) => ({ kind: 'area' as const, index })),
    ...(view.get().layers.nodes ? inside.nodes.map((index) => ({ kind: 'node' as const, index })) : []),
  ]
  const elements = await foundAt(session, scene, kinds)
  view.set({ boxing: false })
  if (elements) select(session, elements, adds ? 'add' : 'replace')
}

/** Four planes through the sides of a box in the picture, positive inside. */
function boxPlanes(rig: CameraRig, { x0, y0, x1, y1 }: Box): [number, number, number, number][] {
  const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)]
  const rayAt = (x: number, y: number) => {
    const { from, along } = rig.ray(x, y, null)
    return { from, far: add(from, along) }
  }
  const corners = [rayAt(left, top), rayAt(right, top), rayAt(right, bottom), rayAt(left, bottom)]
  const inside = rayAt((left + right) / 2, (top + bottom) / 2).far
  return corners.map(({ from, far }, k) => {
    const next = corners[(k + 1) % 4]?.far ?? far
    const normal: Vec = cross(subtract(far, from), subtract(next, from))
    const d = -dot(normal, from)
    const sign = dot(normal, inside) + d >= 0 ? 1 : -1
    return [sign * normal[0], sign * normal[1], sign * normal[2], sign * d]
  })
}
