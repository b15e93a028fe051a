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
  const areSupportsShown = useStore(session.view, ({ layers }) => layers.supports)
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
      {areSupportsShown && <Supports session={session} />}
    </section>
  )
}

const [FIXED, PINNED] = [0b111111, 0b000111]

/** How many supports hold what: `Fixed 12, pinned 8, other 6`. */
function Supports({ session }: { session: ViewerSession }) {
  const patterns = useStore(session.model.state, ({ drawn }) => drawn?.scene.supports.patterns)
  if (!patterns?.length) return null
  const counts = { fixed: 0, pinned: 0, other: 0 }
  for (const pattern of patterns) counts[pattern === FIXED ? 'fixed' : pattern === PINNED ? 'pinned' : 'other']++
  const words = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [`${word} ${count.toLocaleString('en')}`] : []))
  const [first = '', ...others] = words
  return (
    <p className={styles.supports}>
      <span className={styles.patch} data-support />
      {[first && first[0]!.toUpperCase() + first.slice(1), ...others].join(', ')}
    </p>
  )
}
