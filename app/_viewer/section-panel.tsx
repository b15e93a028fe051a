'use client'

import { add } from '#lib/geometry/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { pointsOf } from './scene-points.ts'
import { AXES, boxAround, flipped, planeAcross } from './section-box.ts'
import styles from './section-panel.module.css'
import type { ViewerSession } from './session.ts'
import { useStore } from './store.ts'
import { Tool } from './toolbar.tsx'
import type { SectionBox } from './view-state.ts'

/** Two planes an axis: by slider over the model's extent and a little beyond, or as a number in the model's unit. */
export function SectionPanel({ session }: { session: ViewerSession }) {
  const { section, units, drawing, selected } = useStore(session.view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  if (!section || !drawn || drawing) return null
  const { bounds } = drawn.summary
  const { min, max } = bounds
  const unit = readUnits(drawn.summary.units).length
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const put = (next: SectionBox | null) => session.view.set({ section: next })
  const set = (side: 'low' | 'high', k: number, value: number | null) => {
    const planes = [...section[side]] as SectionBox['low']
    planes[k] = value
    put({ ...section, [side]: planes })
  }
  const closeAround = async () => {
    const found = await session.model.ask('drawnBy', { refs: selected })
    const { scene } = drawn
    const points = found.flatMap((element) => pointsOf(scene, element)).map((point) => add(point, scene.origin))
    const box = boxAround(points, size / 60)
    if (box) put(box)
  }
  return (
    <section className={styles.panel} aria-label="Section box">
      <header>
        <h2>Section box</h2>
        <Tool icon="close" label="End the section" keys="X" onPress={() => put(null)} />
      </header>
      <p className={styles.presets}>
        {([0, 1, 2] as const).map((k) => (
          <button key={k} type="button" onClick={() => put(planeAcross(k, bounds))}>
            Cut {AXES[k].toUpperCase()}
          </button>
        ))}
        <button type="button" onClick={() => put(flipped(section))}>
          Flip
        </button>
        <button type="button" disabled={!selected.length} onClick={() => void closeAround()}>
          Around the selection
        </button>
      </p>
      {AXES.map((axis, k) => {
        const [from, to] = [min[axis] - size * 0.02, max[axis] + size * 0.02]
        const low = section.low[k] ?? from
        const high = section.high[k] ?? to
        const name = axis.toUpperCase()
        const text = (value: number) => formatLength(Number(value.toPrecision(6)), unit, units)
        const side = (which: 'low' | 'high', word: string, value: number) => (
          <div className={styles.side}>
            <input
              type="range"
              aria-label={`${name} ${word}`}
              aria-valuetext={text(value)}
              min={from}
              max={to}
              step={(to - from) / 400}
              value={value}
              onChange={({ target: { valueAsNumber } }) => {
                if (which === 'low') set('low', k, valueAsNumber <= from ? null : Math.min(valueAsNumber, high))
                else set('high', k, valueAsNumber >= to ? null : Math.max(valueAsNumber, low))
              }}
            />
            <input
              type="number"
              step="any"
              aria-label={`${name} ${word}, as a number`}
              placeholder="open"
              value={section[which][k] === null ? '' : Number((section[which][k] as number).toPrecision(7))}
              onChange={({ target }) => set(which, k, Number.isFinite(target.valueAsNumber) ? target.valueAsNumber : null)}
            />
          </div>
        )
        return (
          <fieldset key={axis}>
            <legend>
              {name}{' '}
              <span className="muted">
                {text(low)} to {text(high)}
              </span>
            </legend>
            {side('low', 'from', low)}
            {side('high', 'to', high)}
          </fieldset>
        )
      })}
    </section>
  )
}

/** A first cut that shows something: the half in front is taken away. */
export function firstSection(session: ViewerSession): SectionBox | null {
  const bounds = session.model.state.get().drawn?.summary.bounds
  return bounds ? planeAcross(1, bounds) : null
}
