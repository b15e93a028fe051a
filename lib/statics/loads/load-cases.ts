import type { LoadCase } from '#lib/schema/loads.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import { cannotAnalyse, named } from '../model/refusal.ts'

/** Which load cases are solved, and which sums of them are answered. */

/** Factors by the place of a case among those that are solved. */
export type Blend = ReadonlyMap<number, number>

/** `blends`: one, or of an envelope all that it takes the most and the least of. */
export type AnsweredCase = { id: string; isEnvelope: boolean; blends: readonly Blend[] }

export type CasesToSolve = { solved: readonly LoadCase[]; answered: readonly AnsweredCase[] }

/** Of a model without load cases. */
const SELF_WEIGHT: LoadCase = { id: 'self weight', selfWeight: 1 }

export const loadCasesOf = ({ loadCases = [] }: ViewerModel): readonly LoadCase[] =>
  loadCases.length > 0 ? loadCases : [SELF_WEIGHT]

export function casesToSolve(
  model: ViewerModel,
  options: Pick<AnalysisOptions, 'cases' | 'mass'>,
): CasesToSolve | { issues: Issue[] } {
  const all = new Map(loadCasesOf(model).map((one) => [one.id, one]))
  const combinations = new Map((model.combinations ?? []).map((one) => [one.id, one]))
  const there = [...all.keys(), ...combinations.keys()]
  const missing = (id: string, loc: Issue['loc']): Issue => {
    const msg = `There is no load case or combination ${named([id])}; there are ${named(there)}`
    const issue = cannotAnalyse('case_not_found', msg, [id], loc)
    // By its name, or in another case: SLS is spelt like ULS, and another.
    const isCalled = (text: string | null | undefined) => text?.toLowerCase() === id.toLowerCase()
    const called = [...all.values(), ...combinations.values()].find((one) => isCalled(one.id) || isCalled(one.name))
    const [ofNature, another] = [...all.values()].filter(({ nature }) => nature === id.toLowerCase())
    const meant = called ?? (another ? undefined : ofNature)
    return meant ? { ...issue, ctx: { ...issue.ctx, suggestion: meant.id } } : issue
  }
  const issues: Issue[] = []
  for (const [i, id] of (options.cases ?? []).entries()) {
    if (!all.has(id) && !combinations.has(id)) issues.push(missing(id, ['cases', i]))
  }
  for (const id of Object.keys(options.mass.cases ?? {})) if (!all.has(id)) issues.push(missing(id, ['mass', 'cases', id]))
  if (issues.length > 0) return { issues }

  const solved: LoadCase[] = []
  const placeOf = new Map<string, number>()
  const place = (one: LoadCase) => {
    const known = placeOf.get(one.id)
    if (known !== undefined) return known
    placeOf.set(one.id, solved.push(one) - 1)
    return solved.length - 1
  }
  const blendsOf = (id: string, factor: number): Blend[] => {
    const one = all.get(id)
    if (one) return [new Map([[place(one), factor]])]
    const combination = combinations.get(id)
    if (!combination) return []
    const terms = combination.terms.map((term) => blendsOf(term.caseId ?? term.combinationId ?? '', factor * (term.factor ?? 1)))
    if (combination.type === 'envelope') return terms.flat()
    return [sumOf(terms.flat())]
  }
  const answered = (options.cases ?? there).map((id): AnsweredCase => {
    const isEnvelope = !all.has(id) && combinations.get(id)?.type === 'envelope'
    return { id, isEnvelope, blends: blendsOf(id, 1) }
  })
  return { solved, answered }
}

function sumOf(blends: readonly Blend[]): Blend {
  const sum = new Map<number, number>()
  for (const blend of blends) for (const [place, factor] of blend) sum.set(place, (sum.get(place) ?? 0) + factor)
  return sum
}
