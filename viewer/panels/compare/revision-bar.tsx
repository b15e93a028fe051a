'use client'

import { useCallback, useState } from 'react'
import { fetchRevision } from '../../session/fetch-revision.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { restoreRevision } from './restore-revision.ts'
import styles from './time-bar.module.css'

const DAY = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** That an old revision is looked at, whose it is, and the ways from here. */
export function RevisionBar({ session }: { session: ViewerSession }) {
  const revision = useStore(session.view, (state) => (state.compare ? null : state.revision))
  return revision === null || !session.host.can.has('history') ? null : <Bar session={session} revision={revision} />
}

function Bar({ session, revision }: { session: ViewerSession; revision: number }) {
  const { newest, missing } = useStore(session.model.state, (state) => state)
  const [message, setMessage] = useState('')
  const request = useRequest(
    session,
    useCallback((signal: AbortSignal) => fetchRevision(session, revision, signal), [session, revision]),
  )
  const shown = request.face === 'answer' && request.answer?.revision === revision ? request.answer : undefined
  const restore = async () => {
    setMessage('Restoring…')
    setMessage(await restoreRevision(session, revision))
  }
  const { view, host } = session
  return (
    <section className={styles.bar} aria-label="Old revision">
      <p role="status">
        {missing === revision ? (
          <strong>There is no revision {revision} in this model</strong>
        ) : (
          <>
            <strong>
              Revision {revision}
              {newest > 0 && ` of ${Math.max(newest, revision)}`}
            </strong>
            {shown && (
              <span className={styles.more}>
                {' '}
                · <bdi>{shown.user?.name ?? 'somebody'}</bdi>,{' '}
                <time dateTime={shown.at}>{new Date(shown.at).toLocaleString('en-GB', DAY).replace(',', '')}</time>
              </span>
            )}
          </>
        )}
        {message && <span> {message}</span>}
      </p>
      <div className={styles.tools}>
        <button type="button" onClick={() => view.set({ revision: null })}>
          Newest
        </button>
        {missing !== revision && (
          <button type="button" onClick={() => view.set({ compare: { from: revision, to: null } })}>
            Compare
          </button>
        )}
        {missing !== revision && host.can.has('restore') && (
          <button type="button" onClick={() => void restore()}>
            Restore
          </button>
        )}
      </div>
    </section>
  )
}
