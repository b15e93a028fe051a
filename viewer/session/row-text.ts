import { elevationText } from '#lib/model/check/drawn-length.ts'
import { formatLength, type LengthDisplay, type LengthUnit } from '#lib/model/units.ts'
import type { ElementText } from '../worker/element-text.ts'

/** What a row says of its element; where a grid line or a level lies it says as the picture does, in the unit that is shown. */
export function rowText({ text, line }: ElementText, unit: LengthUnit | undefined, display: LengthDisplay): string {
  if (!line) return text
  const { axis, coordinate } = line
  const place = axis === 'Z' ? elevationText(coordinate, unit, display) : `${axis} = ${formatLength(coordinate, unit, display)}`
  return text ? `${text}, ${place}` : place
}
