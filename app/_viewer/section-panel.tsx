'use client'

import { formatLength, readUnits } from '#lib/model/units.ts'
import styles from './section-panel.module.css'
import type { ViewerSession } from './session.ts'
import { useStore } from './store.ts'
import { Tool } from './toolbar.tsx'
import type { SectionBox } from './view-state.ts'

/** Two planes an axis, moved by sliders over the model's extent and a little beyond. */
export function SectionPanel({ session }: { session: ViewerSession }) {
  const section = useStore(session.view, (state) => state.section)
  const units = useStore(session.view, (state) => state.units)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const isDrawing = useStore(session.view, (state) => state.drawing !== null)
  if (!section || !drawn || isDrawing) return null
  const { min, max } = drawn.summary.bounds
  const unit = readUnits(drawn.summary.units).length
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const set = (side: 'low' | 'high', k: number, value: number | null) => {
    const planes = [...section[side]] as SectionBox['low']
    planes[k] = value
    session.view.set({ section: { ...section, [side]: planes } })
  }
  return (
    <section className={styles.panel} aria-label="Section box">
      <header>
        <h2>Section box</h2>
        <Tool icon="close" label="End the section" keys="X" onPress={() => session.view.set({ section: null })} />
      </header>
      {(['x', 'y', 'z'] as const).map((axis, k) => {
        const [from, to] = [min[axis] - size * 0.02, max[axis] + size * 0.02]
        const low = section.low[k] ?? from
        const high = section.high[k] ?? to
        return (
          <fieldset key={axis}>
            <legend>
              {axis.toUpperCase()}{' '}
              <span className="muted">
                {formatLength(Number(low.toPrecision(6)), unit, units)} to{' '}
                {formatLength(Number(high.toPrecision(6)), unit, units)}
              </span>
            </legend>
            <input
              type="range"
              aria-label={`${axis.toUpperCase()} from`}
              min={from}
              max={to}
              step={(to - from) / 400}
              value={low}
              onChange={({ target }) => set('low', k, target.valueAsNumber <= from ? null : Math.min(target.valueAsNumber, high))}
            />
            <input
              type="range"
              aria-label={`${axis.toUpperCase()} to`}
              min={from}
              max={to}
              step={(to - from) / 400}
              value={high}
              onChange={({ target }) => set('high', k, target.valueAsNumber >= to ? null : Math.max(target.valueAsNumber, low))}
            />
          </fieldset>
        )
      })}
    </section>
  )
}

/** A first cut that shows something: the half in front is taken away. */
export function firstSection(session: ViewerSession): SectionBox | null {
  const bounds = session.model.state.get().drawn?.summary.bounds
  if (!bounds) return null
  return { low: [null, (bounds.min.y + bounds.max.y) / 2, null], high: [null, null, null] }
}
