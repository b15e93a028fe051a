'use client'

import { useEffect, useState } from 'react'
import { least, most } from '#lib/model/extremes.ts'
import { formatLength, type LengthUnit, readUnits } from '#lib/model/units.ts'
import { type Drawing, titleOf as drawingTitle } from '../session/drawings.ts'
import { allDrawings, flyTo, openDrawing } from '../session/navigate.ts'
import { hideSelected, isolateSelected, select, selectByRef } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { type Described, type ElementRef, type FacetValue, KIND_NAMES, type Summary } from '../worker/elements.ts'
import styles from './inspector.module.css'
import { NotShownLine } from './not-shown-bar.tsx'
import { Tool } from './toolbar.tsx'
import { useStore } from './use-store.ts'

/** The fields of what is selected, as they are stored, and what it is connected to. */
export function Inspector({ session }: { session: ViewerSession }) {
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

  if (!selected.length) return null
  return (
    <aside className={styles.inspector} aria-label="Properties">
      <header className={styles.head}>
        <h2 className={styles.title}>{only ? titleOf(only) : `${selected.length} elements`}</h2>
        <Tool icon="fly" label="Fly to the selection" keys="Z" onPress={() => void flyTo(session, selected)} />
        <Tool icon="isolate" label="Isolate the selection" keys="I" onPress={() => isolateSelected(session)} />
        <Tool icon="hide" label="Hide the selection" keys="H" onPress={() => hideSelected(session)} />
        <Tool icon="close" label="Clear the selection" keys="Esc" onPress={() => select(session, [])} />
      </header>
      <div className={styles.body}>
        {only && <NotShownLine session={session} element={only} />}
        {only && described?.id === only.id && described.kind === only.kind && <Fields session={session} described={described} />}
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
  const [summary, setSummary] = useState<Summary | null>(null)
  useEffect(() => {
    let isCurrent = true
    void drawn
    void session.model.ask('summarise', { refs: selected }).then((answer) => isCurrent && setSummary(answer))
    return () => {
      isCurrent = false
    }
  }, [selected, drawn, session])
  const counts = new Map<string, number>()
  for (const { kind } of selected) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const unit = readUnits(drawn?.summary.units).length
  return (
    <>
      <p className="muted small">
        {[...counts]
          .map(([kind, count]) => `${count} ${KIND_NAMES[kind as ElementRef['kind']][count > 1 ? 1 : 0].toLowerCase()}`)
          .join(', ')}
      </p>
      {summary && (
        <dl className={styles.fields}>
          {summary.length > 0 && (
            <Row name="Length of all frames" value={formatLength(Number(summary.length.toPrecision(6)), unit, display)} />
          )}
          {summary.area > 0 && <Row name="Area, openings included" value={areaText(summary.area, unit)} />}
          {summary.groups.map(
            ({ by, values }) => values.length > 0 && <Row key={by} name={FACET_NAMES[by]} value={<Values of={values} />} />,
          )}
        </dl>
      )}
      <section className={styles.links} aria-label="Selected">
        <h3>Selected</h3>
        <Links session={session} to={selected.slice(0, LISTED)} />
        {selected.length > LISTED && <p className="muted small">and {selected.length - LISTED} more</p>}
      </section>
    </>
  )
}

const LISTED = 100
const FACET_NAMES = { kind: 'Kind', section: 'Section', material: 'Material', storey: 'Storey' } as const
const areaText = (value: number, unit: LengthUnit | undefined) => `${Number(value.toPrecision(6))}${unit ? ` ${unit.unit}²` : ''}`

/** Where all are alike, the one value; else how many of each. */
function Values({ of }: { of: readonly FacetValue[] }) {
  if (of.length === 1) return of[0]?.label
  return (
    <ul className={styles.values}>
      {of.slice(0, 8).map(({ value, label, count }) => (
        <li key={value}>
          <span>{label}</span> <span className="muted">{count.toLocaleString('en')}</span>
        </li>
      ))}
      {of.length > 8 && <li className="muted">and {of.length - 8} more</li>}
    </ul>
  )
}

function Fields({ session, described: { kind, element, facts, links } }: { session: ViewerSession; described: Described }) {
  const display = useStore(session.view, (state) => state.units)
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const linked = new Set(['nodeIds', 'openingNodeIds', 'frameIds', 'startNodeId', 'endNodeId', 'nodeId'])
  const rows = Object.entries(element).filter(
    ([key, value]) => key !== 'id' && key !== 'source' && value !== undefined && !linked.has(key),
  )
  const source = element.source
  return (
    <>
      <dl className={styles.fields}>
        {rows.map(([key, value]) => (
          <Row key={key} name={key} value={<Value name={key} value={value} kind={kind} unit={unit} display={display} />} />
        ))}
        {facts.map(({ label, value, isLength, isArea }) => (
          <Row
            key={label}
            name={label}
            value={
              typeof value === 'number' && isLength
                ? formatLength(value, unit, display)
                : typeof value === 'number' && isArea
                  ? areaText(value, unit)
                  : String(value)
            }
          />
        ))}
      </dl>
      {kind === 'gridLine' && <DrawingHere session={session} element={element} />}
      {links.map(({ label, to, more }) => (
        <section key={label} className={styles.links} aria-label={label}>
          <h3>{label}</h3>
          <Links session={session} to={to} />
          {more && <p className="muted small">and {more} more</p>}
        </section>
      ))}
      {source !== undefined && source !== null && (
        <details className={styles.source}>
          <summary>source</summary>
          <pre>{JSON.stringify(source, null, 2)}</pre>
        </details>
      )}
    </>
  )
}

/** The plan or elevation that this grid line gives. */
function DrawingHere({ session, element }: { session: ViewerSession; element: Described['element'] }) {
  const isYUp = useStore(session.view, (state) => state.isYUp)
  const drawing = allDrawings(session)[element.axis as Drawing['axis']].find(({ at }) => at === element.coordinate)
  if (!drawing) return null
  return (
    <button type="button" className={styles.open} onClick={() => openDrawing(session, drawing)}>
      Open the{' '}
      {drawingTitle(drawing, isYUp)
        .toLowerCase()
        .replace(/ at .*/, '')}{' '}
      here
    </button>
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

type ValueProps = {
  name: string
  value: unknown
  kind: ElementRef['kind']
  unit: LengthUnit | undefined
  display: Parameters<typeof formatLength>[2]
}

/** Lengths wear their unit; everything else comes as it is stored. */
function Value({ name, value, kind, unit, display }: ValueProps) {
  if (value === null) return <span className="muted">–</span>
  if (typeof value === 'number' && LENGTHS.has(name)) return formatLength(value, unit, display)
  if (typeof value === 'number' && name === 'rotation') return `${value}°`
  if (name === 'polygon' && Array.isArray(value)) return <Outline polygon={value as { x: number; y: number }[]} />
  if (name === 'restraints' && typeof value === 'object')
    return <Restraints restraints={value as Record<string, boolean | null>} />
  if (isPoint(value) && (name === 'position' || name === 'sectionOffset')) {
    return Object.entries(value).map(([axis, at]) => (
      <span key={axis} className={styles.coordinate}>
        {axis} {formatLength(at, unit, display)}
      </span>
    ))
  }
  if (name === 'coordinate' && kind === 'gridLine') return formatLength(value as number, unit, display)
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
}

const LENGTHS = new Set(['length', 'radius', 'thickness', 'coordinate'])
const isPoint = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && 'x' in value && Object.values(value).every((part) => typeof part === 'number')

function Restraints({ restraints }: { restraints: Record<string, boolean | null> }) {
  return (
    <span className={styles.restraints}>
      {['u1', 'u2', 'u3', 'r1', 'r2', 'r3'].map((direction) => {
        const held = restraints[direction]
        const says = held === true ? 'held' : held === false ? 'free' : 'not stated'
        return (
          <span key={direction} data-held={held === true} title={`${direction} ${says}`}>
            {direction}
            <span className="visually-hidden"> {says}</span>
            <span aria-hidden="true"> {held === true ? '●' : held === false ? '○' : '–'}</span>
          </span>
        )
      })}
    </span>
  )
}

/** Seen from the start node along +1: x along local 3 to the right, y along local 2 up. */
function Outline({ polygon }: { polygon: { x: number; y: number }[] }) {
  if (!polygon.length) return <span className="muted">none: drawn as its centre line</span>
  const xs = polygon.map(({ x }) => x)
  const ys = polygon.map(({ y }) => y)
  const [x0, y0, w, h] = [
    least(xs, Number),
    least(ys, Number),
    most(xs, Number) - least(xs, Number),
    most(ys, Number) - least(ys, Number),
  ]
  const edge = Math.max(w, h) * 0.08 || 1
  return (
    <svg
      className={styles.outline}
      viewBox={`${x0 - edge} ${-(y0 + h) - edge} ${w + 2 * edge} ${h + 2 * edge}`}
      role="img"
      aria-label={`Outline of ${polygon.length} points`}
    >
      <path d={`M${polygon.map(({ x, y }) => `${x} ${-y}`).join('L')}Z`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
