import type { Finding } from '#lib/schema/schema.ts'
import { joinWords } from '#lib/values/join-words.ts'
import { readUnits } from '../units.ts'
import { quoted } from '../validate/references.ts'
import type { Structure } from './structure.ts'

/** What a check gives: a finding without its code, and without its severity where the list in `check.ts` says it. */
export type RuleFinding = Omit<Finding, 'code' | 'severity'> & {
  severity?: Finding['severity']
  /** What of edit_model would mend it, where that invents nothing. It stands in no sentence: findings are told with it once it is proved. */
  op?: FixOp
  /** No finding: the search stopped here, and what else there is nobody knows. */
  isCutShort?: true
}
/** One operation of edit_model, as it is sent. */
export type FixOp = Readonly<Record<string, unknown>>
export type ElementRef = Finding['elements'][number]

/**
 * Where a search for pairs ends: numbers that no ordinary model comes near. They are one object so that a test can lower them.
 */
export const MOST_PAIRS = {
  /** Looked at by one code of finding; or, in a large model, so many for each element, as a building frame has some twenty others in its box. */
  looked: 20_000_000,
  ofEach: 40,
  /** Found, where the search is for pairs that do not agree with each other. */
  found: 100_000,
}

/** How many pairs one code of finding may look at. The same model has the same findings on every machine. */
export const allowance = (elements: number) => ({ left: Math.max(MOST_PAIRS.looked, MOST_PAIRS.ofEach * elements) })

/** What ends the findings of a search that was stopped. */
export function* ending(isCutShort: boolean): Iterable<RuleFinding> {
  if (isCutShort) yield { message: '', elements: [], isCutShort }
}

/** So many elements a finding names at most; its message counts them all. */
const MAX_ELEMENTS = 100

export function refs(kind: ElementRef['kind'], ids: Iterable<string>): ElementRef[] {
  const named: ElementRef[] = []
  for (const id of ids) {
    if (named.length === MAX_ELEMENTS) break
    named.push({ kind, id })
  }
  return named
}

export function firstElements(elements: ElementRef[]): ElementRef[] {
  return elements.slice(0, MAX_ELEMENTS)
}

/** An id in a message. */
export const named = quoted

/** Up to five ids, then a count: `'N1', 'N2' and 'N3'`, `'N1', … and 40 more`. */
export function listed(ids: readonly string[]): string {
  return joinWords(ids.length > 5 ? [...ids.slice(0, 4).map(named), `${ids.length - 4} more`] : ids.map(named))
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A length of the structure in the model's own unit, to four digits. */
export function inModelUnit({ model, scale }: Structure, value: number): string {
  const unit = readUnits(model.units).length?.unit
  return `${digits(value / scale)}${unit ? ` ${unit}` : ''}`
}

/** A place along an axis: to four digits, and far from the origin to as many as tell it apart within the structure. */
export function coordinate({ diagonal, scale }: Structure, value: number): string {
  const times = diagonal > 0 ? Math.abs(value) / (diagonal / scale) : 1
  return digits(value, Math.min(15, 4 + Math.max(0, Math.ceil(Math.log10(times)))))
}

/** A fix as one sentence, with the edit that does it. */
export const fixText = (words: string, ops: readonly FixOp[]): string =>
  `${words.replace(/\.$/, '')}: edit_model ${JSON.stringify({ ops })}.`

export function digits(value: number, count = 4): string {
  return String(Number(value.toPrecision(count)) + 0)
}
