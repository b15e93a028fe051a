'use client'

import { useCallback, useState } from 'react'
import { KIND_OF, KINDS } from '#lib/model/kinds.ts'
import type { Changes } from '#lib/model/schema.ts'
import { ago } from '#lib/values/ago.ts'
import { entriesOf } from '#lib/values/keyed.ts'
import { activityWords, throughWords } from '../../_ui/activity-words.ts'
import { Dots, Menu } from '../../_ui/menu.tsx'
import type { ViewerSession } from '../session/session.ts'
import { countText } from '../worker/elements.ts'
import { Asking } from './asking.tsx'
import styles from './panel.module.css'
import { restoreRevision } from './restore-revision.ts'
import { RevisionChanges } from './revision-changes.tsx'
import { reasonText, useAsked } from './use-asked.ts'
import { useStore } from './use-store.ts'

const VERBS = {
  create: 'Created',
  elements: 'Elements added or replaced',
  edit: 'Edited',
  remove: 'Elements removed',
  units: 'Units set',
  rename: 'Name or notes changed',
  restore: 'Restored',
} as const

type Told = { at: string; user: { id: string; name: string | null } | null; via: string; client: string | null }
type Revision = Told & {
  revision: number
  verb: keyof typeof VERBS
  /** The verbs of an edit. */
  ops?: string[]
  changes: Changes
  restoredFrom: number | null
}
/** What happened beside the revisions: roles, links, saved views. */
type Event = Told & { id: string; action: string; detail: Record<string, unknown> }
type Entry = Revision | Event
type Page = { items: Entry[]; nextCursor: string | null }

/**
 * What happened to the model: who, through what, when, and which revision came of it. Each revision can be opened, compared and
 * restored. Its owner and editors also read who was given access.
 */
export function HistoryPanel({ session }: { session: ViewerSession }) {
  const newest = useStore(session.model.state, (state) => state.newest)
  const asked = useAsked(
    session,
    useCallback(
      (signal) => {
        void newest // a new revision puts itself on top
        return readPage(session, null, signal)
      },
      [session, newest],
    ),
  )
  return (
    <div className={styles.revisions}>
      <Asking asked={asked} busy="Reading…">
        {(first) => <Pages session={session} first={first} />}
      </Asking>
    </div>
  )
}

function Pages({ session, first }: { session: ViewerSession; first: Page }) {
  const [further, setFurther] = useState<{ after: Page; pages: Page[] }>({ after: first, pages: [] })
  const [open, setOpen] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const now = useStore(session.model.state, (state) => state.drawn?.summary.revision ?? null)
  const pages = [first, ...(further.after === first ? further.pages : [])]
  const cursor = pages.at(-1)?.nextCursor

  const more = async () => {
    try {
      const page = await readPage(session, cursor ?? null)
      setFurther({ after: first, pages: [...pages.slice(1), page] })
      setSaid('')
    } catch (error) {
      setSaid(`Earlier entries could not be read. ${reasonText(error)}`)
    }
  }
  const restore = async (revision: number) => {
    setSaid(`Restoring revision ${revision}…`)
    setSaid(await restoreRevision(session, revision))
  }
  return (
    <>
      <p role="status" className={said ? styles.count : 'visually-hidden'}>
        {said}
      </p>
      <ol>
        {pages
          .flatMap(({ items }) => items)
          .map((item) =>
            'verb' in item ? (
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
              <EventRow key={item.id} item={item} />
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

type RowProps = {
  session: ViewerSession
  item: Revision
  isNow: boolean
  isOpen: boolean
  onOpen: () => void
  onRestore: () => void
}

function RevisionRow({ session, item, isNow, isOpen, onOpen, onRestore }: RowProps) {
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

function EventRow({ item }: { item: Event }) {
  const { email, role, name } = item.detail
  const about = [email, role, name].filter((one): one is string => typeof one === 'string' && one !== '')
  return (
    <li className={styles.event}>
      <p>
        {activityWords(item.action)}
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

function By({ item: { at, user, via, client } }: { item: Told }) {
  return (
    <p className="muted">
      <time dateTime={at} title={new Date(at).toLocaleString()}>
        {ago(Date.now() - Date.parse(at))}
      </time>{' '}
      · <bdi>{user?.name ?? (user ? 'somebody' : 'nobody')}</bdi> · {client ?? throughWords({ via, client })}
    </p>
  )
}

/** Who may read the whole log of the model does; the others read its revisions. */
async function readPage({ host }: ViewerSession, cursor: string | null, signal?: AbortSignal): Promise<Page> {
  const page = { limit: 50, cursor }
  if (!host.can.has('activity')) return host.ask<Page>('list_revisions', page, signal)
  const { items, nextCursor } = await host.ask<{ items: Event[]; nextCursor: string | null }>('list_model_activity', page, signal)
  return { items: items.map(toEntry), nextCursor }
}

const OF_REVISION = 'revision.'

function toEntry(event: Event): Entry {
  if (!event.action.startsWith(OF_REVISION)) return event
  const { at, user, via, client, detail } = event
  const verb = event.action.slice(OF_REVISION.length)
  return { at, user, via, client, verb, ...detail } as Revision // as the server merges it into the log
}

/** `Edited: fields set, moved`: what an edit consisted of, each verb once. */
function doneText(verb: keyof typeof VERBS, ops: readonly string[] = []): string {
  const words = new Set(ops.map((op) => EDITS[op] ?? op))
  return words.size > 0 ? `${VERBS[verb]}: ${[...words].join(', ')}` : VERBS[verb]
}

const EDITS: Readonly<Record<string, string>> = {
  set: 'fields set',
  move: 'moved',
  copy: 'copied',
  toLevels: 'storeys copied',
  mirror: 'mirrored',
  rotate: 'rotated',
  orient: 'oriented',
  divide: 'divided',
  merge: 'merged',
  renumber: 'renumbered',
  remove: 'removed',
  add: 'added',
  name: 'renamed',
  units: 'units set',
  scale: 'lengths converted',
}

const DEEDS = { added: 'added', replaced: 'changed', removed: 'removed' } as const

/** `36 areas, 98 frames added · 1 node removed` */
function changesText(changes: Changes | undefined): string {
  const parts = entriesOf(DEEDS).flatMap(([deed, word]) => {
    const counts = KINDS.flatMap((kind) => {
      const count = changes?.[kind]?.[deed]
      return count ? [countText(count, KIND_OF[kind])] : []
    })
    return counts.length > 0 ? [`${counts.join(', ')} ${word}`] : []
  })
  return parts.join(' · ') || 'no elements changed'
}
