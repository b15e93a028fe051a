import { twelveDigits } from '#lib/values/twelve-digits.ts'

/** Numbers as files of other programs spell them. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/

/** `1.5`, `1,5` (one comma, no point), `.5`, `5.`, `1E3`, `1.0D3`. Undefined for what is no finite number: `NaN`, `1.#IND`, `1e999`. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 400) return undefined
  const plain = trimmed.includes(',') && !trimmed.includes('.') ? trimmed.replace(',', '.') : trimmed
  if (!NUMBER.test(plain)) return undefined
  const value = Number(plain.replace(/[dD]/, 'e'))
  return Number.isFinite(value) ? value + 0 : undefined
}

/** A count or a place in a list. */
export function readWhole(text: string): number | undefined {
  const value = readNumber(text)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

/** The shortest decimal that reads back as the same double; exponents as `1E-7`, and never `-0`. */
export const writeNumber = (value: number): string => {
  const text = String(value + 0)
  return text.includes('e') ? text.replace('e', 'E') : text
}

/** A converted number: 12 significant digits. */
export const writeConverted = (value: number): string => writeNumber(twelveDigits(value))
