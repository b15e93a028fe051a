import { formatLength, type LengthDisplay, type LengthUnit } from '#lib/model/units.ts'
import type { QuantityKey, QuantityRow } from './table-types.ts'

/** `Areas · 0.2 m`, `0.2 m · Concrete C30/37`. */
export function quantityText(
  by: QuantityKey,
  { label, thickness }: QuantityRow,
  unit: LengthUnit | undefined,
  display: LengthDisplay,
): string {
  const thick = thickness === null ? null : formatLength(thickness, unit, display)
  if (by === 'thickness') return `${thick ?? 'Without thickness'} · ${label}`
  return thick === null ? label : `${label} · ${thick}`
}
