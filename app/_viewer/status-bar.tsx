'use client'

import { useEffect, useState } from 'react'
import { angleAt, length, subtract, type Vec } from '#lib/geometry/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { KIND_NAMES } from './elements.ts'
import type { ViewerSession } from './session.ts'
import styles from './status-bar.module.css'
import { useStore } from './store.ts'

/** One line at the bottom: what is hovered or measured, units, and whether the page hears of changes. */
export function StatusBar({ session }: { session: ViewerSession }) {
  const hovered = useStore(session.view, (state) => state.hovered)
  const connection = useStore(session.model.state, (state) => state.connection)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const isMeasuring = useStore(session.view, (state) => state.measuring !== null)
  const undrawn = drawn?.scene.undrawn
  const lost = undrawn ? undrawn.nodes + undrawn.frames + undrawn.areas : 0
  const { length: unit, force } = readUnits(drawn?.summary.units)
  return (
    <footer className={styles.bar}>
      {isMeasuring ? (
        <Measured session={session} />
      ) : (
        <span className={styles.hovered}>{hovered ? `${KIND_NAMES[hovered.kind][0]} ${hovered.id}` : ''}</span>
      )}
      {lost > 0 && <span title="Too far away or too large for any screen">{lost} not drawn</span>}
      {drawn && <span>{[unit?.unit, force?.unit].filter(Boolean).join(', ') || 'units not stated'}</span>}
      <span data-connection={connection} className={styles.live}>
        {connection === 'live' ? 'live' : connection === 'lost' ? 'reconnecting…' : 'connecting…'}
      </span>
    </footer>
  )
}

/** In the model's stored doubles, not in the picture's single precision. */
function Measured({ session }: { session: ViewerSession }) {
  const measuring = useStore(session.view, (state) => state.measuring)
  const units = useStore(session.view, (state) => state.units)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [points, setPoints] = useState<Vec[]>([])
  useEffect(() => {
    let isCurrent = true
    void session.model.ask('points', { nodes: measuring?.nodes ?? [] }).then((found) => isCurrent && setPoints(found))
    return () => {
      isCurrent = false
    }
  }, [measuring, session])
  const unit = readUnits(drawn?.summary.units).length
  const inWords = (value: number) => formatLength(value, unit, units)
  const [a, b, c] = points
  if (!a) return <strong role="status">Click a node to measure from</strong>
  if (!b) return <strong role="status">Click the node to measure to</strong>
  const apart = subtract(b, a)
  return (
    <strong role="status">
      {inWords(length(apart))} (Δx {inWords(apart[0])}, Δy {inWords(apart[1])}, Δz {inWords(apart[2])})
      {c
        ? ` · then ${inWords(length(subtract(c, b)))} · angle ${angleAt(a, b, c).toFixed(2)}°`
        : ' · a third node gives the angle'}
    </strong>
  )
}
