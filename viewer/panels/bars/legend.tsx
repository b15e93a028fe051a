'use client'

import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { patternName } from '#lib/geometry/support-name.ts'
import { FIXED, PINNED } from '#lib/geometry/support-pattern.ts'
import { grouped } from '#lib/values/count-text.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { attempt } from '../../session/attempt.ts'
import { resultInks } from '../../session/results/result-inks.ts'
import { selectColour } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { slotsSeen } from '../../session/view/visible-slots.ts'
import type { Colouring } from '../../worker/elements.ts'
import { Options } from '../fields.tsx'
import { Icon } from '../icon.tsx'
import { useSetting } from '../use-setting.ts'
import { useStore } from '../use-store.ts'
import { windowSize } from '../window-size.ts'
import { COLOURS } from './colour-choices.ts'
import styles from './legend.module.css'

/** From so many entries on there is a filter. */
const MANY = 15

type Dock = 'left' | 'right' | 'hidden'

/** What panels leave of the picture must be wider, or in a picture that is not high much wider, or the colours would take a third of it. */
const LEAST = 480
const LEAST_OF_LOW = { width: 680, height: 700 }

/** Null for a row that is not displayed: it says nothing about the room there is when it comes back. */
function isTightIn({ width, height }: { width: number; height: number }): boolean | null {
  if (['phone', 'low'].includes(windowSize())) return true
  if (width === 0) return null
  return width < LEAST || (width < LEAST_OF_LOW.width && height < LEAST_OF_LOW.height)
}

/** What the colours mean, all of them; a press selects everything of a colour. Stands on the left or on the right, or folded away. */
export function Legend({ session }: { session: ViewerSession }) {
  const colouring = useStore(session.derived, (state) => state.colouring)
  const [storedDock, setDock] = useSetting(session, 'legend', 'left')
  const [isTight, setTight] = useState(() => isTightIn({ width: 0, height: 0 }) ?? false)
  const [chosen, setChosen] = useState<{ folds: boolean; isTight: boolean } | null>(null)
  // Where there is little room it is folded away at first, whatever is kept.
  const isFolded = chosen?.isTight === isTight ? chosen.folds : storedDock === 'hidden' || isTight
  const dock: Dock = storedDock === 'right' ? 'right' : 'left'
  const fold = (folds: boolean) => {
    setChosen({ folds, isTight })
    setDock(folds ? 'hidden' : dock)
  }
  const watchSize = useCallback((legend: HTMLElement | null) => {
    const row = legend?.parentElement
    if (!row) return
    const whole = legend.closest('[data-panel]')
    // The row is as wide as what the panels leave, whatever stands in it.
    const look = () => setTight((now) => isTightIn({ width: row.clientWidth, height: whole?.clientHeight ?? 0 }) ?? now)
    const watcher = new ResizeObserver(look)
    for (const watched of whole ? [row, whole] : [row]) watcher.observe(watched)
    return () => watcher.disconnect()
  }, [])
  const count = colouring?.legend.filter((entry) => entry.count > 0).length ?? 0
  if (!colouring || count === 0) return null
  return (
    <section ref={watchSize} className={styles.legend} aria-label="Colours" data-open={!isFolded} data-dock={dock}>
      <div className={styles.head}>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
          <Icon name={isFolded ? 'next' : 'down'} />
          <span className={isFolded ? undefined : 'visually-hidden'}>Colours</span>
        </button>
        {!isFolded && (
          <>
            <ColourChoice session={session} />
            <button
              type="button"
              className={styles.side}
              title={dock === 'left' ? 'Move to the right' : 'Move to the left'}
              aria-label={dock === 'left' ? 'Colours on the right' : 'Colours on the left'}
              onClick={() => setDock(dock === 'left' ? 'right' : 'left')}
            >
              <Icon name={dock === 'left' ? 'toRight' : 'toLeft'} />
            </button>
          </>
        )}
      </div>
      {!isFolded && <Keys session={session} />}
      {!isFolded && <Entries session={session} colouring={colouring} />}
    </section>
  )
}

