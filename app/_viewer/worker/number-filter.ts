import type { InUnit } from '#lib/model/measures.ts'

/** What is typed above a column of numbers: `5`, `>5`, `<=3.2`, `2..4`, and `=` for what is empty. In the unit that is read. */
export type NumberFilter = (value: number) => boolean

export const NUMBER_HINT = 'Type a number, 2..4 or >5'

const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?`
const RANGE = new RegExp(`^(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})$`, 'i')
const COMPARED = new RegExp(`^(<=|>=|<|>|=)?\\s*(${NUMBER})$`, 'i')

/** Null where it is none of these. Numbers are compared as they stand in the column: `5` finds what reads 5.000. */
export function numberFilter(text: string, { factor, decimals }: InUnit): NumberFilter | null {
  const typed = text.trim().replaceAll('−', '-').replace('≤', '<=').replace('≥', '>=')
  if (typed === '=') return Number.isNaN
  const slack = 0.5 * 10 ** -decimals * (1 + 1e-9)
  const range = RANGE.exec(typed)
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])]
    return (value) => value * factor >= low - slack && value * factor <= high + slack
  }
  const compared = COMPARED.exec(typed)
  if (!compared) return null
  const at = Number(compared[2])
  switch (compared[1]) {
    case '>':
      return (value) => value * factor > at + slack
    case '<':
      return (value) => value * factor < at - slack
    case '>=':
      return (value) => value * factor >= at - slack
    case '<=':
      return (value) => value * factor <= at + slack
    default:
      return (value) => Math.abs(value * factor - at) <= slack
  }
}
