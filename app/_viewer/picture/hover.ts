import { found, hitAt, type Pointing } from './hit.ts'
import { handleAt } from './section-handles.ts'

/** Says what the pointer is on: a handle of the section box, a mark beside the model, an element. */
export function hovering(pointing: Pointing) {
  const { element, rig, session, stageNow } = pointing
  const { view } = session
  let newest = 0
  return {
    async over(x: number, y: number) {
      const mine = ++newest
      const handle = handleAt(rig, stageNow(), x, y, 13)
      const mark = handle ? null : session.markAt(x, y)
      const hit = handle || mark ? null : hitAt(pointing, x, y)
      const { hovered, boxing, side, mark: before } = view.get()
      element.style.cursor = handle ? 'grab' : boxing ? 'crosshair' : hit || mark ? 'pointer' : ''
      if (handle?.axis !== side?.axis || handle?.which !== side?.which) view.set({ side: handle })
      if (mark?.says !== before?.says || mark?.more !== before?.more) view.set({ mark })
      if (hit?.kind === hovered?.kind && hit?.index === hovered?.index) return
      const now = await found(pointing, hit)
      if (mine === newest) view.set({ hovered: now })
    },
    /** What is still asked for counts no more. */
    leave() {
      newest++
    },
  }
}
