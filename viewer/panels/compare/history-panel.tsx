'use client'

import { useCallback, useState } from 'react'
import { foldComments } from '#ui/fold-comments.ts'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { type Page, readPage } from './history-entries.ts'
import { CommentRunRow, EventRow, RevisionRow } from './history-rows.tsx'
import { restoreRevision } from './restore-revision.ts'

/**
 * What happened to the model: who, through what, when, and which revision came of it. Each revision can be opened, compared and
 * restored. Its owner and editors also read who was given access.
 */
export function HistoryPanel({ session }: { session: ViewerSession }) {
  const newest = useStore(session.model.state, (state) => state.newest)
  const request = useRequest(
    session,
    useCallback(
      (signal: AbortSignal) => {
        void newest // a new revision puts itself on top
        return readPage(session, null, signal)
      },
      [session, newest],
    ),
  )
  return (
    <div className={styles.revisions}>
      <RequestResult request={request} busy="Reading…">
        {(first) => <Pages session={session} first={first} />}
      </RequestResult>
    </div>
  )
}

function Pages({ session, first }: { session: ViewerSession; first: Page }) {
  const [further, setFurther] = useState<{ after: Page; pages: Page[] }>({ after: first, pages: [] })
  const [open, setOpen] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const now = useStore(session.model.state, (state) => state.drawn?.summary.revision ?? null)
  const pages = [first, ...(further.after === first ? further.pages : [])]
  const cursor = pages.at(-1)?.nextCursor

  const more = async () => {
    try {
      const page = await readPage(session, cursor ?? null)
      setFurther({ after: first, pages: [...pages.slice(1), page] })
      setMessage('')
    } catch (error) {
      setMessage(`Earlier entries could not be read. ${reasonText(error)}`)
    }
  }
  const restore = async (revision: number) => {
    setMessage(`Restoring revision ${revision}…`)
    setMessage(await restoreRevision(session, revision))
  }
  return (
    <>
      <p role="status" className={message ? styles.count : 'visually-hidden'}>
        {message}
      </p>
      <ol>
        {foldComments(pages.flatMap(({ items }) => items)).map((item) =>
          'run' in item ? (
            <CommentRunRow key={item.run[0]?.id} session={session} run={item.run} />
          ) : 'verb' in item ? (
            <RevisionRow
              key={item.revision}
              session={session}
              item={item}
              isNow={item.revision === now}
              isOpen={open === item.revision}
              onOpen={() => setOpen(open === item.revision ? null : item.revision)}
              onRestore={() => void restore(item.revision)}
            />
          ) : (
            <EventRow key={item.id} session={session} item={item} />
          ),
        )}
      </ol>
      {cursor && (
        <button type="button" className={styles.small} onClick={() => void more()}>
          Show earlier
        </button>
      )}
    </>
  )
}
