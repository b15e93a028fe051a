import { activityWords, throughWords } from '#ui/activity-words.ts'
import { numberOf, runWords } from '#ui/fold-comments.ts'
import { Dots, Menu } from '#ui/menu.tsx'
import { openThread } from '../../session/comments/comments-state.ts'
import type { ViewerSession } from '../../session/session.ts'
import { Ago } from '../ago.tsx'
import styles from '../panel.module.css'
import { useStore } from '../use-store.ts'
import type { EntryHead, Event, Revision } from './history-entries.ts'
import { changesText, doneText } from './history-words.ts'
import { RevisionChanges } from './revision-changes.tsx'

type RowProps = {
  session: ViewerSession
  item: Revision
  isNow: boolean
  isOpen: boolean
  onOpen: () => void
  onRestore: () => void
}

/** A revision: what it did, who made it, and what can be done with it. */
export function RevisionRow({ session, item, isNow, isOpen, onOpen, onRestore }: RowProps) {
  const { revision, verb, ops, changes, restoredFrom } = item
  const newest = useStore(session.model.state, (state) => state.newest)
  const { view, host } = session
  const compare = (from: number, to: number | null) => () => view.set({ compare: { from, to } })
  const more = [
    !isNow && { label: 'Open', onSelect: () => view.set({ revision: revision === newest ? null : revision, compare: null }) },
    revision !== newest && { label: 'Compare with the newest', onSelect: compare(revision, null) },
    revision > 1 && { label: 'Compare with the one before', onSelect: compare(revision - 1, revision) },
    host.can.has('restore') && revision !== newest && { label: 'Restore', onSelect: onRestore },
  ].filter((item) => item !== false)
  return (
    <li className={styles.revision} aria-current={isNow}>
      <p className={styles.revisionHead}>
        <strong>{revision}</strong>
        <span>{restoredFrom === null ? doneText(verb, ops) : `Restored revision ${restoredFrom}`}</span>
        {isNow && <span className={styles.now}>{revision === newest ? 'now' : 'shown'}</span>}
      </p>
      <p className="muted">{changesText(changes)}</p>
      <By item={item} />
      <div className={styles.revisionTools}>
        <button
          type="button"
          className={styles.small}
          aria-label={`What revision ${revision} changed`}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          What changed
        </button>
        {more.length > 0 && (
          <Menu label={`More of revision ${revision}`} items={more}>
            <Dots />
          </Menu>
        )}
      </div>
      {isOpen && <RevisionChanges session={session} revision={revision} />}
    </li>
  )
}

/** What was said between two revisions, in a line that unfolds. */
export function CommentRunRow({ session, run }: { session: ViewerSession; run: readonly Event[] }) {
  const { about, did, by } = runWords(run)
  const [latest] = run
  return (
    <li className={styles.event}>
      <details>
        <summary className={styles.run}>
          {about}: {did}
          {latest && (
            <span className={styles.runBy}>
              <Ago at={latest.at} /> · <bdi>{by}</bdi>
            </span>
          )}
        </summary>
        <ol>
          {run.map((item) => (
            <EventRow key={item.id} session={session} item={item} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** What happened beside the revisions. */
export function EventRow({ session, item }: { session: ViewerSession; item: Event }) {
  const number = numberOf(item)
  const { email, role, name } = item.detail
  const about = [email, role, name].filter((one): one is string => typeof one === 'string' && one !== '')
  return (
    <li className={styles.event}>
      <p>
        {activityWords(item.action)}
        {number !== null && (
          <>
            {' '}
            <button type="button" className={styles.small} onClick={() => openThread(session, number)}>
              {number}
            </button>
          </>
        )}
        {about.length > 0 && (
          <>
            : <bdi>{about.join(', ')}</bdi>
          </>
        )}
      </p>
      <By item={item} />
    </li>
  )
}

function By({ item: { at, user, via, client } }: { item: EntryHead }) {
  return (
    <p className="muted">
      <Ago at={at} /> · <bdi>{user?.name ?? (user ? 'somebody' : 'nobody')}</bdi> · {client ?? throughWords({ via, client })}
    </p>
  )
}
