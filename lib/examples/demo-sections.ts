import { offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import type { ConstructSectionCreate, Point2, SectionType } from '#lib/schema/schema.ts'

/** Sections and materials of the demo building, in metres. */

export const STEEL = 'S355'
export const CONCRETE = 'C35/45'
export const GLASS = 'Laminated glass'

export const SECTIONS: ConstructSectionCreate[] = [
  i('HEB 300', { h: 0.3, b: 0.3, tf: 0.019, tw: 0.011, r: 0.027 }),
  i('HEB 240', { h: 0.24, b: 0.24, tf: 0.017, tw: 0.01, r: 0.021 }),
  i('IPE 450', { h: 0.45, b: 0.19, tf: 0.0146, tw: 0.0094, r: 0.021 }),
  i('IPE 360', { h: 0.36, b: 0.17, tf: 0.0127, tw: 0.008, r: 0.018 }),
  i('IPE 300', { h: 0.3, b: 0.15, tf: 0.0107, tw: 0.0071, r: 0.015 }),
  i('IPE 200', { h: 0.2, b: 0.1, tf: 0.0085, tw: 0.0056, r: 0.012 }),
  i('Welded roof girder', { t3: 0.42, t2: 0.18, tf: 0.012, tw: 0.008, t2b: 0.24, tfb: 0.018 }),
  steel('CHS 168.3x8', 'pipe', { diameter: 0.1683, wall: 0.008 }),
  steel('CHS 139.7x6.3', 'pipe', { diameter: 0.1397, wall: 0.0063 }),
  steel('SHS 150x8', 'rectangular', { side: 0.15, wall: 0.008 }),
  steel('SHS 80x6', 'rectangular', { side: 0.08, wall: 0.006 }),
  steel('RHS 200x100x6.3', 'rectangular', { h: 0.2, b: 0.1, wall: 0.0063 }),
  steel('UPE 400', 'channel', { h: 0.4, b: 0.115, tf: 0.018, tw: 0.0135 }),
  steel('L 120x12', 'angle', { leg: 0.12, t: 0.012 }),
  concrete('Column 500x500', 'rectangular', { h: 0.5, b: 0.5 }),
  concrete('Core edge 250x250', 'rectangular', { h: 0.25, b: 0.25 }),
  concrete('Core beam 250x600', 'rectangular', { h: 0.6, b: 0.25 }),
  concrete('Beam 350x650', 'rectangular', { h: 0.65, b: 0.35 }),
  {
    ...concrete('Ledge beam 450x650', 'custom'),
    polygon: [
      { x: -0.15, y: -0.65 },
      { x: 0.3, y: -0.65 },
      { x: 0.3, y: -0.35 },
      { x: 0.15, y: -0.35 },
      { x: 0.15, y: 0 },
      { x: -0.15, y: 0 },
    ],
  },
  concrete('Slab 250', 'shell', { thickness: 0.25 }),
  concrete('Composite slab 150', 'shell', { thickness: 0.15 }),
  concrete('Core wall 250', 'shell', { thickness: 0.25 }),
  concrete('Stair 160', 'shell', { thickness: 0.16 }),
  concrete('Bridge deck 140', 'shell', { thickness: 0.14 }),
]

function i(id: string, dimensions: Record<string, number>): ConstructSectionCreate {
  return steel(id, 'i_wide_flange', dimensions)
}

function steel(id: string, type: SectionType, dimensions: Record<string, number>): ConstructSectionCreate {
  return { id, type, dimensions, materialId: STEEL, name: id }
}

function concrete(id: string, type: SectionType, dimensions?: Record<string, number>): ConstructSectionCreate {
  return { id, type, ...(dimensions && { dimensions }), materialId: CONCRETE, name: id }
}

/** Puts the top of the section on the node line: cardinal point 8. */
export function topOffset({ type = 'rectangular', dimensions, polygon }: ConstructSectionCreate): Point2 | null {
  return offsetOfCardinalPoint(8, { type, ...(dimensions && { dimensions }), ...(polygon && { polygon }) })
}
