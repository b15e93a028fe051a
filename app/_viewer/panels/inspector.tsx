'use client'

import { useEffect, useRef, useState } from 'react'
import { inWords, massInWords } from '#lib/model/measures.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import { flyTo } from '../session/navigate.ts'
import { hideSelected, isolateSelected, select, selectByRef } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { withoutText } from '../session/without-text.ts'
import { type ElementKind, type ElementRef, type FacetValue, KIND_NAMES, refsOf, type Summary } from '../worker/elements.ts'
import type { Described } from '../worker/property-types.ts'
import type { Sums } from '../worker/table-types.ts'
import styles from './inspector.module.css'
import { NotShownLine } from './not-shown-bar.tsx'
import { PropertyRows } from './property-rows.tsx'
import { RemovedElement } from './removed-element.tsx'
import { type Sheet, SheetHandle } from './sheet-handle.tsx'
import { Tool } from './toolbar.tsx'
import { picture, useFocusBack } from './use-focus-back.ts'
import { useStore } from './use-store.ts'

/** What is selected, as an engineer reads it: one element with all its properties, several with what they come to. */
export function Inspector({ session, sheet }: { session: ViewerSession; sheet: Sheet }) {
  const isOpen = useStore(session.view, (state) => state.selected.length > 0)
  const ghost = useStore(session.view, (state) => state.ghost)
  if (isOpen) return <Opened session={session} sheet={sheet} />
  return ghost && <RemovedElement session={session} ghost={ghost} sheet={sheet} backTo={picture} />
}

function Opened({ session, sheet }: { session: ViewerSession; sheet: Sheet }) {
  const whole = useRef<HTMLElement>(null)
  // Where nothing had the focus before: a press in the picture.
  useFocusBack(whole, picture)
  const selected = useStore(session.view, (state) => state.selected)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [described, setDescribed] = useState<Described | null>(null)
  const only = selected.length === 1 ? selected[0] : undefined

  useEffect(() => {
    let isCurrent = true
    if (!only || !drawn) setDescribed(null)
    else
      void session.model
        .ask('describe', { kind: only.kind, index: only.index })
        .then((answer) => isCurrent && setDescribed(answer))
    return () => {
      isCurrent = false
    }
  }, [only, drawn, session])

  return (
    <aside ref={whole} className={styles.inspector} aria-label="Properties">
      <SheetHandle {...sheet} />
      <header className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{only ? titleOf(only) : `${grouped(selected.length)} elements`}</bdi>
        </h2>
        <Tool icon="fly" label="Fly to the selection" keys="Z" onPress={() => void flyTo(session, selected)} />
        <Tool icon="isolate" label="Isolate the selection" keys="I" onPress={() => isolateSelected(session)} />
        <Tool icon="hide" label="Hide the selection" keys="H" onPress={() => hideSelected(session)} />
        <Tool icon="close" label="Clear the selection" keys="Esc" onPress={() => select(session, [])} />
      </header>
      <div className={styles.body}>
        {only && <NotShownLine session={session} element={only} />}
        {only && described?.id === only.id && described.kind === only.kind && (
          <PropertyRows session={session} described={described} />
        )}
        {!only && <Several session={session} />}
      </div>
    </aside>
  )
}

const titleOf = ({ kind, id }: ElementRef) => `${KIND_NAMES[kind][0]} ${id}`

function Several({ session }: { session: ViewerSession }) {
  const selected = useStore(session.view, (state) => state.selected)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const display = useStore(session.view, (state) => state.units)
  const [summary, setSummary] = useState<{ groups: Summary; sums: Sums } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void drawn
    const { ask } = session.model
    void Promise.all([ask('summarise', { refs: selected }), ask('quantities', { by: 'kind', refs: refsOf(selected) })]).then(
      ([groups, { total }]) => isCurrent && setSummary({ groups, sums: total }),
    )
    return () => {
      isCurrent = false
    }
  }, [selected, drawn, session])
  const counts = new Map<ElementKind, number>()
  for (const { kind } of selected) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const unit = readUnits(drawn?.summary.units).length
  return (
    <>
      <p className="muted small">
        {[...counts].map(([kind, count]) => `${count} ${KIND_NAMES[kind][count > 1 ? 1 : 0].toLowerCase()}`).join(', ')}
      </p>
      {summary && (
        <dl className={styles.fields}>
          {summary.sums.length !== null && (
            <Row name="Length of all frames" value={formatLength(Number(summary.sums.length.toPrecision(6)), unit, display)} />
          )}
          {summary.sums.area !== null && <Row name="Area" value={inWords(summary.sums.area, 'area', unit, display)} />}
          {summary.sums.volume !== null && <Row name="Volume" value={inWords(summary.sums.volume, 'volume', unit, display)} />}
          {summary.sums.mass !== null && <Row name="Mass" value={massInWords(summary.sums.mass, unit, display)} />}
          {withoutText(summary.sums) && <Row name="" value={<span className="muted">{withoutText(summary.sums)}</span>} />}
          {summary.groups.map(
            ({ by, values }) => values.length > 0 && <Row key={by} name={FACET_NAMES[by]} value={<Values of={values} />} />,
          )}
        </dl>
      )}
      <section className={styles.links} aria-label="Selected">
        <h3>Selected</h3>
        <Links session={session} to={selected.slice(0, LISTED)} />
        {selected.length > LISTED && <p className="muted small">and {grouped(selected.length - LISTED)} more</p>}
      </section>
    </>
  )
}

const LISTED = 100
const FACET_NAMES = { kind: 'Kind', section: 'Section', material: 'Material', storey: 'Storey' } as const

/** Where all are alike, the one value; else how many of each. */
function Values({ of }: { of: readonly FacetValue[] }) {
  if (of.length === 1) return of[0]?.label
  return (
    <ul className={styles.values}>
      {of.slice(0, 8).map(({ value, label, count }) => (
        <li key={value}>
          <span>{label}</span> <span className="muted">{grouped(count)}</span>
        </li>
      ))}
      {of.length > 8 && <li className="muted">and {of.length - 8} more</li>}
    </ul>
  )
}

function Links({ session, to }: { session: ViewerSession; to: readonly ElementRef[] }) {
  return (
    <ul className={styles.chips}>
      {to.map((ref) => (
        <li key={`${ref.kind} ${ref.id}`}>
          <button type="button" className={styles.chip} onClick={() => void selectByRef(session, [ref])} title={titleOf(ref)}>
            {ref.id}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Row({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
