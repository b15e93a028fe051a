import { rotationTo } from '#lib/geometry/rotation-to.ts'
import { outlineBox } from '#lib/model/section/outline-box.ts'
import { derivedOutline, sameOutline, sizesOf } from '#lib/model/section/section-outline.ts'
import { resolvedWhereSound } from '#lib/model/section/section-profile.ts'
import { type CardinalPoint, offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { cross, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import type {
  ConstructSectionCreate,
  Dimensions,
  Point2,
  SectionDefinition,
  SectionType,
  ViewerSection,
} from '#lib/schema/schema.ts'

/**
 * Every format's frame in ours and back: conventions, sections 2 to 5. e1 along the frame, e2 up, e3 = e1 × e2; outlines have x along e3 and
 * y along e2.
 */

/** Beside it, a vector has no part across the frame. */
const ALONG = 1e-6

/** β with which axis 2 points along `wanted`, in degrees in (-180, 180]; undefined where the vector leaves it open. */
export function rotationFromUp(start: Vec, end: Vec, wanted: Vec): number | undefined {
  const axes = localAxes(start, end)
  if (!axes) return undefined
  const across = subtract(wanted, scale(axes[0], dot(wanted, axes[0])))
  return length(across) < ALONG * length(wanted) || length(wanted) === 0 ? undefined : rotationTo(start, end, across)
}

/** The same from the direction that axis 3 is to have: vecxz of OpenSees. */
export function rotationFromSide(start: Vec, end: Vec, side: Vec): number | undefined {
  return rotationFromUp(start, end, cross(side, subtract(end, start)))
}

/** How a section is drawn; `polygon` where it is not the one that follows from the sizes. */
export type Shape = { type: SectionType; dimensions?: Dimensions | undefined; polygon?: Point2[] | undefined }

/** Of a section of the model. */
export function shapeOf({ polygon }: ViewerSection, definition: SectionDefinition | undefined): Shape {
  const { type = 'custom', dimensions } = definition ?? {}
  const isOwn = polygon.length > 0 && !sameOutline(polygon, derivedOutline(type, dimensions))
  return { type, dimensions, ...(isOwn && { polygon }) }
}

/** Of a section that a file made, which may be a profile. */
export function shapeOfSubmitted(section: ConstructSectionCreate, unit: LengthUnit | null): Shape {
  const whole = resolvedWhereSound(section, unit)
  const { type, dimensions } = sizesOf(whole)
  const polygon = section.polygon?.length ? section.polygon : whole.resolved?.polygon
  return { type, dimensions, ...(polygon && { polygon }) }
}

/** What was measured on a section, once for all of its frames. */
type Measured = { size?: number | null; offsets: Map<CardinalPoint, Point2 | null> }
const MEASURED = new WeakMap<Shape, Measured>()

function measuredOn(shape: Shape): Measured {
  const known = MEASURED.get(shape)
  if (known) return known
  const measured: Measured = { offsets: new Map() }
  MEASURED.set(shape, measured)
  return measured
}

function offsetOf(shape: Shape, point: CardinalPoint): Point2 | null {
  const { offsets } = measuredOn(shape)
  let offset = offsets.get(point)
  if (offset === undefined) {
    offset = offsetOfCardinalPoint(point, shape)
    offsets.set(point, offset)
  }
  return offset
}

/** The cardinal point of an outline in its own axes; null where nothing can be measured. `-0` never comes. */
export function pointOf(shape: Shape, point: CardinalPoint): Point2 | null {
  const offset = offsetOf(shape, point)
  return offset && { x: 0 - offset.x, y: 0 - offset.y }
}

/** The `sectionOffset` with which the point lies on the node line moved by `moved`: both in outline axes. Null without an outline. */
export function offsetAtPoint(shape: Shape, point: CardinalPoint, moved: Point2 = { x: 0, y: 0 }): Point2 | null {
  const offset = offsetOf(shape, point)
  return offset && { x: offset.x + moved.x + 0, y: offset.y + moved.y + 0 }
}

/** In the order in which an insertion point is looked for. */
const TRIED = [10, 8, 5, 2, 1, 3, 4, 6, 7, 9] as const satisfies readonly CardinalPoint[]

/**
 * The way back: the point that an offset puts on the node line, or the middle and how far it lies from there. Null where the section has no
 * outline to measure on.
 */
export function insertionPoint(shape: Shape, offset: Point2): { point: CardinalPoint; moved: Point2 } | null {
  const size = outlineSize(shape)
  if (size === null) return null
  for (const point of TRIED) {
    const moved = pointOf(shape, point)
    if (moved && Math.hypot(moved.x + offset.x, moved.y + offset.y) <= 1e-6 * size) return { point, moved: { x: 0, y: 0 } }
  }
  const middle = pointOf(shape, 5)
  return middle && { point: 5, moved: { x: offset.x + middle.x + 0, y: offset.y + middle.y + 0 } }
}

/** The larger side of the box around an outline; null without one. */
export function outlineSize(shape: Shape): number | null {
  const measured = measuredOn(shape)
  if (measured.size === undefined) measured.size = sizeOf(shape)
  return measured.size
}

function sizeOf({ type, dimensions, polygon }: Shape): number | null {
  const outline = polygon ?? derivedOutline(type, dimensions)
  if (outline.length === 0) return null
  const { min, max } = outlineBox(outline)
  return Math.max(max.x - min.x, max.y - min.y)
}

/** IFC and SAF call the side towards -3 left where CSI calls it right. */
const OTHER_SIDE: Readonly<Partial<Record<CardinalPoint, CardinalPoint>>> = { 1: 3, 3: 1, 4: 6, 6: 4, 7: 9, 9: 7 }
export const pointOnOtherSide = (point: CardinalPoint): CardinalPoint => OTHER_SIDE[point] ?? point
