import { FEW_CORNERS, sizeOf, tooManyTogether } from '#lib/model/area-cut.ts'
import { areaFace } from './area-face.ts'
import { cross, length, subtract, type Vec } from './vector.ts'

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
  let area = 0
  const corners: Vec[] = []
  const positions = {
    push(x: number, y: number, z: number) {
      corners.push([x, y, z])
      if (corners.length < 3) return
      const [a, b, c] = corners as [Vec, Vec, Vec]
      area += length(cross(subtract(b, a), subtract(c, a))) / 2
      corners.length = 0
    },
  }
  const nowhere = { push() {} }
  const { isWithoutFace, axes } = areaFace(outline, openings, null, null, { positions, normals: nowhere, lines: nowhere })
  return isWithoutFace || !axes ? null : area
}
