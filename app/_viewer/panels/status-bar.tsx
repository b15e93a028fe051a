'use client'

import { readUnits } from '#lib/model/units.ts'
import type { ViewerSession } from '../session/session.ts'
import { KIND_NAMES } from '../worker/elements.ts'
import styles from './status-bar.module.css'
import { useStore } from './use-store.ts'

/** One line at the bottom: what is hovered, units, and whether the page hears of changes. */
export function StatusBar({ session }: { session: ViewerSession }) {
  const hovered = useStore(session.view, (state) => state.hovered)
  const connection = useStore(session.model.state, (state) => state.connection)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const undrawn = drawn?.scene.undrawn
  const lost = undrawn ? undrawn.nodes + undrawn.frames + undrawn.areas : 0
  const { length: unit, force } = readUnits(drawn?.summary.units)
  return (
    <footer className={styles.bar}>
      <span className={styles.hovered}>{hovered ? `${KIND_NAMES[hovered.kind][0]} ${hovered.id}` : ''}</span>
      {lost > 0 && <span title="Too far away or too large for any screen">{lost} not drawn</span>}
      {drawn && <span>{[unit?.unit, force?.unit].filter(Boolean).join(', ') || 'units not stated'}</span>}
      <span data-connection={connection} className={styles.live}>
        {connection === 'live' ? 'live' : connection === 'lost' ? 'reconnecting…' : 'connecting…'}
      </span>
    </footer>
  )
}
