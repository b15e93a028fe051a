'use client'

import { useState } from 'react'
import type { ViewerSession } from '../../session/session.ts'
import { stopWalking } from '../../session/view/walk-mode.ts'
import { useStore } from '../use-store.ts'
import { Tool } from './toolbar.tsx'
import styles from './walk-bar.module.css'

/** Says how one walks, for as long as one does, and leads out. */
export function WalkBar({ session }: { session: ViewerSession }) {
  const isWalking = useStore(session.view, (state) => state.walking !== null)
  const [isTouch] = useState(() => matchMedia('(pointer: coarse)').matches)
  if (!isWalking) return null
  return (
    <section className={styles.bar} aria-label="Walking">
      <p role="status">
        <strong>Walking</strong>{' '}
        <span className="muted">
          {isTouch ? 'left moves, right looks' : 'W A S D or arrows, drag to look, Shift runs, Page Up a floor up'}
        </span>
      </p>
      <button type="button" title="Look on from here (V)" onClick={() => stopWalking(session, 'stay')}>
        Stay here
      </button>
      <Tool icon="close" label="Back to the view before" keys="Esc" onPress={() => stopWalking(session, 'back')} />
    </section>
  )
}
