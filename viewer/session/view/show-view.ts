import type { ViewerSession } from '../session.ts'
import { findDrawing, slabOf } from './drawings.ts'
import { moveCamera } from './move-camera.ts'
import { allDrawings } from './navigate.ts'
import { boundsDrawn } from './section-box.ts'
import { inScale } from './view-scale.ts'
import type { ViewState } from './view-state.ts'
import type { readView } from './view-text.ts'

/**
 * A view as a text says it. Without a camera it is seen as one that nobody has moved: square on its drawing, or over the whole.
 * `chosen`: a step of its own, which Back takes back.
 */
export function showView(session: ViewerSession, read: ReturnType<typeof readView>, how: 'chosen' | 'back') {
  const { view } = session
  view.set({ projection: 'perspective', walking: null, ...inScale(read, view.get().scaled).state })
  moveCamera(session, (rig) => {
    const { camera } = inScale(read, rig.scaled)
    const { drawing } = view.get()
    if (how === 'back') return camera ? rig.setCamera(camera, true) : rig.setFirst(drawing)
    if (!camera) return drawing ? rig.lookAtDrawing(drawing) : rig.look('overview')
    session.jumped()
    rig.setCamera(camera, true)
  })
}

/**
 * Who names a drawing need not say where it is cut: it is cut as one that is chosen, and called what the model calls it. One that
 * the model does not have is left, and told as `missed`.
 */
export function cutDrawings(session: ViewerSession) {
  const { model, view, derived } = session
  const cut = () => {
    const { drawn } = model.state.get()
    const { drawing, section, up } = view.get()
    // With another way up its drawings are others; they come with the next scene.
    if (!drawing || section || !drawn || drawn.up !== up) return
    const all = allDrawings(session)[drawing.axis]
    const meant = findDrawing(drawing, all)
    if (meant) return view.set({ drawing: meant, section: slabOf(meant, all, boundsDrawn(drawn), up) })
    derived.set({ missed: drawing })
    view.set({ drawing: null, projection: 'perspective' })
  }
  model.state.subscribe(cut)
  view.subscribe(cut)
}

/** What was cut, or left, by `cutDrawings`: nobody's step. */
export const wasUncut = ({ drawing, section }: Pick<ViewState, 'drawing' | 'section'>) => drawing !== null && section === null
