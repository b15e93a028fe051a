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

export const loadCasesOf = ({ loadCases = [] }: Pick<ViewerModel, 'loadCases'>): readonly LoadCase[] =>
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
  const alone = (id: string): Blend[] => {
    const one = all.get(id)
    if (!one) return []
    const place = placeOf.get(id) ?? solved.push(one) - 1
    placeOf.set(id, place)
    return [new Map([[place, 1]])]
  }
  /** Of combinations: one that many others name is written out once. */
  const known = new Map<string, readonly Blend[]>()
  let left = MOST_BLENDS
  const written = (id: string): readonly Blend[] => {
    const before = known.get(id)
    if (before) return before
    const combination = combinations.get(id)
    if (!combination) return []
    const blends: Blend[] = []
    for (const { caseId, combinationId, factor } of combination.terms) {
      const term = caseId == null ? written(combinationId ?? '') : alone(caseId)
      if (left < 0) return []
      for (const blend of term) blends.push(times(blend, factor ?? 1))
    }
    const sums = combination.type === 'envelope' ? different(blends) : [sumOf(blends)]
    left -= sums.length
    known.set(id, sums)
    return sums
  }
  const answered: AnsweredCase[] = []
  for (const [i, id] of (options.cases ?? there).entries()) {
    const isCase = all.has(id)
    const one = combinations.get(id)
    const blends = isCase ? alone(id) : written(id)
    answered.push({ id, isEnvelope: !isCase && one?.type === 'envelope', blends })
    const wrong = isCase && one ? sameId(id) : left < 0 ? tooMany(id) : overflowing(id, blends, solved)
    if (wrong) return { issues: [cannotAnalyse(wrong.reason, wrong.msg, [id], options.cases ? ['cases', i] : ['cases'])] }
  }
  return { solved, answered }
}

/** Of all combinations that are asked for, written out: each is a result of its own. */
const MOST_BLENDS = 50_000

type Wrong = { reason: string; msg: string }

const sameId = (id: string): Wrong => ({
  reason: 'same_id',
  msg: `${named([id])} is a load case and a combination, and results are told by id: give one of them another`,
})

const tooMany = (id: string): Wrong => ({
  reason: 'too_large_to_analyse',
  msg: `With ${named([id])} the combinations, written out, are more than ${MOST_BLENDS} sums of load cases: ask for fewer cases, or name fewer in envelopes`,
})

function overflowing(id: string, blends: readonly Blend[], solved: readonly LoadCase[]): Wrong | undefined {
  const place = blends.flatMap((blend) => [...blend].flatMap(([one, factor]) => (Number.isFinite(factor) ? [] : [one])))[0]
  if (place === undefined) return undefined
  const one = named([solved[place]?.id ?? ''])
  const msg = `Combination ${named([id])} takes load case ${one} more times than a number holds: look at its factors`
  return { reason: 'ill_conditioned', msg }
}

const times = (blend: Blend, by: number): Blend =>
  by === 1 ? blend : new Map([...blend].map(([place, factor]) => [place, factor * by]))

function different(blends: readonly Blend[]): Blend[] {
  const keyOf = (blend: Blend) => [...blend].sort(([a], [b]) => a - b).join(';')
  return [...new Map(blends.map((blend) => [keyOf(blend), blend])).values()]
}

function sumOf(blends: readonly Blend[]): Blend {
  const sum = new Map<number, number>()
  for (const blend of blends) for (const [place, factor] of blend) sum.set(place, (sum.get(place) ?? 0) + factor)
  return sum
}
