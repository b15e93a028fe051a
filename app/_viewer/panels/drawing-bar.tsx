'use client'

import { neighbour, titleOf } from '../session/drawings.ts'
import { allDrawings, lookAt, openDrawing } from '../session/navigate.ts'
import type { ViewerSession } from '../session/session.ts'
import styles from './drawing-bar.module.css'
import { Tool } from './toolbar.tsx'
import { useStore } from './use-store.ts'

/** The title of the plan or elevation that is open, with the way to its neighbours, to its slab, and out. */
export function DrawingBar({ session }: { session: ViewerSession }) {
  const { drawing, isYUp } = useStore(session.view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  if (!drawing || !drawn) return null
  const all = allDrawings(session)[drawing.axis]
  const [before, after] = [neighbour(drawing, all, -1), neighbour(drawing, all, 1)]
  return (
    <section className={styles.bar} aria-label="Drawing">
      <Tool
        icon="back"
        label={before ? titleOf(before, isYUp) : 'No drawing before this one'}
        keys="["
        isOff={!before}
        onPress={() => before && openDrawing(session, before)}
      />
      <p role="status">{titleOf(drawing, isYUp)}</p>
      <Tool
        icon="next"
        label={after ? titleOf(after, isYUp) : 'No drawing after this one'}
        keys="]"
        isOff={!after}
        onPress={() => after && openDrawing(session, after)}
      />
      <Tool icon="section" label="Change where it is cut" onPress={() => session.view.set({ drawing: null })} />
      <Tool icon="close" label="Leave the drawing" onPress={() => lookAt(session, 'overview')} />
    </section>
  )
}
