import { expect, it } from 'vitest'
import type { AnalysisSummary } from '#lib/statics/results/summary.ts'
import { compareFigures, figuresOf, fitSummary } from './analysis-summary.ts'

const long = 'x'.repeat(256)
const summary: AnalysisSummary = {
  stands: 'yes',
  screening: 'linear elastic, first order. Not for design.',
  units: 'kN, m; stress MPa, mass kg, period s',
  cases: Array.from({ length: 1500 }, (_, i) => `${i}${long}`.slice(0, 256)),
  weight: { mass: 12345678, force: 121000, cog: [1234.5, 1234.5, 1234.5] },
  reactions: { largest: { id: long, case: long, fz: 123456 }, uplift: { id: long, case: long, fz: -123456 } },
  displacement: { id: long, case: long, value: 0.1234 },
  deflection: { ratio: 412, id: long, case: long, value: 0.0146 },
  drift: { ratio: 388, storey: long, case: long },
  stress: { ratio: 0.83, stress: -294.1, id: long, case: long },
  modes: Array.from({ length: 50 }, () => ({ period: 1.123, massX: 0.1234, massY: 0.1234 })),
  residual: 3e-12,
  notes: Array.from({ length: 40 }, () => `${long} and more`),
  leftOut: { areasAsStiffness: 123456, offsets: 123456, framesWithoutLength: 123456 },
}

it('fits 500 tokens whatever is analysed, and keeps its figures', () => {
  const told = fitSummary(summary, 1750)
  expect(JSON.stringify({ modelId: 'm_8Kq2v0123456789012345678', revision: 123456, ...told }).length).toBeLessThanOrEqual(1750)
  expect(told).toMatchObject({
    stands: 'yes',
    weight: summary.weight,
    deflection: { ratio: 412 },
    drift: { ratio: 388 },
    stress: { ratio: 0.83 },
  })
  expect((told.cases?.length ?? 0) + (told.moreCases ?? 0)).toBe(1500)
  const node = { id: long, ux: 0.1234, uy: 0.1234, uz: 0.1234, rx: 0.1234, ry: 0.1234, rz: 0.1234 }
  const mechanism = {
    message: long.repeat(4),
    nodes: Array.from({ length: 5 }, () => node),
    elements: Array.from({ length: 20 }, () => ({ kind: 'frame' as const, id: long })),
    fix: 'Join it.',
  }
  const { stands: _, ...others } = summary
  const fallen = fitSummary({ ...others, stands: 'no', mechanisms: Array.from({ length: 5 }, () => mechanism) }, 1750)
  expect(JSON.stringify(fallen).length).toBeLessThanOrEqual(1700)
  const compared = fitSummary(
    { ...summary, compared: { revision: 6, ...figuresOf(summary) }, change: { drift: 1, weight: 2, stress: 3 } },
    1750,
  )
  expect(JSON.stringify(compared).length).toBeLessThanOrEqual(1700)
  expect(fitSummary(summary, Number.POSITIVE_INFINITY)).toBe(summary)
})

it('compares deflection and drift as ways', () => {
  const after: AnalysisSummary = {
    ...summary,
    drift: { ratio: 194, storey: 'L1', case: 'W' },
    stress: { stress: 147.05, id: 'B', case: 'W' },
  }
  expect(compareFigures(summary, after)).toEqual({
    weight: 0,
    displacement: 0,
    deflection: 0,
    drift: 100,
    stress: -50,
    period: 0,
  })
})
