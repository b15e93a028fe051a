import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { type Analysis, analyse } from './analyse.ts'
import type { AnalysisOptions } from './analysis-options.ts'
import { costLimits } from './cost-limits.ts'
import { summarise } from './results/summary.ts'

const options = (modes?: number): AnalysisOptions => ({
  ...{ cases: undefined, modes, offsets: 'ignored', shear: true, storeys: false },
  mass: { selfMass: true, cases: undefined },
})
const model = returnedModel(portalFrame())

function analysed(modes?: number, hasTime = true): Analysis {
  const found = analyse(model, options(modes), { mayCost: () => undefined, hasTimeForModes: () => hasTime })
  if ('issues' in found) throw new Error(JSON.stringify(found.issues))
  return found
}

it('refuses for modes that were asked for, and leaves others out where they would take too long', () => {
  const { model: structure, cost } = analysed()
  // 400 million numbers are solved with in 4 s a case, and with modes in two minutes; computing them takes no time here.
  const large = { ...cost, flops: 0, nonZeros: 4e8, peakBytes: 1e9 }
  const limits = (modes?: number) => costLimits({ bytes: 2e9, seconds: 60 }, options(modes))
  const refusal = (modes?: number) => limits(modes).mayCost(large, 1e5, structure, 1)?.msg
  expect([refusal(), refusal(0)]).toEqual([undefined, undefined])
  expect(refusal(3)).toMatch(/^This needs about 1 GB and 136 s \(3 frames, 100,000 unknowns\); at most 2 GB and 60 s are given/)
  expect(limits().hasTimeForModes?.(large, 1)).toBe(false)
  expect(limits().hasTimeForModes?.(cost, 1)).toBe(true)
  expect(costLimits({ bytes: 1e9, seconds: 60 }, options(0)).mayCost(large, 1e5, structure, 1)?.ctx).toMatchObject({
    reason: 'too_large_to_analyse',
  })
})

it('says that it has no periods for want of time, and finds those that were asked for', () => {
  const notesOf = (found: Analysis, modes?: number) => summarise(model, found, options(modes)).notes ?? []
  const words = 'no periods: they would take too long'
  const short = analysed(undefined, false)
  expect([short.modes, notesOf(short)]).toEqual([[], expect.arrayContaining([words])])
  const asked = analysed(2, false)
  expect([asked.modes.length, notesOf(asked, 2).includes(words)]).toEqual([2, false])
  expect([analysed().modes.length > 0, notesOf(analysed()).includes(words)]).toEqual([true, false])
})
