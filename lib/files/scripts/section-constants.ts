import { sectionInertia } from '#lib/model/section/section-inertia.ts'
import { torsionConstant } from '#lib/model/section/torsion-constant.ts'
import type { Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** What an elastic frame of OpenSees asks of its section, in the model's length unit; null where nobody knows it. */
export type SectionConstants = {
  area: number | null
  torsion: number | null
  /** About local y, which is our axis 2. */
  iy: number | null
  /** About local z, our axis 3. */
  iz: number | null
  /** Of the outline, from its origin. */
  centroid: Point2
  /** Degrees by which local y and z are turned about the frame to the principal axes; 0 where they are our axes. */
  turned: number
}

/** By the outline; without one, what the section states. */
export function sectionConstants(section: ViewerSection, definition: SectionDefinition | undefined): SectionConstants {
  const inertia = sectionInertia(section, definition)
  if (!inertia) return statedConstants(section, definition)
  const { area, centroid, i23, i33, i22, most, least, angle } = inertia
  const isTurned = i23 !== 0
  const torsion = torsionConstant(section, definition)
  return {
    area: twelveDigits(area),
    torsion: torsion === null ? null : twelveDigits(torsion),
    iy: twelveDigits(isTurned ? least : i22),
    iz: twelveDigits(isTurned ? most : i33),
    // What rounding leaves of a section that is alike on both sides.
    centroid: { x: rounded(centroid.x, area), y: rounded(centroid.y, area) },
    turned: isTurned ? angle : 0,
  }
}

const rounded = (distance: number, area: number) => (Math.abs(distance) < 1e-12 * Math.sqrt(area) ? 0 : distance)

const KEYS = { area: ['area'], torsion: ['j', 'torsion', 'torsconst'], iy: ['i22'], iz: ['i33'] } as const

/** Other programs' sections carry these beside their name: `dimensions` of a catalogue, `properties` of an import. */
function statedConstants({ source }: ViewerSection, definition: SectionDefinition | undefined): SectionConstants {
  const properties = source?.properties
  const stated: Dictionary = { ...definition?.dimensions, ...(isDictionary(properties) && properties) }
  const byKey = new Map(Object.entries(stated).map(([key, value]) => [key.toLowerCase().replace(/[\s_.-]/g, ''), value]))
  const of = (keys: readonly string[]): number | null => {
    const value = keys.map((key) => byKey.get(key)).find((one) => typeof one === 'number' && one > 0 && Number.isFinite(one))
    return typeof value === 'number' ? value : null
  }
  return {
    ...{ area: of(KEYS.area), torsion: of(KEYS.torsion), iy: of(KEYS.iy), iz: of(KEYS.iz) },
    ...{ centroid: { x: 0, y: 0 }, turned: 0 },
  }
}
