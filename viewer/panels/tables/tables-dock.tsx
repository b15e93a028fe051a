'use client'

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import { type ElementKind, KIND_NAMES } from '../../worker/elements.ts'
import type { TableKind } from '../../worker/tables/table-types.ts'
import { Tool } from '../bars/toolbar.tsx'
import { useFocusBack } from '../use-focus-back.ts'
import { useSetting } from '../use-setting.ts'
import { useStore } from '../use-store.ts'
import { ElementTable } from './element-table.tsx'
import { QuantitiesTable } from './quantities-table.tsx'
import styles from './tables-dock.module.css'

export type DockProps = {
  session: ViewerSession
  name: string
  onClose: () => void
  onFinding: (finding: number) => void
  /** The share of the height that it takes. */
  onHeight: (share: number) => void
  say: (text: string) => void
}

type Tab = 'quantities' | TableKind
const ORDER: readonly ElementKind[] = ['frame', 'area', 'node', 'support', 'member', 'section', 'material', 'gridLine']
const LEAST = 0.25
const MOST = 0.75
const between = (share: number) => Math.min(MOST, Math.max(LEAST, share))

/** All of the model as tables, below the picture; on a phone and in a low window in its place. */
export function TablesDock({ session, name, onClose, onFinding, onHeight, say }: DockProps) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const findings = useStore(session.derived, (state) => state.findings)
  const [height, setHeight] = useSetting(session, 'tables-height', '0.4')
  const [chosen, setTab] = useSetting(session, 'tables-tab', 'frame')
  const share = between(Number(height) || 0.4)
  const dock = useRef<HTMLElement>(null)
  useFocusBack(dock)
  useEffect(() => onHeight(share), [onHeight, share])
  if (!drawn) return null
  const { counts } = drawn.summary
  const kinds = ORDER.filter((kind) => counts[kind] > 0)
  const tabs: readonly (readonly [Tab, string, number | null])[] = [
    ['quantities', 'Quantities', null],
    ...kinds.map((kind) => [kind, KIND_NAMES[kind][1], counts[kind]] as const),
    ...(findings?.length ? [['finding', 'Findings', findings.length] as const] : []),
  ]
  const tab = tabs.find(([key]) => key === chosen)?.[0] ?? tabs[1]?.[0] ?? 'quantities'
  return (
    <section ref={dock} className={styles.dock} aria-label="Tables" data-closed-by="Close the tables">
      <Handle share={share} onMove={(next) => setHeight(String(between(next)))} />
      <div className={styles.head}>
        <Tabs tabs={tabs} open={tab} onOpen={setTab} />
        <Tool icon="close" label="Close the tables" keys="E" onPress={onClose} />
      </div>
      <div className={styles.body} role="tabpanel" id="tables-panel" aria-labelledby={`tables-${tab}`}>
        {tab === 'quantities' ? (
          <QuantitiesTable session={session} name={name} say={say} />
        ) : (
          <ElementTable key={tab} session={session} kind={tab} name={name} onFinding={onFinding} say={say} />
        )}
      </div>
    </section>
  )
}

type TabsProps = { tabs: readonly (readonly [Tab, string, number | null])[]; open: Tab; onOpen: (tab: Tab) => void }

function Tabs({ tabs, open, onOpen }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(([key]) => key === open)
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = tabs[(to + tabs.length) % tabs.length]![0]
    onOpen(next)
    list.current?.querySelector<HTMLElement>(`#tables-${next}`)?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label="Tables" onKeyDown={onKeyDown}>
      {tabs.map(([key, label, count]) => (
        <button
          key={key}
          id={`tables-${key}`}
          type="button"
          role="tab"
          aria-selected={key === open}
          aria-controls="tables-panel"
          aria-label={label}
          tabIndex={key === open ? 0 : -1}
          onClick={() => onOpen(key)}
        >
          {label}
          {count !== null && <span className={styles.number}>{grouped(count)}</span>}
        </button>
      ))}
    </div>
  )
}

/** Its upper edge, which is drawn up and down; arrow keys do it too. */
function Handle({ share, onMove }: { share: number; onMove: (share: number) => void }) {
  const [isDragged, setDragged] = useState(false)
  const move = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const whole = currentTarget.closest('main')?.getBoundingClientRect()
    if (isDragged && whole) onMove((whole.bottom - clientY) / whole.height)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line between two texts
    <div
      className={styles.handle}
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the tables"
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId)
        setDragged(true)
      }}
      onPointerMove={move}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onKeyDown={(event) => {
        const by = { ArrowUp: 0.05, ArrowDown: -0.05 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        onMove(share + by)
      }}
    />
  )
}
