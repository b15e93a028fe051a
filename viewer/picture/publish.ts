import type { ViewerSession } from '../session/session.ts'

/**
 * Says on the canvas, for tests and users' scripts, how far the picture is. `data-picture`: `moving`; `resting`, but
 * something will still change by itself; `complete`. `data-view`: the address that belongs to what is drawn. `isDrawable`: what
 * is drawn is the newest there is; `isStill`: no picture is asked for.
 */
export function publishState(
  session: ViewerSession,
  canvas: HTMLCanvasElement,
  isDrawable: () => boolean,
  isStill: () => boolean,
) {
  const { dataset } = canvas
  const say = (isStillNow: boolean) => {
    const isComplete = isStillNow && isDrawable() && session.isIdle()
    dataset.view = session.address()
    dataset.picture = isComplete ? 'complete' : session.isDragging ? 'moving' : 'resting'
  }
  session.publish = () => say(isStill())
  const waits = () => {
    if (dataset.picture === 'complete') dataset.picture = 'resting'
  }
  const stops = [
    session.view.subscribe(waits),
    session.derived.subscribe(waits),
    session.model.state.subscribe((state, before) => state.drawn !== before.drawn && waits()),
  ]
  canvas.addEventListener('webglcontextlost', waits)
  return {
    /** A picture is complete and no other is needed. */
    rested: () => say(true),
    drew(isMoving: boolean) {
      dataset.picture = isMoving || session.isDragging ? 'moving' : 'resting'
      dataset.view = session.address()
    },
    stop() {
      for (const stop of stops) stop()
      canvas.removeEventListener('webglcontextlost', waits)
      session.publish = () => {}
    },
  }
}
