/** Amounts of elements, and why there is none. */

export type Reason =
  | 'no_section'
  | 'no_outline'
  | 'no_thickness'
  | 'no_material'
  | 'no_density'
  | 'invalid_outline'
  | 'unit_unknown'
  | 'no_column_below'
  | 'no_factor'
  | 'not_plumb'

/** A number, or why there is none. */
export type Amount = number | readonly Reason[]
export type SolidQuantity = 'area' | 'volume' | 'mass'
/** Those of the solid, and what the desk asks besides. */
export const DESK_QUANTITIES = ['area', 'volume', 'mass', 'surface', 'netVolume', 'formwork', 'tributary', 'carried'] as const
export type DeskQuantity = (typeof DESK_QUANTITIES)[number]
export type SolidKind = 'frames' | 'areas'
