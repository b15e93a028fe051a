'use client'

import { useEffect, useState } from 'react'
import type { Changes } from '#lib/model/schema.ts'
import type { ViewerSession } from '../session/session.ts'
import styles from './panel.module.css'
import { RevisionChanges } from './revision-changes.tsx'
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

type Props = { session: ViewerSession; address: string; mayWrite: boolean }

/** Who changed what, when and through what; any of them can be restored, as a new revision. */
export function RevisionsPanel({ session, address, mayWrite }: Props) {
  const now = useStore(session.model.state, (state) => state.drawn?.summary.revision ?? null)
  const [items, setItems] = useState<Revision[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [open, setOpen] = useState<number | null>(null)

  useEffect(() => {
    let isCurrent = true
    void now
    void read(address, null).then((page) => {
      if (!isCurrent) return
      if (!page) return setSaid('The revisions could not be read.')
      setItems(page.items)
      setCursor(page.nextCursor)
    })
    return () => {
      isCurrent = false
    }
  }, [address, now]) // a new revision puts itself on top

  const more = async () => {
    const page = await read(address, cursor)
    if (!page) return setSaid('The revisions could not be read.')
    setItems((known) => [...(known ?? []), ...page.items])
    setCursor(page.nextCursor)
  }
  const restore = async (revision: number) => {
    setSaid(`Restoring revision ${revision}…`)
    const response = await fetch(`${address}/${revision}/restore`, { method: 'POST' })
    setSaid(
      response.ok
        ? `Revision ${revision} is restored, as a new revision.`
        : `Revision ${revision} could not be restored (${response.status}).`,
    )
    if (response.ok) void session.model.reload()
  }

  return (
    <div className={styles.revisions}>
      <p role="status" className={said ? styles.count : 'visually-hidden'}>
        {said}
      </p>
      {!items && !said && <p className={styles.empty}>Reading…</p>}
      <ol>
        {items?.map(({ revision, at, user, via, client, verb, ops, changes, restoredFrom }) => (
          <li key={revision} className={styles.revision} aria-current={revision === now}>
            <p className={styles.revisionHead}>
              <strong>{revision}</strong>
              <span>{restoredFrom === null ? doneText(verb, ops) : `Restored revision ${restoredFrom}`}</span>
              {revision === now && <span className={styles.now}>now</span>}
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
                aria-expanded={open === revision}
                aria-label={`What revision ${revision} changed`}
                onClick={() => setOpen(open === revision ? null : revision)}
              >
                What changed
              </button>
              {mayWrite && revision !== now && (
                <button
                  type="button"
                  className={styles.small}
                  aria-label={`Restore revision ${revision}`}
                  onClick={() => void restore(revision)}
                >
                  Restore
                </button>
              )}
            </p>
            {open === revision && <RevisionChanges session={session} address={`${address}/${revision}/changes`} />}
          </li>
        ))}
      </ol>
      {cursor && (
        <button type="button" className={styles.small} onClick={() => void more()}>
          Earlier ones
        </button>
      )}
    </div>
  )
}

async function read(address: string, cursor: string | null): Promise<{ items: Revision[]; nextCursor: string | null } | null> {
  const response = await fetch(`${address}?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, {
    headers: { accept: 'application/json' },
  })
  return response.ok ? response.json() : null
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
