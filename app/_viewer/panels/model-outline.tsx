'use client'

import { useEffect, useRef, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import type { Drawn } from '../session/live-model.ts'
import { flyTo } from '../session/navigate.ts'
import { select } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { ELEMENT_KINDS, type ElementKind, type Facet, type FacetValue, KIND_NAMES } from '../worker/elements.ts'
import type { Found as Answer } from '../worker/search.ts'
import { Options } from './fields.tsx'
import { Icon } from './icon.tsx'
import { type Item, Rows } from './outline-rows.tsx'
import styles from './panel.module.css'
import { useStore } from './use-store.ts'

const FOUND = 200
const PAGE = 100

type Grouping = 'elements' | Facet
const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['elements', 'By element'],
  ['storey', 'By storey'],
  ['kind', 'By kind of structure'],
  ['section', 'By section'],
  ['material', 'By material'],
]

/** The model in words: every element the canvas shows, in groups, to search, walk through with the keyboard and select. */
export function ModelOutline({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [query, setQuery] = useState('')
  const [by, setBy] = useState<Grouping>('elements')
  const flyToFound = async () => {
    const { found, isSelection } = await session.model.ask('search', { query, limit: 1 })
    const wanted = isSelection ? await allOf(session, query) : found
    if (wanted.length > 0) choose(session, wanted)
  }
  return (
    <div className={styles.outline}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          value={query}
          placeholder="Name or role:beam"
          title='Part of an id, label or name; or a selection: role:column storey:"Level 2" section:HE* -on:A,D length:5.. kind:frame, or JSON as over REST and MCP'
          aria-label="Search the model"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void flyToFound()}
        />
        {!query && <Options aria-label="Group" value={by} options={GROUPINGS} onChange={setBy} />}
      </div>
      {!drawn ? null : query.trim() ? (
        <Found session={session} drawn={drawn} query={query} />
      ) : by === 'elements' ? (
        <ByElement session={session} drawn={drawn} />
      ) : (
        <ByValue key={by} session={session} drawn={drawn} by={by} />
      )}
    </div>
  )
}

function ByElement({ session, drawn }: { session: ViewerSession; drawn: Drawn }) {
  const [open, setOpen] = useState<ElementKind | null>('frame')
  const selected = useStore(session.view, (state) => state.selected)
  const only = selected.length === 1 ? selected[0] : undefined
  // What is selected in the picture is shown here; afterwards any kind may be opened again.
  useEffect(() => {
    if (only) setOpen(only.kind)
  }, [only])
  const { counts } = drawn.summary
  const kinds = ELEMENT_KINDS.filter((kind) => counts[kind])
  if (!kinds.length)
    return <p className={styles.empty}>Nothing yet. What is added over REST or MCP appears here and in the picture at once.</p>
  return kinds.map((kind) => (
    <Group
      key={kind}
      name={KIND_NAMES[kind][1]}
      count={counts[kind]}
      isOpen={open === kind}
      onTurn={() => setOpen(open === kind ? null : kind)}
    >
      <Pages
        session={session}
        drawn={drawn}
        count={counts[kind]}
        ask={(from, count) => session.model.ask('list', { kind, from, count })}
        reveal={only?.kind === kind ? only.index : undefined}
      />
    </Group>
  ))
}

function ByValue({ session, drawn, by }: { session: ViewerSession; drawn: Drawn; by: Facet }) {
  const [open, setOpen] = useState<string | null>(null)
  const [values, setValues] = useState<FacetValue[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void drawn
    void session.model.ask('facets', {}).then((facets) => isCurrent && setValues(facets[by]))
    return () => {
      isCurrent = false
    }
  }, [session, drawn, by])
  if (!values) return null
  if (!values.length) return <p className={styles.empty}>There are no frames and areas to group.</p>
  return values.map(({ value, label, count }) => (
    <Group
      key={value}
      name={label}
      count={count}
      isOpen={open === value}
      onTurn={() => setOpen(open === value ? null : value)}
      onSelect={() =>
        void session.model.ask('group', { by, value, from: 0, count }).then((items) => {
          select(session, items)
          void flyTo(session, items)
        })
      }
    >
      <Pages
        session={session}
        drawn={drawn}
        count={count}
        ask={(from, count) => session.model.ask('group', { by, value, from, count })}
        showKind
      />
    </Group>
  ))
}

type GroupProps = {
  name: string
  count: number
  isOpen: boolean
  onTurn: () => void
  onSelect?: () => void
  children: React.ReactNode
}

function Group({ name, count, isOpen, onTurn, onSelect, children }: GroupProps) {
  return (
    <section className={isOpen ? `${styles.kind} ${styles.open}` : styles.kind}>
      <h3 className={styles.kindHead}>
        <button type="button" className={styles.kindName} aria-expanded={isOpen} onClick={onTurn}>
          {name}
          <span className="muted">{grouped(count)}</span>
        </button>
        {onSelect && (
          <button type="button" className={styles.all} aria-label={`Select all of ${name}`} onClick={onSelect}>
            all
          </button>
        )}
      </h3>
      {isOpen && children}
    </section>
  )
}

/** As many as can be of use at once. */
const ALL = 1_000_000

const allOf = async (session: ViewerSession, query: string) => (await session.model.ask('search', { query, limit: ALL })).found

function choose(session: ViewerSession, items: readonly Item[]) {
  const refs = [...items]
  select(session, refs)
  void flyTo(session, refs)
}

function Found({ session, drawn, query }: { session: ViewerSession; drawn: Drawn; query: string }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isCurrent = true
    void drawn // a new revision is searched anew
    void session.model.ask('search', { query, limit: FOUND }).then((found) => isCurrent && setAnswer(found))
    return () => {
      isCurrent = false
    }
  }, [session, query, drawn])
  if (!answer) return null
  return (
    <section className={`${styles.kind} ${styles.open}`} aria-label="Found">
      <p className={styles.count} role="status">
        {answer.total === 0 ? (answer.words ?? `Nothing is called “${query.trim()}”`) : `${grouped(answer.total)} found`}
        {answer.total > 1 && (
          <button
            type="button"
            className={styles.all}
            onClick={() => void allOf(session, query).then((items) => choose(session, items))}
          >
            Select all
          </button>
        )}
      </p>
      <Rows session={session} count={answer.found.length} itemAt={(k) => answer.found[k]} showKind flies />
    </section>
  )
}

type PagesProps = {
  session: ViewerSession
  drawn: Drawn
  count: number
  ask: (from: number, count: number) => Promise<Item[]>
  reveal?: number | undefined
  showKind?: boolean
}

/** A list whose rows come from the worker, a page at a time, as they come into sight. */
function Pages({ session, drawn, count, ask, reveal, showKind = false }: PagesProps) {
  const [pages, setPages] = useState(new Map<number, Item[]>())
  const asked = useRef(new Set<number>())
  useEffect(() => {
    void drawn
    asked.current = new Set()
    setPages(new Map())
  }, [drawn])
  const need = (first: number, end: number) => {
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) {
      if (asked.current.has(page)) continue
      asked.current.add(page)
      void ask(page * PAGE, PAGE).then((items) => setPages((known) => new Map(known).set(page, items)))
    }
  }
  const itemAt = (k: number) => pages.get(Math.floor(k / PAGE))?.[k % PAGE]
  return <Rows session={session} count={count} itemAt={itemAt} need={need} reveal={reveal} showKind={showKind} />
}
