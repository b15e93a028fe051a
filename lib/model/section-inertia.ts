import { outlineFault } from './outline-fault.ts'
import type { Point2, SectionDefinition, ViewerSection } from './schema.ts'
import { readDimensions } from './section-dimensions.ts'
import { cleanOutline, innerOutline, signedArea } from './section-outline.ts'

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
type Moments = { origin: Point2; area: number; x: number; y: number; xx: number; yy: number; xy: number }

/** Crossings are looked for among so many pairs of edges. */
const MOST_STEPS = 100_000

/**
 * Of the outline that is drawn, without its hollow; corners are sharp. A pipe counts as the circle that it is and not as the
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
function ofPipe({ polygon, thickness }: ViewerSection, definition: SectionDefinition | undefined): Moments | null {
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

function ofOutline(section: ViewerSection, definition: SectionDefinition | undefined): Moments | null {
  if (section.polygon.length === 0 || outlineFault(section.polygon, { left: MOST_STEPS })) return null
  const outer = cleanOutline(section.polygon)
  const [origin] = outer
  if (!origin) return null
  const whole = ofPolygon(outer, origin)
  const hollow = innerOutline(section, definition)
  if (!hollow) return whole
  const hole = ofPolygon(cleanOutline(hollow), origin)
  const less = (key: 'area' | 'x' | 'y' | 'xx' | 'yy' | 'xy') => whole[key] - hole[key]
  return { origin, area: less('area'), x: less('x'), y: less('y'), xx: less('xx'), yy: less('yy'), xy: less('xy') }
}

/** By Green's theorem, edge by edge. */
function ofPolygon(outline: readonly Point2[], origin: Point2): Moments {
  const sum: Moments = { origin, area: signedArea(outline), x: 0, y: 0, xx: 0, yy: 0, xy: 0 }
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
