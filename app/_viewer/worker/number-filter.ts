import { type InUnit, readInColumn } from '#lib/model/measures.ts'

/** What is typed above a column of numbers: `5`, `>5`, `<=3.2`, `2..4`, and `=` for what is empty. In the unit that is read. */
export type NumberFilter = (value: number) => boolean

export const NUMBER_HINT = 'Type a number, 2..4 or >5'

/** As numbers stand in the table, so with commas between thousands. */
const NUMBER = String.raw`[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`
const RANGE = new RegExp(`^(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})$`, 'i')
const COMPARED = new RegExp(`^(<=|>=|<|>|=)?\\s*(${NUMBER})$`, 'i')

/**
 * Null where it is none of these. Numbers are compared as they stand in the column: `5` finds what reads 5.000, `>0` what reads 0.0001.
 * What is typed with more decimals than the column has is compared with as many.
 */
export function numberFilter(text: string, unit: InUnit): NumberFilter | null {
  const typed = text.trim().replaceAll('−', '-').replace('≤', '<=').replace('≥', '>=')
  if (typed === '=') return Number.isNaN
  const range = RANGE.exec(typed)
  const compared = COMPARED.exec(typed)
  const [low, high = low] = range ? [range[1], range[2]] : [compared?.[2]]
  if (low === undefined || high === undefined) return null
  const decimals = Math.max(unit.decimals, decimalsOf(low), decimalsOf(high))
  const read = (value: number) => readInColumn(value, { ...unit, decimals })
  const [from, to] = [numberOf(low), numberOf(high)]
  if (range) return (value) => read(value) >= from && read(value) <= to
  switch (compared?.[1]) {
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

const numberOf = (typed: string) => Number(typed.replaceAll(',', ''))
/** Of what is typed; as many as a double has at most. */
const decimalsOf = (typed: string) => {
  const [, fraction = '', power = '0'] = /(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(typed) ?? []
  return Math.min(15, Math.max(0, fraction.length - Number(power)))
}
