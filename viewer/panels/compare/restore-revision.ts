import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'

/** Brings a revision back, as a new one, which is then shown. In words how it went. */
export async function restoreRevision(session: ViewerSession, revision: number): Promise<string> {
  try {
    await session.host.ask('restore_revision', { revision })
    session.view.set({ revision: null, compare: null })
    void session.model.reload()
    return `Revision ${revision} is restored, as a new revision.`
  } catch (error) {
    return `Revision ${revision} could not be restored. ${reasonText(error)}`
  }
}
