'use client'

import { useEffect, useState } from 'react'
import { selectColour } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import { COLOURS } from './layers-panel.tsx'
import styles from './legend.module.css'
import { useStore } from './use-store.ts'

/** From so many entries on there is a filter. */
const MANY = 15

/** What the colours mean, all of them; a press selects everything of a colour. It folds away. */
export function Legend({ session }: { session: ViewerSession }) {
  const colouring = useStore(session.derived, (state) => state.colouring)
  const [isOpen, setOpen] = useState(() => window.innerWidth > 860)
  const colourBy = useStore(session.view, (state) => state.colourBy)
  const areSupportsShown = useStore(session.view, ({ layers }) => layers.supports)
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    void colourBy
    setWanted('')
  }, [colourBy])
  const entries = colouring?.legend.map((entry, slot) => ({ ...entry, slot })).filter(({ count }) => count > 0) ?? []
  if (!entries.length) return null
  const part = wanted.trim().toLowerCase()
  const shown = entries.length >= MANY && part ? entries.filter(({ label }) => label.toLowerCase().includes(part)) : entries
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
      {entries.length >= MANY && (
        <input
          type="search"
          className={styles.filter}
          value={wanted}
          placeholder={`Filter ${entries.length}`}
          aria-label="Filter the colours"
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul>
        {shown.map(({ label, colour, count, slot }) => (
          <li key={`${label} ${colour}`}>
            <button type="button" title={`Select ${label}`} onClick={() => void selectColour(session, slot)}>
              <span className={styles.patch} style={{ background: colour }} />
              <bdi className={styles.name}>{label}</bdi>
              <span className="muted">{count.toLocaleString('en')}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="muted">Nothing is called so</li>}
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
