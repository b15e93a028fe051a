import type { ConstructSectionCreate, Point2, ViewerSection } from '#lib/schema/schema.ts'

/**
 * What a mirror makes of a section: it changes handedness, and a cross-section can follow only where it looks the same in some mirror
 * of its own (`outline-symmetry.ts`).
 */

/** The section in a mirror: x → -x. As it is returned, for what its outline was derived from no longer fits. */
export function sectionInMirror({ id, materialId, name, polygon, shape, thickness }: ViewerSection) {
  return {
    id: `${id}-m`,
    type: 'custom',
    ...(materialId != null && { materialId }),
    name: `${name || id} mirrored`,
    polygon: polygon.map(({ x, y }) => ({ x: -x + 0, y })),
    ...(shape != null && { shape }),
    ...(thickness != null && { thickness }),
  } satisfies ConstructSectionCreate
}

export const isSameOutline = (one: readonly Point2[], other: readonly Point2[]): boolean =>
  one.length === other.length && one.every(({ x, y }, i) => x === other[i]!.x && y === other[i]!.y)
