'use client'

import { Fragment } from 'react'
import { elevationText } from '#lib/model/check/drawn-length.ts'
import { inWords } from '#lib/model/measures.ts'
import { formatLength, type LengthDisplay, type LengthUnit, readUnits } from '#lib/model/units.ts'
import { attempt } from '../../session/attempt.ts'
import { selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Drawing } from '../../session/view/drawings.ts'
import { titleOf as drawingTitle } from '../../session/view/drawings.ts'
import { allDrawings, openDrawing } from '../../session/view/navigate.ts'
import { KIND_NAMES } from '../../worker/elements.ts'
import type { Described, PropertyRow, PropertyValue } from '../../worker/properties/property-types.ts'
import { useStore } from '../use-store.ts'
import styles from './inspector.module.css'
import { SectionPicture } from './section-picture.tsx'

/** What an element is, where, of which section, how much of it there is, and what it is joined to. */
export function PropertyRows({ session, described }: { session: ViewerSession; described: Described }) {
  const display = useStore(session.view, (state) => state.units)
  const hasAxes = useStore(session.view, (state) => state.layers.axes)
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  const { parts, section, opens, source } = described
  const turnAxes = () => session.view.set(({ layers }) => ({ layers: { ...layers, axes: !layers.axes } }))
  return (
    <>
      {parts.map(({ title, rows }) => (
        <section key={title} className={styles.part} aria-label={title}>
          {title !== 'What' && <h3>{title}</h3>}
          {rows.map((row, k) => (
            <Fragment key={row.label}>
              {section && title === 'Section' && k === rows.findIndex(({ label }) => label === 'A' || label === 'Outline') && (
                <SectionPicture drawn={section} unit={unit} display={display} />
              )}
              <Row session={session} row={row} unit={unit} display={display} />
            </Fragment>
          ))}
          {title === 'Where' && opens && <DrawingHere session={session} opens={opens} />}
          {title === 'Where' && described.hasAxes && (
            <button type="button" className={styles.open} aria-pressed={hasAxes} onClick={turnAxes}>
              Local axes
            </button>
          )}
        </section>
      ))}
      {source !== undefined && source !== null && (
        <details className={styles.source}>
          <summary>Source</summary>
          <pre>{JSON.stringify(source, null, 2)}</pre>
        </details>
      )}
    </>
  )
}

type RowProps = { session: ViewerSession; row: PropertyRow; unit: LengthUnit | undefined; display: LengthDisplay }

function Row({ session, row: { label, values, note }, unit, display }: RowProps) {
  const isList = values.length > 1 && values.every((value) => typeof value === 'object' && 'ref' in value)
  const toValue = (value: PropertyValue, k: number) => (
    <Value key={k} session={session} value={value} unit={unit} display={display} />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div className={isList ? `${styles.row} ${styles.wide}` : styles.row} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {values.map(toValue)}
        {note && <span className={styles.note}>{note.map(toValue)}</span>}
      </span>
    </div>
  )
}

function Value({ session, value, unit, display }: Omit<RowProps, 'row'> & { value: PropertyValue }) {
  if (typeof value === 'string') return <bdi>{value}</bdi>
  if ('ref' in value) {
    const { ref, text } = value
    return (
      <button
        type="button"
        className={styles.chip}
        onClick={() => void attempt(session, selectByRef(session, [ref]))}
        title={`${KIND_NAMES[ref.kind][0]} ${ref.id}`}
      >
        {text}
      </button>
    )
  }
  if ('restraints' in value) return <Restraints restraints={value.restraints} />
  if ('point' in value) return <span>{pointText(value.point, unit, display)}</span>
  if ('elevation' in value) return <span>{elevationText(value.elevation, unit, display)}</span>
  return <span>{inWords(value.value, value.measure, unit, display)}</span>
}

/** `0, 7.5, 4 m`: the unit once. */
function pointText(point: readonly number[], unit: LengthUnit | undefined, display: LengthDisplay): string {
  const texts = point.map((one) => formatLength(one, unit, display))
  const suffix = / [^ ]+$/.exec(texts[0] ?? '')?.[0]
  if (!suffix || !texts.every((one) => one.endsWith(suffix))) return texts.join(', ')
  return `${texts.map((one) => one.slice(0, -suffix.length)).join(', ')}${suffix}`
}

/** The plan or elevation that a grid line gives. */
function DrawingHere({ session, opens }: { session: ViewerSession; opens: NonNullable<Described['opens']> }) {
  const up = useStore(session.view, (state) => state.up)
  const drawing: Drawing | undefined = allDrawings(session)[opens.axis].find(({ at }) => at === opens.at)
  if (!drawing) return null
  return (
    <button type="button" className={styles.open} onClick={() => openDrawing(session, drawing)}>
      Open the{' '}
      {drawingTitle(drawing, up)
        .toLowerCase()
        .replace(/ at .*/, '')}{' '}
      here
    </button>
  )
}

function Restraints({ restraints }: { restraints: Readonly<Record<string, boolean | null | undefined>> }) {
  return (
    <span className={styles.restraints}>
      {Object.entries(restraints).map(([direction, held]) => {
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
