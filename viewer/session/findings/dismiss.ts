import type { ViewerSession } from '../session.ts'
import { nameOf } from './dismissals.ts'

/** Longest reason. */
export const REASON_CHARACTERS = 200

/** Puts findings aside for a reason; without one brings them back. */
export function dismiss(session: Pick<ViewerSession, 'host' | 'model' | 'dismissals'>, key: string, reason: string | null) {
  const { [key]: _, ...others } = session.dismissals.get().by
  const by = reason === null ? others : { ...others, [key]: reason.slice(0, REASON_CHARACTERS) }
  session.host.setting(nameOf(session), Object.keys(by).length > 0 ? JSON.stringify(by) : '')
  session.dismissals.set({ by })
}
