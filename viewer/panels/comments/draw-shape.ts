import type { SketchPlace } from '#lib/drawing/sketch.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import { addShape, sketched } from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'

type Point = { x: number; y: number }

/** A press that hardly moves draws nothing, pixels. */
const LEAST = 6
/** Between two corners of a line. */
const STEP = 3
/** Corners of a line, as the server has it. */
const MOST_POINTS = 500

type Draws = {
  session: ViewerSession
  /** Null while the sketch is not seen from where it was begun. */
  place: () => SketchPlace | null
  /** While it is drawn; null: it is done, or nothing came of it. */
  onShape: (shape: SketchShape | null) => void
}

/**
 * Mouse, pen or finger draws marks on an element that lies over the picture, with the tool that is chosen; a second finger takes the mark
 * back. Gives the end of it.
 */
export function drawShapes(element: HTMLElement, { session, place, onShape }: Draws): () => void {
  let begun: { pointer: number; points: Point[] } | null = null
  const settings = () => session.comments.get().sketching
  const pointOf = ({ clientX, clientY }: PointerEvent, where: SketchPlace) => {
    const { left, top } = element.getBoundingClientRect()
    return sketched({ x: clientX - left, y: clientY - top }, where)
  }
  const shapeNow = (): SketchShape | null => {
    const [first, last] = [begun?.points[0], begun?.points.at(-1)]
    const now = settings()
    if (!begun || !first || !last || !now || now.tool === 'text' || begun.points.length < 2) return null
    const { tool: type, colour } = now
    if (type !== 'line' && apart(first, last) < LEAST) return null
    return { type, points: type === 'line' ? thinned(begun.points) : [first, last], colour }
  }
  const down = (event: PointerEvent) => {
    const where = place()
    const now = settings()
    if (!where || !now || event.button !== 0) return
    event.preventDefault()
    if (begun) {
      begun = null
      return onShape(null)
    }
    const at = pointOf(event, where)
    const words = now.words.trim()
    if (now.tool === 'text') return words ? addText(session, words, at) : undefined
    element.setPointerCapture(event.pointerId)
    begun = { pointer: event.pointerId, points: [at] }
  }
  const move = (event: PointerEvent) => {
    const where = place()
    if (event.pointerId !== begun?.pointer || !where) return
    for (const one of event.getCoalescedEvents?.() ?? [event]) {
      const at = pointOf(one, where)
      const last = begun.points.at(-1)
      if (!last || apart(last, at) >= STEP) begun.points.push(at)
    }
    onShape(shapeNow())
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== begun?.pointer) return
    const shape = event.type === 'pointerup' ? shapeNow() : null
    begun = null
    onShape(null)
    if (shape) addShape(session, shape)
  }
  element.addEventListener('pointerdown', down)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', up)
  return () => {
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', up)
  }
}

/** The words that are typed, at this place. */
export function addText(session: ViewerSession, text: string, at: Point) {
  const colour = session.comments.get().sketching?.colour
  addShape(session, { type: 'text', points: [at], text, ...(colour && { colour }) })
  session.comments.set(({ sketching }) => (sketching ? { sketching: { ...sketching, words: '' } } : {}))
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Every other corner of a line that has too many. */
function thinned(points: readonly Point[]): Point[] {
  if (points.length <= MOST_POINTS) return [...points]
  return thinned(points.filter((_, index) => index % 2 === 0 || index === points.length - 1))
}
