import { grouped } from '#lib/values/count-text.ts'
import { formatLength, type LengthDisplay, type LengthUnit } from './units.ts'

/** What numbers of a model measure, and the units in which an engineer reads each. For display and tables only. */

export type Measure =
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'massPerLength'
  | 'density'
  /** Of a section or a plate, as drawings have it. */
  | 'size'
  | 'sectionArea'
  | 'inertia'
  | 'angle'

/** `value · factor` is the number that is read, with so many decimals where numbers stand below each other. */
export type InUnit = { unit: string; factor: number; decimals: number }

const METRES = { inch: 0.0254, foot: 0.3048 }
const POUNDS = 1 / 0.45359237

const isImperial = (length: LengthUnit, display: LengthDisplay) =>
  display === 'feet-inches' || (display === 'model' && ['in', 'ft', 'yd'].includes(length.unit))

/**
 * Lengths in the unit of the display; areas and volumes in m or ft, sections in mm and cm or in inches, masses (given in kg) in kg
 * or lb. Without a readable unit of length lengths and their powers stay as they are, without a unit.
 */
export function inUnit(measure: Measure, length: LengthUnit | undefined, display: LengthDisplay): InUnit {
  if (measure === 'angle') return { unit: '°', factor: 1, decimals: 2 }
  const imperial = length !== undefined && isImperial(length, display)
  if (measure === 'mass') return imperial ? { unit: 'lb', factor: POUNDS, decimals: 1 } : { unit: 'kg', factor: 1, decimals: 1 }
  if (measure === 'massPerLength')
    return imperial ? { unit: 'lb/ft', factor: POUNDS * METRES.foot, decimals: 2 } : { unit: 'kg/m', factor: 1, decimals: 2 }
  if (measure === 'density')
    return imperial
      ? { unit: 'lb/ft³', factor: POUNDS * METRES.foot ** 3, decimals: 1 }
      : { unit: 'kg/m³', factor: 1, decimals: 0 }
  if (!length) return { unit: '', factor: 1, decimals: 3 }
  const power = (unit: string, metres: number, exponent: number, decimals: number): InUnit => ({
    unit: `${unit}${['', '', '²', '³', '⁴'][exponent]}`,
    factor: (length.metres / metres) ** exponent,
    decimals,
  })
  switch (measure) {
    case 'length':
      if (display === 'metres') return power('m', 1, 1, 3)
      if (display === 'millimetres') return power('mm', 0.001, 1, 0)
      if (display === 'feet-inches') return power('ft', METRES.foot, 1, 3)
      return { unit: length.unit, factor: 1, decimals: length.metres < 0.005 ? 1 : length.metres < 0.1 ? 2 : 3 }
    case 'area':
      return imperial ? power('ft', METRES.foot, 2, 1) : power('m', 1, 2, 2)
    case 'volume':
      return imperial ? power('ft', METRES.foot, 3, 2) : power('m', 1, 3, 3)
    case 'size':
      return imperial ? power('in', METRES.inch, 1, 3) : power('mm', 0.001, 1, 1)
    case 'sectionArea':
      return imperial ? power('in', METRES.inch, 2, 2) : power('cm', 0.01, 2, 2)
    case 'inertia':
      return imperial ? power('in', METRES.inch, 4, 1) : power('cm', 0.01, 4, 1)
  }
}

/** As many decimals as the column has; of what would read as zero and is not, three digits. */
export function inColumn(value: number, unit: InUnit): string {
  const read = value * unit.factor
  if (isSmall(read, unit)) return String(readInColumn(value, unit))
  return numberFormat(unit.decimals, unit.decimals).format(read + 0)
}

/** The same as a number. */
export function readInColumn(value: number, unit: InUnit): number {
  const read = value * unit.factor
  return Number(isSmall(read, unit) ? read.toPrecision(3) : read.toFixed(unit.decimals))
}

const isSmall = (read: number, { decimals }: InUnit) => read !== 0 && Math.abs(read) < 0.5 * 10 ** -decimals

/** With its unit, and four digits or as many as the whole number has: `51.88 cm²`, `7,999 cm⁴`, `717.2 kg`. Lengths as everywhere. */
export function inWords(value: number, measure: Measure, length: LengthUnit | undefined, display: LengthDisplay): string {
  if (measure === 'length') return formatLength(value, length, display)
  const { unit, factor } = inUnit(measure, length, display)
  const read = value * factor
  const whole = Math.abs(read) >= 1000 ? 0 : Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(read) || 1))))
  const text = numberFormat(0, measure === 'size' ? 2 : whole).format(read + 0)
  return measure === 'angle' ? `${text}${unit}` : unit ? `${text} ${unit}` : text
}

/** A sum of lengths, to six digits: with commas between thousands, as the sums beside it. */
export const lengthInWords = (sum: number, length: LengthUnit | undefined, display: LengthDisplay): string =>
  formatLength(Number(sum.toPrecision(6)), length, display).replace(/\d+/, (whole) => grouped(Number(whole)))

/** A sum of masses: from ten tonnes or ten kips up in these. */
export const massInWords = (kilograms: number, length: LengthUnit | undefined, display: LengthDisplay): string =>
  massInUnit(kilograms, kilograms, length, display)

/** Masses of one column alike: in tonnes or kips where their sum is ten or more. */
export function massInUnit(kilograms: number, sum: number, length: LengthUnit | undefined, display: LengthDisplay): string {
  const { unit, factor } = inUnit('mass', length, display)
  if (sum * factor < 10_000) return `${numberFormat(1, 1).format(kilograms * factor)} ${unit}`
  return `${numberFormat(2, 2).format((kilograms * factor) / 1000)} ${unit === 'kg' ? 't' : 'kip'}`
}

const formats = new Map<string, Intl.NumberFormat>()
function numberFormat(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`
  const known = formats.get(key) ?? new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, known)
  return known
}
