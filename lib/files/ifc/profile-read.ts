import { outlineBox } from '#lib/model/section/outline-box.ts'
import { derivedOutline, innerOutline } from '#lib/model/section/section-outline.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import type { StepValue } from '../step/step-values.ts'
import { curvePoints } from './curve-points.ts'
import { entityOf, numberOf, refsOf, textOf } from './ifc-values.ts'
import { axisPlacement, type Place, transformation, WORLD } from './placement.ts'

/** What a profile is in our words: outline x is -X of the profile, y its Y. */
export type ProfileShape = { type: SectionType; dimensions?: Dimensions; polygon?: Point2[]; thickness?: number }

export type Profile = {
  name: string | undefined
  /** Null of one that has no outline here. */
  shape: ProfileShape | null
  /** Of the outline in the axes of what is extruded. */
  place: Place
  /** Loops inside, in the profile's own X and Y. */
  holes: Vec[][]
  outline: Vec[] | null
  /** Holes that our outline cannot have. */
  hasVoids: boolean
  /** An outline that none of our types has. */
  isPolygon: boolean
}

type Of = { name: string | undefined; numbers: (number | undefined)[] }

/** Null where there is no profile. */
export function readProfile(file: StepFile, value: StepValue | undefined, angle: number): Profile | null {
  const entity = entityOf(file, value)
  if (!entity?.type.endsWith('PROFILEDEF') && !entity?.type.endsWith('WITHVOIDS')) return null
  if (entity.type === 'IFCDERIVEDPROFILEDEF' || entity.type === 'IFCMIRROREDPROFILEDEF') return derived(file, entity, angle)
  const name = textOf(entity.values[1])
  if (entity.type.startsWith('IFCARBITRARYCLOSED') || entity.type.startsWith('IFCARBITRARYPROFILE'))
    return arbitrary(file, entity, name, angle)
  const numbers = entity.values.slice(3).map(numberOf)
  const shape = PARAMETRIC[entity.type]?.({ name, numbers }) ?? null
  const place = (shape && axisPlacement(file, entity.values[2])) ?? WORLD
  const outline = shape ? outlineOf(shape) : null
  return {
    ...{ name, shape, place, holes: [], outline, hasVoids: false },
    isPolygon: shape?.polygon !== undefined,
  }
}

/** In the profile's own X and Y. */
const outlineOf = ({ type, dimensions, polygon }: ProfileShape): Vec[] =>
  (polygon ?? derivedOutline(type, dimensions)).map(({ x, y }): Vec => [0 - x, y, 0])

const definedOf = (dimensions: Record<string, number | undefined>): Dimensions =>
  Object.fromEntries(Object.entries(dimensions).filter((entry): entry is [string, number] => entry[1] !== undefined))

const sized = (
  type: SectionType,
  needed: Record<string, number | undefined>,
  optional: Record<string, number | undefined> = {},
) =>
  Object.values(needed).every((value) => value !== undefined && value > 0)
    ? { type, dimensions: definedOf({ ...needed, ...positive(optional) }) }
    : null

const positive = (values: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value > 0))

/** Corners in the profile's X and Y, of sizes that are all there. */
const polygonal =
  (corners: (...sizes: number[]) => [number, number][], count: number) =>
  ({ numbers }: Of): ProfileShape | null => {
    const sizes = numbers.slice(0, count)
    const known = sizes.filter((size) => size !== undefined && Number.isFinite(size))
    if (known.length < count) return null
    return { type: 'custom', polygon: corners(...(known as number[])).map(([x, y]) => ({ x: 0 - x, y })) }
  }

const ELLIPSE = 32

