import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { add, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerArea } from '#lib/schema/schema.ts'
import type { StepEntity } from '../step/step-file.ts'
import { curvePoints } from './curve-points.ts'
import { contains, type Flat, hullOf, stripOf } from './footprint.ts'
import { type IfcReading, productIds } from './ifc-reading.ts'
import { roleOfArea } from './ifc-roles.ts'
import { textOf } from './ifc-values.ts'
import { movedBy, type Place, turnedBy } from './placement.ts'
import { type Extrusion, readShape, type Surface } from './solid-read.ts'

const KINDS: Readonly<Record<string, string>> = {
  ...{ IFCSLAB: 'slab', IFCSLABSTANDARDCASE: 'slab', IFCSLABELEMENTEDCASE: 'slab', IFCFOOTING: 'footing', IFCROOF: 'roof' },
  ...{ IFCPLATE: 'plate', IFCPLATESTANDARDCASE: 'plate' },
  ...{ IFCWALL: 'wall', IFCWALLSTANDARDCASE: 'wall', IFCWALLELEMENTEDCASE: 'wall' },
}
export const AREA_TYPES = Object.keys(KINDS)

/** An area before its corners are nodes. */
export type ReadArea = {
  product: StepEntity
  outline: Vec[]
  openings: Vec[][]
  /** 0 of a surface. */
  thickness: number
  cardinalPoint: 'TOP' | 'BOTTOM' | null
  isCurved: boolean
}

type Refused = 'area_shape' | 'reference_missing'

export function readArea(reading: IfcReading, product: StepEntity): ReadArea | Refused {
  const place = reading.placements.of(product.values[5])
  if (!place) return 'reference_missing'
  const { extrusions, surfaces, others } = readShape(reading.step, product.values[6], place)
  const [body, more] = extrusions
  const [surface] = surfaces
  if (body && !more && others === 0) return ofExtrusion(reading, product, body, place)
  if (surface && surfaces.length === 1 && !body && others === 0) return ofSurface(reading, product, surface)
  return 'area_shape'
}

function ofExtrusion(reading: IfcReading, product: StepEntity, body: Extrusion, place: Place): ReadArea | Refused {
  const profile = reading.profileOf(body.profile)
  const normal = unit(turnedBy(body.place, [0, 0, 1]))
  const way = reading.inModel(body.way)
  const depth = length(way)
  if (!profile?.outline || !normal || !(depth > 0)) return 'area_shape'
  const at = (point: Vec) => reading.inModel(movedBy(body.place, movedBy(profile.place, point)))
  const outline = profile.outline.map(at)
  const isWall = KINDS[product.type] === 'wall'
  if (isWall && !reading.isOurs && Math.abs(way[2]) > 0.999 * depth) return ofFootprint(product, outline, way)
  const thickness = Math.abs(dot(way, normal))
  if (thickness < 0.99 * depth) return 'area_shape'
  const cardinalPoint = pointOf(reading, product, body, place, thickness)
  const lift = cardinalPoint === null ? scale(way, 0.5) : planeLift(reading, body, place)
  const raised = (points: readonly Vec[]) => points.map((point) => add(point, lift))
  const openings = profile.holes.map((loop) => raised(loop.map(at)))
  return { product, outline: raised(outline), openings, thickness, cardinalPoint, isCurved: false }
}

/** How far the plane of the placement lies from that of the profile, along the placement's z. */
function planeLift(reading: IfcReading, { place }: Extrusion, product: Place): Vec {
  const away = dot(subtract(product.o, place.o), product.z)
  return reading.inModel(scale(product.z, away))
}

/**
 * TOP or BOTTOM where the layers say how far they lie from the plane of the placement, and the solid agrees; else the plane is taken in the
 * middle of the solid.
 */
