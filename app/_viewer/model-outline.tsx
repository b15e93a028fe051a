'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ELEMENT_KINDS, type ElementKind, type ElementRef, KIND_NAMES, keyOf } from './elements.ts'
import { Icon } from './icon.tsx'
import type { Drawn } from './live-model.ts'
import { flyTo } from './navigate.ts'
import styles from './panel.module.css'
import { select, type ViewerSession } from './session.ts'
import { useStore } from './store.ts'

type Item = ElementRef & { index: number; text: string }

const FOUND = 200
const ROW = 28
const PAGE = 100

/** The model in words: every element the canvas shows, by kind, to search, walk through with the keyboard and select. */
export function ModelOutline({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<ElementKind | null>('frame')
  if (!drawn) return null
  const { counts } = drawn.summary
  const kinds = ELEMENT_KINDS.filter((kind) => counts[kind])
  return (
    <div className={styles.outline}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          value={query}
          placeholder="Search by id, label or name"
          aria-label="Search the model"
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {query.trim() ? (
        <Found session={session} drawn={drawn} query={query} />
      ) : (
        <>
          {!kinds.length && (
            <p className={styles.empty}>Nothing yet. What is added over REST or MCP appears here and in the picture at once.</p>
          )}
          {kinds.map((kind) => (
            <section key={kind} className={open === kind ? `${styles.kind} ${styles.open}` : styles.kind}>
              <h3>
                <button
                  type="button"
                  className={styles.kindName}
                  aria-expanded={open === kind}
                  onClick={() => setOpen(open === kind ? null : kind)}
                >
                  {KIND_NAMES[kind][1]}
                  <span className="muted">{counts[kind].toLocaleString('en')}</span>
                </button>
              </h3>
              {open === kind && <KindList session={session} drawn={drawn} kind={kind} count={counts[kind]} />}
            </section>
          ))}
        </>
      )}
    </div>
  )
}

function Found({ session, drawn, query }: { session: ViewerSession; drawn: Drawn; query: string }) {
  const [answer, setAnswer] = useState<{ found: Item[]; total: number } | null>(null)
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
        {answer.total === 0 ? `Nothing is called “${query.trim()}”` : `${answer.total.toLocaleString('en')} found`}
      </p>
      <Rows session={session} count={answer.found.length} itemAt={(k) => answer.found[k]} showKind />
    </section>
  )
}

function KindList({ session, drawn, kind, count }: { session: ViewerSession; drawn: Drawn; kind: ElementKind; count: number }) {
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
      void session.model
        .ask('list', { kind, from: page * PAGE, count: PAGE })
        .then((items) => setPages((known) => new Map(known).set(page, items)))
    }
  }
  return <Rows session={session} count={count} itemAt={(k) => pages.get(Math.floor(k / PAGE))?.[k % PAGE]} need={need} />
}

type RowsProps = {
  session: ViewerSession
  count: number
  itemAt: (k: number) => Item | undefined
  need?: (first: number, end: number) => void
  showKind?: boolean
}

/** A list of any length: only the rows in sight are made. Arrow keys walk, Enter selects, Shift or Ctrl add. */
function Rows({ session, count, itemAt, need, showKind = false }: RowsProps) {
  const selected = useStore(session.view, (state) => state.selected)
  const keys = new Set(selected.map(keyOf))
  const list = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ top: 0, height: 400 })
  const [active, setActive] = useState(0)
  const first = Math.max(0, Math.floor(scroll.top / ROW) - 4)
  const end = Math.min(count, Math.ceil((scroll.top + scroll.height) / ROW) + 4)
  useEffect(() => need?.(first, end))

  const go = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to))
    setActive(next)
    const box = list.current
    if (!box) return
    if (next * ROW < box.scrollTop) box.scrollTop = next * ROW
    if ((next + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (next + 1) * ROW - box.clientHeight
    // A row that was out of sight is there only after the scrolling is drawn.
    const focus = () => box.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
    focus()
    requestAnimationFrame(focus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(Number.isFinite(step) ? active + step : step > 0 ? count - 1 : 0)
  }
  return (
    <div
      ref={(box) => {
        list.current = box
        if (box?.clientHeight && box.clientHeight !== scroll.height) setScroll({ top: box.scrollTop, height: box.clientHeight })
      }}
      className={styles.rows}
      role="listbox"
      tabIndex={-1}
      aria-label="Elements"
      aria-multiselectable="true"
      onScroll={({ currentTarget }) => setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: count * ROW }} role="presentation">
        {Array.from({ length: Math.max(0, end - first) }, (_, at) => {
          const k = first + at
          const item = itemAt(k)
          return (
            <button
              key={k}
              type="button"
              role="option"
              data-row={k}
              tabIndex={k === active ? 0 : -1}
              aria-selected={item ? keys.has(keyOf(item)) : false}
              aria-setsize={count}
              aria-posinset={k + 1}
              className={styles.row}
              style={{ transform: `translateY(${k * ROW}px)` }}
              onFocus={() => setActive(k)}
              onMouseEnter={() => item && isDrawable(item.kind) && session.view.set({ hovered: item })}
              onMouseLeave={() => session.view.set({ hovered: null })}
              onClick={(event) =>
                item && select(session, [item], event.shiftKey || event.ctrlKey || event.metaKey ? 'toggle' : 'replace')
              }
              onDoubleClick={() => item && void flyTo(session, [item])}
            >
              {item ? (
                <>
                  <span>
                    {showKind && <span className="muted">{KIND_NAMES[item.kind][0]} </span>}
                    {item.id}
                  </span>
                  <span className={styles.rowText}>{item.text}</span>
                </>
              ) : (
                '…'
              )}
            </button>
          )
        })}
      </div>
    </div>
  )
}

const isDrawable = (kind: ElementKind) => kind === 'frame' || kind === 'area' || kind === 'node' || kind === 'support'
