import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'
import { readDimensions } from './section/section-dimensions.ts'

/**
 * What the radius `r` of rolled and hollow sections adds to sharp corners, or takes from them. Each piece is what lies between two
 * sides of a right angle and the quarter circle that touches both, so all of it is exact. Conventions, section 7.
 */

/** About an origin: area and its moments. */
export type Moments = { area: number; x: number; y: number; xx: number; yy: number; xy: number }

/** `at`: where the sides meet; `to`: the quadrant, seen from there, in which the piece lies. */
type Piece = { at: Point2; to: readonly [1 | -1, 1 | -1]; radius: number; sign: 1 | -1 }

/** Of a piece of radius 1 whose sides are the axes. */
const AREA = 1 - Math.PI / 4
const FIRST = 5 / 6 - Math.PI / 4
const SECOND = 1 - (5 * Math.PI) / 16
const PRODUCT = 19 / 24 - Math.PI / 4

/** Flanges that taper have one mean thickness in the tables, and with it their sharp outline has nearly the published area. */
const TAPERED = new Set('IPN UPN U S C M MC MT ST JB LB MB WB HB SC JC LC'.split(' '))

/**
 * The fillets of a section that is given by its sizes; none where it has no `r`, or one that does not fit between its sides. `family`: of a
 * profile.
 */
export function filletsOf(type: SectionType, dimensions: Dimensions | undefined, family?: string): Moments {
  const sum: Moments = { area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }
  if (family !== undefined && TAPERED.has(family)) return sum
  for (const { at, to, radius, sign } of piecesOf(type, dimensions)) {
    const [area, first] = [sign * AREA * radius ** 2, sign * FIRST * radius ** 3]
    const [second, product] = [sign * SECOND * radius ** 4, sign * PRODUCT * radius ** 4]
    const [x, y] = [to[0] * first, to[1] * first]
    sum.area += area
    sum.x += at.x * area + x
    sum.y += at.y * area + y
    sum.xx += at.x ** 2 * area + 2 * at.x * x + second
    sum.yy += at.y ** 2 * area + 2 * at.y * y + second
    sum.xy += at.x * at.y * area + at.x * y + at.y * x + to[0] * to[1] * product
  }
  return sum
}

function piecesOf(type: SectionType, dimensions: Dimensions | undefined): Piece[] {
  const { complete, missing } = readDimensions(type, dimensions)
  const { t3 = 0, t2 = 0, tf = 0, tw = 0, t2b = 0, tfb = 0, r = 0 } = complete
  if (missing.length > 0 || !(r > 0)) return []
  const [h, b, w] = [t3 / 2, t2 / 2, tw / 2]
  const round = (x: number, y: number, radius: number, sign: 1 | -1): Piece[] =>
    SIDES.flatMap((i) =>
      SIDES.map((j): Piece => ({ at: { x: i * x, y: j * y }, to: [i === 1 ? -1 : 1, j === 1 ? -1 : 1], radius, sign })),
    )
  switch (type) {
    case 'i_wide_flange': {
      if (r > Math.min(t2, t2b) / 2 - w || 2 * r > t3 - tf - tfb) return []
      return SIDES.flatMap((i): Piece[] => [
        { at: { x: i * w, y: h - tf }, to: [i, -1], radius: r, sign: 1 },
        { at: { x: i * w, y: -h + tfb }, to: [i, 1], radius: r, sign: 1 },
      ])
    }
    case 'channel':
      if (r > t2 - tw || 2 * r > t3 - 2 * tf) return []
      return SIDES.map((j) => ({ at: { x: b - tw, y: j * (h - tf) }, to: [-1, j === 1 ? -1 : 1], radius: r, sign: 1 }))
    case 'angle': {
      // EN 10056-1: the toes have half the radius of the root.
      if (r > t2 - tw || r > t3 - tf || r / 2 > Math.min(tf, tw)) return []
      return [
        { at: { x: b - tw, y: -h + tf }, to: [-1, 1], radius: r, sign: 1 },
        { at: { x: b - tw, y: h }, to: [1, -1], radius: r / 2, sign: -1 },
        { at: { x: -b, y: -h + tf }, to: [1, -1], radius: r / 2, sign: -1 },
      ]
    }
    case 'rectangular': {
      if (2 * r > Math.min(t3, t2)) return []
      const outer = round(b, h, r, -1)
      // EN 10210-2: tubes that are finished hot have 1.5 t outside and 1 t inside; the others one centre for both.
      const inside = Math.abs(r - 1.5 * tw) <= 1e-6 * r ? tw : r - tw
      const isHollow = tw > 0 && 2 * tw < t2 && 2 * tf < t3
      return isHollow && inside > 0 && 2 * inside <= Math.min(t3 - 2 * tf, t2 - 2 * tw)
        ? [...outer, ...round(b - tw, h - tf, inside, 1)]
        : outer
    }
    default:
      return []
  }
}

const SIDES = [1, -1] as const
