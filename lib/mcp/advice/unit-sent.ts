import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** Units as they were sent, whatever that was. */
export function unitSent(sent: unknown): LengthUnit | undefined {
  const units = isDictionary(sent) && isDictionary(sent.units) ? sent.units : {}
  const { current, length } = units
  return readUnits({ ...(typeof current === 'string' && { current }), ...(typeof length === 'string' && { length }) }).length
}
