import type { WebGLRenderer } from 'three'
import type { ViewerSession } from '../session/session.ts'
import { reached } from './shading/reached.ts'

/** The name under which a browser's own measures know it. */
const FIRST_PICTURE = 'first picture'

/**
 * Until the first picture stands no other is drawn: where the processor draws, that one would hold it up, and be seen no sooner.
 * Another always follows it, with what it did without (`staged.ts`).
 */
export function firstPicture({ stood, pending }: Pick<ViewerSession, 'stood' | 'pending'>, gl: WebGLRenderer) {
  let [isBeingDrawn, isOver] = [false, false]
  return {
    isBeingDrawn: () => isBeingDrawn,
    /** What was sent of it is gone with its canvas: the next one is the first. */
    anew() {
      isBeingDrawn = false
    },
    /** Resolves when the picture that was sent stands. */
    async stands() {
      isBeingDrawn = !stood.get().once
      const end = pending.begin()
      await reached(gl, () => isOver)
      isBeingDrawn = false
      end()
      if (isOver || stood.get().once) return
      performance.mark(FIRST_PICTURE)
      stood.set({ once: true })
    },
    stop() {
      isOver = true
    },
  }
}
