import { sizeOf } from '#lib/model/shape/area-cut.ts'
import { FEW_CORNERS, tooManyTogether } from '#lib/model/shape/cut-budget.ts'
import { cornersOf } from '#lib/model/shape/flat-area.ts'
import { cross, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { cutFace, normalOf } from './area-face.ts'

/** Net sizes of areas: of the triangles that are drawn, so what is seen is what is counted. */

/** An outline and its openings. */
export type Outlines = { outline: readonly Vec[]; openings: readonly (readonly Vec[])[] }

/**
 * By ordinal; null where there is no face: the nodes span none, or its outline is beyond what is cut. Openings are cut out, overlapping
 * ones once, and what lies outside the outline cuts nothing.
 */
export function faceAreas(areas: readonly Outlines[]): (ordinal: number) => number | null {
  const leftOut = tooManyTogether(
    areas.map(({ outline, openings }) => {
      const corners = openings.reduce((sum, opening) => sum + opening.length, outline.length)
      return corners > FEW_CORNERS ? sizeOf(outline, openings) : 0
    }),
  )
  const known = new Map<number, number | null>()
  return (ordinal) => {
    let area = known.get(ordinal)
    if (area === undefined) {
      area = leftOut.has(ordinal) ? null : faceArea(areas[ordinal]!)
      known.set(ordinal, area)
    }
    return area
  }
}

function faceArea({ outline, openings }: Outlines): number | null {
  const { region } = cutFace(cornersOf(outline), openings, false)
  if (!region) return null
  const { points, triangles } = region
  let area = 0
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [points[triangles[k]!]!, points[triangles[k + 1]!]!, points[triangles[k + 2]!]!]
    if (normalOf(a, b, c)) area += length(cross(subtract(b, a), subtract(c, a))) / 2
  }
  return area
}
