import type { Combination, LoadCase } from '#lib/schema/loads.ts'
import { asPattern } from '../validate/references.ts'
import { allowance, digits, ending, listed, named, type RuleFinding, refs } from './check-finding.ts'

/** What combinations have twice, and by factors that are none. */

/** Sums that have one thing twice: a load case, by two terms, or the own weight, by two load cases. */
export function* countedTwice(
  combinations: readonly Combination[],
  combinationOf: (id: string) => Combination | undefined,
  caseOf: (id: string) => LoadCase | undefined,
): Iterable<RuleFinding> {
  const steps = allowance(combinations.length)
  const countsOf = caseCounts(combinationOf, steps)
  for (const combination of combinations) {
    const { id, terms } = combination
    const counts = countsOf(combination)
    if (steps.left <= 0) break
    const twice = [...counts].flatMap(([one, count]) => (count > 1 ? [one] : []))
    const element = { kind: 'combination' as const, id }
    if (twice.length > 0) {
      const [first = ''] = twice
      const isNested = terms.every(({ caseId }, i) => caseId == null || terms.findIndex((one) => one.caseId === caseId) === i)
      yield {
        message: `Combination ${named(id)} counts load case ${listed(twice)} more than once${isNested ? ', by the combinations in it' : ''}`,
        elements: [element, ...refs('loadCase', twice)],
        fix: isNested
          ? 'Take the case, or one of the combinations, out of its terms.'
          : `Name each case in one term, ${named(first)} with the factor that is meant.`,
      }
      continue
    }
    const weighing = [...counts.keys()].flatMap((one) => {
      const found = caseOf(one)
      return found?.selfWeight ? [found] : []
    })
    const weight = weighing.reduce((sum, { selfWeight }) => sum + (selfWeight ?? 0), 0)
    if (weighing.length < 2 || !(weight > 1 + 1e-9)) continue
    // A case of dead loads keeps the own weight.
    const keeps = weighing.find(({ nature }) => nature === 'dead') ?? weighing[0]!
    const others = weighing.filter((one) => one !== keeps).map((one) => one.id)
    const op = { select: { kinds: ['loadCases'], ids: others.map(asPattern) }, set: { selfWeight: null } }
    yield {
      message: `Combination ${named(id)} counts the own weight more than once: load cases ${listed(weighing.map((one) => one.id))} have selfWeight`,
      elements: [
        element,
        ...refs(
          'loadCase',
          weighing.map((one) => one.id),
        ),
      ],
      fix: `Leave selfWeight to one of them, such as ${named(keeps.id)}.`,
      op,
    }
  }
  yield* ending(steps.left <= 0)
}

/** Beyond it a factor is a percentage, or the load itself. */
const LARGEST_FACTOR = 10

/** Natures whose loads are always there. */
const ALWAYS: readonly string[] = ['dead', 'superdead']

/** Factors that no combination of loads has. */
export function* unusualFactors(
  combinations: readonly Combination[],
  caseOf: (id: string) => LoadCase | undefined,
): Iterable<RuleFinding> {
  for (const { id, terms } of combinations)
    for (const { caseId, combinationId, factor } of terms) {
      const of = caseId == null ? combinationId : caseId
      if (factor == null || of == null) continue
      const found = caseId == null ? undefined : caseOf(caseId)
      const isLarge = Math.abs(factor) > LARGEST_FACTOR
      const lifts = factor < 0 && (ALWAYS.includes(found?.nature ?? '') || (found?.selfWeight ?? 0) > 0)
      if (!isLarge && !lifts) continue
      const elements = [{ kind: 'combination' as const, id }, ...(caseId == null ? [] : refs('loadCase', [caseId]))]
      const what = `Combination ${named(id)} takes ${named(of)} ${digits(factor)} times`
      yield isLarge
        ? { message: `${what}: factors are shares, 1.35 and not 135`, elements, fix: 'Send the factor as a share of the load.' }
        : {
            message: `${what}: dead loads that lift`,
            elements,
            severity: 'info',
            fix: 'A factor below 0 turns the loads round; dead loads that help have a factor from 0.9 to 1.',
          }
    }
}

type Counts = ReadonlyMap<string, number>

/** Of each load case how many terms lead to it. A factor of 0 counts nothing, an envelope adds nothing up. */
function caseCounts(combinationOf: (id: string) => Combination | undefined, steps: { left: number }) {
  const known = new Map<string, Counts>()
  return function countsOf({ id, terms, type }: Combination): Counts {
    const counts = new Map<string, number>()
    const before = known.get(id)
    if (before) return before
    known.set(id, counts)
    const count = (one: string, times: number) => {
      counts.set(one, (counts.get(one) ?? 0) + times)
      steps.left--
    }
    for (const { caseId, combinationId, factor } of type === 'envelope' ? [] : terms) {
      if (factor === 0 || steps.left <= 0) continue
      if (caseId != null) count(caseId, 1)
      const inner = combinationId == null ? undefined : combinationOf(combinationId)
      if (inner) for (const [one, times] of countsOf(inner)) count(one, times)
    }
    return counts
  }
}
