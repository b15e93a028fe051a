'use client'

import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'
import styles from './time-bar.module.css'

/** An arrow moves the line by this part of the picture, with Shift by five times as much. */
const STEP = 0.02

/** The line between two revisions side by side: drawn along by the pointer, stepped by the arrows. */
export function CompareLine({ session }: { session: ViewerSession }) {
  const split = useStore(session.view, (state) => state.split)
  const isOn = useStore(session.view, (state) => state.how === 'slider')
  const compared = useStore(session.derived, (state) => state.compared)
  const line = useRef<HTMLDivElement>(null)
  if (!isOn || compared?.state !== 'compared') return null
  const set = (to: number) => session.view.set({ split: Math.min(1, Math.max(0, to)) })
  const follow = ({ clientX, buttons }: PointerEvent) => {
    const picture = line.current?.parentElement?.getBoundingClientRect()
    if (picture && buttons & 1) set((clientX - picture.left) / picture.width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP * (event.shiftKey ? 5 : 1)
    const to = {
      ArrowLeft: split - step,
      ArrowDown: split - step,
      ArrowRight: split + step,
      ArrowUp: split + step,
      Home: 0,
      End: 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    set(to)
  }
  const { from, to } = session.view.get().compare ?? {}
  const { drawn } = session.model.state.get()
  return (
    <div
      ref={line}
      className={styles.line}
      style={{ left: `${split * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label="Line between the two revisions"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(split * 100)}
      aria-valuetext={`${Math.round(split * 100)} % of the picture show the earlier revision`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={follow}
      onKeyDown={onKeyDown}
    >
      <span className={styles.side} data-side="before">
        Revision {from ?? compared.before.revision}
      </span>
      <span className={styles.side} data-side="after">
        Revision {to ?? drawn?.summary.revision}
      </span>
    </div>
  )
}
