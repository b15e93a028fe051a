import type { ViewerSession } from '../app/_viewer/session/session.ts'
import { drawIn } from './canvas.ts'
import { labelOf } from './model-lines.ts'
import type { Page } from './page.ts'

/** The picture while somebody may look at it: a long conversation holds many views, and a page has sixteen WebGL contexts. */

const OUT_OF_SIGHT_MS = 30_000
const HIDDEN_MS = 60_000

/** `seen`: hears whether it is in sight. `cannot`: there is no WebGL here. */
export function keepPicture(page: Page, session: ViewerSession, seen: (isSeen: boolean) => void, cannot: () => void) {
  let drawing: ReturnType<typeof drawIn> | null = null
  let [isInSight, isClosed] = [true, false]
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => {
    if (drawing || isClosed) return
    try {
      drawing = drawIn(page.stage, session, cannot)
      page.flat.hidden = true
    } catch {
      isClosed = true
      cannot()
    }
  }
  /** What was seen last stays, as pixels. */
  const rest = () => {
    if (!drawing) return
    drawing.copyTo(page.flat)
    page.flat.hidden = false
    drawing.end()
    drawing = null
  }
  const look = () => {
    const isSeen = isInSight && document.visibilityState === 'visible'
    clearTimeout(timer)
    seen(isSeen)
    if (isSeen) draw()
    else timer = setTimeout(rest, isInSight ? HIDDEN_MS : OUT_OF_SIGHT_MS)
  }
  const observer = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? true
    look()
  })
  observer.observe(page.stage)
  document.addEventListener('visibilitychange', look)
  const stop = session.model.state.subscribe(({ drawn }) => {
    if (drawn) drawing?.label(labelOf(drawn.summary))
  })
  draw()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
      stop()
      drawing?.end()
      drawing = null
    },
  }
}
