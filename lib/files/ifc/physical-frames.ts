import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, cross, directionOf, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { rotationFromUp } from '../frame-of-reference.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import { GrowingNumbers } from '../step/step-index.ts'
import { curvePoints } from './curve-points.ts'
import { corners, type IfcReading, productIds, withoutNoise } from './ifc-reading.ts'
import { roleOfFrame } from './ifc-roles.ts'
import { textOf } from './ifc-values.ts'
import { movedBy, turnedBy } from './placement.ts'
import type { Profile } from './profile-read.ts'
import { type Extrusion, readShape } from './solid-read.ts'

export const FRAME_TYPES = [
  ...['IFCBEAM', 'IFCBEAMSTANDARDCASE', 'IFCCOLUMN', 'IFCCOLUMNSTANDARDCASE', 'IFCMEMBER', 'IFCMEMBERSTANDARDCASE', 'IFCPILE'],
]

/** `scale`: of a profile in a mapped item that is larger than it is drawn. */
type Stance = { x: Vec; y: Vec; z: Vec; o: Vec; scale: number }

/** A beam or column before its ends are nodes. */
export type ReadFrame = {
  product: StepEntity
  points: Vec[]
  isCurved: boolean
  /** How its profile stands: where its X and Y point, and where its origin lies. */
  stance: Stance | null
  profile: Profile | null
}

/** Frames that wait for their nodes: twenty numbers each, and their products by number alone, for a file has a hundred thousand. */
export class WaitingFrames {
  readonly #numbers = new GrowingNumbers()
  readonly #profiles: (Profile | null)[] = []

  constructor(readonly step: StepFile) {}

  push({ product, points, isCurved, stance, profile }: ReadFrame): void {
    const { x, y, z, o, scale: by } = stance ?? { x: NOWHERE, y: NOWHERE, z: NOWHERE, o: NOWHERE, scale: Number.NaN }
    for (const value of [product.id, isCurved ? 1 : 0, by, ...x, ...y, ...z, ...o, points.length]) this.#numbers.push(value)
    for (const point of points) for (const value of point) this.#numbers.push(value)
    this.#profiles.push(profile)
  }

