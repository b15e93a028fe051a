import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { statedProperty } from '#lib/model/section/section-dimensions.ts'
import { cleanOutline } from '#lib/model/section/section-outline.ts'
import type { SectionDefinition, ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisFrame, AnalysisModel } from '../model/analysis-model.ts'
import type { TaperPlace } from '../model/frame-taper.ts'
import type { SectionForces } from './frame-results.ts'

/** Elastic normal stress from P, M2 and M3: no shear, no torsion, no warping. A cable hangs instead of bending: P/A. */
type StressPoints =
  /** Corners of the outline from the centroid, along 2 and 3, in m. */
  | { corners: Float64Array }
  /** Radius of a pipe, in m. */
  | { radius: number }
  /** Section moduli, in m³. */
  | { modulus3: number; modulus2: number }

/** The largest in size under the forces at a place along the frame, tension above 0, in Pa. */
export type StressOf = (forces: SectionForces, x: number) => number

/** By frame; undefined where nothing is known of the edge. */
export function stressesOf(model: ViewerModel, { units }: AnalysisModel): (frame: AnalysisFrame) => StressOf | undefined {
  const sections = new Map((model.sections ?? []).map((section) => [section.id, section]))
  const definitions = new Map((model.sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  const known = new Map<string, StressPoints | undefined>()
  const along = new Map<TaperPlace, StressPoints | undefined>()
  const families = frameFamiliesOf(model)
  return ({ ordinal, sectionId, properties, length, taper }) => {
    if (families[ordinal] === 'cable') return ([p]) => p / properties.area
    const at = taper?.along
    if (at) {
      return (forces, x) => {
        const place = at(x / length)
        const { polygon } = place.section.section
        if (!along.has(place))
          along.set(place, pointsOf(polygon, place.section.definition, place.properties.centroid, units.metres))
        const points = along.get(place)
        return points ? stressAt(points, place.properties, forces) : Number.NaN
      }
    }
    if (!known.has(sectionId)) {
      const polygon = sections.get(sectionId)?.polygon ?? []
      known.set(sectionId, pointsOf(polygon, definitions.get(sectionId), properties.centroid, units.metres))
    }
    const points = known.get(sectionId)
    return points && ((forces) => stressAt(points, properties, forces))
  }
}

function pointsOf(
  polygon: readonly { x: number; y: number }[],
  definition: SectionDefinition | undefined,
  centroid: { x: number; y: number },
  metres: number,
): StressPoints | undefined {
  const outline = cleanOutline(polygon)
  if (outline.length > 2) {
    const first = outline[0]!
    const radius = Math.hypot(first.x, first.y)
    const isRound =
      definition?.type === 'pipe' && outline.every(({ x, y }) => Math.abs(Math.hypot(x, y) - radius) <= 1e-9 * radius)
    if (isRound) return { radius: radius * metres }
    const corners = outline.flatMap(({ x, y }) => [y * metres - centroid.y, x * metres - centroid.x])
    return { corners: Float64Array.from(corners) }
  }
  const [s33, s22] = [statedProperty(definition, 's33') ?? 0, statedProperty(definition, 's22') ?? 0]
  return s33 > 0 && s22 > 0 ? { modulus3: s33 * metres ** 3, modulus2: s22 * metres ** 3 } : undefined
}

/** A tension smaller by less than this share is as large as the compression. */
const AS_LARGE = 1e-9

/** The larger in size; of equal ones the tension, so that rounding does not turn the sign. */
const larger = (most: number, least: number): number => (most >= -least * (1 - AS_LARGE) ? most : least)

function stressAt(
  points: StressPoints,
  { area, i33, i22, i23 }: AnalysisFrame['properties'],
  [p, , , , m2, m3]: SectionForces,
): number {
  const axial = p / area
  if (!('corners' in points)) {
    const bending =
      'radius' in points
        ? (Math.hypot(m2, m3) * points.radius) / i33
        : Math.abs(m3) / points.modulus3 + Math.abs(m2) / points.modulus2
    return larger(axial + bending, axial - bending)
  }
  // M3 = E(κ3·I33 - κ2·I23), -M2 = E(κ2·I22 - κ3·I23).
  const determinant = i33 * i22 - i23 ** 2
  const curve3 = (m3 * i22 - m2 * i23) / determinant
  const curve2 = (-m2 * i33 + m3 * i23) / determinant
  let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let k = 0; k < points.corners.length; k += 2) {
    const stress = axial - points.corners[k]! * curve3 + points.corners[k + 1]! * curve2
    most = Math.max(most, stress)
    least = Math.min(least, stress)
  }
  return larger(most, least)
}
