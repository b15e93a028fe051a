import { evenPads, type Padded } from '#lib/drawing/solve-fit.ts'
import { reachOfArea } from '#lib/geometry/area-mesh.ts'
import { bodyOf, isUndrawn } from '#lib/geometry/frame-records.ts'
import { onFrame } from '#lib/geometry/on-frame.ts'
import { type Box, frameReach } from '#lib/geometry/pick/extent.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { outlineAt } from '#lib/geometry/section-body.ts'
import { singularValues } from '#lib/model/check/singular-values.ts'
import { axesAbout, middleOf, PARALLEL_TO_Z } from '#lib/model/shape/shell-axes.ts'
import { AXES, add, cross, distance, dot, perAxis, scale, subtract, unit, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import type { ViewerGridLine, ViewerModel } from '#lib/schema/schema.ts'
import { type Directions, directionsOf, type NamedView, type View } from './camera.ts'
import { elementsNamed, endsOf, type NamedElements, nodesOf, placedAxes, type Ref } from './drawn-model.ts'
import type { HalfSpace } from './half-space.ts'

/** Where a view looks, and what of the model it is about. */
export type Sight = Directions & {
  /** The view that it is, too: of a slanted one no grid is drawn. */
  seen: NamedView | 'slanted'
  /** What is fitted into the picture where nothing else is asked for; of `along` the section. */
  about?: { named: NamedElements; box: Box; content?: Padded[]; title: string }
  /** What lies wholly beyond is left out; or all is cut there. */
  before?: HalfSpace & { cuts: boolean }
}

const named = (view: NamedView): Sight => ({ seen: view, ...directionsOf(view) })

/** A grid line is looked at across: X from the right, Y from the front, a level from above. Throws `invalid` at `of`. */
export function sightOf(
  view: View,
  gridLine: ViewerGridLine | null,
  model: ViewerModel,
  scene: Scene,
  of?: readonly Ref[],
): Sight {
  if (view === 'grid') return named(({ X: 'right', Y: 'front', Z: 'plan' } as const)[gridLine?.axis ?? 'Y'])
  if (view !== 'square' && view !== 'along') return named(view)
  if (!of) throw refused(`the view ${view} needs to know of what: send "of" with a selection`)
  const elements = elementsNamed(model, of)
  return view === 'square' ? squareTo(model, scene, elements) : alongFrame(model, scene, elements)
}

const refused = (msg: string) => new ModelError('invalid', [valueError(['of'], msg)])

/** What is farther from the plane than this part of the extent does not lie in it. */
const IN_PLANE = 0.01
/** Points whose spread across their line is a smaller part of that along it span no plane. */
const ON_LINE = 1e-3

function squareTo(model: ViewerModel, scene: Scene, elements: NamedElements): Sight {
  const points = [...nodesOf(model, scene, elements)]
    .filter((k) => scene.nodes[4 * k + 3]! >= 0)
    .map((k) => vecAt(scene.nodes, 4 * k))
  const [frame] = elements.frames
  const alone = frame !== undefined && elements.frames.size === 1 && points.length === 2 ? axesOf(scene, frame) : null
  const box = boxAround(points)
  const toward = alone ? alone[2] : normalOf(model, points, distance(box.low, box.high))
  const [right, up] = alone ?? axesAbout(toward)
  const at = Math.max(
    ...points.map((point) => dot(point, toward)),
    ...[...elements.frames]
      .filter((k) => !isUndrawn(scene.frames.records[4 * k + 3]!))
      .map((k) => frameReach(scene, k, ...toward)),
    ...[...elements.areas].map((k) => reachOfArea(scene, k, ...toward)),
  )
  const count = elements.frames.size + elements.areas.size
  const title = `Square to ${count === 1 ? nameOfOne(model, elements) : `${count || points.length} elements`}`
  return { ...inNamedView({ right, up }), about: { named: elements, box, title }, before: { normal: toward, at, cuts: false } }
}

/** Toward the eye: of what lies level or slopes from above, of what is upright from the front or the right. */
function normalOf(model: ViewerModel, points: readonly Vec[], extent: number): Vec {
  const middle = middleOf(points)
  const offsets = points.map((point) => subtract(point, middle))
  const [first, second, third] = singularValues(offsets, 3)
  if (!first || !second || !third || !(first.value > 0)) throw refused('these lie at one place, not in a plane')
  const isLine = second.value <= ON_LINE * first.value
  const across = isLine
    ? (unit(cross(first.vector as unknown as Vec, [0, 0, 1])) ?? [0, -1, 0])
    : (third.vector as unknown as Vec)
  const off = Math.max(...offsets.map((offset) => Math.abs(dot(offset, across))))
  if (off > IN_PLANE * extent) {
    const length = formatLength(Number(off.toPrecision(2)), readUnits(model.units).length)
    throw refused(`these lie in no plane: ${length} off`)
  }
  const isUpright = Math.abs(across[2]) < PARALLEL_TO_Z
  const [toRight, toBack] = [-across[1], across[0]] // Z × normal
  const isRight = isUpright ? toRight > PARALLEL_TO_Z || (toRight > -PARALLEL_TO_Z && toBack > 0) : across[2] > 0
  return isRight ? across : scale(across, -1)
}

/** So much around the section, in its own size. */
const AROUND = 0.5
/** Of a frame without a section, so much of its length. */
const NO_SECTION = 0.02

function alongFrame(model: ViewerModel, scene: Scene, elements: NamedElements): Sight {
  const [k] = elements.frames
  const { size } = elements.frames
  const frame = model.frames?.[k ?? -1]
  if (k === undefined || !frame || size > 1) throw refused(`the view along looks down one frame, and these are ${size}`)
  const [start, end] = endsOf(scene, k)
  const packed = scene.frames.records[4 * k + 3]!
  const placed = isUndrawn(packed) ? null : placedAxes(scene, k, start, end)
  if (!placed) throw refused(`frame ${quoted(frame.id)} has no length to look along`)
  const [one, two, three] = placed.axes
  const middle = add(scale(add(start, end), 0.5), placed.offset)
  const body = scene.bodies[bodyOf(packed)]
  const outline = body && outlineAt(body, 0.5).outer.map((point) => onFrame(middle, placed.axes, point))
  const half = NO_SECTION * distance(start, end)
  const points = outline ?? [-half, half].map((by) => add(middle, add(scale(three, by), scale(two, by))))
  const centre = middleOf(points)
  const content = points.map((point) => add(point, scale(subtract(point, centre), AROUND)))
  const title = `Along ${frame.id}, from ${frame.startNodeId} to ${frame.endNodeId}, cut at mid-length`
  return {
    ...inNamedView({ right: three, up: two }),
    about: { named: elements, box: boxAround(content), content: [{ points: content.flat(), pads: evenPads(0) }], title },
    before: { normal: scale(one, -1), at: -dot(one, middle), cuts: true },
  }
}

const nameOfOne = (model: ViewerModel, { frames, areas }: NamedElements): string => {
  const [frame, area] = [[...frames][0], [...areas][0]]
  return (frame === undefined ? model.areas?.[area ?? -1]?.id : model.frames?.[frame]?.id) ?? ''
}

function axesOf(scene: Scene, k: number): readonly [Vec, Vec, Vec] | null {
  return isUndrawn(scene.frames.records[4 * k + 3]!) ? null : (placedAxes(scene, k, ...endsOf(scene, k))?.axes ?? null)
}

const FLAT_VIEWS = ['plan', 'below', 'front', 'back', 'left', 'right'] as const

/** The view that looks the same way, where one does: its grid is drawn then. */
function inNamedView({ right, up }: Directions): Directions & Pick<Sight, 'seen'> {
  const isSame = (a: Vec, b: Vec) => dot(a, b) > 1 - PARALLEL_TO_Z ** 2 / 2
  const seen = FLAT_VIEWS.find((view) => isSame(directionsOf(view).right, right) && isSame(directionsOf(view).up, up))
  return seen ? named(seen) : { seen: 'slanted', right, up }
}

function boxAround(points: readonly Vec[]): Box {
  const [low, high] = [perAxis(() => Infinity), perAxis(() => -Infinity)]
  for (const point of points) for (const k of AXES) [low[k], high[k]] = [Math.min(low[k], point[k]), Math.max(high[k], point[k])]
  return { low, high }
}
