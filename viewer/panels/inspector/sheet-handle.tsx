'use client'

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './sheet-handle.module.css'

/** How high a sheet stands on a phone: its heading alone, not quite half, all but what the model is called. */
export type SheetHeight = 'low' | 'half' | 'full'
const HEIGHTS: readonly SheetHeight[] = ['low', 'half', 'full']
const WORDS: Record<SheetHeight, string> = { low: 'low', half: 'half', full: 'nearly all' }

export type Sheet = { height: SheetHeight; onHeight: (height: SheetHeight) => void }

/** A press that moves farther is a drag. */
const STILL = 6

/** What a sheet is drawn up and down by; arrow keys do it too, a tap goes to the next height. Drawn on a phone alone. */
export function SheetHandle({ height, onHeight }: Sheet) {
  const drag = useRef<{ from: number; was: number } | null>(null)
  const index = HEIGHTS.indexOf(height)
  const step = (by: number) => onHeight(HEIGHTS[Math.min(HEIGHTS.length - 1, Math.max(0, index + by))]!)
  const end = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const dragged = drag.current
    drag.current = null
    if (!dragged) return
    const whole = currentTarget.closest<HTMLElement>('[data-panel]')
    whole?.style.removeProperty('--sheet')
    if (Math.abs(dragged.from - clientY) < STILL) return onHeight(HEIGHTS[(index + 1) % HEIGHTS.length]!)
    if (whole) onHeight(nearestHeight(dragged.was + dragged.from - clientY, whole.clientHeight))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line between two texts
    <div
      className={styles.handle}
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the sheet"
      aria-valuemin={0}
      aria-valuemax={HEIGHTS.length - 1}
      aria-valuenow={index}
      aria-valuetext={WORDS[height]}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId, clientY }) => {
        currentTarget.setPointerCapture(pointerId)
        drag.current = { from: clientY, was: currentTarget.parentElement?.clientHeight ?? 0 }
      }}
      onPointerMove={({ clientY, currentTarget }) => {
        const dragged = drag.current
        if (!dragged || Math.abs(dragged.from - clientY) < STILL) return
        const whole = currentTarget.closest<HTMLElement>('[data-panel]')
        whole?.style.setProperty('--sheet', `${Math.max(64, dragged.was + dragged.from - clientY)}px`)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event: KeyboardEvent) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        step(by)
      }}
    />
  )
}

const LOWEST = 96
const HALF = 0.45
const LEFT = 56

/** In pixels, of a viewer so high. */
export function nearestHeight(sheet: number, whole: number): SheetHeight {
  const heights = { low: LOWEST, half: HALF * whole, full: whole - LEFT }
  const away = (height: SheetHeight) => Math.abs(heights[height] - sheet)
  return HEIGHTS.reduce((one, other) => (away(other) < away(one) ? other : one))
}
