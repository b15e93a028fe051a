import { drawnFaces, faceAreas } from '#lib/geometry/face-area.ts'
import { type AreaFrom, type SectionArea, sectionArea } from '#lib/model/section/section-area.ts'
import { newell } from '#lib/model/shape/shell-axes.ts'
import { length, type Vec } from '#lib/model/shape/vector.ts'
import { taperVolume } from '#lib/model/taper-shape.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Amount, DeskQuantity, Reason, SolidKind } from '../quantities/amount.ts'
import { concreteMeasures } from '../quantities/concrete-measures.ts'
import { shareMeasure } from '../quantities/floor-shares.ts'
import { tapersOf } from '../quantities/frame-tapers.ts'
import { surfaceMeasures } from '../quantities/surface-measures.ts'
import type { Facts } from '../select/facts.ts'
import type { Densities } from './densities.ts'

/**
 * Areas and volumes of elements in the model's length unit, masses in kilograms. Gross, but for the net volume: where elements overlap (a
 * beam in a slab, frames at a joint) both count. What cannot be computed has its reasons, and is never guessed. Editing, section 4.
 */

export type Quantities = {
  /** Undefined where it cannot be asked: frames have no area. */
  amount(quantity: DeskQuantity, kind: SolidKind, ordinal: number): Amount | undefined
  /** Where its mass is: on the line of areas' centroids, or in the middle of an area's face and thickness. Undefined where that is unknown. */
  middle(kind: SolidKind, ordinal: number): Vec | undefined
  /** Whether concrete counts with its gross volume, because it is no plumb box. */
  isNotNetted(kind: SolidKind, ordinal: number): boolean
  /** Where the area of a frame's section is from. */
  areaFrom(frame: number): AreaFrom | 'taper' | undefined
  /** Undefined where it cannot be told. */
  sectionArea(section: number): number | undefined
  /** `thicknessOf`. */
  thickness(area: number): ReturnType<typeof thicknessOf>
  /** What an area's outline encloses, openings included. */
  wholeFace(area: number): number
}

/** An area's own thickness, or else its section's; undefined without either. */
export function thicknessOf(facts: Facts, area: number): { value: number; isOfSection: boolean } | undefined {
  const own = facts.element('areas', area).thickness
  const id = own == null ? facts.section('areas', area) : undefined
  const section = id === undefined ? undefined : facts.ordinalOf('sections', id)
  const value = own ?? (section === undefined ? undefined : facts.element('sections', section).thickness)
  return value == null ? undefined : { value, isOfSection: own == null }
}

export function quantitiesOf(facts: Facts, densities: Densities): Quantities {
  const { model } = facts
  const { frames = [], areas = [] } = model
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const metres = readUnits(model.units).length?.metres

  const known = new Map<number, SectionArea>()
  const sectionAt = (ordinal: number): SectionArea => {
    let found = known.get(ordinal)
    if (found === undefined) {
      const section = facts.element('sections', ordinal)
      found = sectionArea(section, definitions.get(section.id))
      known.set(ordinal, found)
    }
    return found
  }
  const sectionOf = (kind: SolidKind, ordinal: number) => {
    const id = facts.section(kind, ordinal)
    return id === undefined ? undefined : facts.ordinalOf('sections', id)
  }

  const tapers = tapersOf(facts)

  let faces: ReturnType<typeof drawnFaces> | undefined
  const faceOf = (area: number) => {
    faces ??= drawnFaces(
      areas.map(({ nodeIds, openingNodeIds = [] }) => ({
        outline: places(facts, nodeIds),
        openings: openingNodeIds.map((opening) => places(facts, opening)),
      })),
    )
    return faces(area)
  }
  const faceArea = faceAreas(faceOf)
  const faceSize = (area: number) => faceArea(area) ?? INVALID
  const thickness = (area: number) => thicknessOf(facts, area)

  function volume(kind: SolidKind, ordinal: number): Amount {
    if (kind === 'areas') {
      const { value: thick = 0 } = thickness(ordinal) ?? {}
      const face = faceSize(ordinal)
      return typeof face !== 'number' ? face : thick > 0 ? face * thick : ['no_thickness']
    }
    const section = sectionOf('frames', ordinal)
    if (section === undefined) return ['no_section']
    const [found, taper, long] = [sectionAt(section), tapers(ordinal), facts.length('frames', ordinal) ?? 0]
    if (taper?.shape) return taperVolume(taper.shape, taper.parts).volume * long
    return typeof found === 'string' ? [found] : found.area * long
  }

  function mass(kind: SolidKind, ordinal: number): Amount {
    const solid = volume(kind, ordinal)
    const material = facts.material(kind, ordinal)
    const density = material === undefined ? undefined : densities.of(material)
    if (typeof solid === 'number' && density && metres !== undefined) return solid * metres ** 3 * density.value
    return [
      ...(typeof solid === 'number' ? [] : solid),
      ...(metres === undefined ? (['unit_unknown'] as const) : []),
      ...(material === undefined ? (['no_material'] as const) : density ? [] : (['no_density'] as const)),
    ]
  }

  const plainThickness = (area: number) => thickness(area)?.value ?? 0
  const surfaces = surfaceMeasures(facts, { tapers, faceOf, faceSize, thickness: plainThickness })
  const concrete = concreteMeasures(facts, densities, { thickness: plainThickness, volume })
  const shareOf = shareMeasure(facts, { thickness: plainThickness, faceOf })

  return {
    amount(quantity, kind, ordinal) {
      switch (quantity) {
        case 'area':
          return kind === 'areas' ? faceSize(ordinal) : undefined
        case 'volume':
          return volume(kind, ordinal)
        case 'mass':
          return mass(kind, ordinal)
        case 'surface':
          return surfaces.surface(kind, ordinal)
        case 'netVolume':
          return concrete.netVolume(kind, ordinal)
        case 'formwork':
          return concrete.formwork(kind, ordinal)
        default:
          return shareOf(quantity, kind, ordinal)
      }
    },
    middle: surfaces.middle,
    isNotNetted: concrete.isNotNetted,
    areaFrom(frame) {
      if (tapers(frame)?.shape) return 'taper'
      const section = frames[frame] && sectionOf('frames', frame)
      const found = section === undefined ? undefined : sectionAt(section)
      return typeof found === 'object' ? found.from : undefined
    },
    sectionArea(section) {
      const found = sectionAt(section)
      return typeof found === 'object' ? found.area : undefined
    },
    thickness,
    wholeFace: (area) => length(newell(places(facts, facts.element('areas', area).nodeIds))) / 2,
  }
}

const INVALID: readonly Reason[] = ['invalid_outline']

const places = (facts: Facts, ids: readonly string[]): Vec[] =>
  ids.flatMap((id) => {
    const node = facts.ordinalOf('nodes', id)
    return node === undefined ? [] : [facts.position(node)]
  })
