import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { createStore, type Store } from '../../session/store.ts'

/** What this reader restored last, and the revision that it was restored as. */
type Restored = { last: { revision: number; as: number } | null }

const restored = new WeakMap<ViewerSession, Store<Restored>>()

export function restoredOf(session: ViewerSession): Store<Restored> {
  const store = restored.get(session) ?? createStore<Restored>({ last: null })
  restored.set(session, store)
  return store
}

/** Brings a revision back, as a new one, which is then shown; the way back is `RestoredBar`. In words why it could not be. */
export async function restoreRevision(session: ViewerSession, revision: number): Promise<string> {
  try {
    const { revision: as } = await session.host.ask<{ revision: number }>('restore_revision', { revision })
    restoredOf(session).set({ last: { revision, as } })
    session.view.set({ revision: null, compare: null })
    void session.model.reload()
    return ''
  } catch (error) {
    return `Revision ${revision} could not be restored. ${reasonText(error)}`
  }
}
