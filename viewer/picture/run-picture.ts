import type { ViewerSession } from '../session/session.ts'
import { openPicture, type Picture, type Surface } from './open-picture.ts'

/** A pixel of a telephone is small enough when it is drawn twice as fine. */
const MOST_RATIO = 2
/** In seconds: what moves does not leap when somebody comes back to the page. */
const LONGEST_STEP = 0.25

type Place = Pick<Surface, 'gl' | 'writing' | 'drawBox' | 'shadows'> & {
  /** What the picture fills. */
  stage: HTMLElement
}

type Listener = {
  /** There is a picture, and nothing of it is drawn yet. */
  opened?(picture: Picture): void
  /** The camera stands: it may be sent somewhere. */
  ready?(): void
  /** A picture stands that no other follows. */
  rested?(): void
  /** The browser has taken the graphics card back, or given it again. */
  lost(isLost: boolean): void
  /** It cannot draw this. */
  failed(error: unknown): void
}

/**
 * The picture of a session in an element that has its canvas already, as large as the element is, from the first scene on: before that
 * nothing is drawn, not even an empty canvas. It is drawn anew when something has changed. The renderer is its caller's.
 */
export function runPicture(session: ViewerSession, { stage, gl, ...surface }: Place, listener: Listener) {
  const canvas = gl.domElement
  let picture: Picture | null = null
  let request = 0
  let last = 0
  let isReady = false
  let size = { width: 0, height: 0 }

  const frame = (now: number) => {
    request = 0
    const isDrawn = picture?.draw(Math.min((now - last) / 1000, LONGEST_STEP))
    last = now
    if (!isReady && session.rig?.isSet) {
      isReady = true
      listener.ready?.()
    }
    if (request || !isDrawn) return
    picture?.rested()
    if (isReady) listener.rested?.()
  }
  const redraw = () => {
    if (!request) request = requestAnimationFrame(frame)
  }
  /** As large as the element is now; false where it has no room, or nothing is new: a canvas that is sized anew is empty. */
  const fill = (): boolean => {
    const { width, height } = stage.getBoundingClientRect()
    const ratio = Math.min(devicePixelRatio, MOST_RATIO)
    if (width === 0 || height === 0) return false
    if (width === size.width && height === size.height && ratio === gl.getPixelRatio()) return false
    size = { width, height }
    gl.setPixelRatio(ratio)
    gl.setSize(width, height)
    return true
  }
  /** With the first scene, as soon as there is room for it. */
  const begin = () => {
    if (picture || !session.model.state.get().drawn) return
    fill()
    if (size.width === 0) return
    picture = openPicture(session, {
      ...{ ...surface, gl, size, redraw },
      isStill: () => request === 0,
      failed: listener.failed,
    })
    listener.opened?.(picture)
  }
  const resize = () => {
    if (!picture) begin()
    else if (fill()) picture.resize(size.width, size.height)
  }
  const lost = () => listener.lost(true)
  const restored = () => {
    listener.lost(false)
    redraw() // three makes everything anew from the arrays it was made from
  }
  canvas.addEventListener('webglcontextlost', lost)
  canvas.addEventListener('webglcontextrestored', restored)
  const observer = new ResizeObserver(resize)
  observer.observe(stage)
  const stop = session.model.state.subscribe(begin)
  begin()
  return {
    /** The pixels of the picture and of what is written on it, in the turn in which it was drawn: later they are gone. */
    copyTo(flat: HTMLCanvasElement) {
      picture?.copyTo(flat)
    },
    end() {
      stop()
      observer.disconnect()
      cancelAnimationFrame(request)
      canvas.removeEventListener('webglcontextlost', lost)
      canvas.removeEventListener('webglcontextrestored', restored)
      picture?.dispose()
      picture = null
    },
  }
}