function pointOf(
  reading: IfcReading,
  product: StepEntity,
  { place, way }: Extrusion,
  own: Place,
  thickness: number,
): 'TOP' | 'BOTTOM' | null {
  const offset = reading.associations.of(product.id).layers?.offset
  if (offset === undefined || Math.abs(dot(unit(way) ?? own.z, own.z)) < 0.999) return null
  const from = dot(subtract(place.o, own.o), own.z) * reading.units.factor
  const to = from + dot(way, own.z) * reading.units.factor
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(thickness, Math.abs(b))
  if (!isNear(low, offset * reading.units.factor)) return null
  const isUp = own.z[2] > 0 || Math.abs(own.z[2]) < 0.001
  if (isNear(high, 0)) return isUp ? 'TOP' : 'BOTTOM'
  if (isNear(low, 0)) return isUp ? 'BOTTOM' : 'TOP'
  return null
}

/** A wall that stands on its footprint: the middle line of a strip, as high as the wall. */
function ofFootprint(product: StepEntity, outline: readonly Vec[], way: Vec): ReadArea | Refused {
  const [first] = outline
  const strip = stripOf(outline.map(([x, y]): Flat => [x, y]))
  if (!strip || !first || strip.thickness > Math.abs(way[2])) return 'area_shape'
  const [a, b]: [Vec, Vec] = [[strip.from[0], strip.from[1], first[2]], [strip.to[0], strip.to[1], first[2]]] // biome-ignore format: short
  const loop = [a, b, add(b, way), add(a, way)]
  return { product, outline: loop, openings: [], thickness: strip.thickness, cardinalPoint: null, isCurved: false }
}

function ofSurface(reading: IfcReading, product: StepEntity, { outer, inner, place }: Surface): ReadArea | Refused {
  const loop = (curve: Surface['outer']) => {
    const read = curvePoints(reading.step, curve, reading.units.angle)
    return read && { ...read, points: read.points.map((point) => reading.inModel(movedBy(place, point))) }
  }
  const outline = loop(outer)
  if (!outline) return 'area_shape'
  const openings =
    inner.flatMap((curve) => loop(curve)?.points ?? []).length > 0 ? inner.flatMap((curve) => [loop(curve)?.points ?? []]) : []
  return { product, outline: outline.points, openings, thickness: 0, cardinalPoint: null, isCurved: outline.isCurved }
}

/** The loop that an opening cuts into a plane; null of one whose shape is not known. */
function openingLoop(reading: IfcReading, opening: StepEntity, origin: Vec, [x, y, z]: readonly [Vec, Vec, Vec]): Flat[] | null {
  const place = reading.placements.of(opening.values[5])
  const [body, more] = place ? readShape(reading.step, opening.values[6], place).extrusions : []
  const profile = body && !more ? reading.profileOf(body.profile) : null
  if (!body || !profile?.outline) return null
  const points = profile.outline.map((point) => reading.inModel(movedBy(body.place, movedBy(profile.place, point))))
  const flat = (point: Vec): Flat => [dot(subtract(point, origin), x), dot(subtract(point, origin), y)]
  const way = reading.inModel(body.way)
  const isThrough = Math.abs(dot(unit(way) ?? z, z)) > 0.999
  return isThrough ? points.map(flat) : hullOf([...points, ...points.map((point) => add(point, way))].map(flat))
}

export function addAreas(reading: IfcReading, areas: readonly ReadArea[], tolerance: number): void {
  const ids = productIds(reading.step, areas.map(({ product }) => product.id), 7) // biome-ignore format: short
  for (const area of areas) addArea(reading, area, ids.get(area.product.id) ?? '', tolerance)
}

