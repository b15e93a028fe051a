'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react'
import type { ModelOrder } from '#lib/storage/model-list.ts'
import styles from './models.module.css'

export type ListView = 'cards' | 'list'

const ORDERS: Record<ModelOrder, string> = { changed: 'Last change', name: 'Name', size: 'Number of elements' }
const PAUSE_MS = 250

type ListControlsProps = { q: string; order: ModelOrder; view: ListView; children: ReactNode }

/** Search as one types, order and look of the list. The address keeps the first two, a cookie the third; Enter works before the script. */
export function ListControls({ q, order, view, children }: ListControlsProps) {
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const [text, setText] = useState(q)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  const go = (wanted: string, by: string) => {
    clearTimeout(pause.current)
    const query = new URLSearchParams({ ...(wanted.trim() && { q: wanted.trim() }), ...(by !== 'changed' && { sort: by }) })
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
            go(text, order)
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
              pause.current = setTimeout(() => go(value, order), PAUSE_MS)
            }}
          />
        </form>
      </search>
      <label className={styles.order}>
        Sort by
        <select value={order} onChange={({ target }) => go(text, target.value)}>
          {Object.entries(ORDERS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={styles.looks}>
        <legend className="visually-hidden">Look</legend>
        {(['cards', 'list'] as const).map((look) => (
          <button key={look} type="button" aria-pressed={view === look} onClick={() => show(look)}>
            {look === 'cards' ? 'Pictures' : 'List'}
          </button>
        ))}
      </fieldset>
      <span className={styles.beside}>{children}</span>
    </div>
  )
}
