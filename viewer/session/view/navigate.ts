import { shownAt, upAxis } from '#lib/model/display-axes.ts'
import { AXIS_NAMES } from '#lib/model/shape/vector.ts'
import { type ElementRef, refsOf } from '../../worker/elements.ts'
import type { ViewerSession } from '../session.ts'
import { type Drawing, drawingsOf, groupTitle, neighbour, slabOf } from './drawings.ts'
import { nameOf, notShown } from './hidden-reasons.ts'
import { beginMove, moveCamera } from './move-camera.ts'
import { boundsDrawn } from './section-box.ts'
import type { ViewName } from './standard-views.ts'
import { stopWalking } from './walk-mode.ts'

/** Where the camera goes when it is told to. Each is a step that the browser's Back takes back. */

/** Leaves the drawing that is open, and the slab that was cut for it. */
export function lookAt(session: ViewerSession, name: ViewName) {
  stopWalking(session, 'stay')
  const leaving = session.view.get().drawing ? { drawing: null, section: null } : {}
  session.view.set({ ...leaving, projection: name === 'overview' ? 'perspective' : 'parallel' })
  moveCamera(session, (rig) => rig.look(name))
}

export function lookFrom(session: ViewerSession, direction: readonly [number, number, number]) {
  stopWalking(session, 'stay')
  moveCamera(session, (rig) => rig.lookAlong(direction))
}

export function fitAll(session: ViewerSession) {
  stopWalking(session, 'stay')
  moveCamera(session, (rig) => rig.fit())
}

/**
 * Moves the camera to what of these elements is in the picture. Where nothing is, it stays, and that is said. Neither, where the
 * camera was to go elsewhere meanwhile.
 */
export async function flyTo(session: ViewerSession, elements: readonly ElementRef[]) {
  const isWanted = beginMove(session)
  const found = await session.model.ask('drawnBy', { refs: refsOf(elements) })
  const { drawn } = session.model.state.get()
  const [first] = found
  if (!drawn || !first || !isWanted()) return
  const why = notShown({ scene: drawn.scene, view: session.view.get(), derived: session.derived.get() })
  const shown = found.filter((element) => why(element) === null)
  const missed = shown.length ? null : { elements: found, name: await nameOf(session, first) }
  if (!isWanted()) return
  session.derived.set({ notShown: missed })
  if (missed) return
  stopWalking(session, 'stay')
  moveCamera(session, (rig) => rig.focus(shown))
}

export function allDrawings(session: ViewerSession): Record<Drawing['axis'], Drawing[]> {
  const drawn = session.model.state.get().drawn
  return drawn ? drawingsOf({ plan: drawn.scene.grid.plan, storeys: drawn.summary.storeys }, drawn.up) : { X: [], Y: [], Z: [] }
}

/** The plans from the top down, then the elevations on the grid lines from the left and from the front, under their names. */
export function drawingGroups(session: ViewerSession): { name: string; drawings: Drawing[] }[] {
  const { up } = session.view.get()
  const all = allDrawings(session)
  return AXIS_NAMES.toSorted((a, b) => Number(b === upAxis(up)) - Number(a === upAxis(up))).flatMap((axis) => {
    const way = axis === upAxis(up) ? -1 : 1
    const drawings = all[axis].toSorted((a, b) => way * (shownAt(up, axis, a.at) - shownAt(up, axis, b.at)))
    return drawings.length > 0 ? [{ name: groupTitle(axis, up), drawings }] : []
  })
}

export function openDrawing(session: ViewerSession, drawing: Drawing) {
  const { drawn } = session.model.state.get()
  if (!drawn) return
  stopWalking(session, 'stay')
  const section = slabOf(drawing, allDrawings(session)[drawing.axis], boundsDrawn(drawn), drawn.up)
  session.view.set({ drawing, section, projection: 'parallel' })
  moveCamera(session, (rig) => rig.lookAtDrawing(drawing))
}

/** `by` 1: the next drawing of the same direction, -1: the one before. */
export function stepDrawing(session: ViewerSession, by: 1 | -1) {
  const { drawing, up } = session.view.get()
  const next = drawing && neighbour(drawing, allDrawings(session)[drawing.axis], by, up)
  if (next) openDrawing(session, next)
}
