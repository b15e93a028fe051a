'use client'

import type { ViewerSession } from '../../session/session.ts'
import { confirmWayUp, turnUp, wayUpWords } from '../../session/view/way-up-question.ts'
import { useStore } from '../use-store.ts'
import styles from './not-shown.module.css'

/** Asks whether the picture is to be turned, where the model looks as if it had been made with another way up. */
export function WayUpBar({ session }: { session: ViewerSession }) {
  const wayUp = useStore(session.derived, (state) => state.wayUp)
  const up = useStore(session.view, (state) => state.up)
  if (!wayUp || up !== null) return null
  return (
    <section className={styles.bar} aria-label="Which way is up">
      <p role="status">{wayUpWords(wayUp)}</p>
      <div className={styles.actions}>
        <button type="button" onClick={() => turnUp(session, wayUp.up)}>
          Turn it
        </button>
        <button type="button" onClick={() => confirmWayUp(session)}>
          Keep
        </button>
      </div>
    </section>
  )
}
