import type { ViewerSession } from '../../session/session.ts'
import { Tool } from '../bars/toolbar.tsx'
import { picture } from '../use-focus-back.ts'
import { useStore } from '../use-store.ts'
import styles from '../visits/visit-bar.module.css'
import { restoredOf, restoreRevision } from './restore-revision.ts'

/** What was restored, and the way back: nobody is asked before, since it can be taken back. It goes with the next revision. */
export function RestoredBar({ session }: { session: ViewerSession }) {
  const restored = useStore(restoredOf(session), ({ last }) => last)
  const newest = useStore(session.model.state, (state) => state.newest)
  if (!restored || newest > restored.as) return null
  const { revision, as } = restored
  const undo = async () => {
    const refused = await restoreRevision(session, as - 1)
    if (refused) session.say(refused)
  }
  const close = () => {
    restoredOf(session).set({ last: null })
    picture()?.focus()
  }
  return (
    <section className={styles.bar} aria-label="Restored" data-closed-by="Put it aside">
      <p role="status">
        Revision {revision} was restored, as revision {as}.
      </p>
      <div className={styles.actions}>
        <button type="button" onClick={() => void undo()}>
          Undo
        </button>
        <Tool icon="close" label="Put it aside" onPress={close} />
      </div>
    </section>
  )
}
