'use client'

import { formatLength, readUnits } from '#lib/model/units.ts'
import { measurement } from '../session/measurement.ts'
import type { ViewerSession } from '../session/session.ts'
import styles from './measure-panel.module.css'
import { Tool } from './toolbar.tsx'
import { useStore } from './use-store.ts'

/** A chain of nodes and what it measures: each leg along the axes and in slope, the angles between legs, the whole. */
export function MeasurePanel({ session }: { session: ViewerSession }) {
  const { measuring, units, up } = useStore(session.view, (state) => state)
  const measured = useStore(session.derived, (state) => state.measured)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  if (!measuring || !drawn) return null
  const unit = readUnits(drawn.summary.units).length
  const inWords = (value: number) => formatLength(Number(value.toPrecision(6)), unit, units)
  const ids = measured?.nodes.map(({ id }) => id) ?? []
  const gone = measured ? measuring.filter(({ id }) => !ids.includes(id)) : []
  const { legs, angles, total, direct } = measurement(measured?.points ?? [], up)
  const undo = () => session.view.set({ measuring: measuring.slice(0, -1) })
  return (
    <section className={styles.panel} aria-label="Measure">
      <header>
        <h2>Measure</h2>
        <Tool icon="undo" label="Take the last node back" keys="Backspace" isOff={!measuring.length} onPress={undo} />
        <Tool icon="close" label="End measuring" keys="M" onPress={() => session.view.set({ measuring: null })} />
      </header>
      <p role="status" className={legs.length ? 'muted' : undefined}>
        {ids.length === 0
          ? 'Click a node to measure from'
          : legs.length
            ? 'Click on for more legs'
            : 'Click the node to measure to'}
      </p>
      {gone.length > 0 && <p>No longer in the model: {gone.map(({ id }) => id).join(', ')}</p>}
      {ids.length === 1 && <p>From {ids[0]}</p>}
      {legs.length > 0 && (
        <ol>
          {legs.map(({ length, delta: [x, y, z], slope }, k) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a chain may pass a node twice, and only its end changes
            <li key={k}>
              <strong>{inWords(length)}</strong>{' '}
              <span className="muted">
                {ids[k]} → {ids[k + 1]}
              </span>
              <br />
              Δx {inWords(x)}, Δy {inWords(y)}, Δz {inWords(z)}
              <br />
              slope {slope.toFixed(2)}°{k > 0 && `, angle ${angles[k - 1]?.toFixed(2)}°`}
            </li>
          ))}
        </ol>
      )}
      {legs.length > 1 && (
        <p className={styles.total}>
          Along <strong>{inWords(total)}</strong> · direct <strong>{inWords(direct)}</strong>
        </p>
      )}
    </section>
  )
}
