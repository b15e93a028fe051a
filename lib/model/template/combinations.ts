import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { Range } from './expression.ts'
import type { Compiled, Scope } from './expression-steps.ts'
import { TemplateValue, type Value, whole } from './expression-values.ts'

/** The loops of a template: its variables, one combination of their values after another. */

type Loc = Issue['loc']
/** The values of the variables of one combination. */
export type At = Record<string, Value>

/** A loop variable: the values of a list, or a range whose ends may use earlier variables. */
export type Loop = { name: string; slot: number; loc: Loc; values: readonly Value[] | Range }
/** A variable that is computed from the others. */
export type Let = { slot: number; loc: Loc; compute: Compiled | Value }
export type Condition = { loc: Loc; compute: Compiled }

/** One object, so that a test can lower them. */
export const MOST_COMPUTED = { combinations: 1_000_000, steps: 40_000_000 }

/** What templates may still take: those of a body, or of all bodies of one call. */
export type Allowance = {
  combinations: number
  steps: number
  /** Of the JSON that is made. */
  characters: number
  elements: number
}

export const wholeAllowance = (): Allowance => ({
  ...MOST_COMPUTED,
  characters: limits.bodyBytes,
  elements: limits.batchElements,
})

/** One expansion under way. */
export type Making = Scope &
  Allowance & {
    /** Hears what cannot be computed, and where that stands in the template. */
    fail(loc: Loc, error: TemplateValue): void
  }

export const makingOf = (slots = 0, allowance = wholeAllowance()): Making => ({
  ...allowance,
  values: new Array(slots).fill(0),
  fail: () => undefined,
})

/** More JSON than a call may make. */
export class TooManyCharacters extends Error {}

/**
 * Calls back for each combination, the first variable outermost. A range that cannot be computed is told, and is empty; `none` hears
 * of each that is empty.
 */
export function combine(
  loops: readonly Loop[],
  scope: Making,
  run: () => void,
  none: () => void = () => undefined,
  depth = 0,
): void {
  const loop = loops[depth]
  if (!loop) {
    run()
    return
  }
  const { slot, values } = loop
  if ('from' in values) {
    const ends = endsOf(loop, values, scope)
    const { from, to, by } = ends ?? EMPTY
    const isBeyond = (value: number) => (by > 0 ? value > to : value < to)
    if (isBeyond(from)) none()
    for (let i = 0; ; i++) {
      const value = from + i * by
      if (isBeyond(value)) return
      scope.values[slot] = value
      combine(loops, scope, run, none, depth + 1)
    }
  }
  for (const value of values) {
    scope.values[slot] = value
    combine(loops, scope, run, none, depth + 1)
  }
}

const EMPTY = { from: 1, to: 0, by: 1 }

function endsOf({ loc }: Loop, { from, to, by }: Range, scope: Making): { from: number; to: number; by: number } | undefined {
  try {
    const ends = {
      from: whole(from(scope), 'the beginning of a range'),
      to: whole(to(scope), 'the end of a range'),
      by: by ? whole(by(scope), 'the step of a range') : 1,
    }
    if (ends.by === 0) throw new TemplateValue('the step of a range must not be 0')
    return ends
  } catch (error) {
    if (!(error instanceof TemplateValue)) throw error
    scope.fail(loc, error)
    return undefined
  }
}

export function holds({ loc, compute }: Condition, scope: Making): boolean {
  try {
    const value = compute(scope)
    if (typeof value === 'string') throw new TemplateValue(`'${value}' is a text, neither true nor false`)
    return value !== false && value !== 0
  } catch (error) {
    if (!(error instanceof TemplateValue)) throw error
    scope.fail(loc, error)
    return false
  }
}

/** False after telling which of them cannot be computed. */
export function computeLets(lets: readonly Let[], scope: Making): boolean {
  for (const { slot, loc, compute } of lets) {
    try {
      scope.values[slot] = typeof compute === 'function' ? compute(scope) : compute
    } catch (error) {
      if (!(error instanceof TemplateValue)) throw error
      scope.fail(loc, error)
      return false
    }
  }
  return true
}

export const valuesOf = (loops: readonly Loop[], scope: Scope): At =>
  Object.fromEntries(loops.map(({ name, slot }) => [name, shown(scope.values[slot]!)]))

const shown = (value: Value): Value => (typeof value === 'number' ? twelveDigits(value) : value)
