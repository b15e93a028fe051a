import { localAxes } from '#lib/model/shape/local-axes.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import type { Isometry } from '../isometry.ts'
import { type LoadTurn, turnedReleases } from './load-transform.ts'

/** How loads turn with nodes, frames and areas. */

type TurnOrMirror = Pick<Isometry, 'turn' | 'reflects'>

export const nodeTurn = ({ turn, reflects }: TurnOrMirror): LoadTurn => ({ turn, reflects })

/** Of a frame as it was and as it is; `after` are the places of the nodes that it had as its start and end. */
export function frameTurn(
  { turn, reflects }: TurnOrMirror,
  { from, to, isReversed }: { from: ViewerFrame; to: ViewerFrame; isReversed: boolean },
  { before, after }: { before: readonly [Vec, Vec]; after: readonly [Vec, Vec] },
): LoadTurn {
  const [start, end] = isReversed ? [after[1], after[0]] : after
  const [was, is] = [localAxes(...before, from.rotation), localAxes(start, end, to.rotation)]
  return { turn, reflects, isReversed, ...(was && is && { axes: { before: was, after: is } }) }
}

/** `after`: the outline as it runs then. */
export function areaTurn({ turn, reflects }: TurnOrMirror, before: readonly Vec[], after: readonly Vec[]): LoadTurn {
  const [was, is] = [shellAxes(before), shellAxes(after)]
  return { turn, reflects, ...(was && is && { axes: { before: was, after: is } }) }
}

/** The releases of a frame in the axes that it has then. */
export function withTurnedReleases(frame: ViewerFrame, by: LoadTurn): ViewerFrame {
  return frame.releases ? { ...frame, releases: turnedReleases(frame.releases, by) } : frame
}
