'use client'

import { useRef, useState } from 'react'
import { AXIS_NAMES, add } from '#lib/model/shape/vector.ts'
import { typedIn } from '#lib/model/typed-in.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { attempt } from '../../session/attempt.ts'
import type { ViewerSession } from '../../session/session.ts'
import { pointsOf } from '../../session/view/scene-points.ts'
import type { SectionBox } from '../../session/view/section-box.ts'
import {
  boundsDrawn,
  boxAround,
  cornersOf,
  flipped,
  planeAcross,
  rangeOf,
  roundCoordinate,
  withPlane,
} from '../../session/view/section-box.ts'
import { useFocusBack } from '../use-focus-back.ts'
import { useStore } from '../use-store.ts'
import { windowSize } from '../window-size.ts'
import styles from './section-panel.module.css'
import { Tool } from './toolbar.tsx'

/** Two planes an axis: by slider over the model's extent and a little beyond, or as a number in the model's unit. */
export function SectionPanel({ session }: { session: ViewerSession }) {
  const { section, units, drawing, selected } = useStore(session.view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  // On a phone the numbers would cover what they cut; there are the handles.
  const panel = useRef<HTMLElement>(null)
  useFocusBack(panel)
  const [isNarrow] = useState(() => windowSize() === 'phone' || windowSize() === 'low')
  if (!section || !drawn || drawing) return null
  const bounds = boundsDrawn(drawn)
  const { min, max } = bounds
  const unit = readUnits(drawn.summary.units).length
  const box = cornersOf(section, bounds)
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) || 1
  const put = (next: SectionBox | null) => session.view.set({ section: next })
  /** As typed, beyond the model too. */
  const set = (which: 'low' | 'high', k: number, value: number | null) => {
    const planes: SectionBox['low'] = [...section[which]]
    planes[k] = value
    put({ ...section, [which]: planes })
  }
  const closeAround = async () => {
    const found = await session.model.ask('drawnBy', { refs: selected })
    const { scene } = drawn
    const points = found.flatMap((element) => pointsOf(scene, element)).map((point) => add(point, scene.origin))
    const box = boxAround(points, size / 60)
    if (box) put(box)
  }
  return (
    <section ref={panel} className={styles.panel} aria-label="Section box" data-closed-by="End the section">
      <header>
        <h2>Section box</h2>
        <Tool icon="close" label="End the section" keys="X" onPress={() => put(null)} />
      </header>
      <p className={styles.presets}>
        {([0, 1, 2] as const).map((k) => (
          <button key={k} type="button" onClick={() => put(planeAcross(k, bounds, drawn.up))}>
            Cut {AXIS_NAMES[k]}
          </button>
        ))}
        <button type="button" onClick={() => put(flipped(section))}>
          Flip
        </button>
        <button type="button" disabled={!selected.length} onClick={() => void attempt(session, closeAround())}>
          Around the selection
        </button>
      </p>
      <details open={!isNarrow}>
        <summary>By number{typedIn(unit, units)}</summary>
        {([0, 1, 2] as const).map((k) => {
          const [from, to] = rangeOf(k, bounds)
          const [low, high] = [box.low[k], box.high[k]]
          const name = AXIS_NAMES[k]
          const text = (value: number) => formatLength(roundCoordinate(value, bounds, 1e-5), unit, units)
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
                onChange={({ target }) => put(withPlane(section, { axis: k, which }, target.valueAsNumber, bounds))}
              />
              <input
                type="number"
                step="any"
                aria-label={`${name} ${word}, as a number`}
                placeholder="open"
                value={section[which][k] === null ? '' : roundCoordinate(section[which][k]!, bounds, 1e-7)}
                onChange={({ target }) => set(which, k, Number.isFinite(target.valueAsNumber) ? target.valueAsNumber : null)}
              />
            </div>
          )
          return (
            <fieldset key={name}>
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
      </details>
    </section>
  )
}