  get products(): number[] {
    return [...this.#offsets()].map((at) => this.#numbers.at(at))
  }

  *points(): Generator<Vec, void> {
    for (const at of this.#offsets()) yield* this.#pointsAt(at)
  }

  *all(): Generator<ReadFrame, void> {
    let k = 0
    for (const at of this.#offsets()) {
      const product = this.step.entity(this.#numbers.at(at))
      const profile = this.#profiles[k++] ?? null
      const [isCurved, by] = [this.#numbers.at(at + 1) === 1, this.#numbers.at(at + 2)]
      const [x, y, z, o] = [3, 6, 9, 12].map((place) => this.#vector(at + place))
      const stance = Number.isNaN(by) || !x || !y || !z || !o ? null : { x, y, z, o, scale: by }
      if (product) yield { product, points: [...this.#pointsAt(at)], isCurved, stance, profile }
    }
  }

  *#offsets(): Generator<number, void> {
    for (let at = 0; at < this.#numbers.length; at += HEAD + 3 * this.#numbers.at(at + HEAD - 1)) yield at
  }

  *#pointsAt(at: number): Generator<Vec, void> {
    for (let k = 0; k < this.#numbers.at(at + HEAD - 1); k++) yield this.#vector(at + HEAD + 3 * k)
  }

  #vector = (at: number): Vec => [this.#numbers.at(at), this.#numbers.at(at + 1), this.#numbers.at(at + 2)]
}

/** Of a frame: its product, whether it is curved, a scale, four vectors, and how many points follow. */
const HEAD = 16
const NOWHERE: Vec = [0, 0, 0]

/** Null where neither an axis nor a profile says where it lies. */
export function readFrame(reading: IfcReading, product: StepEntity): ReadFrame | 'reference_missing' | 'element_type' {
  const { step, units } = reading
  const place = reading.placements.of(product.values[5])
  if (!place) return 'reference_missing'
  const shape = readShape(step, product.values[6], place)
  const [body, more] = shape.extrusions
  const isSure = body !== undefined && more === undefined && shape.others === 0
  const line = shape.axes.flatMap((axis) => {
    const curve = curvePoints(step, axis.curve, units.angle)
    return curve ? [{ ...curve, points: curve.points.map((point) => reading.inModel(movedBy(axis.place, point))) }] : []
  })[0]
  const solid = body && isSure ? stanceOf(reading, body) : null
  const points = line && line.points.length >= 2 ? line.points : solid ? [solid.o, add(solid.o, solid.way)] : null
  if (!points) return 'element_type'
  const isAlong = solid !== null && isParallel(solid.way, subtract(points.at(-1) ?? solid.o, points[0] ?? solid.o))
  if (body?.varies)
    reading.file.report.note('dropped', 'section_varies', { example: textOf(product.values[2]) ?? `#${product.id}` })
  const isCurved = line?.isCurved ?? false
  if (solid && body && (isAlong || isCurved))
    return { product, points, isCurved, stance: solid, profile: reading.profileOf(body.profile) }
  // Without a body, the placement says how a profile would stand, where its z runs along the axis.
  const [first, last] = [points[0], points.at(-1)]
  const isPlaced = first && last && !isCurved && isParallel(place.z, subtract(last, first))
  const stance = isPlaced
    ? { x: directionOf(place.x), y: directionOf(place.y), z: directionOf(place.z), o: first, scale: 1 }
    : null
  return { product, points, isCurved, stance, profile: null }
}

const isParallel = (a: Vec, b: Vec): boolean => {
  const [one, other] = [unit(a), unit(b)]
  return one !== null && other !== null && Math.abs(dot(one, other)) > 0.999
}

function stanceOf(reading: IfcReading, { profile: value, place, way }: Extrusion) {
  const profile = reading.profileOf(value)
  const own = profile?.place
  const [wide, high] = [turnedBy(place, own?.x ?? [1, 0, 0]), turnedBy(place, own?.y ?? [0, 1, 0])]
  const [x, y, scaleX, scaleY] = [unit(wide), unit(high), length(wide), length(high)]
  // A profile that is stretched is none of those that it says.
  if (!x || !y || Math.abs(scaleX - scaleY) > 1e-6 * scaleX) return null
  const o = reading.inModel(movedBy(place, own?.o ?? [0, 0, 0]))
  return { x, y, z: cross(x, y), o, way: reading.inModel(way), scale: Math.abs(scaleX - 1) < 1e-9 ? 1 : scaleX }
}

/** Adds frames, each a straight piece of its product. */
export function addFrames(reading: IfcReading, frames: WaitingFrames, tolerance: number): void {
  const ids = productIds(reading.step, frames.products, 7)
  for (const frame of frames.all()) addFrame(reading, frame, ids.get(frame.product.id) ?? '', tolerance)
}

function addFrame(reading: IfcReading, read: ReadFrame, wanted: string, tolerance: number): void {
  const { product, profile, stance } = read
  const { report, model } = reading.file
  const table = reading.table(product.type)
  const points = corners(read.points, tolerance)
  if (points.length < 2) {
    table.dropped++
    report.note('dropped', 'zero_length', { example: `frame ${wanted}` })
    return
  }
  table.taken++
  const made = reading.associations.of(product.id)
  const name = textOf(product.values[2])
  const role = roleOfFrame(product)
  const isDivided = points.length > 2
  if (isDivided) report.note('converted', 'curve_divided', { example: `frame ${wanted}` })
  for (const [k, start] of points.slice(0, -1).entries()) {
    const end = points[k + 1]!
    const id = model.idOf('frames', isDivided ? `${wanted}:${k + 1}` : wanted)
    const [startNodeId, endNodeId] = [reading.nodeAt(start), reading.nodeAt(end)]
    if (startNodeId === endNodeId) {
      report.note('dropped', 'zero_length', { example: `frame ${id}` })
      continue
    }
    const sits = stance ? sitting(reading, start, end, stance, profile) : null
    const section = profile ?? reading.profileOf(made.profile)
    const seen = {
      name: profile?.name ?? textOf(product.values[4]),
      isTurned: sits?.isTurned ?? false,
      scale: stance?.scale ?? 1,
    }
    const sectionId = reading.sectionOf(section, made, seen)
    const materialId = reading.materialOf(made)
    const isOfSection = sectionId !== undefined && model.get('sections', sectionId)?.materialId === materialId
    const rotation = sits?.rotation ?? 0
    const element: ViewerFrame = {
      ...{ id, startNodeId, endNodeId, rotation },
      ...(name !== undefined && name !== wanted && { label: name }),
      ...(sectionId !== undefined && { sectionId }),
      ...(materialId !== undefined && !isOfSection && { materialId }),
      ...(sits?.offset && { sectionOffset: sits.offset }),
      ...(role && { role }),
      ...(!reading.isOurs && { source: { globalId: textOf(product.values[0]) ?? null } }),
    }
    const example = `frame ${id}`
    if (!sits || isDivided) report.note('guessed', 'orientation_guessed', { count: section || isDivided ? 1 : 0, example })
    else if (rotation !== 0) report.note('converted', 'orientation_converted', { example })
    if (sits?.offset) report.note('converted', 'insertion_point_converted', { example })
    if (!model.add('frames', element)) report.note('dropped', 'duplicate_row', { example })
  }
}

/** `isTurned`: the profile is seen from its other side, so that its outline is mirrored. */
function sitting(reading: IfcReading, start: Vec, end: Vec, stance: Stance, profile: Profile | null) {
  const along = directionOf(subtract(end, start))
  const isTurned = dot(stance.z, along) < 0
  const isChannel = isTurned && profile?.shape?.type === 'channel' && !profile.shape.polygon
  // A channel seen from its other side is one that is turned round.
  const up = isChannel ? scale(stance.y, -1) : stance.y
  const rotation = rotationFromUp(start, end, up) ?? 0
  const axes = localAxes(start, end, rotation)
  if (!axes) return null
  const [, e2, e3] = axes
  const away = subtract(stance.o, start)
  const size = (profile ? sizeOf(profile) : 1) * reading.units.factor
  const offset: Point2 = { x: withoutNoise(dot(away, e3), size), y: withoutNoise(dot(away, e2), size) }
  return { rotation, isTurned: isTurned && !isChannel, offset: offset.x === 0 && offset.y === 0 ? null : offset }
}

const sizeOf = ({ outline }: Profile): number => (outline ?? []).reduce((size, [x, y]) => Math.max(size, Math.hypot(x, y)), 1e-6)
