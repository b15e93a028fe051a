'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { attempt } from '../../session/attempt.ts'
import { select } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { flyTo } from '../../session/view/navigate.ts'
import type { FoundRow } from '../../worker/element-text.ts'
import { type ElementKind, KIND_NAMES, keyOf } from '../../worker/elements.ts'
import { RowText } from '../later.tsx'
import styles from '../panel.module.css'
import { useRowHeight } from '../tables/use-row-height.ts'
import { useStore } from '../use-store.ts'

/** Of a row, in pixels, where a mouse points at it. */
const LEAST = 28

type RowsProps = {
  session: ViewerSession
  count: number
  itemAt: (k: number) => FoundRow | undefined
  need?: (first: number, end: number) => void
  showKind?: boolean
  /** Where the selected element is in the list; it scrolls there. */
  reveal?: number | undefined
  /** A press also flies there. */
  flies?: boolean
}

/** A list of any length: only the rows in sight are made. Arrow keys walk, Enter selects, Shift or Ctrl add. */
export function Rows({ session, count, itemAt, need, showKind = false, reveal, flies = false }: RowsProps) {
  const selected = useStore(session.view, (state) => state.selected)
  const keys = new Set(selected.map(keyOf))
  const list = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight(LEAST)
  const [scroll, setScroll] = useState({ top: 0, height: 400 })
  const [active, setActive] = useState(0)
  const first = Math.max(0, Math.floor(scroll.top / rowHeight) - 4)
  const end = Math.min(count, Math.ceil((scroll.top + scroll.height) / rowHeight) + 4)
  useEffect(() => need?.(first, end))
  useEffect(() => {
    const box = list.current
    if (reveal === undefined || !box || box.contains(document.activeElement)) return
    setActive(reveal)
    const isInSight = reveal * rowHeight >= box.scrollTop && (reveal + 1) * rowHeight <= box.scrollTop + box.clientHeight
    // In the middle, under a whole row: a low list has none to give away.
    if (!isInSight) box.scrollTop = (reveal - Math.floor((box.clientHeight / rowHeight - 1) / 2)) * rowHeight
  }, [reveal, rowHeight])

  const go = (to: number) => {
    const next = Math.max(0, Math.min(count - 1, to))
    setActive(next)
    const box = list.current
    if (!box) return
    if (next * rowHeight < box.scrollTop) box.scrollTop = next * rowHeight
    if ((next + 1) * rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = (next + 1) * rowHeight - box.clientHeight
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
      <div style={{ height: count * rowHeight }} role="presentation">
        {Array.from({ length: Math.max(0, end - first) }, (_, index) => {
          const k = first + index
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
              style={{ height: rowHeight, transform: `translateY(${k * rowHeight}px)` }}
              onFocus={() => setActive(k)}
              onMouseEnter={({ currentTarget }) => {
                currentTarget.title = cutText(currentTarget)
                if (item && isDrawable(item.kind)) session.view.set({ hovered: item })
              }}
              onMouseLeave={() => session.view.set({ hovered: null })}
              onClick={(event) => {
                if (!item) return
                const adds = event.shiftKey || event.ctrlKey || event.metaKey
                select(session, [item], adds ? 'toggle' : 'replace')
                if (flies && !adds) void attempt(session, flyTo(session, [item]))
              }}
              onDoubleClick={() => item && void attempt(session, flyTo(session, [item]))}
            >
              {item ? (
                <>
                  <span>
                    {showKind && <span className="muted">{KIND_NAMES[item.kind][0]} </span>}
                    <bdi>{item.id}</bdi>
                  </span>
                  <bdi className={styles.rowText}>{item.line ? <RowText session={session} row={item} /> : item.text}</bdi>
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

/** All that a row says, where it has no room for it. */
const cutText = (row: HTMLElement): string => {
  const parts = [...row.children].filter((part) => part instanceof HTMLElement)
  return parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    ? parts.map(({ innerText }) => innerText).join(' ')
    : ''
}

const isDrawable = (kind: ElementKind) => kind === 'frame' || kind === 'area' || kind === 'node' || kind === 'support'
