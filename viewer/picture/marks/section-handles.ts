import { niceStep } from '#lib/drawing/nice-step.ts'
import type { Ray } from '#lib/geometry/pick/ray.ts'
import { AXES, AXIS_VECTORS, type Axis, add, dot, perAxis, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Theme } from '../../session/theme.ts'
import type { SectionBox } from '../../session/view/section-box.ts'
import { boundsDrawn, cornersOf, type Side, withPlane } from '../../session/view/section-box.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import { css, line, type Page } from './writing.ts'

/** The section box in the picture: its edges, and on each side a handle that moves it along its axis. */

/** `at` about the scene's origin; `x`, `y` in the picture, `turn` the direction of the axis there; open: its plane is not set. */
export type Handle = Side & { at: Vec; x: number; y: number; turn: number; isOpen: boolean }

const RADIUS = 10
/** An axis that looks shorter than this, of its true length, points at the eye: nobody could drag along it. */
const SHORTEST = 0.2

type View = Pick<CameraRig, 'project' | 'pixelAtPoint'>

/** The box of the section about the scene's origin; null where there is none to be moved, as in a drawing. */
function boxOf({ session, drawn: { scene, summary } }: Stage) {
  const { section, drawing } = session.view.get()
  if (!section || drawing) return null
  const { low, high } = cornersOf(section, boundsDrawn({ scene, summary }))
  return { section, low: subtract(low, scene.origin), high: subtract(high, scene.origin) }
}

export function handlesOf(view: View, section: SectionBox, low: Vec, high: Vec): Handle[] {
  const middle = scale(add(low, high), 0.5)
  return AXES.flatMap((axis) =>
    (['low', 'high'] as const).flatMap((which): Handle[] => {
      const point = perAxis((k) => (k === axis ? (which === 'low' ? low : high)[k] : middle[k]))
      const here = view.project(point)
      const there = view.project(add(point, scale(AXIS_VECTORS[axis], 10 * view.pixelAtPoint(point))))
      if (!here || !there || Math.hypot(there.x - here.x, there.y - here.y) < 10 * SHORTEST) return []
      const turn = Math.atan2(there.y - here.y, there.x - here.x)
      return [{ axis, which, at: point, x: here.x, y: here.y, turn, isOpen: section[which][axis] === null }]
    }),
  )
}

export function handleAt(rig: CameraRig, stage: Stage | null, x: number, y: number, reach: number): Handle | null {
  const box = stage && boxOf(stage)
  if (!box) return null
  const apart = (handle: Handle) => Math.hypot(handle.x - x, handle.y - y)
  const [nearest] = handlesOf(rig, box.section, box.low, box.high).sort((a, b) => apart(a) - apart(b))
  return nearest && apart(nearest) <= reach ? nearest : null
}

/** How far along an axis, from `at`, lies what is nearest to a ray; null where the two are parallel. */
export function alongAxis({ from, along }: Pick<Ray, 'from' | 'along'>, point: Vec, axis: Axis): number | null {
  const unit = AXIS_VECTORS[axis]
  const between = subtract(point, from)
  const slope = dot(unit, along)
  const square = dot(along, along) - slope * slope
  if (square < 1e-9) return null
  return (slope * dot(between, along) - dot(between, unit) * dot(along, along)) / square
}

export type Drag = {
  before: SectionBox
  /** The section with the side under the pointer. */
  to: (ray: Ray) => SectionBox
}

/** Holds a handle where it was taken, so that it does not jump under the pointer; stops at round numbers a pixel apart. */
export function startDrag(handle: Handle, rig: View, stage: Stage, ray: Ray): Drag | null {
  const box = boxOf(stage)
  const taken = alongAxis(ray, handle.at, handle.axis)
  if (!box || taken === null) return null
  const { summary, scene } = stage.drawn
  const value = handle.at[handle.axis] + scene.origin[handle.axis]
  const step = niceStep(rig.pixelAtPoint(handle.at))
  let last = box.section
  return {
    before: box.section,
    to(now) {
      const moved = alongAxis(now, handle.at, handle.axis)
      if (moved === null) return last
      const wanted = Number((Math.round((value + moved - taken) / step) * step).toPrecision(12))
      last = withPlane(box.section, handle, wanted, boundsDrawn({ scene, summary }))
      return last
    },
  }
}

/** Pairs of corners that an edge joins; bit k of a corner is its end on axis k. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].flatMap((bit) => (corner & bit ? [] : [[corner, corner | bit] as const])),
)

export function drawSectionBox(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme, page: Page) {
  const box = boxOf(stage)
  if (!box || rig.isOnSheet) return
  const { side } = stage.session.view.get()
  const { low, high } = box
  const corner = (k: number) => rig.project([k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]])
  const places = [0, 1, 2, 3, 4, 5, 6, 7].map(corner)
  context.save()
  context.strokeStyle = css(theme.accent)
  context.fillStyle = css(theme.accent)
  context.lineWidth = 1
  context.globalAlpha = 0.45
  for (const [a, b] of EDGES) {
    const [from, to] = [places[a], places[b]]
    if (from && to) line(context, [from.x, from.y], [to.x, to.y])
  }
  if (side) {
    const bit = 1 << side.axis
    const [first = 0, second = 0] = [1, 2, 4].filter((other) => other !== bit)
    const base = side.which === 'high' ? bit : 0
    const face = [base, base | first, base | first | second, base | second].map((k) => places[k])
    if (face.every((place) => place != null)) {
      context.globalAlpha = 0.12
      context.beginPath()
      for (const { x, y } of face) context.lineTo(x, y)
      context.fill()
    }
  }
  for (const handle of handlesOf(rig, box.section, low, high)) {
    const isHeld = side?.axis === handle.axis && side.which === handle.which
    page.take(handle.x - RADIUS, handle.y - RADIUS, handle.x + RADIUS, handle.y + RADIUS)
    drawHandle(context, handle, isHeld, theme)
  }
  context.restore()
}

function drawHandle(context: CanvasRenderingContext2D, { x, y, turn, isOpen }: Handle, isHeld: boolean, theme: Theme) {
  context.save()
  context.translate(x, y)
  context.rotate(turn)
  context.globalAlpha = isHeld ? 1 : isOpen ? 0.55 : 0.95
  context.beginPath()
  context.arc(0, 0, isHeld ? RADIUS + 2 : RADIUS, 0, 2 * Math.PI)
  context.fillStyle = isOpen && !isHeld ? theme.textHalo : css(theme.accent)
  context.fill()
  context.strokeStyle = css(theme.accent)
  context.lineWidth = 1.5
  context.stroke()
  context.strokeStyle = isOpen && !isHeld ? css(theme.accent) : theme.onAccent
  line(context, [-5.5, 0], [5.5, 0])
  for (const end of [-1, 1]) line(context, [end * 2.5, -3], [end * 5.5, 0], [end * 2.5, 3])
  context.restore()
}
