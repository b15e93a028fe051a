import { useCallback, useState } from 'react'
import { listThreadsBetween } from '../../session/comments/comments.ts'
import { openThread } from '../../session/comments/comments-state.ts'
import { stateOfThread } from '../../session/comments/thread-places.ts'
import type { ViewerSession } from '../../session/session.ts'
import { RequestResult } from '../request-result.tsx'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { Author } from './by-line.tsx'
import styles from './comments-panel.module.css'
import { useComparison } from './use-comparison.ts'

const FEW = 10

/** What was said while the model was at one of the revisions that are compared: a press opens it beside the comparison. */
export function ComparedComments({ session }: { session: ViewerSession }) {
  const comparison = useComparison(session)
  const count = useStore(session.comments, (state) => state.count)
  const [isAll, setAll] = useState(false)
  const [from, to] = comparison ? [Math.min(comparison.from, comparison.to), Math.max(comparison.from, comparison.to)] : [0, 0]
  const request = useRequest(
    session,
    useCallback(
      (signal: AbortSignal) => {
        void count // somebody has said something
        return listThreadsBetween(session, from, to, signal)
      },
      [session, from, to, count],
    ),
  )
  if (!comparison || !session.host.can.has('comments')) return null
  return (
    <section className={styles.compared} aria-label="Comments of these revisions">
      <h3>
        Comments from revision {from} to {to}
      </h3>
      <RequestResult request={request} busy="Reading…">
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <p className={styles.empty}>Nobody has commented meanwhile.</p>
          ) : (
            <>
              <ol className={styles.list}>
                {(isAll ? items : items.slice(0, FEW)).map((thread) => (
                  <li key={thread.id} className={styles.thread} data-state={stateOfThread(thread)} data-open={false}>
                    <button type="button" className={styles.head} onClick={() => openThread(session, thread.number)}>
                      <span className={styles.number}>{thread.number}</span>
                      <span className={styles.first}>
                        <bdi className={styles.text}>{thread.text ?? 'Deleted'}</bdi>
                        <span className={styles.by}>
                          <Author comment={thread} />, revision {thread.revision}
                          {thread.status === 'resolved' && ' · Resolved'}
                        </span>
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              {!isAll && items.length > FEW && (
                <button type="button" className={styles.write} onClick={() => setAll(true)}>
                  {items.length - FEW} more
                </button>
              )}
              {isAll && nextCursor !== null && <p className={styles.empty}>Older ones are in the list of comments.</p>}
            </>
          )
        }
      </RequestResult>
    </section>
  )
}
