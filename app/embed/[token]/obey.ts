import { selectByRef } from '#viewer/session/selection.ts'
import type { ViewerSession } from '#viewer/session/session.ts'
import { readHere } from '#viewer/session/view/address.ts'
import { moveCamera } from '#viewer/session/view/move-camera.ts'
import { showView } from '#viewer/session/view/show-view.ts'
import { inScale } from '#viewer/session/view/view-scale.ts'
import type { FrameError, HostMessage } from './messages.ts'

export type Post = (type: string, fields: object) => void
type Order = Exclude<HostMessage, { type: 'hello' }>

export const fail = (post: Post, { code, message }: FrameError) => post('error', { code, message })

/** So many are kept until the viewer is ready. */
const MOST_PENDING = 50

/** Does what the page asks of the viewer; what it asks before there is a model is kept and done with the first picture, in its order. */
export function obeying(post: Post) {
  let session: ViewerSession | null = null
  let stop = () => {}
  const pending: Order[] = []
  const isReady = (open: ViewerSession | null): open is ViewerSession => open !== null && open.model.state.get().drawn !== null
  const start = (open: ViewerSession, order: Order) =>
    void obey(open, order, post).catch((error: unknown) => console.error(error))
  const catchUp = () => {
    if (isReady(session)) for (const order of pending.splice(0)) start(session, order)
  }
  return {
    /** Null: the viewer is not there yet, or not any more. */
    open(opened: ViewerSession | null) {
      stop()
      session = opened
      stop = opened?.model.state.subscribe(catchUp) ?? (() => {})
      catchUp()
    },
    take(order: Order) {
      if (isReady(session)) return start(session, order)
      if (pending.length < MOST_PENDING) return void pending.push(order)
      fail(post, { code: 'too_many', message: `More than ${MOST_PENDING} messages before the viewer is ready.` })
    },
    close: () => stop(),
  }
}

async function obey(session: ViewerSession, message: Order, post: Post) {
  if (message.type === 'fit') return moveCamera(session, (rig) => rig.fit())
  if (message.type === 'picture') {
    const { width, height } = message
    const [across, up] = [(width / 96) * 25.4, (height / 96) * 25.4] // a CSS pixel is 1/96 inch
    const blob = await session.picture?.({ millimetres: [across, up], dpi: 96, isOnWhite: false, scale: null })
    if (!blob) return fail(post, { code: 'bad_message', message: 'The picture could not be made now.' })
    return post('picture', { dataUrl: await dataUrlOf(blob) })
  }
  const { view, select, isolate, colour } = message
  if (view !== undefined) {
    const read = inScale(readHere(session.host, view), session.view.get().scaled)
    // A view that says nothing of where it is seen from leaves the camera.
    if (read.camera || read.state.drawing) showView(session, read, 'chosen')
    else session.view.set({ projection: 'perspective', ...read.state })
    if (read.selected.length > 0) await selectByRef(session, read.selected)
  }
  if (colour) session.view.set({ colourBy: colour })
  if (isolate) session.view.set({ isolated: isolate.length > 0 ? isolate : null })
  if (select) await selectByRef(session, select)
}

const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
