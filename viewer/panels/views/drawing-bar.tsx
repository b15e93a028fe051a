'use client'

import type { ViewerSession } from '../../session/session.ts'
import { neighbour, titleOf } from '../../session/view/drawings.ts'
import { allDrawings, lookAt, openDrawing } from '../../session/view/navigate.ts'
import { Tool } from '../bars/toolbar.tsx'
import { useStore } from '../use-store.ts'
import styles from './drawing-bar.module.css'

/** The title of the plan or elevation that is open, with the way to its neighbours, to its slab, and out. */
export function DrawingBar({ session, onSheets }: { session: ViewerSession; onSheets: () => void }) {
  const { drawing, up } = useStore(session.view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  if (!drawing || !drawn) return null
  const all = allDrawings(session)[drawing.axis]
  const step = (by: -1 | 1) => {
    const next = neighbour(drawing, all, by, up)
    const none = by < 0 ? 'No drawing before this one' : 'No drawing after this one'
    return { label: next ? titleOf(next, up) : none, isOff: !next, onPress: () => next && openDrawing(session, next) }
  }
  return (
    <section className={styles.bar} aria-label="Drawing">
      <Tool icon="back" keys="[" {...step(-1)} />
      <p role="status">
        <bdi>{titleOf(drawing, up)}</bdi>
      </p>
      <Tool icon="next" keys="]" {...step(1)} />
      <Tool icon="section" label="Change where it is cut" onPress={() => session.view.set({ drawing: null })} />
      {session.host.can.has('file') && <Tool icon="sheet" label="Drawings on sheets" keys="D" onPress={onSheets} />}
      <Tool icon="close" label="Leave the drawing" onPress={() => lookAt(session, 'overview')} />
    </section>
  )
}
