import { COLOURINGS, type ColourBy } from '#lib/model/colourings.ts'

const NAMES: Record<ColourBy, string> = {
  kind: 'Kind',
  section: 'Section',
  material: 'Material',
  member: 'Member',
  storey: 'Storey',
  finding: 'Finding of the check',
}

/** What may give the colours, with its name, in the legend and in the panel. */
export const COLOURS = COLOURINGS.map((by) => [by, NAMES[by]] as const)
