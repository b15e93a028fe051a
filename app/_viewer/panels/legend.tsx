'use client'

import { useState } from 'react'
import { selectColour } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { COLOURS } from './layers-panel.tsx'
import styles from './legend.module.css'
import { useStore } from './use-store.ts'

const SHOWN = 14

/** What the colours mean; a press selects everything of a colour. On a phone it folds away. */
export function Legend({ session }: { session: ViewerSession }) {
  const colouring = useStore(session.derived, (state) => state.colouring)
  const [isOpen, setOpen] = useState(() => window.innerWidth > 860)
  const colourBy = useStore(session.view, (state) => state.colourBy)
  const entries = colouring?.legend.map((entry, slot) => ({ ...entry, slot })).filter(({ count }) => count > 0) ?? []
  if (!entries.length) return null
  return (
    <section className={styles.legend} aria-label="Colours" data-open={isOpen}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Colours
      </button>
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
        {entries.slice(0, SHOWN).map(({ label, colour, count, slot }) => (
          <li key={`${label} ${colour}`}>
            <button type="button" title={`Select ${label}`} onClick={() => void selectColour(session, slot)}>
              <span className={styles.patch} style={{ background: colour }} />
              <span className={styles.name}>{label}</span>
              <span className="muted">{count.toLocaleString('en')}</span>
            </button>
          </li>
        ))}
        {entries.length > SHOWN && <li className="muted">and {entries.length - SHOWN} more</li>}
      </ul>
    </section>
  )
}
