import { sightOf } from '#lib/drawing/sheet/drawing-bodies.ts'
import { type SupportEntry, supportLegend } from '#lib/drawing/sheet/support-marks.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Drawn } from './live-model.ts'
import type { ViewerSession } from './session.ts'
import type { Rig } from './view/rig.ts'
import { pointsOf } from './view/scene-points.ts'
import { isOutside } from './view/section-box.ts'
import { leftIn } from './view/visibility.ts'

/**
 * What the supports in the picture hold, each symbol from where the picture is seen. In a comparison they wear its colours, and its
 * legend tells of nothing else.
 */
export function supportsSeen(
  { view, derived }: Pick<ViewerSession, 'view' | 'derived'>,
  { scene, up }: Pick<Drawn, 'scene' | 'up'>,
  { camera3 }: Pick<Rig, 'camera3'>,
): SupportEntry[] {
  const { layers, section } = view.get()
  const now = derived.get()
  if (now.compared?.state === 'compared') return []
  const isLeft = leftIn({ ...now, layers }, 'support')
  const isCut = (index: number) => section && isOutside(section, pointsOf(scene, { kind: 'support', index }), scene.origin)
  const { elements } = camera3.matrixWorldInverse
  const row = (k: 1 | 2): Vec => [elements[k]!, elements[k + 4]!, elements[k + 8]!]
  return supportLegend({
    ...{ scene, up },
    sight: sightOf(row(2), row(1), Infinity, -Infinity),
    isVisible: (kind, k) => kind === 'support' && isLeft(k) && !isCut(k),
  })
}
