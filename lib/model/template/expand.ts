import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Kind } from '#lib/schema/schema.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { TooManyProblems } from '../validate/issue-list.ts'
import {
  type Allowance,
  type At,
  combine,
  computeLets,
  holds,
  type Making,
  MOST_COMPUTED,
  makingOf,
  TooManyCharacters,
  valuesOf,
  wholeAllowance,
} from './combinations.ts'
import { placesOf, type Run } from './expanded-places.ts'
import { type Scope, spend, TooManySteps } from './expression-steps.ts'
import type { Template } from './templates.ts'

/**
 * `repeat`: element templates, written once for each combination of their variables. What comes out is a batch like any other,
 * and each of its elements knows the place in the template that made it, so that whatever is wrong with it is told there.
 */

/** One thing wrong with a template, for one combination. */
export type Problem = { issue: Issue; at: At }

/** How many combinations there are, where that can be said before any is computed. */
function constantCount({ loops }: Template): number | undefined {
  let count = 1
  for (const { values } of loops) {
    if (!('from' in values)) count *= values.length
    else return undefined
  }
  return count
}

export type Expansion = {
  /** The elements that the templates made, in their order. */
  elements: Partial<Record<Kind, Dictionary[]>>
  /** Elements made per template. */
  made: number[]
  /** Templates that made nothing, with their number: `if` left out all combinations, or a range that is empty leaves none. */
  empty: { template: number; combinations: number }[]
  /** What could not be computed: every occurrence is told to `tell` as it is met. */
  failed: boolean
  /** The place in its template of a path inside the made element of this index, and the values that were in force there. */
  place: ReturnType<typeof placesOf>
}

/**
 * Computes the templates, and takes from the allowance what they took. `tell` hears every problem of every combination, and throws
 * `GivenUp` when there are too many. Beyond the elements of the allowance they are counted, and no longer made.
 */
export function expand(
  templates: readonly Template[],
  onProblem: (problem: Problem) => void,
  allowance: Allowance = wholeAllowance(),
): Expansion {
  const allowed = allowance.elements
  const expanding = new Expanding(allowance, onProblem)
  const stop = (issue: Issue): void => {
    expanding.failed = true
    onProblem({ issue, at: {} })
  }
  try {
    for (const [number, template] of templates.entries()) expanding.make(template, number)
  } catch (error) {
    if (error instanceof TooManySteps) stop(tooManySteps())
    else if (error instanceof TooManyCharacters) stop(tooMuchJson())
    else if (error instanceof LimitExceeded) stop(error.issue)
    else if (!(error instanceof TooManyProblems)) throw error
  }
  expanding.takeFrom(allowance)
  if (expanding.total > allowed && !expanding.failed) stop(tooManyElements(expanding.total, allowed))
  const { elements, made, empty, failed, runs } = expanding
  return { elements, made, empty, failed, place: placesOf(runs) }
}

/** Templates under way, one after another: what they made, and what of the limits is left. */
class Expanding {
  readonly elements: Expansion['elements'] = {}
  readonly runs: Run[] = []
  readonly made: number[] = []
  readonly empty: Expansion['empty'] = []
  /** Elements, those beyond `room` too. */
  total = 0
  failed = false
  readonly #scope: Making
  readonly #onProblem: (problem: Problem) => void

  constructor(allowance: Allowance, onProblem: (problem: Problem) => void) {
    this.#scope = makingOf(0, allowance)
    this.#onProblem = onProblem
  }

  takeFrom(allowance: Allowance): void {
    const { combinations, steps, characters, elements } = this.#scope
    Object.assign(allowance, { combinations, steps, characters, elements: elements - this.total })
  }

  make(template: Template, number: number): void {
    const scope = this.#scope
    scope.values = new Array(template.slots).fill(0)
    scope.fail = (loc, error) => {
      this.failed = true
      scope.steps -= 200 // takes as long
      const issue: Issue = { type: 'template_value', loc, msg: error.message }
      this.#onProblem({ issue, at: valuesSoFar(template, loc, scope) })
    }
    const known = constantCount(template)
    if (known !== undefined && known > scope.combinations)
      throw new LimitExceeded(tooManyCombinations(template, MOST_COMPUTED.combinations - scope.combinations + known))
    const own = template.elements.map(({ kind, makers }): Run => {
      this.elements[kind] ??= []
      return { template, kind, from: this.elements[kind].length, makers, values: [] }
    })
    const before = this.total
    let counted = 0
    combine(
      template.loops,
      scope,
      () => {
        counted++
        this.#makeOne(template, own)
      },
      () => this.#count(template),
    )
    this.runs.push(...own)
    this.made.push(this.total - before)
    if (this.total === before) this.empty.push({ template: number, combinations: counted })
  }

  /** The elements of the present combination. */
  #makeOne(template: Template, own: readonly Run[]): void {
    const scope = this.#scope
    this.#count(template)
    spend(scope, 1)
    if (!computeLets(template.lets, scope)) return
    if (template.condition && !holds(template.condition, scope)) return
    for (const run of own) {
      this.total += run.makers.length
      if (this.total > scope.elements) continue
      const list = this.elements[run.kind]! // set above
      for (const maker of run.makers) list.push(maker.make(scope) as Dictionary) // an element is an object (`Reader`)
      for (const { slot } of template.loops) run.values.push(scope.values[slot]!)
      if (scope.characters < 0) throw new TooManyCharacters()
    }
  }

  /** One more combination, be it that it makes nothing: a range that is empty, or cannot be computed. */
  #count(template: Template): void {
    if (--this.#scope.combinations < 0) throw new LimitExceeded(tooManyCombinations(template))
  }
}

/** Nothing more is computed. */
class LimitExceeded extends Error {
  constructor(readonly issue: Issue) {
    super()
  }
}

function tooManyCombinations({ loc }: Template, actual?: number): Issue {
  const limit = MOST_COMPUTED.combinations
  const msg = `${actual ?? `more than ${limit}`} combinations, the limit is ${limit}`
  return { type: 'limit_exceeded', loc, msg, ctx: { limit, ...(actual !== undefined && { actual }) } }
}

function tooManySteps(): Issue {
  const limit = MOST_COMPUTED.steps
  const msg = `more than ${limit} steps to compute the templates`
  return { type: 'limit_exceeded', loc: ['repeat'], msg, ctx: { limit } }
}

function tooMuchJson(): Issue {
  const limit = limits.bodyBytes
  const msg = `the templates make more than ${limit} bytes of JSON`
  return { type: 'limit_exceeded', loc: ['repeat'], msg, ctx: { limit } }
}

function tooManyElements(total: number, allowed: number): Issue {
  const limit = limits.batchElements
  const actual = total + (limit - allowed)
  const msg = `${actual} elements in one batch, the limit is ${limit}`
  return { type: 'limit_exceeded', loc: [], msg, ctx: { limit, actual } }
}

/** In the range of a variable only the ones before it have values. */
function valuesSoFar({ loops }: Template, loc: Issue['loc'], scope: Scope): At {
  const until = loc[2] === 'for' ? loops.findIndex(({ name }) => name === loc[3]) : loops.length
  return valuesOf(until < 0 ? loops : loops.slice(0, until), scope)
}
