import { limits } from '#lib/limits.ts'
import type { Dictionary } from '#lib/values/dictionary.ts'
import { type At, combine, computeLets, holds, MOST_COMPUTED, makingOf, valuesOf } from './combinations.ts'
import { placesOf, type Run } from './expanded-places.ts'
import { type Scope, TooManySteps } from './expression-steps.ts'
import type { Issue } from './model-error.ts'
import type { Kind } from './schema.ts'
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
  /** Templates that made nothing although they have combinations, with their number: `if` left out all of them. */
  empty: { template: number; combinations: number }[]
  /** What could not be computed: every occurrence is told to `tell` as it is met. */
  failed: boolean
  /** The place in its template of a path inside the made element of this index, and the values that were in force there. */
  place: ReturnType<typeof placesOf>
}

/**
 * Computes the templates. `tell` hears every problem of every combination. `room`: how many elements the batch may still hold;
 * beyond it elements are counted, and no longer made.
 */
export function expand(templates: readonly Template[], room: number, tell: (problem: Problem) => void): Expansion {
  const expanding = new Expanding(room, tell)
  const stop = (issue: Issue): void => {
    expanding.failed = true
    tell({ issue, at: {} })
  }
  try {
    for (const [number, template] of templates.entries()) expanding.make(template, number)
  } catch (error) {
    if (error instanceof TooManySteps) stop(tooManySteps())
    else if (error instanceof LimitExceeded) stop(error.issue)
    else throw error
  }
  if (expanding.total > room && !expanding.failed) stop(tooManyElements(expanding.total, room))
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
  #combinations = 0
  readonly #scope = makingOf()
  readonly #room: number
  readonly #tell: (problem: Problem) => void

  constructor(room: number, tell: (problem: Problem) => void) {
    this.#room = room
    this.#tell = tell
  }

  make(template: Template, number: number): void {
    const scope = this.#scope
    scope.values = new Array(template.slots).fill(0)
    scope.fail = (loc, error) => {
      this.failed = true
      scope.steps -= 20 // costs as much
      const issue: Issue = { type: 'template_value', loc, msg: error.message }
      this.#tell({ issue, at: valuesSoFar(template, loc, scope) })
    }
    const known = constantCount(template)
    if (known !== undefined && this.#combinations + known > MOST_COMPUTED.combinations)
      throw new LimitExceeded(tooManyCombinations(template, this.#combinations + known))
    const own = template.elements.map(({ kind, makers }): Run => {
      this.elements[kind] ??= []
      return { template, kind, from: this.elements[kind].length, makers, values: [] }
    })
    const before = this.total
    let counted = 0
    combine(template.loops, scope, () => {
      counted++
      this.#makeOne(template, own)
    })
    this.runs.push(...own)
    this.made.push(this.total - before)
    if (this.total === before && counted > 0) this.empty.push({ template: number, combinations: counted })
  }

  /** The elements of the present combination. */
  #makeOne(template: Template, own: readonly Run[]): void {
    const scope = this.#scope
    if (++this.#combinations > MOST_COMPUTED.combinations) throw new LimitExceeded(tooManyCombinations(template))
    if (--scope.steps < 0) throw new TooManySteps()
    if (!computeLets(template.lets, scope)) return
    if (template.condition && !holds(template.condition, scope)) return
    for (const run of own) {
      this.total += run.makers.length
      if (this.total > this.#room) continue
      const list = this.elements[run.kind]! // set above
      for (const maker of run.makers) list.push(maker.make(scope) as Dictionary) // an element is an object (`Reader`)
      for (const { slot } of template.loops) run.values.push(scope.values[slot]!)
      if (scope.made > limits.bodyBytes) throw new LimitExceeded(tooMuchJson())
    }
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

function tooManyElements(total: number, room: number): Issue {
  const limit = limits.batchElements
  const actual = total + (limit - room)
  const msg = `${actual} elements in one batch, the limit is ${limit}`
  return { type: 'limit_exceeded', loc: [], msg, ctx: { limit, actual } }
}

/** In the range of a variable only the ones before it have values. */
function valuesSoFar({ loops }: Template, loc: Issue['loc'], scope: Scope): At {
  const until = loc[2] === 'for' ? loops.findIndex(({ name }) => name === loc[3]) : loops.length
  return valuesOf(until < 0 ? loops : loops.slice(0, until), scope)
}
