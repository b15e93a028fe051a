import { describe, expect, it } from 'vitest'
import type { Combination } from '#lib/schema/loads.ts'
import { casesToSolve } from './load-cases.ts'

const model = (combinations: Combination[]) => ({
  ...{ name: 'm', schemaVersion: 'viewer-model/v1' as const, bounds: null as never, nodes: [] },
  ...{ loadCases: [{ id: 'G' }, { id: 'Q' }], combinations },
})
const solved = (combinations: Combination[], ids?: string[]) =>
  casesToSolve(model(combinations), { cases: ids, mass: { selfMass: true, cases: undefined } })
const answered = (combinations: Combination[], ids?: string[]) => {
  const found = solved(combinations, ids)
  if ('issues' in found) throw new Error(JSON.stringify(found.issues))
  return found.answered.map(({ id, blends }) => ({ id, blends: blends.map((blend) => Object.fromEntries(blend)) }))
}
const issues = (combinations: Combination[], ids?: string[]) => {
  const found = solved(combinations, ids)
  return 'issues' in found ? found.issues.map(({ msg, loc, ctx }) => ({ msg, loc, reason: ctx?.reason })) : []
}
const links = (count: number, type: Combination['type'], factor: (i: number) => number): Combination[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `K${i}`,
    type,
    terms: i === 0 ? [{ caseId: 'G' }] : [{ combinationId: `K${i - 1}` }, { combinationId: `K${i - 1}`, factor: factor(i) }],
  }))

describe('combinations of combinations', () => {
  it('are added up once each, however often they are named', () => {
    expect(
      answered(
        links(41, 'add', () => 1),
        ['K40'],
      ),
    ).toEqual([{ id: 'K40', blends: [{ 0: 2 ** 40 }] }])
  })

  it('are taken once by an envelope that reaches them in two ways', () => {
    expect(
      answered(
        links(900, 'envelope', () => 1),
        ['K899'],
      ),
    ).toEqual([{ id: 'K899', blends: [{ 0: 1 }] }])
  })

  it('are refused where an envelope has too many sums, with its name', () => {
    const found = issues(
      links(40, 'envelope', (i) => 1 + i / 97),
      ['K39'],
    )
    expect(found).toEqual([
      {
        msg: 'With K39 the combinations, written out, are more than 50000 sums of load cases: ask for fewer cases, or name fewer in envelopes',
        loc: ['cases', 0],
        reason: 'too_large_to_analyse',
      },
    ])
  })

  it('are refused where a factor is more than a number holds', () => {
    const found = issues(links(5, 'add', () => 1e300))
    expect(found.map(({ msg }) => msg)[0]).toBe(
      'Combination K2 takes load case G more times than a number holds: look at its factors',
    )
  })
})

describe('a load case and a combination of one id', () => {
  const both: Combination[] = [
    { id: 'G', terms: [{ caseId: 'Q', factor: 3 }] },
    { id: 'U', terms: [{ combinationId: 'G', factor: 2 }, { caseId: 'G' }] },
  ]
  it('are kept apart where a combination names them', () => {
    expect(answered(both, ['U'])).toEqual([{ id: 'U', blends: [{ 0: 6, 1: 1 }] }])
  })

  it('are refused where results would be told of both by one name', () => {
    const refusal = {
      msg: 'G is a load case and a combination, and results are told by id: give one of them another',
      reason: 'same_id',
    }
    expect(issues(both)).toEqual([{ ...refusal, loc: ['cases'] }])
    expect(issues(both, ['U', 'G'])).toEqual([{ ...refusal, loc: ['cases', 1] }])
  })
})
