'use client'

import { useId, useRef, useState } from 'react'
import { typedIn } from '#lib/model/typed-in.ts'
import { readUnits } from '#lib/model/units.ts'
import { attempt } from '../../session/attempt.ts'
import { measuredText, placesOf, type Words, wordsIn } from '../../session/measure/dimension-words.ts'
import { isWhole, type Measures } from '../../session/measure/dimensions.ts'
import {
  begun,
  endDimension,
  removeDimension,
  startMeasuring,
  stopMeasuring,
  takePointBack,
} from '../../session/measure/measure-mode.ts'
import { measurement } from '../../session/measure/measurement.ts'
import { isMeasurable, measureToSelected, measureToTyped } from '../../session/measure/named-points.ts'
import type { PlacedDimension } from '../../session/measure/place-dimensions.ts'
import type { ViewerSession } from '../../session/session.ts'
import { onEnter } from '../fields.tsx'
import { picture, useFocusBack } from '../use-focus-back.ts'
import { useStore } from '../use-store.ts'
import styles from './measure-panel.module.css'
import { Tool } from './toolbar.tsx'

const TOOLS: readonly (readonly [Measures, string])[] = [
  ['length', 'Length'],
  ['angle', 'Angle'],
  ['area', 'Face'],
  ['radius', 'Radius'],
]

/** What to do next, by how many points there are. */
const STEPS: Record<Measures, readonly string[]> = {
  length: ['Click a point to measure from', 'Click the point to measure to', 'Click on for more legs; the last point again ends'],
  angle: ['Click a frame', 'Click the other frame'],
  area: ['Click a face'],
  radius: ['Click three points of a curve', 'Click the second point', 'Click the third point'],
}

/** Dimensions: how the next one is made, and all that are kept, each with what it measures. */
export function MeasurePanel({ session }: { session: ViewerSession }) {
  const view = useStore(session.view, (state) => state)
  const placed = useStore(session.derived, (state) => state.dimensions)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { measuring, dimensions, units, refused, selected } = view
  const about = useId()
  const whole = useRef<HTMLElement>(null)
  useFocusBack(whole, picture)
  if (!measuring || !drawn) return null
  const words = wordsIn(drawn.summary.units, units)
  const points = begun(session).length
  const steps = STEPS[measuring]
  return (
    <section
      ref={whole}
      className={styles.panel}
      aria-label="Measure"
      aria-describedby={`${about}-step ${about}-keys`}
      tabIndex={-1}
    >
      <header>
        <h2>Measure</h2>
        <Tool
          icon="undo"
          label="Take the last point back"
          keys="Backspace"
          isOff={!dimensions.length}
          onPress={() => takePointBack(session)}
        />
        <Tool icon="close" label="End measuring" keys="M" onPress={() => stopMeasuring(session)} />
      </header>
      <p className={styles.tools}>
        {TOOLS.map(([of, name]) => (
          <button key={of} type="button" aria-pressed={measuring === of} onClick={() => startMeasuring(session, of)}>
            {name}
          </button>
        ))}
      </p>
      <p id={`${about}-keys`} className="visually-hidden">
        Without a mouse: type points into the field, each with Enter, or take them from the selection. Enter outside of a field
        ends a chain, Backspace takes the last point back, M ends measuring.
      </p>
      <p id={`${about}-step`} role="status" className={refused ? styles.refused : 'muted'}>
        {refused ?? steps[Math.min(points, steps.length - 1)]}
      </p>
      <Typed session={session} measuring={measuring} unit={typedIn(readUnits(drawn.summary.units).length, units)} />
      <p className={styles.tools}>
        <button
          type="button"
          disabled={!isMeasurable(measuring, selected)}
          onClick={() => session.view.set({ refused: measureToSelected(session) })}
        >
          From the selection
        </button>
        {measuring === 'length' && (
          <button type="button" disabled={points < 2} title="Begin another (Enter)" onClick={() => endDimension(session)}>
            End the chain
          </button>
        )}
      </p>
      {placed.length > 0 && (
        <ol aria-label="Dimensions">
          {placed.map((dimension, k) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is its place in the list
            <li key={k}>
              <Dimension session={session} dimension={dimension} words={words} />
              <Tool icon="close" label={`Remove dimension ${k + 1}`} onPress={() => removeDimension(session, k)} />
            </li>
          ))}
        </ol>
      )}
      {dimensions.filter(isWhole).length > 1 && (
        <p className={styles.tools}>
          <button type="button" onClick={() => session.view.set({ dimensions: [], isChaining: false })}>
            Remove all
          </button>
        </p>
      )}
    </section>
  )
}

/** For who has no pointer, or knows the point better than the picture shows it. */
function Typed({ session, measuring, unit }: { session: ViewerSession; measuring: Measures; unit: string }) {
  const [text, setText] = useState('')
  const point = `Node, or x, y, z${unit}`
  const name = { length: point, radius: point, angle: 'Frame', area: 'Area' }[measuring]
  const take = async () => {
    const refused = await measureToTyped(session, text)
    session.view.set({ refused })
    if (refused === null) setText('')
  }
  const submit = () => text.trim() !== '' && void attempt(session, take())
  return (
    <div className={styles.typed}>
      <input
        aria-label={name}
        placeholder={name}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onEnter(submit)}
      />
      <button type="button" disabled={text.trim() === ''} onClick={submit}>
        Add
      </button>
    </div>
  )
}

function Dimension({ session, dimension, words }: { session: ViewerSession; dimension: PlacedDimension; words: Words }) {
  const gone = dimension.points.filter(({ isGone }) => isGone)
  const value = measuredText(dimension, words)
  return (
    <div className={styles.dimension}>
      <p>
        <strong>{value ?? '…'}</strong> <span className="muted">{namesOf(dimension)}</span>
      </p>
      {gone.length > 0 && (
        <p className={styles.refused}>No longer in the model: {gone.map(({ name }) => name.replace(/^on /, '')).join(', ')}</p>
      )}
      {dimension.of === 'length' && <Legs session={session} dimension={dimension} words={words} />}
    </div>
  )
}

const namesOf = ({ of, points }: PlacedDimension) =>
  points.map(({ name }) => name).join(of === 'length' ? ' → ' : of === 'angle' ? ' ∠ ' : ', ')

/** Each leg along the axes and in slope, the angles between legs, the whole. */
function Legs({ session, dimension, words }: { session: ViewerSession; dimension: PlacedDimension; words: Words }) {
  const places = placesOf(dimension)
  if (!places || places.length < 2) return null
  const { legs, angles, total, direct } = measurement(places, session.view.get().up)
  const names = dimension.points.map(({ name }) => name)
  return (
    <>
      <ul>
        {legs.map(({ length, delta, slope }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chain may pass a point twice, and only its end changes
          <li key={k}>
            {legs.length > 1 && (
              <>
                {words.length(length)} <span className="muted">{`${names[k]} → ${names[k + 1]}`}</span>
                <br />
              </>
            )}
            {words.delta(delta)}
            <br />
            slope {words.angle(slope)}
            {k > 0 && `, angle ${words.angle(angles[k - 1] ?? 0)}`}
          </li>
        ))}
      </ul>
      {legs.length > 1 && (
        <p className={styles.total}>
          Along <strong>{words.length(total)}</strong> · direct <strong>{words.length(direct)}</strong>
        </p>
      )}
    </>
  )
}
