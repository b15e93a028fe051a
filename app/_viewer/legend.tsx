'use client'

import { COLOURS } from './layers-panel.tsx'
import styles from './legend.module.css'
import type { ViewerSession } from './session.ts'
import { useStore } from './store.ts'

const SHOWN = 14

/** What the colours mean. */
export function Legend({ session }: { session: ViewerSession }) {
  const colouring = useStore(session.derived, (state) => state.colouring)
  const colourBy = useStore(session.view, (state) => state.colourBy)
  const entries = colouring?.legend.filter(({ count }) => count > 0) ?? []
  if (!entries.length) return null
  return (
    <section className={styles.legend} aria-label="Colours">
      <label>
        <span className="visually-hidden">Colour by</span>
        <select value={colourBy} onChange={(event) => session.view.set({ colourBy: event.target.value as typeof colourBy })}>
          {COLOURS.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {entries.slice(0, SHOWN).map(({ label, colour, count }) => (
          <li key={`${label} ${colour}`}>
            <span className={styles.patch} style={{ background: colour }} />
            <span className={styles.name}>{label}</span>
            <span className="muted">{count.toLocaleString('en')}</span>
          </li>
        ))}
        {entries.length > SHOWN && <li className="muted">and {entries.length - SHOWN} more</li>}
      </ul>
    </section>
  )
}
