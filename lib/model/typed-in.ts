import type { LengthDisplay, LengthUnit } from './units.ts'

/** In which unit coordinates are typed, where the display has another: ` in m`. */
export function typedIn(unit: LengthUnit | undefined, display: LengthDisplay): string {
  const shown = { model: unit?.unit, metres: 'm', millimetres: 'mm', 'feet-inches': 'ft in' }[display]
  return unit && unit.unit !== shown ? ` in ${unit.unit}` : ''
}
