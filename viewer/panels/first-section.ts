import { upAxis } from '#lib/model/display-axes.ts'
import type { ViewerSession } from '../session/session.ts'
import { boundsDrawn, planeAcross, type SectionBox } from '../session/view/section-box.ts'

/** A first cut that shows something: the half in front is taken away. */
export function firstSection(session: ViewerSession): SectionBox | null {
  const { drawn } = session.model.state.get()
  // Across the axis that is seen from the front.
  return drawn ? planeAcross(upAxis(drawn.up) === 'Z' ? 1 : 2, boundsDrawn(drawn), drawn.up) : null
}
