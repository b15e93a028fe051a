import type { Point2, SectionType } from '#lib/schema/schema.ts'
import { isTee, type Profile, type Sizes, twelve } from './profile.ts'

/** A profile as a section, in a length unit of the model. */
export type ProfileSection = {
  type: SectionType
  /** t3, t2, tf, tw, r: those that the type has, in this order. */
  dimensions: Sizes
  /** Of a tee, which no type draws. */
  polygon?: Point2[]
  area: number
  massPerMetre?: number
}

const KEYS = ['t2', 'tf', 'tw', 'r'] as const satisfies (keyof Sizes)[]

export function sectionOf(profile: Profile, unit: { metres: number }): ProfileSection {
  // The same unit, however its length in metres was computed, changes no digit.
  const ratio = profile.metres / unit.metres
  const isSame = Math.abs(ratio - 1) < 1e-9
  const inUnit = (size: number) => (isSame ? size : twelve(size * ratio))
  const dimensions: Sizes = { t3: inUnit(profile.sizes.t3) }
  for (const key of KEYS) {
    const size = profile.sizes[key]
    if (size !== undefined) dimensions[key] = inUnit(size)
  }
  return {
    type: profile.type,
    dimensions,
    ...(isTee(profile) && { polygon: teeOutline(dimensions) }),
    area: isSame ? profile.area : twelve(profile.area * ratio ** 2),
    ...(profile.mass !== undefined && { massPerMetre: twelve(profile.mass) }),
  }
}

/** Stem down, centred on its box, counter-clockwise. */
export function teeOutline({ t3, t2 = 0, tf = 0, tw = 0 }: Sizes): Point2[] {
  const [H, B, w] = [t3 / 2, t2 / 2, tw / 2]
  const y = H - tf
  const path = [
    [-w, -H],
    [w, -H],
    [w, y],
    [B, y],
    [B, H],
    [-B, H],
    [-B, y],
    [-w, y],
  ] as const
  return path.map(([x, y]) => ({ x: twelve(x), y: twelve(y) }))
}