function ColourChoice({ session }: { session: ViewerSession }) {
  const own = useId()
  const colourBy = useStore(session.view, (state) => state.colourBy)
  const isComparing = useStore(session.derived, ({ compared }) => compared?.state === 'compared')
  const ofResults = useStore(session.results, ({ colouring }) => colouring?.title)
  if (ofResults) return <p className={styles.compared}>{ofResults}</p>
  if (isComparing) return <p className={styles.compared}>Compared</p>
  return (
    <label htmlFor={own}>
      <span className="visually-hidden">Colour by</span>
      <Options id={own} value={colourBy} options={COLOURS} onChange={(colourBy) => session.view.set({ colourBy })} />
    </label>
  )
}

/** What the lines of results mean. */
function Keys({ session }: { session: ViewerSession }) {
  const legend = useStore(session.results, (state) => state.legend)
  const { isDark } = useStore(session.theme, (theme) => theme)
  if (!legend || legend.keys.length === 0) return null
  const inks = resultInks(isDark)
  return (
    <>
      <ul className={styles.keys} aria-label="Lines">
        {legend.keys.map(({ ink, label }) => (
          <li key={ink}>
            <span className={styles.line} style={{ background: inks[ink] }} />
            {label}
          </li>
        ))}
      </ul>
      {legend.note && <p className={styles.note}>{legend.note}</p>}
    </>
  )
}

function Entries({ session, colouring }: { session: ViewerSession; colouring: Colouring }) {
  const layers = useStore(session.view, (state) => state.layers)
  const colourBy = useStore(session.view, (state) => state.colourBy)
  const { hidden, isolated, shown } = useStore(session.derived, (state) => state)
  const seen = useMemo(
    () => slotsSeen(colouring, { hidden, isolated, shown, layers }),
    [colouring, hidden, isolated, shown, layers],
  )
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    void colourBy
    setWanted('')
  }, [colourBy])
  const entries = colouring.legend.map((entry, slot) => ({ ...entry, slot })).filter(({ count }) => count > 0)
  const isComparing = useStore(session.derived, ({ compared }) => compared?.state === 'compared')
  const part = wanted.trim().toLowerCase()
  const listed = entries.length >= MANY && part ? entries.filter(({ label }) => label.toLowerCase().includes(part)) : entries
  return (
    <>
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
        {listed.map(({ label, colour, count, slot }) => (
          <li key={`${label} ${colour}`} data-seen={isComparing || seen.has(slot)}>
            <button
              type="button"
              title={seen.has(slot) ? `Select ${label}` : `Select ${label}, of which nothing is shown`}
              disabled={isComparing && label === 'Removed'}
              onClick={() => void attempt(session, selectColour(session, slot))}
            >
              <span className={styles.patch} style={{ background: colour }} />
              <bdi className={styles.name}>{label}</bdi>
              <span className="muted">{grouped(count)}</span>
            </button>
          </li>
        ))}
        {listed.length === 0 && <li className="muted">No matches</li>}
      </ul>
      {layers.supports && !isComparing && <Supports session={session} />}
    </>
  )
}

/** How many supports hold what, each beside the shape that stands for it in the picture. */
function Supports({ session }: { session: ViewerSession }) {
  const supports = useStore(session.model.state, ({ drawn }) => drawn?.scene.supports)
  const stepsBack = useStore(session.results, ({ drawn }) => drawn !== null)
  if (!supports?.glyphOf.length) return null
  const counts = { fixed: 0, pinned: 0, other: 0 }
  const others = new Map<string, number>()
  // Supports, not glyphs: one glyph stands for all supports of its node.
  for (const glyph of supports.glyphOf) {
    const pattern = supports.patterns[glyph]
    if (pattern === undefined) continue
    const hold = pattern === FIXED ? 'fixed' : pattern === PINNED ? 'pinned' : 'other'
    counts[hold]++
    const name = patternName(pattern)
    if (hold === 'other') others.set(name, (others.get(name) ?? 0) + 1)
  }
  const which = [...others].map(([name, count]) => `${name}: ${grouped(count)}`).join('\n')
  return (
    <ul className={styles.supports} aria-label="Supports" data-steps-back={stepsBack}>
      {entriesOf(counts).map(
        ([hold, count]) =>
          count > 0 && (
            <li key={hold} title={hold === 'other' ? which : `Supports: ${SUPPORTS[hold].toLowerCase()}`}>
              <span className={styles.patch} data-support={hold} />
              {`${SUPPORTS[hold]} ${grouped(count)}`}
            </li>
          ),
      )}
    </ul>
  )
}

const SUPPORTS = { fixed: 'Fixed', pinned: 'Pinned', other: 'Other' } as const
