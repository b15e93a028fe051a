import { readDimensions } from '#lib/model/section/section-dimensions.ts'
import { derivedOutline } from '#lib/model/section/section-outline.ts'
import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'
import type { Shape } from '../frame-of-reference.ts'

/** The parametric shapes of SAF and ours; sizes in any one unit. SAF guide, "Supported shapes of parametric cross-section". */

/** `isOutline`: the polygon stands for a shape that none of our types has. */
export type SafSection = { type: SectionType; dimensions?: Dimensions; polygon?: Point2[]; isOutline?: true }

type Reading = (sizes: readonly number[]) => SafSection | undefined

const of = (type: SectionType, dimensions: Dimensions): SafSection => ({ type, dimensions })
const withRadius = (dimensions: Dimensions, r: number | undefined): Dimensions => (r ? { ...dimensions, r } : dimensions)
const outline = (points: readonly (readonly [number, number])[]): SafSection => ({
  ...{ type: 'custom', isOutline: true },
  polygon: points.map(([x, y]) => ({ x: x + 0, y: y + 0 })),
})

/** Flange on top; centred on its box. */
const tee: Reading = ([h = 0, b = 0, t = 0, s = 0]) =>
  t < h && s <= b
    ? outline([[-s / 2, -h / 2], [s / 2, -h / 2], [s / 2, h / 2 - t], [b / 2, h / 2 - t], [b / 2, h / 2], [-b / 2, h / 2], [-b / 2, h / 2 - t], [-s / 2, h / 2 - t]])
    : undefined // biome-ignore format: an outline

const trapezoid: Reading = ([h = 0, top = 0, bottom = 0]) =>
  outline([[-bottom / 2, -h / 2], [bottom / 2, -h / 2], [top / 2, h / 2], [-top / 2, h / 2]]) // biome-ignore format: an outline

const QUARTER_POINTS = 8

/** Half circles at both ends of its longer side. */
const oval: Reading = ([h = 0, b = 0]) => {
  const radius = Math.min(h, b) / 2
  const centre = { x: b / 2 - radius, y: h / 2 - radius }
  const quarter = (from: number, x: number, y: number) =>
    Array.from({ length: QUARTER_POINTS + 1 }, (_, k) => {
      const angle = ((from + k / QUARTER_POINTS) * Math.PI) / 2
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
    })
  const corners = [quarter(0, centre.x, centre.y), quarter(1, -centre.x, centre.y), quarter(2, -centre.x, -centre.y), quarter(3, centre.x, -centre.y)] // biome-ignore format: counter-clockwise
  return outline(corners.flat())
}

const READINGS: Readonly<Record<string, Reading>> = {
  rectangle: ([t3 = 0, t2 = 0]) => of('rectangular', { t3, t2 }),
  circle: ([t3 = 0]) => of('pipe', { t3 }),
  pipe: ([t3 = 0, tw = 0]) => of('pipe', { t3, tw }),
  tube: ([t3 = 0, t2 = 0, tw = 0, r]) => of('rectangular', withRadius({ t3, t2, tw }, r)),
  box: ([t2 = 0, tf = 0, t3 = 0, tw = 0, other = tw]) => (other === tw ? of('rectangular', { t3, t2, tf, tw }) : undefined),
  irolled: ([t3 = 0, t2 = 0, tf = 0, tw = 0, r]) => of('i_wide_flange', withRadius({ t3, t2, tf, tw }, r)),
  isection: ([t3 = 0, t2 = 0, t2b = 0, tfb = 0, tf = 0, tw = 0]) => of('i_wide_flange', { t3, t2, tf, tw, t2b, tfb }),
  irolledasymmetric: ([t3 = 0, tw = 0, t2 = 0, t2b = 0, tf = 0, tfb = 0, r]) =>
    of('i_wide_flange', withRadius({ t3, t2, tf, tw, t2b, tfb }, r)),
  channel: ([t3 = 0, t2 = 0, tf = 0, tw = 0, r]) => of('channel', withRadius({ t3, t2, tf, tw }, r)),
  angle: ([t3 = 0, t2 = 0, tf = 0, r]) => of('angle', withRadius({ t3, t2, tf, tw: tf }, r)),
  lsection: ([t3 = 0, t2 = 0, tf = 0, tw = 0]) => of('angle', { t3, t2, tf, tw }),
  tsection: tee,
  ttee: tee,
  trapezoid,
  oval,
}

/** Undefined for a shape without an outline here. `isMirrored`: the sections of the file look along the member from the other end. */
export function safSection(shape: string, sizes: readonly number[], isMirrored: boolean): SafSection | undefined {
  const word = shape.toLowerCase().replace(/[^a-z]/g, '')
  const section = Object.hasOwn(READINGS, word) ? READINGS[word]?.(sizes) : undefined
  if (!section || !isMirrored || (section.type !== 'channel' && section.type !== 'angle')) return section
  const polygon = derivedOutline(section.type, section.dimensions)
  return { type: 'custom', isOutline: true, polygon: mirrored(polygon) }
}

/** Counter-clockwise again. */
const mirrored = (polygon: readonly Point2[]): Point2[] => polygon.map(({ x, y }) => ({ x: 0 - x, y })).reverse()

/** `thickness`: the wall of a hollow section whose sizes do not say it. Undefined for what is told by its outline, or has none. */
export function safShape(
  { type, dimensions, polygon }: Shape,
  thickness: number | null,
): { shape: string; sizes: number[] } | undefined {
  if (polygon) return undefined
  const { complete, missing } = readDimensions(type, dimensions)
  if (missing.length > 0) return undefined
  const { t3 = 0, t2 = 0, t2b = t2, r = 0 } = complete
  const tw = complete.tw ?? (type === 'rectangular' || type === 'pipe' ? (thickness ?? 0) : 0)
  const { tf = tw, tfb = tf } = complete
  switch (type) {
    case 'rectangular':
      if (!(tw > 0)) return { shape: 'Rectangle', sizes: [t3, t2] }
      return tf === tw ? { shape: 'Tube', sizes: [t3, t2, tw, r, 0] } : { shape: 'Box', sizes: [t2, tf, t3, tw, tw] }
    case 'pipe':
      return tw > 0 ? { shape: 'Pipe', sizes: [t3, tw] } : { shape: 'Circle', sizes: [t3] }
    case 'i_wide_flange':
      if (t2 === t2b && tf === tfb) return { shape: 'I rolled', sizes: [t3, t2, tf, tw, r] }
      return r > 0
        ? { shape: 'I rolled asymmetric', sizes: [t3, tw, t2, t2b, tf, tfb, r] }
        : { shape: 'I section', sizes: [t3, t2, t2b, tfb, tf, tw] }
    case 'channel':
      return { shape: 'Channel', sizes: [t3, t2, tf, tw, r] }
    case 'angle':
      return tf === tw ? { shape: 'Angle', sizes: [t3, t2, tf, r, 0] } : { shape: 'L section', sizes: [t3, t2, tf, tw] }
    default:
      return undefined
  }
}
