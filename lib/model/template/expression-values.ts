/**
 * The values of expressions, and what can be computed with them. What floating point blurs is taken for what was meant: sums that
 * cancel to 1e-12 of their larger term are 0, comparisons hold within 1e-12, whole numbers within 1e-9, and what is written out
 * has 12 significant digits.
 */

import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'

export type Value = number | boolean | string

/** A value that cannot be computed for one combination: a text in a sum, a division by 0, a `pick` beyond its list. */
export class TemplateValue extends Error {}

/** As a piece of a text. A whole number has no point; a truth value has no place in a text. */
export function inText(value: Value): string {
  if (typeof value === 'boolean') throw new TemplateValue(`${value} cannot stand in a text; choose one with pick or ? :`)
  return typeof value === 'number' ? String(twelveDigits(value)) : value
}

/** Of a text that a template computes or takes. */
export const LONGEST_TEXT = 4000

/** Without counting its characters: none takes more than two units. */
export const isTooLong = (units: number): boolean => units > 2 * LONGEST_TEXT

export function shortEnough(text: string): string {
  if (isTooLong(text.length) || (text.length > LONGEST_TEXT && [...text].length > LONGEST_TEXT)) throw tooLong()
  return text
}

const tooLong = () => new TemplateValue(`the text has more than ${LONGEST_TEXT} characters`)

export function number(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TemplateValue(
    `'${value}' is a text, not a number: write texts side by side, such as {letter(i)}{j}, or '{letter(i)}{j}' in an expression`,
  )
}

export function finite(value: number, what: string): number {
  if (!Number.isFinite(value)) throw new TemplateValue(`${what} is not a finite number`)
  return value
}

export function truth(value: Value): boolean {
  if (typeof value === 'string') throw new TemplateValue(`'${value}' is a text, neither true nor false`)
  return value !== false && value !== 0
}

/** Whole numbers end here: beyond, the next one is the same. */
const MOST_WHOLE = 2 ** 53

export function add(a: number, b: number): number {
  const sum = a + b
  const [large, small] = Math.abs(a) > Math.abs(b) ? [a, b] : [b, a]
  // Below, what is lost is what floating point blurs.
  if (Math.abs(large) >= MOST_WHOLE && sum - large !== small && Number.isFinite(sum)) {
    throw new TemplateValue(`${inText(small)} is lost beside ${inText(large)}`)
  }
  return Math.abs(sum) < 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : finite(sum, 'the sum')
}

/** With the sign of the divisor. */
export function remainder(x: number, y: number): number {
  const times = floor(x / y)
  if (Math.abs(times) >= MOST_WHOLE) throw new TemplateValue(`${inText(x)} is too large for a remainder of ${inText(y)}`)
  return add(x, -y * times)
}

const snapped = (value: number): number => {
  const nearest = Math.round(value)
  return Math.abs(value - nearest) <= 1e-9 ? nearest : value
}
export const floor = (value: number): number => Math.floor(snapped(value))

/** A whole number, or what is wrong with it. */
export function whole(value: Value, what: string): number {
  const snappedValue = snapped(number(value))
  if (!Number.isInteger(snappedValue)) throw new TemplateValue(`${what} must be a whole number, not ${inText(value)}`)
  return snappedValue + 0
}

const equalNumbers = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b))

export function equal(a: Value, b: Value): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return equalNumbers(number(a), number(b))
}

export function compare(operator: string, a: Value, b: Value): boolean {
  if (operator === '==') return equal(a, b)
  if (operator === '!=') return !equal(a, b)
  if (typeof a === 'string' || typeof b === 'string')
    throw new TemplateValue(`a text is compared with == or != only, not ${operator}`)
  const [x, y] = [number(a), number(b)]
  const same = equalNumbers(x, y)
  if (operator === '<') return x < y && !same
  if (operator === '<=') return x < y || same
  if (operator === '>') return x > y && !same
  return x > y || same
}

/** Halves go away from zero, judged on 12 digits: 1.005 to two decimals is 1.01. */
function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const scaled = twelveDigits(Math.abs(twelveDigits(value)) * scale)
  return (Math.sign(value) * Math.floor(scaled + 0.5)) / scale + 0
}

/** From here on a number has no digits left for the angle within a turn. */
export const MOST_DEGREES = 1e9

/** Exact at multiples of 90 degrees, where radians are not. */
function sine(degrees: number): number {
  if (Math.abs(degrees) > MOST_DEGREES + 360) throw new TemplateValue(`${inText(degrees)} degrees say no direction any more`)
  const turned = degrees % 360
  if (turned % 90 === 0) return [0, 1, 0, -1][(turned / 90 + 4) % 4]!
  return Math.sin((turned * Math.PI) / 180)
}
const toDegrees = (radians: number): number => (radians * 180) / Math.PI

