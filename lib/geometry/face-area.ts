import { sizeOf } from '#lib/model/shape/area-cut.ts'
import { FEW_CORNERS, tooManyTogether } from '#lib/model/shape/cut-budget.ts'
import { cornersOf } from '#lib/model/shape/flat-area.ts'
import { cross, length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { cutFace, normalOf } from './area-face.ts'

/** Net sizes of areas: of the triangles that are drawn, so what is seen is what is counted. */

/** An outline and its openings. */
export type Outlines = { outline: readonly Vec[]; openings: readonly (readonly Vec[])[] }
export type FaceTriangle = readonly [Vec, Vec, Vec]

/**
 * The faces of areas by ordinal, in triangles; null where there is no face: the nodes span none, or its outline is beyond what is cut.
 * Openings are cut out, overlapping ones once, and what lies outside the outline cuts nothing.
 */
export function drawnFaces(areas: readonly Outlines[]): (ordinal: number) => FaceTriangle[] | null {
  const leftOut = tooManyTogether(
    areas.map(({ outline, openings }) => {
      const corners = openings.reduce((sum, opening) => sum + opening.length, outline.length)
      return corners > FEW_CORNERS ? sizeOf(outline, openings) : 0
    }),
  )
  return (ordinal) => {
    const { outline, openings } = areas[ordinal]!
    const { region } = leftOut.has(ordinal) ? { region: null } : cutFace(cornersOf(outline), openings, false)
    if (!region) return null
    const { points, triangles } = region
    const found: FaceTriangle[] = []
    for (let k = 0; k < triangles.length; k += 3) {
      const [a, b, c] = [points[triangles[k]!]!, points[triangles[k + 1]!]!, points[triangles[k + 2]!]!]
      if (normalOf(a, b, c)) found.push([a, b, c])
    }
    return found
  }
}

export const triangleArea = ([a, b, c]: FaceTriangle): number => length(cross(subtract(b, a), subtract(c, a))) / 2

/** Their sizes, each worked out once. */
export function faceAreas(faceOf: ReturnType<typeof drawnFaces>): (ordinal: number) => number | null {
  const known = new Map<number, number | null>()
  return (ordinal) => {
    let area = known.get(ordinal)
    if (area === undefined) {
      area = faceOf(ordinal)?.reduce((sum, triangle) => sum + triangleArea(triangle), 0) ?? null
      known.set(ordinal, area)
    }
    return area
  }
}
