import type { Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { filletsOf, type Moments } from '../section-fillets.ts'
import { signedArea } from './outline-area.ts'
import { outlineFault } from './outline-fault.ts'
import { readDimensions } from './section-dimensions.ts'
import { cleanOutline, derivedOutline, innerOutline, sameOutline } from './section-outline.ts'

/**
 * What a section resists bending with, about its centroid, in the unit of its outline: x along local 3, y along local 2,
 * I33 = ∫y², I22 = ∫x², I23 = ∫xy.
 */
export type SectionInertia = {
  area: number
  centroid: Point2
  i33: number
  i22: number
  i23: number
  /** Radii of gyration. */
  r33: number
  r22: number
  /** About the principal axes. */
  most: number
  least: number
  /** Degrees from axis 3 towards axis 2 to the axis about which it is most: tan 2θ = -2·I23 / (I33 - I22). */
  angle: number
}

/** About `origin`, which is one of the corners: an outline far from its own origin keeps its digits. */
type About = Moments & { origin: Point2 }

/** Crossings are looked for among so many pairs of edges. */
const MOST_STEPS = 100_000

/**
 * Of the outline that is drawn, without its hollow; of one that follows from sizes with the fillets of `r`, which are not drawn. A pipe counts as the circle that it is and not as the
 * polygon of 32 corners that is drawn of it. Null where there is no outline, or one that encloses nothing that could be told.
 */
export function sectionInertia(section: ViewerSection, definition: SectionDefinition | undefined): SectionInertia | null {
  const found = ofPipe(section, definition) ?? ofOutline(section, definition)
  if (!found || !(found.area > 0)) return null
  const { origin, area } = found
  const [x, y] = [found.x / area, found.y / area]
  const i33 = found.yy - area * y ** 2
  const i22 = found.xx - area * x ** 2
  const product = found.xy - area * x * y
  // What rounding leaves of a section that is alike on both sides.
  const i23 = Math.abs(product) < 1e-9 * (i33 + i22) ? 0 : product
  if (!(i33 > 0 && i22 > 0 && Number.isFinite(i33 + i22 + Math.abs(i23)))) return null
  const [middle, reach] = [(i33 + i22) / 2, Math.hypot((i33 - i22) / 2, i23)]
  return {
    area,
    centroid: { x: origin.x + x, y: origin.y + y },
    i33,
    i22,
    i23,
    r33: Math.sqrt(i33 / area),
    r22: Math.sqrt(i22 / area),
    most: middle + reach,
    least: middle - reach,
    angle: (Math.atan2(0 - 2 * i23, i33 - i22) / 2) * (180 / Math.PI),
  }
}

/** Of a derived pipe: the outline of a submitted one may be anything. */
function ofPipe({ polygon, thickness }: ViewerSection, definition: SectionDefinition | undefined): About | null {
  if (definition?.type !== 'pipe') return null
  const { t3 } = readDimensions('pipe', definition.dimensions).complete
  const size = t3 ?? 0
  const isRound = polygon.every(({ x, y }) => Math.abs(Math.hypot(x, y) - size / 2) <= 1e-9 * size)
  if (polygon.length < 3 || !isRound) return null
  const wall = thickness ?? 0
  const [outer, inner] = [size / 2, wall > 0 && 2 * wall < size ? size / 2 - wall : 0]
  const area = Math.PI * (outer ** 2 - inner ** 2)
  const inertia = (Math.PI / 4) * (outer ** 4 - inner ** 4)
  return { origin: { x: 0, y: 0 }, area, x: 0, y: 0, xx: inertia, yy: inertia, xy: 0 }
}

function ofOutline(section: ViewerSection, definition: SectionDefinition | undefined): About | null {
  if (section.polygon.length === 0 || outlineFault(section.polygon, { left: MOST_STEPS })) return null
  const outer = cleanOutline(section.polygon)
  const [origin] = outer
  if (!origin) return null
  const hollow = innerOutline(section, definition)
  const hole = hollow && ofPolygon(cleanOutline(hollow), origin)
  const fillets = filletsAbout(section, definition, origin)
  const all = [...(hole ? [scaledBy(hole, -1)] : []), ...(fillets ? [fillets] : [])]
  return { origin, ...all.reduce(plus, ofPolygon(outer, origin)) }
}

/** Of an outline that follows from the sizes: one that was sent may have its own. */
function filletsAbout(
  { polygon, thickness }: ViewerSection,
  definition: SectionDefinition | undefined,
  origin: Point2,
): Moments | null {
  const { type, dimensions, family } = definition ?? {}
  if (!type || !sameOutline(polygon, derivedOutline(type, dimensions))) return null
  const isWallApart = thickness != null && readDimensions(type, dimensions).canonical.tw === undefined && type === 'rectangular'
  const { area, x, y, xx, yy, xy } = filletsOf(type, isWallApart ? { ...dimensions, tw: thickness } : dimensions, family)
  const { x: a, y: b } = origin
  return {
    ...{ area, x: x - a * area, y: y - b * area },
    ...{ xx: xx - 2 * a * x + a * a * area, yy: yy - 2 * b * y + b * b * area, xy: xy - a * y - b * x + a * b * area },
  }
}

const scaledBy = (one: Moments, factor: number): Moments => ({
  ...{ area: factor * one.area, x: factor * one.x, y: factor * one.y },
  ...{ xx: factor * one.xx, yy: factor * one.yy, xy: factor * one.xy },
})
const plus = (one: Moments, other: Moments): Moments => ({
  ...{ area: one.area + other.area, x: one.x + other.x, y: one.y + other.y },
  ...{ xx: one.xx + other.xx, yy: one.yy + other.yy, xy: one.xy + other.xy },
})

/** By Green's theorem, edge by edge. */
function ofPolygon(outline: readonly Point2[], origin: Point2): Moments {
  const sum: Moments = { area: signedArea(outline), x: 0, y: 0, xx: 0, yy: 0, xy: 0 }
  for (const [k, corner] of outline.entries()) {
    const next = outline[(k + 1) % outline.length]!
    const [a, b] = [corner.x - origin.x, corner.y - origin.y]
    const [c, d] = [next.x - origin.x, next.y - origin.y]
    const turned = a * d - c * b
    sum.x += ((a + c) * turned) / 6
    sum.y += ((b + d) * turned) / 6
    sum.xx += ((a * a + a * c + c * c) * turned) / 12
    sum.yy += ((b * b + b * d + d * d) * turned) / 12
    sum.xy += ((a * d + 2 * a * b + 2 * c * d + c * b) * turned) / 24
  }
  return sum
}
