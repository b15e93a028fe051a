import { MOST_DEGREES } from '#lib/model/template/expression-values.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

/**
 * A computed number as it is stored: 12 significant digits, so that it equals the one that would have been typed, and never -0. `size`: the
 * largest number that went into it; what lies below that one's fifteenth digit is what doubles blur. `grain`: below it there is nothing.
 */
export function rounded(value: number, size = 0, least = 0): number {
  if (Math.abs(value) < least || value === 0) return 0
  if (size > 8 * Math.abs(value) && Number.isFinite(size)) {
    const decimals = 15 - Math.ceil(Math.log10(size))
    if (decimals >= 0 && decimals <= 100 && Math.abs(value) < 1e20) return twelveDigits(Number(value.toFixed(decimals))) + 0
  }
  return twelveDigits(value) + 0
}

/** The twelfth digit of a number: what it is rounded to. */
export const lastDigit = (value: number): number => (value === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 11))

/** To what `settled` rounds. */
export const roundedTo = (value: number, size: number): number =>
  Math.max(lastDigit(value), size === 0 ? 0 : 10 ** (Math.ceil(Math.log10(size)) - 15))

/** Whether a number of degrees still means a direction: from some hundred million turns on its digits end before the angle within one. */
export const hasDirection = (degrees: number): boolean => Math.abs(degrees) <= MOST_DEGREES

export const noDirection = (degrees: number): string =>
  `Value error, ${degrees} degrees are more than ${MOST_DEGREES}, and say no direction any more`
