import { ALONE, viewerKeys } from '../session/keys.ts'
import type { ViewerSession } from '../session/session.ts'

/** The full viewer's keys, while the picture has the focus: the rest of the page is the chat's. `leave`: Escape with nothing to undo. */
export function listenToKeys(stage: HTMLElement, session: ViewerSession, leave: () => void): () => void {
  const keys = { ...viewerKeys(session), ...ALONE }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLCanvasElement)) return
    const { selected, boxing, measuring } = session.view.get()
    const isLeaving = key === 'Escape' && selected.length === 0 && !boxing && !measuring
    const act = isLeaving ? leave : keys[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }
  stage.addEventListener('keydown', onKeyDown)
  return () => stage.removeEventListener('keydown', onKeyDown)
}
