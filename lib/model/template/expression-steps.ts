import { compare, TemplateValue, type Value, whole } from './expression-values.ts'

/** What an expression is once it is compiled: functions of the variables, counted in steps. */

/** More steps than a call may take. */
export class TooManySteps extends Error {}

/** The variables of one combination, by slot, and the steps that are left. */
export type Scope = { values: Value[]; steps: number }

/** Computes one expression. Throws `TemplateValue` and `TooManySteps`. */
export type Compiled = (scope: Scope) => Value

/** Takes from the steps that are left what something costs. */
export function spend(scope: Scope, steps: number): void {
  scope.steps -= steps
  if (scope.steps < 0) throw new TooManySteps()
}

/** Every node of the grammar that is computed is one step, a function as many more as it takes longer (`FUNCTIONS`). */
export function step(run: Compiled): Compiled {
  return (scope) => {
    if (--scope.steps < 0) throw new TooManySteps() // `spend`, without a call for each node
    return run(scope)
  }
}

/** The last value of a chain of comparisons that hold; undefined where one does not. */
export function chained(first: Value, links: readonly { operator: string; right: Compiled }[], scope: Scope): Value | undefined {
  let left = first
  for (const { operator, right } of links) {
    const value = right(scope)
    if (!compare(operator, left, value)) return undefined
    left = value
  }
  return left
}

/** Only the value that is picked is computed. */
export function picking(index: Compiled, values: readonly Compiled[]): Compiled {
  return step((scope) => {
    const position = whole(index(scope), 'pick(i, …)')
    const value = values[position]
    if (!value) throw new TemplateValue(`pick(${position}, …) has ${values.length} values, 0 to ${values.length - 1}`)
    return value(scope)
  })
}
