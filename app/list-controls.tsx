'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react'
import type { Role } from '#lib/access/roles.ts'
import type { ModelOrder } from '#lib/service/models/list-models.ts'
import { listQuery } from './list-query.ts'
import styles from './models.module.css'

export type ListView = 'cards' | 'list'

const ORDERS: Record<ModelOrder, string> = { changed: 'Last change', name: 'Name', size: 'Number of elements' }
const PAUSE_MS = 250

const ROLE_WORDS: Record<Role, string> = {
  owner: 'owned by me',
  editor: 'I can edit',
  commenter: 'I can comment on',
  viewer: 'I can view',
}

type ListControlsProps = {
  q: string
  order: ModelOrder
  role: Role | undefined
  hasShared: boolean
  view: ListView
  children: ReactNode
}

/** Search as one types, whose models, order and look of the list. The address keeps all but the look, which is a cookie's; Enter works before the script. */
export function ListControls({ q, order, role, hasShared, view, children }: ListControlsProps) {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const [text, setText] = useState(q)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  const go = ({ wanted = text, by = order, as = role }: { wanted?: string; by?: string; as?: string | undefined }) => {
    clearTimeout(pause.current)
    const query = new URLSearchParams(listQuery({ q: wanted.trim(), role: as, order: by }))
    startReading(() => router.replace(query.size > 0 ? `/?${query}` : '/', { scroll: false }))
  }
  const show = (next: ListView) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and on plain http
    document.cookie = `models=${next}; path=/; samesite=lax; max-age=31536000`
    startReading(() => router.refresh())
  }

  return (
    <div className={styles.controls}>
      <search>
        <form
          action="/"
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            go({})
          }}
        >
          <label htmlFor="q" className="visually-hidden">
            Search by name
          </label>
          <input
            id="q"
            type="search"
            name="q"
            value={text}
            placeholder="Search by name"
            maxLength={200}
            autoComplete="off"
            aria-busy={isReading || undefined}
            onChange={({ target: { value } }) => {
              setText(value)
              clearTimeout(pause.current)
              pause.current = setTimeout(() => go({ wanted: value }), PAUSE_MS)
            }}
          />
        </form>
      </search>
      {hasShared && (
        <label className={styles.order}>
          Models
          <select value={role ?? ''} onChange={({ target }) => go({ as: target.value })}>
            <option value="">all</option>
            {Object.entries(ROLE_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className={styles.order}>
        Sort by
        <select value={order} onChange={({ target }) => go({ by: target.value })}>
          {Object.entries(ORDERS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={styles.looks}>
        <legend className="visually-hidden">View as</legend>
        {(['cards', 'list'] as const).map((look) => (
          <button key={look} type="button" aria-pressed={view === look} onClick={() => show(look)}>
            {look === 'cards' ? 'Grid' : 'List'}
          </button>
        ))}
      </fieldset>
      <span className={styles.beside}>{children}</span>
    </div>
  )
}
