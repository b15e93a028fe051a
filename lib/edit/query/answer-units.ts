import { LENGTH_UNITS, readUnits } from '#lib/model/units.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ViewerUnits } from '#lib/schema/schema.ts'

/** Units of an answer: what is stored stays in the model's unit. */

export type Dimension = 'length' | 'area' | 'volume' | 'mass'
/** `value · factor` is in the unit, from the model's unit or from kilograms. `unit`: null where the model's cannot be read. */
export type AnswerUnit = { unit: string | null; factor: number }
export type AnswerUnits = Record<Dimension, AnswerUnit>

type Word = { dimension: Dimension; size: number }

const { mm, cm, m, km, in: inch, ft, yd } = LENGTH_UNITS
const POWERS = { length: 1, area: 2, volume: 3 } as const

/** By its word, in metres to its power or in kilograms; exact. */
const WORDS: ReadonlyMap<string, Word> = new Map([
  ...[mm, cm, m, km, inch, ft, yd].flatMap(({ unit, metres }): [string, Word][] => [
    [unit, { dimension: 'length', size: metres }],
    [`${unit}2`, { dimension: 'area', size: metres ** 2 }],
    [`${unit}3`, { dimension: 'volume', size: metres ** 3 }],
  ]),
  ['l', { dimension: 'volume', size: 0.001 }],
  ['kg', { dimension: 'mass', size: 1 }],
  ['t', { dimension: 'mass', size: 1000 }],
  ['g', { dimension: 'mass', size: 0.001 }],
  ['lb', { dimension: 'mass', size: 0.45359237 }],
  ['ton', { dimension: 'mass', size: 2000 * 0.45359237 }],
])

export function answerUnits(units: ViewerUnits | undefined, requested: readonly string[], issues: Issue[]): AnswerUnits {
  const own = readUnits(units).length
  const name = (power: number) => own && `${own.unit}${power > 1 ? power : ''}`
  const answer: AnswerUnits = {
    length: { unit: name(1) ?? null, factor: 1 },
    area: { unit: name(2) ?? null, factor: 1 },
    volume: { unit: name(3) ?? null, factor: 1 },
    mass: { unit: 'kg', factor: 1 },
  }
  const taken = new Map<Dimension, string>()
  for (const [i, sent] of requested.entries()) {
    const word = sent.trim().replace('^', '').replace('²', '2').replace('³', '3')
    const known = WORDS.get(word)
    if (!known) {
      const expected = [...WORDS.keys()].map(quoted)
      const msg = `Input should be ${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`
      issues.push({ type: 'literal_error', loc: ['unit', i], msg, ctx: { expected: expected.join(', ') } })
      continue
    }
    const { dimension, size } = known
    const other = taken.get(dimension)
    if (other !== undefined) issues.push(valueError(['unit', i], `${quoted(word)} and ${quoted(other)} are both of ${dimension}`))
    taken.set(dimension, word)
    if (dimension === 'mass') answer.mass = { unit: word, factor: 1 / size }
    else if (own) answer[dimension] = { unit: word, factor: own.metres ** POWERS[dimension] / size }
    else {
      const msg = `the model's length unit cannot be read, so nothing can be told in ${quoted(word)}: set the units first`
      issues.push({ type: 'unit_unknown', loc: ['unit', i], msg, ctx: { unit: word } })
    }
  }
  return answer
}
