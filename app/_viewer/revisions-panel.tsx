'use client'

import { useEffect, useState } from 'react'
import type { Changes } from '#lib/model/schema.ts'
import styles from './panel.module.css'
import type { ViewerSession } from './session.ts'
import { useStore } from './store.ts'

type Revision = {
  revision: number
  at: string
  user: { id: string; name: string | null } | null
  via: string
  client: string | null
  verb: string
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
        {items?.map(({ revision, at, user, via, client, verb, changes, restoredFrom }) => (
          <li key={revision} className={styles.revision} aria-current={revision === now}>
            <div>
              <strong>{revision}</strong>{' '}
              <span>{restoredFrom === null || restoredFrom === undefined ? words(verb) : `restored ${restoredFrom}`}</span>
              <p className="muted">{changesText(changes)}</p>
              <p className="muted">
                <time dateTime={at}>{new Date(at).toLocaleString()}</time> · {user?.name ?? 'you'} · {client ?? via}
              </p>
            </div>
            {mayWrite && revision !== now && (
              <button type="button" className={styles.small} onClick={() => void restore(revision)}>
                Restore
              </button>
            )}
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

const words = (verb: string) =>
  verb.replaceAll(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

function changesText(changes: Changes | undefined): string {
  const parts = Object.entries(changes ?? {}).flatMap(([kind, change]) => {
    if (!change) return []
    const { added, replaced, removed } = change
    const counts = [added && `+${added}`, replaced && `${replaced} changed`, removed && `−${removed}`].filter(Boolean)
    return counts.length ? [`${kind} ${counts.join(', ')}`] : []
  })
  return parts.join(' · ') || 'no elements changed'
}
