import type { ViewerSession } from '../session.ts'

type Walked = Pick<ViewerSession, 'view' | 'rig' | 'jumped'>

/** One walks in perspective, and not through the slab of a drawing. */
export function startWalking(session: Walked) {
  const { view, rig } = session
  const { walking, projection, section, drawing } = view.get()
  if (walking || !rig) return
  session.jumped()
  const from = { camera: rig.camera(), projection, section, drawing }
  view.set({
    walking: from,
    projection: 'perspective',
    drawing: null,
    section: drawing ? null : section,
    measuring: null,
    snap: null,
    hovered: null,
    mark: null,
  })
}

/** `stay`: looks on from where one stands; `back`: from where one looked before. */
export function stopWalking({ view, rig }: Walked, how: 'stay' | 'back') {
  const { walking } = view.get()
  if (!walking) return
  if (how === 'stay') return view.set({ walking: null })
  const { camera, ...before } = walking
  view.set({ ...before, walking: null })
  if (camera) rig?.setCamera(camera, true)
  else rig?.setFirst(before.drawing)
}