/** By the attributes behind Position: IFC4, 8.15.3, and where IFC2X3 has others beside them. */
const PARAMETRIC: Readonly<Record<string, (of: Of) => ProfileShape | null>> = {
  IFCRECTANGLEPROFILEDEF: ({ numbers: [t2, t3] }) => sized('rectangular', { t3, t2 }),
  IFCROUNDEDRECTANGLEPROFILEDEF: ({ numbers: [t2, t3, r] }) => sized('rectangular', { t3, t2 }, { r }),
  IFCRECTANGLEHOLLOWPROFILEDEF: ({ numbers: [t2, t3, tw, , r] }) => sized('rectangular', { t3, t2, tw }, { r }),
  IFCCIRCLEPROFILEDEF: ({ numbers: [radius] }) => sized('pipe', { t3: radius && 2 * radius }),
  IFCCIRCLEHOLLOWPROFILEDEF: ({ numbers: [radius, tw] }) => sized('pipe', { t3: radius && 2 * radius, tw }),
  IFCISHAPEPROFILEDEF: ({ numbers: [t2, t3, tw, tf, r] }) => sized('i_wide_flange', { t3, t2, tf, tw }, { r }),
  IFCASYMMETRICISHAPEPROFILEDEF: ({ numbers }) => asymmetric(numbers),
  IFCUSHAPEPROFILEDEF: ({ numbers: [t3, t2, tw, tf, r] }) => sized('channel', { t3, t2, tf, tw }, { r }),
  IFCLSHAPEPROFILEDEF: ({ numbers: [t3, width, t, r] }) => sized('angle', { t3, t2: width ?? t3, tf: t, tw: t }, { r }),
  IFCTSHAPEPROFILEDEF: polygonal((d, b, tw, tf) => tee(d, b, tw, tf), 4),
  IFCCSHAPEPROFILEDEF: polygonal((d, b, t, girth) => lipped(d, b, t, girth), 4),
  IFCZSHAPEPROFILEDEF: polygonal((d, b, tw, tf) => zed(d, b, tw, tf), 4),
  IFCTRAPEZIUMPROFILEDEF: polygonal((bottom, top, d, shift) => trapezium(bottom, top, d, shift), 4),
  IFCELLIPSEPROFILEDEF: polygonal((a, b) => ellipse(a, b), 2),
}

/** IFC4 gives both flanges all sizes, in another order than IFC2X3, where the upper one follows an I shape. */
function asymmetric(numbers: (number | undefined)[]): ProfileShape | null {
  const isOfIfc4 = numbers.length >= 9
  const [t2b, t3, tw, tfb, , t2, tfOrNone] = numbers
  return sized('i_wide_flange', { t3, t2, tf: tfOrNone ?? tfb, tw, t2b, tfb: isOfIfc4 ? tfb : (tfb ?? tfOrNone) })
}

function tee(d: number, b: number, tw: number, tf: number): [number, number][] {
  const [h, w, t] = [d / 2, b / 2, tw / 2]
  return [[-t, -h], [t, -h], [t, h - tf], [w, h - tf], [w, h], [-w, h], [-w, h - tf], [-t, h - tf]] // biome-ignore format: one outline
}

function lipped(d: number, b: number, t: number, girth: number): [number, number][] {
  const [h, w] = [d / 2, b / 2]
  return [
    [-w, -h], [w, -h], [w, -h + girth], [w - t, -h + girth], [w - t, -h + t], [-w + t, -h + t],
    [-w + t, h - t], [w - t, h - t], [w - t, h - girth], [w, h - girth], [w, h], [-w, h],
  ] // biome-ignore format: one outline
}

/** The upper flange points to -X, the lower one to +X. */
function zed(d: number, b: number, tw: number, tf: number): [number, number][] {
  const [h, t] = [d / 2, tw / 2]
  return [[-t, -h], [b - t, -h], [b - t, -h + tf], [t, -h + tf], [t, h], [-b + t, h], [-b + t, h - tf], [-t, h - tf]] // biome-ignore format: one outline
}

/** In the middle of its box: the lower side from -bottom/2, the upper one moved by `shift`. */
function trapezium(bottom: number, top: number, d: number, shift: number): [number, number][] {
  const [h, w] = [d / 2, bottom / 2]
  return [[-w, -h], [w, -h], [-w + shift + top, h], [-w + shift, h]] // biome-ignore format: one outline
}

const ellipse = (a: number, b: number): [number, number][] =>
  Array.from({ length: ELLIPSE }, (_, k) => [
    a * Math.cos((2 * Math.PI * k) / ELLIPSE),
    b * Math.sin((2 * Math.PI * k) / ELLIPSE),
  ])

function arbitrary(file: StepFile, { values }: StepEntity, name: string | undefined, angle: number): Profile {
  const outline = openLoop(curvePoints(file, values[2], angle)?.points)
  const curves = refsOf(values[3]).map((ref) => openLoop(curvePoints(file, { ref }, angle)?.points))
  const holes = curves.filter((loop) => loop !== null)
  const polygon = outline?.map(([x, y]) => ({ x: 0 - x, y }))
  const [hole] = holes
  const hollow =
    polygon && hole && holes.length === 1
      ? hollowShape(
          polygon,
          hole.map(([x, y]) => ({ x: 0 - x, y })),
        )
      : null
  const shape: ProfileShape | null = hollow ?? (polygon ? { type: 'custom', polygon } : null)
  const hasVoids = !hollow && curves.length > 0
  return { name, shape, place: WORLD, holes, outline, hasVoids, isPolygon: shape?.polygon !== undefined }
}

