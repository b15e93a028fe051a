import { LENGTH_UNITS, type LengthUnit, readLength } from '#lib/model/units.ts'

/** Lengths that were sent as text with their unit: "6 m", "3,5 m", "14'-6\"", "12' 6 1/2\"". Read for hints only. */

/** The number and the unit that it was said in; undefined for what is none of these. */
export function quantityOf(text: string): { value: number; unit: LengthUnit } | undefined {
  const trimmed = text.trim()
  const [, number = '', word = ''] = /^([+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d+)?)\s*([^\s\d.,].*)$/i.exec(trimmed) ?? []
  const unit = readLength(word)
  if (unit) {
    const value = decimal(number)
    return value === undefined ? undefined : { value, unit }
  }
  return feetAndInches(trimmed)
}

const FEET = /^(\d+(?:\.\d+)?)\s*(?:'(?!')|′|ft\.?|feet|foot)/i
const INCHES = /(?:"|″|''|in\.?|inch(?:es)?)$/i

function feetAndInches(text: string): { value: number; unit: LengthUnit } | undefined {
  const isNegative = text.startsWith('-')
  const size = isNegative ? text.slice(1).trim() : text
  const feet = FEET.exec(size)
  const written = size
    .slice(feet?.[0].length ?? 0)
    .replace(/^[\s-]+/, '')
    .trim()
  if (!feet && !INCHES.test(written)) return undefined
  const inches = written === '' ? 0 : inchesOf(written.replace(INCHES, '').trim())
  if (inches === undefined) return undefined
  const value = Number(feet?.[1] ?? 0) + inches / 12
  return { value: isNegative ? -value : value, unit: LENGTH_UNITS.ft }
}

/** `6`, `6 1/2`, `1/2` */
function inchesOf(text: string): number | undefined {
  const read = /^(?:(\d+(?:\.\d+)?)|(?:(\d+)[\s-]+)?(\d+)\/([1-9]\d*))$/.exec(text)
  if (!read) return undefined
  const [, whole, before, above, below] = read
  return whole === undefined ? Number(before ?? 0) + Number(above) / Number(below) : Number(whole)
}

/** `1,5` is 1.5; `1,500` may be 1.5 or 1500, and is none. */
export function decimal(text: string): number | undefined {
  if (!text.includes(',')) return Number(text)
  return /^[+-]?\d+,\d{3}$/.test(text) ? undefined : Number(text.replace(',', '.'))
}
