'use client'

import { useCallback, useState } from 'react'
import type { Changes } from '#lib/model/schema.ts'
import type { ViewerSession } from '../session/session.ts'
import { Asking } from './asking.tsx'
import styles from './panel.module.css'
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

type Revision = {
  revision: number
  at: string
  user: { id: string; name: string | null } | null
  via: string
  client: string | null
  verb: keyof typeof VERBS
  /** The verbs of an edit. */
  ops?: string[]
  changes: Changes
  restoredFrom: number | null
}

type Page = { items: Revision[]; nextCursor: string | null }

/** Who changed what, when and through what; any of them can be restored, as a new revision. */
export function RevisionsPanel({ session }: { session: ViewerSession }) {
  const now = useStore(session.model.state, (state) => state.drawn?.summary.revision ?? null)
  const asked = useAsked(
    useCallback(
      (signal) => {
        void now // a new revision puts itself on top
        return readPage(session, null, signal)
      },
      [session, now],
    ),
  )
  return (
    <div className={styles.revisions}>
      <Asking asked={asked} busy="Reading…">
        {(first) => <Pages session={session} first={first} now={now} />}
      </Asking>
    </div>
  )
}

function Pages({ session, first, now }: { session: ViewerSession; first: Page; now: number | null }) {
  const [further, setFurther] = useState<{ after: Page; pages: Page[] }>({ after: first, pages: [] })
  const [open, setOpen] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const pages = [first, ...(further.after === first ? further.pages : [])]
  const cursor = pages.at(-1)?.nextCursor

  const more = async () => {
    try {
      const page = await readPage(session, cursor ?? null)
      setFurther({ after: first, pages: [...pages.slice(1), page] })
      setSaid('')
    } catch (error) {
      setSaid(`The earlier ones could not be read. ${reasonText(error)}`)
    }
  }
  const restore = async (revision: number) => {
    setSaid(`Restoring revision ${revision}…`)
    try {
      await session.host.ask('restore_revision', { revision })
      setSaid(`Revision ${revision} is restored, as a new revision.`)
      void session.model.reload()
    } catch (error) {
      setSaid(`Revision ${revision} could not be restored. ${reasonText(error)}`)
    }
  }
  return (
    <>
      <p role="status" className={said ? styles.count : 'visually-hidden'}>
        {said}
      </p>
      <ol>
        {pages
          .flatMap(({ items }) => items)
          .map((item) => (
            <Row
              key={item.revision}
              session={session}
              item={item}
              isNow={item.revision === now}
              isOpen={open === item.revision}
              onOpen={() => setOpen(open === item.revision ? null : item.revision)}
              onRestore={() => void restore(item.revision)}
            />
          ))}
      </ol>
      {cursor && (
        <button type="button" className={styles.small} onClick={() => void more()}>
          Earlier ones
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

function Row({ session, item, isNow, isOpen, onOpen, onRestore }: RowProps) {
  const { revision, at, user, via, client, verb, ops, changes, restoredFrom } = item
  return (
    <li className={styles.revision} aria-current={isNow}>
      <p className={styles.revisionHead}>
        <strong>{revision}</strong>
        <span>{restoredFrom === null ? doneText(verb, ops) : `Restored revision ${restoredFrom}`}</span>
        {isNow && <span className={styles.now}>now</span>}
      </p>
      <p className="muted">{changesText(changes)}</p>
      <p className="muted">
        <time dateTime={at} title={new Date(at).toLocaleString()}>
          {ago(at)}
        </time>{' '}
        · {user?.name ?? 'you'} · {client ?? via}
      </p>
      <p className={styles.revisionTools}>
        <button
          type="button"
          className={styles.small}
          aria-expanded={isOpen}
          aria-label={`What revision ${revision} changed`}
          onClick={onOpen}
        >
          What changed
        </button>
        {session.host.can.has('restore') && !isNow && (
          <button type="button" className={styles.small} aria-label={`Restore revision ${revision}`} onClick={onRestore}>
            Restore
          </button>
        )}
      </p>
      {isOpen && <RevisionChanges session={session} revision={revision} />}
    </li>
  )
}

const readPage = ({ host }: ViewerSession, cursor: string | null, signal?: AbortSignal) =>
  host.ask<Page>('list_revisions', { limit: 50, cursor }, signal)

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

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `5 minutes ago`; the day and hour themselves are in the tooltip. */
function ago(at: string): string {
  const seconds = (Date.now() - Date.parse(at)) / 1000
  const [unit, size] = STEPS.find(([, size]) => seconds >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.round(seconds / size), unit)
}

function changesText(changes: Changes | undefined): string {
  const parts = Object.entries(changes ?? {}).flatMap(([kind, change]) => {
    if (!change) return []
    const { added, replaced, removed } = change
    const counts = [added && `+${added}`, replaced && `${replaced} changed`, removed && `−${removed}`].filter(Boolean)
    return counts.length ? [`${kind} ${counts.join(', ')}`] : []
  })
  return parts.join(' · ') || 'no elements changed'
}