function addArea(reading: IfcReading, read: ReadArea, wanted: string, tolerance: number): void {
  const { product, thickness, cardinalPoint } = read
  const { report, model } = reading.file
  const table = reading.table(product.type)
  const example = `area ${wanted}`
  const outline = openLoop(read.outline, tolerance)
  const axes = shellAxes(outline)
  const [origin] = outline
  if (!axes || !origin) {
    table.dropped++
    report.note('dropped', 'area_shape', { example })
    return
  }
  table.taken++
  if (read.isCurved) report.note('guessed', 'curve_as_polyline', { example })
  const openings = [
    ...read.openings.map((loop) => openLoop(loop, tolerance)),
    ...cutOpenings(reading, product, outline, origin, axes, tolerance),
  ]
  const made = reading.associations.of(product.id)
  const materialId = reading.materialOf(made)
  const sectionId = layerSection(reading, made.layers?.name, thickness, materialId)
  const isOfSection = sectionId !== undefined && model.get('sections', sectionId)?.materialId === materialId
  const name = textOf(product.values[2])
  const id = model.idOf('areas', wanted)
  const role = roleOfArea(product, reading.isOurs)
  const element: ViewerArea = {
    id,
    nodeIds: outline.map((point) => reading.nodeAt(point)),
    ...(cardinalPoint && { cardinalPoint }),
    ...kindOf(reading, product),
    ...(role && { role }),
    ...(name !== undefined && name !== wanted && { label: name }),
    ...(materialId !== undefined && !isOfSection && { materialId }),
    ...(openings.length > 0 && { openingNodeIds: openings.map((loop) => loop.map((point) => reading.nodeAt(point))) }),
    ...(sectionId !== undefined && { sectionId }),
    ...(thickness > 0 && { thickness }),
    ...(!reading.isOurs && { source: { globalId: textOf(product.values[0]) ?? null } }),
  }
  if (!model.add('areas', element)) report.note('dropped', 'duplicate_row', { example })
}

/** Ours say it themselves. */
function kindOf(reading: IfcReading, { type, values }: StepEntity): { kind?: string } {
  const kind = reading.isOurs ? textOf(values[4]) : KINDS[type]
  return kind === undefined ? {} : { kind }
}

/** A section of a set of layers that has a name. */
export function layerSection(
  reading: IfcReading,
  name: string | undefined,
  thickness: number,
  materialId: string | undefined,
): string | undefined {
  if (name === undefined) return undefined
  const { model } = reading.file
  const id = model.idOf('sections', name)
  const known = model.get('sections', id)
  if (known) return known.type === 'shell' ? id : undefined
  model.add('sections', {
    id,
    type: 'shell',
    ...(thickness > 0 && { thickness }),
    ...(materialId !== undefined && { materialId }),
  })
  return id
}

function cutOpenings(
  reading: IfcReading,
  product: StepEntity,
  outline: readonly Vec[],
  origin: Vec,
  axes: readonly [Vec, Vec, Vec],
  tolerance: number,
): Vec[][] {
  const [x, y] = axes
  const flat = outline.map((point): Flat => [dot(subtract(point, origin), x), dot(subtract(point, origin), y)])
  return reading.associations.openingsOf(product.id).flatMap((opening) => {
    const entity = reading.step.entity(opening)
    const loop = entity && openingLoop(reading, entity, origin, axes)
    const table = entity && reading.table(entity.type)
    const isInside =
      loop &&
      loop.length >= 3 &&
      loop.every((corner) => contains(flat, corner, Math.max(tolerance, 1e-6 * length(subtract(outline[1] ?? origin, origin)))))
    if (!isInside) {
      if (table) table.dropped++
      reading.file.report.note('dropped', 'opening', { example: `#${opening}` })
      return []
    }
    if (table) table.taken++
    return [loop.map(([u, v]) => add(origin, add(scale(x, u), scale(y, v))))]
  })
}

function openLoop(points: readonly Vec[], tolerance: number): Vec[] {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > 3 && first && last && Math.hypot(...subtract(first, last)) <= tolerance
  const open = isClosed ? points.slice(0, -1) : [...points]
  // Three or four corners are what was meant, even in a line.
  return open.length > 4 ? withoutRepeated(open, tolerance) : open
}

const withoutRepeated = (points: readonly Vec[], tolerance: number): Vec[] =>
  points.filter((point, i) => {
    const before = points[i - 1]
    return !before || Math.hypot(...subtract(point, before)) > tolerance
  })
