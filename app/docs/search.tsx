'use client'

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { anchorOf } from '#lib/http/problem-anchor.ts'
import { groupHref, objectHref } from '#lib/rest/reference-pages.ts'
import styles from './reference.module.css'

/** As the page holds it, short: `entriesOf` says what each is. */
export type Index = {
  operations: readonly (readonly [summary: string, address: string, group: string, id: string])[]
  objects: readonly string[]
  problems: readonly (readonly [code: string, status: number])[]
  types: readonly string[]
}

type Entry = { name: string; about: string; href: string }

const ELSEWHERE: readonly Entry[] = [
  { name: 'Authenticate', about: 'API keys, scopes, 401, 403', href: '/docs#authenticate' },
  { name: 'Headers', about: 'of requests and answers', href: '/docs#headers' },
  { name: 'Rate limits', about: 'RateLimit, Retry-After', href: '/docs#rate-limits' },
  { name: 'Versions', about: 'X-Api-Version, Deprecation, Sunset', href: '/docs/versions' },
  { name: 'The viewer', about: 'looking, measuring, sheets, embedding', href: '/docs/viewer' },
  { name: 'Your first model', about: 'curl, TypeScript, Python', href: '/docs/first-model' },
]

const entriesOf = ({ operations, objects, problems, types }: Index): Entry[] => [
  ...operations.map(([name, about, group, id]) => ({ name, about, href: `${groupHref(group)}#${id}` })),
  ...objects.map((name) => ({ name, about: 'object', href: objectHref(name) })),
  ...problems.map(([code, status]) => ({ name: code, about: `${status}`, href: `/docs/errors#${anchorOf(code)}` })),
  ...types.map((type) => ({ name: type, about: '422', href: `/docs/errors#${anchorOf(type)}` })),
  ...ELSEWHERE,
]

const MOST_SHOWN = 12

/** A field over everything that the reference has. `/` gives it the focus; arrows choose, Enter goes there, Escape empties it. */
export function Search({ index }: { index: Index }) {
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const entries = useMemo(() => entriesOf(index), [index])
  const found = find(entries, sought)
  const isOpen = sought.trim() !== ''

  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const writes = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setSought('')
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + found.length) % found.length)
    }
    const there = found[chosen]
    if (event.key === 'Enter' && there) {
      setSought('')
      window.location.assign(there.href)
    }
  }

  return (
    <search className={styles.search}>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Search the reference"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-activedescendant={isOpen && found.length > 0 ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        placeholder="Search  /"
        autoComplete="off"
        spellCheck={false}
        value={sought}
        onChange={(event) => {
          setSought(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Found" hidden={!isOpen} className={styles.found}>
        {found.map(({ name, about, href }, k) => (
          <a
            key={href}
            id={`${list}-${k}`}
            role="option"
            aria-selected={k === chosen}
            tabIndex={-1}
            href={href}
            onClick={() => setSought('')}
          >
            {name} <span>{about}</span>
          </a>
        ))}
      </div>
      <p role="status" className={styles.none}>
        {isOpen && found.length === 0 && 'Nothing has these words.'}
      </p>
    </search>
  )
}

/** Those that have every word, first those whose name begins with what is sought. */
function find(entries: readonly Entry[], sought: string): Entry[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const begins = ({ name }: Entry) => name.toLowerCase().startsWith(words.join(' '))
  const having = entries.filter(({ name, about, href }) => {
    const text = `${name} ${about} ${href}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return [...having.filter(begins), ...having.filter((one) => !begins(one))].slice(0, MOST_SHOWN)
}