/** Without the last corner where it is the first again; null of less than three. */
function openLoop(points: Vec[] | undefined): Vec[] | null {
  if (!points) return null
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > 1 && first && last?.every((value, axis) => value === first[axis])
  const open = isClosed ? points.slice(0, -1) : points
  return open.length >= 3 ? open : null
}

/** A box or pipe whose wall is the same all round, or the same above and below and at both sides. */
function hollowShape(polygon: Point2[], hole: Point2[]): ProfileShape | null {
  const [outer, inner] = [outlineBox(polygon), outlineBox(hole)]
  const [tw, other] = [outer.max.x - inner.max.x, inner.min.x - outer.min.x]
  const [tf, below] = [outer.max.y - inner.max.y, inner.min.y - outer.min.y]
  const [t3, t2] = [outer.max.y - outer.min.y, outer.max.x - outer.min.x]
  const isEven = Math.abs(tw - other) <= 1e-9 * t2 && Math.abs(tf - below) <= 1e-9 * t3 && tw > 0 && tf > 0
  if (!isEven) return null
  const isBox =
    polygon.length === 4 && hole.length === 4 && [polygon, hole].every((loop, k) => isRectangle(loop, k === 0 ? outer : inner))
  const isMiddle = Math.abs(outer.max.x + outer.min.x) <= 1e-9 * t2 && Math.abs(outer.max.y + outer.min.y) <= 1e-9 * t3
  if (isBox && isMiddle)
    return { type: 'rectangular', dimensions: Math.abs(tw - tf) <= 1e-9 * t3 ? { t3, t2, tw } : { t3, t2, tf, tw } }
  const thickness = tw
  const drawn = innerOutline({ id: '', polygon, thickness }, { id: '', type: 'rectangular' })
  const isSame = drawn?.every(({ x, y }) => hole.some((point) => Math.hypot(point.x - x, point.y - y) <= 1e-6 * Math.max(t2, t3)))
  return isSame && drawn?.length === hole.length ? { type: 'rectangular', polygon, thickness } : null
}

const isRectangle = (loop: readonly Point2[], { min, max }: ReturnType<typeof outlineBox>) =>
  loop.every(({ x, y }) => (x === min.x || x === max.x) && (y === min.y || y === max.y))

/** Another profile, moved, turned or mirrored. */
function derived(file: StepFile, { type, values }: StepEntity, angle: number): Profile | null {
  const parent = entityOf(file, values[2])
  if (!parent || parent.type === 'IFCDERIVEDPROFILEDEF' || parent.type === 'IFCMIRROREDPROFILEDEF') return null
  const profile = readProfile(file, values[2], angle)
  const mirror: Place = { ...WORLD, x: [-1, 0, 0] }
  const by = type === 'IFCMIRROREDPROFILEDEF' ? mirror : transformation(file, values[3])
  if (!profile?.outline || !by) return profile
  const move = ([x, y]: Vec): Vec => {
    const own = inPlace(profile.place, [x, y, 0])
    return inPlace(by, own)
  }
  const outline = profile.outline.map(move)
  return {
    ...profile,
    ...{ name: textOf(values[1]) ?? profile.name, place: WORLD, outline, holes: profile.holes.map((loop) => loop.map(move)) },
    ...{ shape: { type: 'custom', polygon: outline.map(([x, y]) => ({ x: 0 - x, y })) }, isPolygon: true },
  }
}

const inPlace = ({ o, x, y }: Place, [u, v]: Vec): Vec => [o[0] + x[0] * u + y[0] * v, o[1] + x[1] * u + y[1] * v, 0]

/** The same seen from the other side: outline x changes its sign. Null where a type of ours cannot be turned so. */
export function mirrored({ type, dimensions, polygon, thickness }: ProfileShape): ProfileShape {
  const isAlike = type === 'rectangular' || type === 'pipe' || type === 'i_wide_flange'
  if (!polygon && isAlike) return { type, ...(dimensions && { dimensions }), ...(thickness !== undefined && { thickness }) }
  const outline = polygon ?? derivedOutline(type, dimensions)
  return { type: 'custom', polygon: outline.map(({ x, y }) => ({ x: 0 - x, y })), ...(thickness !== undefined && { thickness }) }
}
