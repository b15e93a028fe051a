'use client'

import { useCallback, useState } from 'react'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { listViews } from '../../session/view/saved-views.ts'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { DrawingList } from './drawing-list.tsx'
import { SaveViewForm } from './save-view-form.tsx'
import { SavedViewList } from './saved-view-list.tsx'
import styles from './views-panel.module.css'

/** Views that were saved, with their pictures, above the plans and elevations. */
export function ViewsPanel({ session }: { session: ViewerSession }) {
  const { count } = useStore(session.viewsChanged, (state) => state)
  const [message, setMessage] = useState('')
  const request = useRequest(
    session,
    useCallback(
      (signal: AbortSignal) => {
        void count // somebody has saved or deleted one
        return listViews(session, signal)
      },
      [session, count],
    ),
  )
  /** Asks the server for something; then the list is asked for anew. Whether it was done. */
  const act = async (operation: string, input: object, done: string) => {
    try {
      await session.host.ask(operation, input)
    } catch (error) {
      setMessage(reasonText(error))
      return false
    }
    setMessage(done)
    session.viewsChanged.set(({ count: before }) => ({ count: before + 1 }))
    return true
  }
  return (
    <div className={styles.views}>
      {session.host.can.has('comment') && <SaveViewForm session={session} act={act} say={setMessage} />}
      <p role="status" className={message ? styles.message : 'visually-hidden'}>
        {message}
      </p>
      <RequestResult request={request} busy="Reading…">
        {(views) =>
          // What was just said to be saved is not in the list before.
          views.length === 0 && message ? null : <SavedViewList session={session} views={views} act={act} say={setMessage} />
        }
      </RequestResult>
      <DrawingList session={session} />
    </div>
  )
}
