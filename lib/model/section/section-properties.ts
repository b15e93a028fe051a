import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'
import { filletsOf } from '../section-fillets.ts'
import { signedArea } from './outline-area.ts'
import { outlineBox } from './outline-box.ts'
import { readDimensions } from './section-dimensions.ts'
import { cleanOutline, derivedOutline } from './section-outline.ts'

/** Area, centroid, shear centre and insertion points of sections, in outline axes. Conventions, sections 5 and 7. */

export type SectionProperties = { area: number; centroid: Point2; shearCentre: Point2 }

/**
 * Closed forms, of the true circle for a pipe and with the fillets of `r`, of which the shear centre knows nothing; null when the type's
 * outline cannot be derived. `family`: of a profile.
 */
export function sectionProperties(
  type: SectionType,
  dimensions: Dimensions | undefined,
  family?: string,
): SectionProperties | null {
  const sharp = sharpProperties(type, dimensions)
  const { area, x, y } = filletsOf(type, dimensions, family)
  if (!sharp || area === 0) return sharp
  const whole = sharp.area + area
  const { centroid } = sharp
  return {
    ...sharp,
    area: whole,
    centroid: { x: (centroid.x * sharp.area + x) / whole, y: (centroid.y * sharp.area + y) / whole },
  }
}

function sharpProperties(type: SectionType, dimensions: Dimensions | undefined): SectionProperties | null {
  const { complete, missing } = readDimensions(type, dimensions)
  if (missing.length > 0) return null
  const { t3 = 0, t2 = 0, tf = 0, tw = 0, t2b = 0, tfb = 0 } = complete
  const centre = { x: 0, y: 0 }
  switch (type) {
    case 'rectangular': {
      const hole = tw > 0 ? (t3 - 2 * tf) * (t2 - 2 * tw) : 0
      return { area: t3 * t2 - hole, centroid: centre, shearCentre: centre }
    }
    case 'pipe': {
      const hole = tw > 0 ? (t3 - 2 * tw) ** 2 : 0
      return { area: (Math.PI / 4) * (t3 ** 2 - hole), centroid: centre, shearCentre: centre }
    }
    case 'i_wide_flange': {
      const d = t3 - tf - tfb
      const area = t2 * tf + t2b * tfb + d * tw
      const moment = (t2 * tf * (t3 - tf)) / 2 - (t2b * tfb * (t3 - tfb)) / 2 + (d * tw * (tfb - tf)) / 2
      const [top, bottom] = [tf * t2 ** 3, tfb * t2b ** 3]
      const isEqual = t2 === t2b && tf === tfb
      const shear = isEqual ? 0 : -t3 / 2 + tfb / 2 + ((t3 - tf / 2 - tfb / 2) * top) / (top + bottom)
      return { area, centroid: { x: 0, y: moment / area }, shearCentre: { x: 0, y: shear } }
    }
    case 'channel': {
      const web = (t3 - 2 * tf) * tw
      const area = 2 * t2 * tf + web
      const [b, h] = [t2 - tw / 2, t3 - tf]
      const e = (3 * b ** 2 * tf) / (h * tw + 6 * b * tf)
      return {
        area,
        centroid: { x: (web * (t2 - tw)) / (2 * area), y: 0 },
        shearCentre: { x: t2 / 2 - tw / 2 + e, y: 0 },
      }
    }
    case 'angle': {
      const leg = (t3 - tf) * tw
      const area = t2 * tf + leg
      return {
        area,
        centroid: {
          x: (leg * (t2 - tw)) / (2 * area),
          y: ((leg * tf) / 2 - (t2 * tf * (t3 - tf)) / 2) / area,
        },
        shearCentre: { x: t2 / 2 - tw / 2, y: -t3 / 2 + tf / 2 },
      }
    }
    default:
      return null
  }
}

/** Centroid of an outline without holes; null when it encloses nothing. */
export function outlineCentroid(polygon: readonly Point2[]): Point2 | null {
  const outline = cleanOutline(polygon)
  const area = signedArea(outline)
  const o = outline[0]
  if (!o || !(area > 0)) return null
  const sum = { x: 0, y: 0 }
  for (let i = 1; i + 1 < outline.length; i++) {
    const [a, b] = [outline[i]!, outline[i + 1]!]
    const weight = ((a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y)) / (6 * area)
    sum.x += (a.x + b.x - 2 * o.x) * weight
    sum.y += (a.y + b.y - 2 * o.y) * weight
  }
  return { x: o.x + sum.x, y: o.y + sum.y }
}

/** 1 to 9 row by row from the bottom left (left = +3 = +x), 10 the centroid, 11 the shear centre. */
export type CardinalPoint = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11

/**
 * The `sectionOffset` that puts a cardinal point of the outline on the node line. Null without an outline, and for the shear
 * centre of a submitted one, which only its dimensions could tell.
 */
export function offsetOfCardinalPoint(
  point: CardinalPoint,
  section: { type: SectionType; dimensions?: Dimensions | undefined; polygon?: Point2[] | null | undefined },
): Point2 | null {
  const place = cardinalPoint(point, section)
  // `0 -` and not a minus sign: JSON has no use for a negative zero.
  return place && { x: 0 - place.x, y: 0 - place.y }
}

function cardinalPoint(
  point: CardinalPoint,
  {
    type,
    dimensions,
    polygon,
  }: { type: SectionType; dimensions?: Dimensions | undefined; polygon?: Point2[] | null | undefined },
): Point2 | null {
  const submitted = polygon?.length ? polygon : null
  if (point === 10 || point === 11) {
    if (submitted) return point === 10 ? outlineCentroid(submitted) : null
    const properties = sectionProperties(type, dimensions)
    return properties && (point === 10 ? properties.centroid : properties.shearCentre)
  }
  const outline = submitted ?? derivedOutline(type, dimensions)
  if (outline.length === 0) return null
  const { min, max } = outlineBox(outline)
  const [column, row] = [(point - 1) % 3, Math.floor((point - 1) / 3)]
  const along = (low: number, high: number, step: number) => [low, (low + high) / 2, high][step] ?? low
  return { x: along(max.x, min.x, column), y: along(min.y, max.y, row) }
}
