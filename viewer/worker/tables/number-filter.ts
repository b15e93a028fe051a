import { type InUnit, readInColumn } from '#lib/model/measures.ts'

/** What is typed above a column of numbers: `5`, `>5`, `<=3.2`, `2..4`, and `=` for what is empty. In the unit that is read. */
export type NumberFilter = (value: number) => boolean

export const NUMBER_HINT = 'Type a number, 2..4 or >5'

/**
 * Null where it is none of these. Numbers are typed and compared as they stand in the column: `5` finds what reads 5.000, `>0` what reads
 * 0.0001, `19'-8 1/4"` what reads so. What has more decimals than the column is compared with as many.
 */
export function numberFilter(text: string, unit: InUnit): NumberFilter | null {
  const typed = text.trim().replaceAll('−', '-').replace('≤', '<=').replace('≥', '>=')
  if (typed === '=') return Number.isNaN
  const [, first, last] = /^(.+?)\s*\.\.\s*(.+)$/.exec(typed) ?? []
  const [, sign, one] = /^(<=|>=|<|>|=)?\s*(.+)$/.exec(typed) ?? []
  const [low, high] = [first ?? one, last ?? one].map((part) => readTyped(part ?? '', unit))
  if (!low || !high) return null
  const read = low.isInFeet || high.isInFeet ? inSixteenths(unit) : inDecimals(unit, Math.max(low.decimals, high.decimals))
  const [from, to] = [low.value, high.value]
  if (first !== undefined) return (value) => read(value) >= from && read(value) <= to
  switch (sign) {
    case '>':
      return (value) => read(value) > to
    case '<':
      return (value) => read(value) < to
    case '>=':
      return (value) => read(value) >= to
    case '<=':
      return (value) => read(value) <= to
    default:
      return (value) => read(value) === to
  }
}

type Read = (value: number) => number
const inDecimals = (unit: InUnit, least: number): Read => {
  const finer = { ...unit, decimals: Math.max(unit.decimals, least) }
  return (value) => readInColumn(value, finer)
}
/** Feet and inches are read to a sixteenth of an inch. */
const inSixteenths =
  ({ factor }: InUnit): Read =>
  (value) =>
    Math.round(value * factor * 192) / 192

type Typed = { value: number; decimals: number; isInFeet: boolean }

/** As numbers stand in the table, so with commas between thousands. As many decimals as a double has at most. */
const NUMBER = /^[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.(\d*))?|\d+(?:\.(\d*))?|\.(\d+))(?:e([-+]?\d+))?$/i
/** `19'-8 1/4"`, with or without the hyphen, either part of it alone. */
const FEET = /^([-+])?(?=.*['"])(?:(\d+(?:\.\d+)?)')?(?:\s*-?\s*(?:(\d+(?:\.\d+)?)(?:\s+(\d+)\/(\d+))?|(\d+)\/(\d+))")?$/

function readTyped(text: string, { unit }: InUnit): Typed | null {
  const number = NUMBER.exec(text)
  if (number) {
    const [fraction = '', power = '0'] = [number[1] ?? number[2] ?? number[3], number[4]]
    const decimals = Math.min(15, Math.max(0, fraction.length - Number(power)))
    return { value: Number(text.replaceAll(',', '')), decimals, isInFeet: false }
  }
  const [whole, sign, feet = '0', inches = '0', over, under, ...alone] = FEET.exec(text.replace('’', "'").replace('”', '"')) ?? []
  if (whole === undefined || unit !== 'ft') return null
  const part = Number(over ?? alone[0] ?? 0) / Number(under ?? alone[1] ?? 1)
  const value = Number(feet) + (Number(inches) + part) / 12
  if (!Number.isFinite(value)) return null
  return { value: (sign === '-' ? -1 : 1) * (Math.round(value * 192) / 192), decimals: 0, isInFeet: true }
}
