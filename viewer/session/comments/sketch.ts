import type { SketchPlace } from '#lib/drawing/sketch.ts'
import { distance, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { ViewerSession } from '../session.ts'
import { cameraFor } from '../view/camera-for.ts'
import type { Camera } from '../view/rig.ts'
import { viewNow } from '../view/saved-views.ts'
import { pointsOf } from '../view/scene-points.ts'
import { inScale } from '../view/view-scale.ts'
import { readView } from '../view/view-text.ts'
import type { CommentsState, Sketch, Sketching } from './comments-state.ts'

/** Sketches over a view: begun, drawn, and where they lie in the picture as it is. */

/** As the server has it. */
export const MOST_SHAPES = 100
export const MOST_WORDS = 200

/** Over the view as it is, which is held. In words why not, where that cannot be. */
export function beginSketch(session: ViewerSession): string {
  const { rig, comments } = session
  if (!rig?.isSet) return 'There is no picture to sketch on.'
  rig.hold()
  session.rested()
  const now = viewNow(session)
  if ('says' in now) return now.says
  const { width, height } = rig.size
  const sketch = { view: now.query, viewport: { width, height }, shapes: [] }
  comments.set({ sketching: { sketch, isDrawing: true, tool: 'cloud', colour: 'red', words: '' }, isSketchAway: false })
  return ''
}

export const changeSketching = ({ comments }: ViewerSession, change: Partial<Sketching>) =>
  comments.set(({ sketching }) => (sketching ? { sketching: { ...sketching, ...change } } : {}))

const setShapes = (session: ViewerSession, change: (shapes: readonly SketchShape[]) => readonly SketchShape[]) =>
  session.comments.set(({ sketching }) => {
    if (!sketching) return {}
    return { sketching: { ...sketching, sketch: { ...sketching.sketch, shapes: change(sketching.sketch.shapes) } } }
  })

export const addShape = (session: ViewerSession, shape: SketchShape) =>
  setShapes(session, (shapes) => (shapes.length < MOST_SHAPES ? [...shapes, shape] : shapes))

export const undoShape = (session: ViewerSession) => setShapes(session, (shapes) => shapes.slice(0, -1))

/** What was drawn stays for the comment; of nothing there is nothing to keep. */
export function endDrawing(session: ViewerSession) {
  const { sketching } = session.comments.get()
  if (sketching?.sketch.shapes.length === 0) session.comments.set({ sketching: null })
  else changeSketching(session, { isDrawing: false })
}

type OpenComments = Pick<CommentsState, 'chosen' | 'shown'> & { sketch: Sketch | null }

/** That of the comment that is written, else of the thread that is open. */
export function openSketch({ sketch: written, chosen, shown }: OpenComments): Sketch | null {
  if (written) return written
  const anchor = shown.find(({ number }) => number === chosen)?.anchor
  if (!anchor || anchor.view === null || anchor.viewport === null || anchor.sketch.length === 0) return null
  const { view, viewport, sketch: shapes } = anchor
  return { view, viewport, shapes }
}

/** Of how far the eye is from its target. */
const NEARLY = 5e-4

function isSameCamera(one: Camera, other: Camera, isParallel: boolean): boolean {
  const ahead = ({ position, target }: Camera): Vec => unit(subtract(target, position)) ?? [0, 0, 0]
  const reach = distance(other.position, other.target)
  const apart = subtract(one.position, other.position)
  const along = ahead(other)
  const depth = dot(apart, along)
  // In parallel it does not matter how far away the eye is.
  const aside = isParallel ? subtract(apart, scale(along, depth)) : apart
  const isZoomed = isParallel && Math.abs(one.zoom - other.zoom) > NEARLY * other.zoom
  return length(aside) <= NEARLY * reach && length(subtract(ahead(one), along)) <= NEARLY && !isZoomed
}

/** Where a sketch lies in the picture as it is; null where that is seen from elsewhere. */
export function placeNow({ rig, view }: ViewerSession, { view: query, viewport }: Omit<Sketch, 'shapes'>): SketchPlace | null {
  if (!rig?.isSet) return null
  const { state, camera } = inScale(readView(new URLSearchParams(query)), rig.scaled)
  const { projection, up } = view.get()
  const isParallel = state.projection === 'parallel'
  if (isParallel !== (projection === 'parallel') || (state.up ?? null) !== up) return null
  const now = rig.camera()
  const { size } = rig
  const whole = Math.min(size.width / viewport.width, size.height / viewport.height)
  // Of a view that says nothing of a camera: as it was before anybody moved it.
  if (!camera) return now === null ? { viewport, size, scale: whole } : null
  const { camera: wanted, times } = cameraFor(camera, isParallel, viewport, size)
  return now && isSameCamera(now, wanted, isParallel) ? { viewport, size, scale: times } : null
}

/** Where words go that nobody points to a place for: beside what is selected, else in the middle; those that are there push them down. */
export function placeForWords(
  session: ViewerSession,
  { viewport, shapes }: Sketch,
  place: SketchPlace,
): { x: number; y: number } {
  const { model, derived, rig } = session
  const { drawn } = model.state.get()
  const [first] = derived.get().selected
  const [point] = first && drawn ? pointsOf(drawn.scene, first) : []
  const seen = point && rig?.project(point)
  const isInside = seen && seen.x > 0 && seen.y > 0 && seen.x < place.size.width && seen.y < place.size.height
  const at = isInside ? sketched(seen, place) : { x: viewport.width / 2, y: viewport.height / 2 }
  const isTaken = () => shapes.some(({ type, points: [p] }) => type === 'text' && p && Math.abs(p.y - at.y) < 20 && Math.abs(p.x - at.x) < 100) // biome-ignore format: one condition
  while (isTaken() && at.y < viewport.height - 24) at.y += 24
  return at
}

/** A place of the picture in pixels of the viewport. */
export const sketched = ({ x, y }: { x: number; y: number }, { viewport, size, scale: times }: SketchPlace) => ({
  x: Math.round((viewport.width / 2 + (x - size.width / 2) / times) * 10) / 10,
  y: Math.round((viewport.height / 2 + (y - size.height / 2) / times) * 10) / 10,
})
