import type { Rect } from '#lib/drawing/free-rectangles.ts'
import type { ViewerSession } from '../../session/session.ts'
import { PHONE } from '../../session/view/phone.ts'
import { pointsOf } from '../../session/view/scene-points.ts'
import type { Staged } from '../elements/staged.ts'
import type { CameraRig } from './camera-rig.ts'

/** In pixels: the row of tools is lower, a sheet at its lowest is not. */
const SHEET = 80
/** Of the picture's height: a sheet that leaves less is read, and nothing is looked at above it. */
const LOOKED_AT = 0.25

/**
 * Something has come over the picture, or gone. Above a sheet of results the whole is seen, which they are of. Under any other the
 * scale stays, and the picture moves up only if what is selected would lie under it.
 */
export function makeWay(
  session: ViewerSession,
  rig: CameraRig,
  covers: readonly Rect[],
  stage: Staged | null,
  isAtOnce: boolean,
) {
  const { width, height } = rig.size
  const isSheet = ({ x0, x1, y0, y1 }: Rect) => x1 - x0 > 0.8 * width && y1 > 0.75 * height && y1 - y0 > SHEET
  if (width >= PHONE || !covers.some(isSheet)) return rig.refit(isAtOnce)
  if (isAtOnce && !covers.some((cover) => isSheet(cover) && cover.y1 - cover.y0 > 0.2 * height)) return rig.refit(true)
  const above = Math.min(height, ...covers.filter(isSheet).map(({ y0 }) => y0))
  if (session.view.get().results && above > LOOKED_AT * height) return rig.refit(isAtOnce)
  const top = above - 24
  const { selected } = session.derived.get()
  const ys = selected.slice(0, MOST_KEPT_IN_SIGHT).flatMap((element) => {
    const places = stage ? pointsOf(stage.drawn.scene, element).flatMap((point) => rig.project(point) ?? []) : []
    return places.map(({ y }) => y)
  })
  const [upper, lower] = [Math.min(...ys), Math.max(...ys)]
  if (ys.length > 0 && lower > top) rig.shift(0, -Math.min(lower - top, Math.max(0, upper - 80)))
}
const MOST_KEPT_IN_SIGHT = 200
