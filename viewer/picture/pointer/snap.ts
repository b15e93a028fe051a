import type { PlanGrid } from '#lib/geometry/grid-bubble.ts'
import { snapAt } from '#lib/geometry/pick/snap.ts'
import type { Looked, Snap } from '#lib/geometry/pick/snap-candidates.ts'
import { upAxis } from '#lib/model/display-axes.ts'
import {
  AXES,
  AXIS,
  AXIS_NAMES,
  AXIS_VECTORS,
  type Axis,
  add,
  dot,
  perAxis,
  scale,
  subtract,
  type Vec,
} from '#lib/model/shape/vector.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { DimensionPoint } from '../../session/measure/dimensions.ts'
import { begun, measureTo } from '../../session/measure/measure-mode.ts'
import { inModel } from '../../session/view/model-point.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import type { ShownSnap } from '../../session/view/view-state.ts'
import type { Lookup } from '../../worker/scene-steps.ts'
import type { Stage } from '../elements/stage.ts'
import { alongAxis } from '../marks/section-handles.ts'
import { found, lookingUp, type Pointing, pickOptions } from './hit.ts'

/** What the pointer would measure to, and what that stands on. `isHeld`: to an axis through the last point. */
export type SnapTarget = { shown: ShownSnap; on: Snap['on'] }

export function snapUnder(pointing: Pointing, x: number, y: number, reach: number, isHeld: boolean): SnapTarget | null {
  const stage = pointing.stageNow()
  const lookup = stage?.drawn.lookups.now()
  if (!stage || !lookup) return null
  const { scene } = stage.drawn
  const last = lastPoint(pointing, stage)
  const snap = snapAt(looked(pointing, stage, lookup), x, y, reach, last)
  if (isHeld && last) return heldTo(pointing, stage, last, { x, y }, snap)
  return snap && { on: snap.on, shown: { kind: snap.kind, at: inModel(snap.at, scene), x: snap.x, y: snap.y, along: null } }
}

/** Takes the point under the pointer. Says why not, where it is not taken. */
export async function measureAt(
  pointing: Pointing,
  x: number,
  y: number,
  reach: number,
  isHeld: boolean,
): Promise<string | null> {
  await lookingUp(pointing)
  const meant = snapUnder(pointing, x, y, reach, isHeld)
  if (!meant) return null
  const element = meant.on && (await found(pointing, meant.on))
  const on = element && { kind: element.kind, id: element.id }
  const point: DimensionPoint = { on, at: on?.kind === 'node' ? null : meant.shown.at }
  return measureTo(pointing.session, point)
}

/** Of the dimension in the making, about the scene's origin. */
function lastPoint({ session }: Pointing, { drawn }: Stage): Vec | null {
  const isBegun = begun(session).length > 0
  const point = isBegun ? session.derived.get().dimensions.at(-1)?.points.at(-1)?.at : null
  return point ? subtract(point, drawn.scene.origin) : null
}

function looked({ rig, session }: Pointing, stage: Stage, { trees }: Lookup): Looked {
  const { section } = session.view.get()
  const preset = presetOf(session)
  const { scene } = stage.drawn
  const side = (of: 'low' | 'high', open: number) => perAxis((k) => (section?.[of][k] ?? open) - scene.origin[k])
  return {
    scene,
    trees,
    project: rig.project,
    ray: (x, y) => rig.ray(x, y, section),
    options: pickOptions(stage, rig),
    section: section && { low: side('low', -Infinity), high: side('high', Infinity) },
    isLines: preset === 'analytical',
    isClear: preset !== 'solid',
    grid: gridLines(stage),
  }
}

/** The lines of the grid as they are drawn: on the ground; in a plan at its level, in an elevation across the levels. */
function gridLines({ drawn: { scene, summary, up }, session }: Stage): (readonly [Vec, Vec])[] {
  const { layers, drawing } = session.view.get()
  if (!layers.grid) return []
  const { plan, curves } = scene.grid
  const round = curves.flatMap(({ path }) => path.slice(1).map((to, i) => [getOrThrow(path, i), to] as const))
  if (!drawing) return [...plan.map(({ from, to }) => [from, to] as const), ...round]
  const [k, upward] = [AXIS[drawing.axis], AXIS[upAxis(up)]]
  const position = drawing.at - scene.origin[k]
  const moved = (point: Vec, axis: Axis, to: number) => perAxis((k) => (k === axis ? to : point[k]))
  if (k === upward)
    return [...plan.map(({ from, to }) => [from, to] as const), ...round].map(([from, to]) => [
      moved(from, k, position),
      moved(to, k, position),
    ])
  const across = plan.filter(({ axis }) => axis !== drawing.axis)
  const heights = summary.storeys.map(({ elevation }) => elevation - scene.origin[upward])
  const place = (line: PlanGrid, height: number) => moved(moved(line.from, k, position), upward, height)
  const [low, high] = [Math.min(scene.low[upward], ...heights), Math.max(scene.high[upward], ...heights)]
  const beyond = (high - low || 1) / 100
  const uprights = across.map((line) => [place(line, low - beyond), place(line, high + beyond)] as const)
  const ordered = across.toSorted((a, b) => a.coordinate - b.coordinate)
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return []
  const levels = heights.map((height) => lengthened(place(first, height), place(last, height)))
  return [...uprights, ...levels]
}

/** A little beyond both ends, where lines cross too. */
function lengthened(a: Vec, b: Vec): readonly [Vec, Vec] {
  const beyond = scale(subtract(b, a), 0.01)
  return [subtract(a, beyond), add(b, beyond)]
}

/** The point on the axis through the last point that looks most like the way to the pointer; level with what is snapped to. */
function heldTo(
  { rig }: Pointing,
  { drawn: { scene } }: Stage,
  last: Vec,
  to: { x: number; y: number },
  snap: Snap | null,
): SnapTarget | null {
  const from = rig.project(last)
  if (!from) return null
  const apart = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const likeness = AXIS_VECTORS.map((unit) => {
    const there = rig.project(add(last, scale(unit, 40 * rig.pixelAtPoint(last))))
    if (!there) return 0
    const [dx, dy] = [there.x - from.x, there.y - from.y]
    const long = Math.hypot(dx, dy)
    // An axis that points at the eye is no way on the screen.
    return long < 4 ? 0 : Math.abs(dx * (to.x - from.x) + dy * (to.y - from.y)) / (long * apart)
  })
  const most = Math.max(...likeness)
  const axis = AXES.find((k) => likeness[k] === most) ?? 0
  const unit = AXIS_VECTORS[axis]
  // An edge or a face is met anywhere: there the pointer itself says how far.
  const level = snap && snap.kind !== 'face' && snap.kind !== 'edge' ? snap : null
  const along = level ? dot(subtract(level.at, last), unit) : alongAxis(rig.ray(to.x, to.y, null), last, axis)
  if (along === null) return null
  const point = add(last, scale(unit, along))
  const place = rig.project(point)
  const { x, y } = place ?? to
  const shown = { kind: level?.kind ?? ('held' as const), at: inModel(point, scene), x, y, along: AXIS_NAMES[axis] }
  return place && { on: null, shown }
}
