import { MARKS } from '../later.ts'
import type { Drag, Handle } from '../marks/section-handles.ts'
import type { Pointing } from './hit.ts'

/** A handle of the section box in somebody's hand. While it is, camera and address wait. */
export function sectionDragging({ element, rig, session, stageNow }: Pointing) {
  const { view } = session
  let dragged: Drag | null = null
  return {
    isOn: () => dragged !== null,
    take(handle: Handle, pointer: number, x: number, y: number) {
      const stage = stageNow()
      dragged = (stage && MARKS.now()?.startDrag(handle, rig, stage, rig.ray(x, y, null))) ?? null
      if (!dragged) return
      rig.controls.enabled = false
      session.isDragging = true
      element.setPointerCapture(pointer)
      view.set({ side: handle, hovered: null })
    },
    to(x: number, y: number) {
      if (dragged) view.set({ section: dragged.to(rig.ray(x, y, null)) })
    },
    letGo(isApplied: boolean) {
      if (!dragged) return
      if (!isApplied) view.set({ section: dragged.before })
      dragged = null
      rig.controls.enabled = true
      session.isDragging = false
      view.set({ side: null })
      session.rested()
    },
  }
}
