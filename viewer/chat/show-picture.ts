import type { ViewerSession } from '../session/session.ts'
import { drawIn } from './canvas.ts'
import { labelOf } from './model-lines.ts'
import type { Page } from './page.ts'

/**
 * The picture while somebody may look at it. A page has sixteen WebGL contexts, and a long conversation many views: where they are
 * many, each gives its own back as soon as it is out of sight; where they are few, only after a while, since drawing anew costs time.
 */

const OUT_OF_SIGHT_MS = 30_000
const HIDDEN_MS = 60_000
/** So many views may hold a context each. */
const FEW_FRAMES = 8

type PictureListener = {
  /** Whether it is in sight. */
  seen(isSeen: boolean): void
  /** There is no WebGL here. */
  cannot(): void
  /** The first time that the camera can be sent somewhere. */
  ready(): void
}

export function showPicture(page: Page, session: ViewerSession, { seen, cannot, ready }: PictureListener) {
  let drawing: ReturnType<typeof drawIn> | null = null
  let [isInSight, isClosed, isFirst] = [false, false, true]
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = () => {
    drawing?.end()
    drawing = null
  }
  const draw = () => {
    if (drawing || isClosed) return
    page.redraw.hidden = true
    drawing = drawIn(page.stage, session, {
      cannot() {
        isClosed = true
        end()
        cannot()
      },
      ready() {
        page.flat.hidden = true
        if (isFirst) ready()
        isFirst = false
      },
      rested: () => drawing?.copyTo(page.flat),
      lost() {
        pause()
        page.redraw.hidden = false
      },
    })
    name()
  }
  /** What was seen last stays, as pixels. */
  const pause = () => {
    if (!drawing) return
    page.flat.hidden = false
    end()
  }
  const look = () => {
    const isSeen = isInSight && document.visibilityState === 'visible'
    clearTimeout(timer)
    seen(isSeen)
    if (isSeen) draw()
    else if (!isInSight && framesAround(window) > FEW_FRAMES) pause()
    else timer = setTimeout(pause, isInSight ? HIDDEN_MS : OUT_OF_SIGHT_MS)
  }
  const name = () => {
    const { drawn } = session.model.state.get()
    if (!drawn) return
    drawing?.label(labelOf(drawn.summary))
    page.flat.setAttribute('aria-label', labelOf(drawn.summary))
  }
  // Of many views that a chat opens at once only those in sight are drawn.
  const observer = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? true
    look()
  })
  observer.observe(page.stage)
  document.addEventListener('visibilitychange', look)
  const stop = session.model.state.subscribe(name)
  return {
    /** After the browser has taken the graphics card back. */
    draw,
    close() {
      isClosed = true
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
      stop()
      end()
    },
  }
}

/** The most frames that any page around this one holds. No origin keeps that number to itself, and it is all that views can know of each other. */
function framesAround(own: Window): number {
  let most = 0
  for (let page = own; page !== page.parent; ) {
    page = page.parent
    most = Math.max(most, page.length)
  }
  return most
}
