import type { WebGLRenderer } from 'three'
import { webgl2Of } from '../elements/drawing.ts'

export const POLL_MS = 4
export const delay = (milliseconds = POLL_MS) => new Promise((resume) => setTimeout(resume, milliseconds))

/** Resolves when the graphics card has done all it was sent, or it is over; it is asked every so many milliseconds. */
export async function reached(gl: WebGLRenderer, isOver: () => boolean, every = POLL_MS): Promise<void> {
  const context = webgl2Of(gl)
  const fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!fence) return
  context.flush()
  const isDone = () =>
    isOver() || context.isContextLost() || context.getSyncParameter(fence, context.SYNC_STATUS) === context.SIGNALED
  while (!isDone()) await delay(every)
  context.deleteSync(fence)
}
