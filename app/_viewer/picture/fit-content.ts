import { cameraAxes, corners, evenPads, type Padded } from '#lib/drawing/fit.ts'
import { type Corner as Place2, staffCorners } from '#lib/drawing/level-ruler.ts'
import type { Box } from '#lib/geometry/extent.ts'
import { boxToDisplay, toDisplay, toModel, upAxis } from '#lib/model/turned.ts'
import { AXES, AXIS, type Axis, dot, length, perAxis, subtract, type Vec } from '#lib/model/vector.ts'
import { atLeast } from '../session/scene-points.ts'
import type { extentsNow } from './extent-now.ts'
import type { Fitted, Look } from './fitted.ts'
import { BUBBLES_AT, halfOf, RADIUS, STUB } from './grid-marks.ts'
import { levelsOf, widestMark } from './level-marks.ts'
import type { Stage } from './stage.ts'

/** Of the picture, in pixels. */
type Width = { width: number }

const GLYPH = { left: 14, right: 14, above: 14, below: 26 }
const NODE = 5
/** Beside a staff there is more than its widest mark. */
const BESIDE_MARK = 30
/** An element alone is not shown larger than this part of the model would be. */
const SMALLEST = 1 / 24

export function fitContent(
  stage: Stage,
  extents: ReturnType<typeof extentsNow>,
  fitted: Fitted,
  look: Look & Width,
  ink: CanvasRenderingContext2D,
): Padded[] {
  const { scene } = stage.drawn
  if (fitted.what === 'elements') {
    const { bodies, nodes, supports, box } = extents.of(stage, fitted.elements)
    const places = [bodies, nodes, supports].map((points) => ({ points, pads: evenPads(1) }))
    const least = SMALLEST * length(subtract(scene.high, scene.low))
    const around = box ?? boxOfPoint(nodes) ?? boxOfPoint(supports)
    return around ? [...places, { points: corners(atLeast(around, least)).flat(), pads: evenPads(1) }] : []
  }
  const { bodies, nodes, supports } = extents.all(stage)
  const drawn = [
    { points: bodies, pads: evenPads(1) },
    { points: nodes, pads: evenPads(NODE) },
    { points: supports, pads: GLYPH },
  ]
  const isEmpty = bodies.length + nodes.length === 0
  const nothing = isEmpty && scene.nodes.length > 0 ? [{ points: [...scene.low, ...scene.high], pads: evenPads(1) }] : []
  if (!stage.session.view.get().layers.grid) return [...drawn, ...nothing]
  const box = extents.box(stage)
  const axis = look.isParallel ? AXES.find((k) => Math.abs(look.toward[k]) > 0.99999) : undefined
  const grid = axis !== undefined ? gridOnPaper(stage, box, axis, look, ink) : gridInSpace(stage, ink)
  return [...drawn, ...nothing, ...grid, ...staff(stage, box, axis !== undefined, look, ink)]
}

const boxOfPoint = ([x, y, z]: ArrayLike<number> & Iterable<number>): Box | null =>
  x === undefined || y === undefined || z === undefined ? null : { low: [x, y, z], high: [x, y, z] }

/** Either end of a line may have its bubble. */
const gridInSpace = ({ drawn }: Stage, ink: CanvasRenderingContext2D): Padded[] =>
  drawn.scene.grid.plan.map((line) => {
    const half = halfOf(ink, line)
    return { points: [...line.from, ...line.to], pads: { left: half, right: half, above: RADIUS, below: RADIUS } }
  })

/** Letters above and numbers on the left of a plan, all below an elevation, as they are written there. */
function gridOnPaper({ drawn }: Stage, box: Box, axis: Axis, { toward, up }: Look, ink: CanvasRenderingContext2D): Padded[] {
  const { grid, origin } = drawn.scene
  const axes = cameraAxes(toward, up)
  const isPlan = axis === AXIS[upAxis(drawn.up)]
  const edge = (along: Vec): Vec => perAxis((k) => (along[k] >= 0 ? box.high[k] : box.low[k]))
  const back = (along: Vec): Vec => [-along[0], -along[1], -along[2]]
  return grid.plan.flatMap((line): Padded[] => {
    const k = AXIS[line.axis]
    if (k === axis) return []
    const at = (point: Vec) => point.map((value, i) => (i === k ? line.coordinate - origin[k] : value))
    const half = halfOf(ink, line)
    const isRow = Math.abs(axes.right[k]) > 0.9
    const beyond = BUBBLES_AT + 2 * (isRow ? RADIUS : half)
    if (!isRow)
      return [
        { points: at(edge(back(axes.right))), pads: { left: beyond, right: 0, above: RADIUS, below: RADIUS } },
        { points: at(edge(axes.right)), pads: { ...evenPads(0), right: STUB } },
      ]
    const [before, after] = isPlan ? [beyond, STUB] : [STUB, beyond]
    return [
      { points: at(edge(axes.up)), pads: { left: half, right: half, above: before, below: 0 } },
      { points: at(edge(back(axes.up))), pads: { left: half, right: half, above: 0, below: after } },
    ]
  })
}

/** The staff of the levels, on the right; one that stands far above or below what is drawn makes nothing smaller. */
function staff(
  stage: Stage,
  box: Box,
  isOnPaper: boolean,
  { toward, up, width }: Look & Width,
  ink: CanvasRenderingContext2D,
): Padded[] {
  const { right, up: upward } = cameraAxes(toward, up)
  // Seen from steeply above, or lying down, there is none.
  const { up: axis, scene } = stage.drawn
  if (toDisplay(axis, upward)[2] < (isOnPaper ? 0.9 : 0.3)) return []
  const shown = boxToDisplay(axis, box)
  const [far, origin] = [length(subtract(box.high, box.low)) / 2, toDisplay(axis, scene.origin)[2]]
  const heights = levelsOf(stage, isOnPaper)
    .map(({ elevation }) => elevation - origin)
    .filter((z) => z >= shown.low[2] - far && z <= shown.high[2] + far)
  if (heights.length === 0) return []
  const toRight = ({ x, y }: Place2) => dot(toModel(axis, [x, y, 0]), right)
  const [corner] = staffCorners(shown).sort((a, b) => toRight(b) - toRight(a))
  const points = heights.flatMap((z) => toModel(axis, [corner!.x, corner!.y, z]))
  const pads = { left: 4, right: widestMark(stage, isOnPaper, ink, width) + BESIDE_MARK, above: 14, below: 4 }
  const across = {
    points: heights.flatMap((z) => toModel(axis, [shown.low[0], shown.low[1], z])),
    pads: { ...evenPads(0), left: STUB },
  }
  return isOnPaper ? [{ points, pads }, across] : [{ points, pads }]
}
