import type { Dimensions, Point2 } from '#lib/schema/schema.ts'
import { signedArea } from './section/outline-area.ts'
import { sectionArea } from './section/section-area.ts'
import { readDimensions, type Sizes } from './section/section-dimensions.ts'
import { outlineCentroid, sectionProperties } from './section/section-properties.ts'
import { cross, length, subtract, type Vec } from './shape/vector.ts'
import { between, outlineBetween } from './taper.ts'
import type { TaperPair, TaperSection } from './taper-pairs.ts'

/** What a taper is made of: areas, volumes, surfaces. Conventions, section 5. */

/** Area and centroid of a taper so far of the way. */
export type TaperShape = (s: number) => { area: number; centroid: Point2 }

/**
 * The area is that of the type's own formula at the mean dimensions, else of the mean outline, and with two published areas what these are
 * more than that, linear between. Each is a square in s.
 */
export function taperShape(first: TaperSection, last: TaperSection): TaperShape | undefined {
  const [one, other] = [first, last].map(({ section, definition }) => sectionArea(section, definition))
  if (typeof one !== 'object' || typeof other !== 'object') return undefined
  const plain = plainShape(first, last)
  const arePublished = one.from === 'published' && other.from === 'published'
  const more = arePublished ? ([one.area - plain(0).area, other.area - plain(1).area] as const) : ([0, 0] as const)
  return (s) => {
    const { area, centroid } = plain(s)
    return { area: area + between(...more, s), centroid }
  }
}

function plainShape(first: TaperSection, last: TaperSection): TaperShape {
  const [from, to] = [formulaSizes(first), formulaSizes(last)]
  const family = first.definition?.family === last.definition?.family ? (first.definition?.family ?? undefined) : undefined
  const formula = (s: number) => sectionProperties(first.type, sizesBetween(from, to, s), family)
  if (sectionProperties(first.type, from) && sectionProperties(last.type, to))
    return (s) => {
      const found = formula(s)
      if (!found) throw new Error('sizes between two that have an outline have none')
      return found
    }
  return (s) => {
    const { outer, hole } = outlineBetween({ first, last }, s)
    return { area: signedArea(outer) - (hole ? signedArea(hole) : 0), centroid: outlineCentroid(outer) ?? { x: 0, y: 0 } }
  }
}

/** A wall that stands in `thickness` alone is one as well. */
function formulaSizes({ section: { thickness }, definition, type, hole }: TaperSection): Sizes {
  const { complete } = readDimensions(type, definition?.dimensions)
  const isWallApart = hole && thickness != null && complete.tw === undefined
  return isWallApart ? readDimensions(type, { ...complete, tw: thickness }).complete : complete
}

/** By canonical key, of both sections that have outlines of their own the mean. */
export const taperSizes = ({ first, last }: TaperPair, s: number): Dimensions =>
  sizesBetween(formulaSizes(first), formulaSizes(last), s)

function sizesBetween(from: Sizes, to: Sizes, s: number): Dimensions {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof Sizes)[]
  return Object.fromEntries(keys.map((key) => [key, between(from[key] ?? 0, to[key] ?? 0, s)]))
}

/** Over the whole of a frame of length 1: its volume, and where along it its middle is. Exact, for the area is a square. */
export function taperVolume(shape: TaperShape, [a, b]: readonly [number, number]): { volume: number; middle: number } {
  const [start, middle, end] = [shape(a).area, shape((a + b) / 2).area, shape(b).area]
  const sum = start + 4 * middle + end
  return { volume: sum / 6, middle: (2 * middle + end) / sum }
}

/** The faces along a taper's outer outline, as they are drawn: two triangles each; those of a pipe are a cone. */
export function taperSurface(
  first: TaperSection,
  last: TaperSection,
  { long, taper: [a, b], shift }: { long: number; taper: readonly [number, number]; shift: Point2 },
): number {
  const start = outlineBetween({ first, last }, a).outer
  const end = outlineBetween({ first, last }, b).outer.map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }))
  if (first.type === 'pipe') {
    const radius = (loop: readonly Point2[]) => (Math.max(...loop.map(({ x }) => x)) - Math.min(...loop.map(({ x }) => x))) / 2
    const [r0, r1] = [radius(start), radius(end)]
    return Math.PI * (r0 + r1) * Math.hypot(long, r1 - r0)
  }
  return start.reduce((sum, point, i) => {
    const [next, pointEnd, nextEnd] = [start[(i + 1) % start.length]!, end[i]!, end[(i + 1) % end.length]!]
    return (
      sum + triangle(at(point, 0), at(pointEnd, long), at(next, 0)) + triangle(at(next, 0), at(pointEnd, long), at(nextEnd, long))
    )
  }, 0)
}

const at = ({ x, y }: Point2, z: number): Vec => [x, y, z]
const triangle = (a: Vec, b: Vec, c: Vec): number => length(cross(subtract(b, a), subtract(c, a))) / 2
