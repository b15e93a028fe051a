import { limits } from '#lib/limits.ts'
import { type At, combine, computeLets, holds, type Making, valuesOf } from './combinations.ts'
import type { Dictionary } from './dictionary.ts'
import { type Scope, TooManySteps } from './expression.ts'
import type { Value } from './expression-values.ts'
import type { Issue } from './model-error.ts'
import type { Kind } from './schema.ts'
import type { Maker } from './template-makers.ts'
import type { Template } from './templates.ts'

/**
 * `repeat`: element templates, written once for each combination of their variables. What comes out is a batch like any other,
 * and each of its elements knows the place in the template that made it, so that whatever is wrong with it is told there.
 */

/** One object, so that a test can lower them. */
export const MOST_COMPUTED = { combinations: 1_000_000, steps: 40_000_000 }

type Loc = Issue['loc']

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

/** What one template made of one kind: its elements for each of the combinations that counted, with the values of these. */
type Run = { template: Template; kind: Kind; from: number; makers: Maker[]; values: Value[] }

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
  place(kind: Kind, index: number, path: Loc): { loc: Loc; at: At }
}

/**
 * Computes the templates. `tell` hears every problem of every combination. `room`: how many elements the batch may still hold;
 * beyond it elements are counted, and no longer made.
 */
export function expand(templates: readonly Template[], room: number, tell: (problem: Problem) => void): Expansion {
  const elements: Expansion['elements'] = {}
  const runs: Run[] = []
  const made: number[] = []
  const empty: Expansion['empty'] = []
  let failed = false
  let combinations = 0
  let total = 0
  const scope: Making = { values: [], steps: MOST_COMPUTED.steps, made: 0, fail: () => undefined }

  const stop = (issue: Issue): void => {
    failed = true
    tell({ issue, at: {} })
  }

  try {
    for (const [number, template] of templates.entries()) {
      scope.values = new Array(template.slots).fill(0)
      scope.fail = (loc, error) => {
        failed = true
        scope.steps -= 20 // costs as much
        tell({ issue: { type: 'template_value', loc, msg: error.message }, at: valuesSoFar(template, loc, scope) })
      }
      const known = constantCount(template)
      if (known !== undefined && combinations + known > MOST_COMPUTED.combinations)
        throw new TooManyCombinations(template, combinations + known)
      const own = template.elements.map(({ kind, makers }): Run => {
        elements[kind] ??= []
        return { template, kind, from: elements[kind].length, makers, values: [] }
      })
      const before = total
      let counted = 0
      combine(template.loops, scope, () => {
        if (++combinations > MOST_COMPUTED.combinations) throw new TooManyCombinations(template)
        counted++
        if (--scope.steps < 0) throw new TooManySteps()
        if (!computeLets(template.lets, scope)) return
        if (template.condition && !holds(template.condition, scope)) return
        for (const run of own) {
          total += run.makers.length
          if (total > room) continue
          const list = elements[run.kind]! // set above
          for (const maker of run.makers) list.push(maker.make(scope) as Dictionary) // an element is an object (`Reader`)
          for (const { slot } of template.loops) run.values.push(scope.values[slot]!)
          if (scope.made > limits.bodyBytes) throw new TooMuchJson()
        }
      })
      runs.push(...own)
      made.push(total - before)
      if (total === before && counted > 0) empty.push({ template: number, combinations: counted })
    }
  } catch (error) {
    if (error instanceof TooManySteps) {
      const limit = MOST_COMPUTED.steps
      stop({ type: 'limit_exceeded', loc: ['repeat'], msg: `more than ${limit} steps to compute the templates`, ctx: { limit } })
    } else if (error instanceof TooMuchJson) {
      const limit = limits.bodyBytes
      stop({
        type: 'limit_exceeded',
        loc: ['repeat'],
        msg: `the templates make more than ${limit} bytes of JSON`,
        ctx: { limit },
      })
    } else if (error instanceof TooManyCombinations) {
      const limit = MOST_COMPUTED.combinations
      const { actual } = error
      const msg = `${actual ?? `more than ${limit}`} combinations, the limit is ${limit}`
      stop({ type: 'limit_exceeded', loc: error.template.loc, msg, ctx: { limit, ...(actual !== undefined && { actual }) } })
    } else throw error
  }
  if (total > room && !failed) {
    const limit = limits.batchElements
    const actual = total + (limit - room)
    stop({
      type: 'limit_exceeded',
      loc: [],
      msg: `${actual} elements in one batch, the limit is ${limit}`,
      ctx: { limit, actual },
    })
  }

  /** One element may have many problems. */
  let last: { kind: Kind; index: number; scope: Making } | undefined
  return { elements, made, empty, failed, place }

  function place(kind: Kind, index: number, path: Loc): { loc: Loc; at: At } {
    const run = runs.findLast((one) => one.kind === kind && one.from <= index)
    if (!run) throw new Error(`no template made ${kind} ${index}`)
    const { template, makers, values } = run
    const element = (index - run.from) % makers.length
    const combination = Math.floor((index - run.from) / makers.length)
    const { loops, lets } = template
    if (last?.kind === kind && last.index === index) return placed(last.scope)
    const again: Making = {
      values: new Array(template.slots).fill(0),
      steps: MOST_COMPUTED.steps,
      made: 0,
      fail: () => undefined,
    }
    for (const [i, { slot }] of loops.entries()) again.values[slot] = values[combination * loops.length + i]!
    computeLets(lets, again)
    last = { kind, index, scope: again }
    return placed(again)

    function placed(scope: Making) {
      const below = makers[element]!.place(scope, path)
      return { loc: [...template.loc, kind, element, ...below.path], at: { ...valuesOf(loops, scope), ...below.at } }
    }
  }
}

class TooMuchJson extends Error {}
class TooManyCombinations extends Error {
  constructor(
    readonly template: Template,
    readonly actual?: number,
  ) {
    super()
  }
}

/** In the range of a variable only the ones before it have values. */
function valuesSoFar({ loops }: Template, loc: Loc, scope: Scope): At {
  const until = loc[2] === 'for' ? loops.findIndex(({ name }) => name === loc[3]) : loops.length
  return valuesOf(until < 0 ? loops : loops.slice(0, until), scope)
}
