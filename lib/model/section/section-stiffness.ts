import type { Point2, SectionDefinition, ViewerSection } from '#lib/schema/schema.ts'
import { sectionArea } from './section-area.ts'
import { readDimensions, type Sizes, statedProperty } from './section-dimensions.ts'
import { sectionInertia } from './section-inertia.ts'
import { derivedOutline, sameOutline } from './section-outline.ts'

/**
 * What a section resists, in powers of the length unit of its outline: axis 3 is x of the outline, axis 2 is y, I33 = ∫y², I22 = ∫x²,
 * I23 = ∫xy about the centroid. What `dimensions` states under its own name wins over what the outline gives.
 */
export type SectionStiffness = {
  area: number
  i33: number
  i22: number
  i23: number
  /** Saint-Venant's torsion constant. */
  j: number
  /** Shear areas along axes 2 and 3; null: no shear deformation in that direction. */
  as2: number | null
  as3: number | null
  /** In outline axes; the origin where there is no outline. */
  centroid: Point2
}

/** What the analysis cannot do without, by the names under which `dimensions` may state it. */
export type MissingProperty = 'area' | 'i33' | 'i22' | 'j'

/** Torsion constant and shear areas of a shape. */
type Shear = Pick<SectionStiffness, 'j' | 'as2' | 'as3'>

export function sectionStiffness(
  section: ViewerSection,
  definition: SectionDefinition | undefined,
): SectionStiffness | { missing: MissingProperty[] } {
  const inertia = sectionInertia(section, definition)
  const ofArea = sectionArea(section, definition)
  const area = statedProperty(definition, 'area') ?? (typeof ofArea === 'object' ? ofArea.area : undefined)
  const i33 = statedProperty(definition, 'i33') ?? inertia?.i33
  const i22 = statedProperty(definition, 'i22') ?? inertia?.i22
  const shear = inertia && area !== undefined ? shearOf(section, definition, area, inertia.i33 + inertia.i22) : null
  const j = statedProperty(definition, 'torsion') ?? statedProperty(definition, 'j') ?? shear?.j
  const isStated = (value: number | undefined): value is number => value !== undefined && value > 0 && Number.isFinite(value)
  if (!isStated(area) || !isStated(i33) || !isStated(i22) || !isStated(j)) {
    const missing = entriesMissing({ area, i33, i22, j }, isStated)
    return { missing }
  }
  const shearArea = (key: 'as2' | 'as3') => {
    const stated = statedProperty(definition, key)
    if (stated !== undefined) return stated > 0 ? stated : null
    return shear?.[key] ?? null
  }
  return {
    ...{ area, i33, i22, j },
    i23: statedProperty(definition, 'i23') ?? inertia?.i23 ?? 0,
    ...{ as2: shearArea('as2'), as3: shearArea('as3') },
    centroid: inertia?.centroid ?? { x: 0, y: 0 },
  }
}

function entriesMissing(
  values: Record<MissingProperty, number | undefined>,
  isStated: (value: number | undefined) => boolean,
): MissingProperty[] {
  return (['area', 'i33', 'i22', 'j'] as const).filter((key) => !isStated(values[key]))
}

/** `polar`: I33 + I22. An outline that was sent has no sizes but its own. */
function shearOf(section: ViewerSection, definition: SectionDefinition | undefined, area: number, polar: number): Shear {
  const { type = 'custom', dimensions } = definition ?? {}
  const isDerived = sameOutline(section.polygon, derivedOutline(type, dimensions))
  const { canonical, complete } = readDimensions(type, dimensions)
  const wall = section.thickness != null && canonical.tw === undefined ? { tw: section.thickness } : {}
  const shear = isDerived ? shearOfShape(type, { ...complete, ...wall }, area, polar) : null
  return shear ?? { j: area ** 4 / (40 * polar), as2: null, as3: null } // Saint-Venant's estimate for compact shapes
}

function shearOfShape(type: string, sizes: Sizes, area: number, polar: number): Shear | null {
  const { t3 = 0, t2 = 0, tw = 0, t2b = 0, tfb = 0 } = sizes
  const tf = sizes.tf ?? tw
  const plates = (...all: [long: number, thick: number][]) => all.reduce((sum, [b, t]) => sum + (b * t ** 3) / 3, 0)
  switch (type) {
    case 'rectangular':
      return tw > 0 ? hollowRectangle(t3, t2, tf, tw) : { j: rectangleTorsion(t3, t2), as2: (5 / 6) * area, as3: (5 / 6) * area }
    case 'pipe': {
      const share = tw > 0 && 2 * tw < t3 ? 0.5 : 0.9
      return { j: polar, as2: share * area, as3: share * area }
    }
    case 'i_wide_flange':
      return {
        j: plates([t2, tf], [t2b, tfb], [t3 - tf - tfb, tw]),
        as2: t3 * tw,
        as3: (5 / 6) * (t2 * tf + t2b * tfb),
      }
    case 'channel':
      return { j: plates([t2, tf], [t2, tf], [t3 - 2 * tf, tw]), as2: t3 * tw, as3: (5 / 3) * t2 * tf }
    case 'angle':
      return { j: plates([t2, tf], [t3 - tf, tw]), as2: t3 * tw, as3: t2 * tf }
    default:
      return null
  }
}

/** Bredt's formula for a closed wall. */
function hollowRectangle(t3: number, t2: number, tf: number, tw: number): Shear {
  const [h, w] = [t3 - tf, t2 - tw]
  return { j: (4 * (h * w) ** 2) / ((2 * w) / tf + (2 * h) / tw), as2: 2 * t3 * tw, as3: 2 * t2 * tf }
}

/** Within 0.5 % of the exact series. */
function rectangleTorsion(one: number, other: number): number {
  const [a, c] = [Math.max(one, other), Math.min(one, other)]
  return a * c ** 3 * (1 / 3 - 0.21 * (c / a) * (1 - c ** 4 / (12 * a ** 4)))
}