function letter(index: number): string {
  if (index < 0 || index > 18277) throw new TemplateValue(`letter(${index}): letters go from 0 (A) to 18277 (ZZZ)`)
  let text = ''
  for (let digits = index; digits >= 0; digits = Math.floor(digits / 26) - 1)
    text = String.fromCharCode(65 + (digits % 26)) + text
  return text
}

function replace(text: Value | undefined, from: Value | undefined, to: Value | undefined): string {
  if (typeof text !== 'string' || typeof from !== 'string' || typeof to !== 'string') {
    throw new TemplateValue('replace(t, a, b) takes three texts')
  }
  if (from === '') throw new TemplateValue('replace(t, a, b): a is empty')
  // Told before it is made: a few of these inside each other would make more than memory holds.
  let { length } = text
  for (let index = text.indexOf(from); index >= 0; index = text.indexOf(from, index + from.length))
    length += to.length - from.length
  if (isTooLong(length)) throw tooLong()
  return shortEnough(text.replaceAll(from, to))
}

const lengthOf = (value: Value | undefined): number => (typeof value === 'string' ? value.length : 0)

/** `costs`: the steps for which it stands beside its own, of these values. */
type Functions = { least: number; most: number; run: (values: Value[]) => Value; costs?: (values: Value[]) => number }
const ofNumber = (run: (x: number) => number): Functions => ({
  least: 1,
  most: 1,
  run: (values) => run(number(getOrThrow(values, 0))),
})

export const FUNCTIONS = new Map<string, Functions>([
  ['abs', ofNumber(Math.abs)],
  ['sqrt', ofNumber((x) => finite(Math.sqrt(x), `sqrt(${inText(x)})`))],
  ['min', { least: 1, most: 20, run: (values) => Math.min(...values.map(number)) }],
  ['max', { least: 1, most: 20, run: (values) => Math.max(...values.map(number)) }],
  ['floor', ofNumber(floor)],
  ['ceil', ofNumber((x) => Math.ceil(snapped(x)) + 0)],
  ['round', { least: 1, most: 2, costs: () => 20, run: (values) => round(number(getOrThrow(values, 0)), decimalsOf(values[1])) }],
  ['sin', ofNumber(sine)],
  ['cos', ofNumber((x) => sine(x + 90))],
  ['tan', ofNumber(tangent)],
  ['asin', ofNumber((x) => finite(toDegrees(Math.asin(x)), `asin(${inText(x)})`))],
  ['acos', ofNumber((x) => finite(toDegrees(Math.acos(x)), `acos(${inText(x)})`))],
  ['atan', ofNumber((x) => toDegrees(Math.atan(x)))],
  [
    'atan2',
    { least: 2, most: 2, run: (values) => toDegrees(Math.atan2(number(getOrThrow(values, 0)), number(getOrThrow(values, 1)))) },
  ],
  ['letter', { least: 1, most: 1, run: (values) => letter(whole(getOrThrow(values, 0), 'letter(i)')) }],
  [
    'pad',
    {
      least: 2,
      most: 2,
      run: (values) => pad(whole(getOrThrow(values, 0), 'pad(i, n)'), whole(getOrThrow(values, 1), 'the digits of pad(i, n)')),
    },
  ],
  ['replace', { least: 3, most: 3, costs: ([text]) => lengthOf(text), run: ([text, from, to]) => replace(text, from, to) }],
  // Its values are computed one at a time (`expression-steps.ts`), so that the others may be impossible.
  ['pick', { least: 2, most: 51, run: () => 0 }],
])
/** The functions, for messages and documents. */
export const FUNCTION_NAMES: readonly string[] = [...FUNCTIONS.keys()]

/** What other languages call these. */
export const CALLED: Record<string, string> = {
  chr: 'letter',
  char: 'letter',
  int: 'floor',
  trunc: 'floor',
  ceiling: 'ceil',
  pow: '**',
  mod: '%',
  zfill: 'pad',
  padStart: 'pad',
  format: 'pad',
  choose: 'pick',
  select: 'pick',
  if: 'pick',
}

function decimalsOf(n: Value | undefined): number {
  const decimals = n === undefined ? 0 : whole(n, 'the decimals of round(x, n)')
  if (decimals < 0 || decimals > 12) throw new TemplateValue('round(x, n): n is 0 to 12 decimals')
  return decimals
}

function tangent(degrees: number): number {
  const below = sine(degrees + 90)
  if (below === 0) throw new TemplateValue(`tan(${inText(degrees)}) is not a finite number`)
  return sine(degrees) / below
}

function pad(index: number, digits: number): string {
  if (index < 0 || digits < 1 || digits > 12) throw new TemplateValue('pad(i, n): i is 0 or more, n is 1 to 12 digits')
  return String(index).padStart(digits, '0')
}
