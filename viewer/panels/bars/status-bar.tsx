'use client'

import { useEffect, useState } from 'react'
import { readUnits } from '#lib/model/units.ts'
import { lineWords } from '../../session/line-words.ts'
import type { ViewerSession } from '../../session/session.ts'
import { KIND_NAMES } from '../../worker/elements.ts'
import { useStore } from '../use-store.ts'
import styles from './status-bar.module.css'

/** One line at the bottom: what is hovered, units, and whether the page hears of changes. */
export function StatusBar({ session }: { session: ViewerSession }) {
  const hovered = useStore(session.view, (state) => state.hovered)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { length: unit, force } = readUnits(drawn?.summary.units)
  return (
    <footer className={styles.bar}>
      <span className={styles.hovered}>
        {hovered && (
          <>
            {KIND_NAMES[hovered.kind][0]} <bdi>{hovered.id}</bdi>
          </>
        )}
      </span>
      {drawn && <span>{[unit?.unit, force?.unit].filter(Boolean).join(', ') || 'units not set'}</span>}
      <Line session={session} />
    </footer>
  )
}

/** How often the age of a picture is looked at that may not be the newest. */
const LOOK_MS = 10_000

function Line({ session }: { session: ViewerSession }) {
  const state = useStore(session.model.state, (state) => state)
  const [now, setNow] = useState(Date.now)
  const ages = !state.ended && (state.line === 'silent' || state.line === 'offline')
  useEffect(() => {
    if (!ages) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [ages])
  const { mark, word, more } = lineWords(state, now)
  return (
    <span data-line={state.ended?.why ?? state.line} data-mark={mark} className={styles.live}>
      <span role="status">{word}</span>
      {more}
      {(state.behind !== null || state.isStopped) && !state.ended && state.line !== 'offline' && (
        <button type="button" onClick={() => void session.model.reload()}>
          Try now
        </button>
      )}
    </span>
  )
}
