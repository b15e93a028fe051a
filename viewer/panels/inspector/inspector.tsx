'use client'

import { useCallback, useEffect, useRef } from 'react'
import { inWords, lengthInWords, massInWords } from '#lib/model/measures.ts'
import { readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import { beginComment } from '../../session/comments/comments-state.ts'
import { hideSelected, isolateSelected, select, selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { flyTo } from '../../session/view/navigate.ts'
import {
  type ElementKind,
  type ElementRef,
  type FacetValue,
  type FoundElement,
  KIND_NAMES,
  keyOf,
  refsOf,
} from '../../worker/elements.ts'
import { withoutText } from '../../worker/tables/without-text.ts'
import { NotShownLine } from '../bars/not-shown-bar.tsx'
import { Tool } from '../bars/toolbar.tsx'
import { RequestResult } from '../request-result.tsx'
import { picture, useFocusBack } from '../use-focus-back.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import styles from './inspector.module.css'
import { PropertyRows } from './property-rows.tsx'
import { RemovedElement } from './removed-element.tsx'
import { type Sheet, SheetHandle } from './sheet-handle.tsx'

type Props = {
  session: ViewerSession
  sheet: Sheet
  /** To the outline, which a phone has behind it; null: there is none. */
  onBack: (() => void) | null
}

/** What is selected, as an engineer reads it: one element with all its properties, several with what they come to. */
export function Inspector({ session, sheet, onBack }: Props) {
  const isOpen = useStore(session.view, (state) => state.selected.length > 0)
  const ghost = useStore(session.view, (state) => state.ghost)
  if (isOpen) return <Opened session={session} sheet={sheet} onBack={onBack} />
  return ghost && <RemovedElement session={session} ghost={ghost} sheet={sheet} backTo={picture} />
}

function Opened({ session, sheet, onBack }: Props) {
  const whole = useRef<HTMLElement>(null)
  // Where nothing had the focus before: a press in the picture.
  useFocusBack(whole, picture)
  const selected = useStore(session.view, (state) => state.selected)
  const only = selected.length === 1 ? selected[0] : undefined
  return (
    <aside ref={whole} className={styles.inspector} aria-label="Properties">
      <SheetHandle {...sheet} />
      <header className={styles.head}>
        {onBack && <BackToOutline onBack={onBack} />}
        <h2 className={styles.title}>
          <bdi>{only ? titleOf(only) : `${grouped(selected.length)} elements`}</bdi>
        </h2>
        <Tool icon="fly" label="Fly to the selection" keys="Z" onPress={() => void attempt(session, flyTo(session, selected))} />
        <Tool icon="isolate" label="Isolate the selection" keys="I" onPress={() => isolateSelected(session)} />
        <Tool icon="hide" label="Hide the selection" keys="H" onPress={() => hideSelected(session)} />
        {session.host.can.has('comment') && (
          <Tool icon="comments" label="Comment on the selection" keys="C" onPress={() => beginComment(session)} />
        )}
        <Tool icon="close" label="Clear the selection" keys="Esc" onPress={() => select(session, [])} />
      </header>
      <div className={styles.body}>
        {only && <NotShownLine session={session} element={only} />}
        {only && <Properties key={keyOf(only)} session={session} element={only} />}
        {!only && <Several session={session} />}
      </div>
    </aside>
  )
}

/** Where the outline stands behind the properties. What had the focus there is not seen any more. */
function BackToOutline({ onBack }: { onBack: () => void }) {
  const button = useRef<HTMLDivElement>(null)
  const isGoingBack = useRef(false)
  useEffect(() => {
    if (outlineNow()?.contains(document.activeElement)) button.current?.querySelector('button')?.focus()
    return () => {
      // It can have the focus only once it is seen again.
      if (isGoingBack.current)
        outlineNow()?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')?.focus({ preventScroll: true })
    }
  }, [])
  const back = () => {
    isGoingBack.current = true
    onBack()
  }
  return (
    <div ref={button} className={styles.back}>
      <Tool icon="back" label="Back to the outline" onPress={back} />
    </div>
  )
}

const outlineNow = () => document.querySelector('main aside[aria-label="Outline"]')

/** Of one element; what is shown of it stays while a revision of it is read. */
function Properties({ session, element }: { session: ViewerSession; element: FoundElement }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { kind, id, index } = element
  const question = useCallback(() => {
    void drawn // a new revision is read anew
    return session.model.ask('describe', { kind, index })
  }, [session, drawn, kind, index])
  const request = useRequest(session, drawn && question)
  return (
    <RequestResult request={request} busy="Reading…">
      {(described) => described?.id === id && <PropertyRows session={session} described={described} />}
    </RequestResult>
  )
}

const titleOf = ({ kind, id }: ElementRef) => `${KIND_NAMES[kind][0]} ${id}`

function Several({ session }: { session: ViewerSession }) {
  const selected = useStore(session.view, (state) => state.selected)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const display = useStore(session.view, (state) => state.units)
  const question = useCallback(async () => {
    void drawn // a new revision is added up anew
    const { ask } = session.model
    const [groups, { total }] = await Promise.all([
      ask('summarise', { refs: selected }),
      ask('quantities', { by: 'kind', refs: refsOf(selected) }),
    ])
    return { groups, sums: total }
  }, [session, selected, drawn])
  const request = useRequest(session, question)
  const counts = new Map<ElementKind, number>()
  for (const { kind } of selected) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const unit = readUnits(drawn?.summary.units).length
  return (
    <>
      <p className="muted small">
        {[...counts].map(([kind, count]) => `${count} ${KIND_NAMES[kind][count > 1 ? 1 : 0].toLowerCase()}`).join(', ')}
      </p>
      <RequestResult request={request} busy="Adding up…">
        {({ groups, sums }) => (
          <dl className={styles.fields}>
            {sums.length !== null && <Row name="Length of all frames" value={lengthInWords(sums.length, unit, display)} />}
            {sums.area !== null && <Row name="Area" value={inWords(sums.area, 'area', unit, display)} />}
            {sums.volume !== null && <Row name="Volume" value={inWords(sums.volume, 'volume', unit, display)} />}
            {sums.mass !== null && <Row name="Mass" value={massInWords(sums.mass, unit, display)} />}
            {withoutText(sums) && <Row name="" value={<span className="muted">{withoutText(sums)}</span>} />}
            {groups.map(
              ({ by, values }) => values.length > 0 && <Row key={by} name={FACET_NAMES[by]} value={<Values of={values} />} />,
            )}
          </dl>
        )}
      </RequestResult>
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
          <button
            type="button"
            className={styles.chip}
            onClick={() => void attempt(session, selectByRef(session, [ref]))}
            title={titleOf(ref)}
          >
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
