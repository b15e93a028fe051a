import { expect, it } from 'vitest'
import { type Batch, findings, found, node } from '#lib/fixtures/table-model.ts'

const loaded = (more: Partial<Batch>, change: (batch: Batch) => void = () => {}) =>
  found((batch) => {
    batch.materials = [{ id: 'steel', name: 'S355' }]
    Object.assign(batch, more)
    change(batch)
  })
const D = { id: 'D', nature: 'dead' as const }
const down = (z: number) => [{ id: 'P', caseId: 'D', frameId: 'G0', force: { z } }]

it('finds nothing in what is loaded as it should be', () => {
  expect(loaded({ loadCases: [D], loads: down(-5), combinations: [{ id: 'U', terms: [{ caseId: 'D' }] }] })).toEqual([])
  expect(loaded({ loadCases: [{ id: 'G', selfWeight: 1 }] })).toEqual([])
})

it('finds cases without loads, and combinations of them', () => {
  expect(
    loaded({
      loadCases: [D, { id: 'W' }],
      loads: down(-5),
      combinations: [{ id: 'U', terms: [{ caseId: 'D' }, { caseId: 'W' }] }],
    }),
  ).toEqual(['warning combination_empty_case: combination U, loadCase W', 'info load_case_empty: loadCase W'])
})

it('finds what a combination counts twice, and not what it adds up rightly', () => {
  const G = { id: 'G', selfWeight: 0.6 }
  const loadCases = [D, G, { id: 'H', selfWeight: 0.4 }]
  const told = (...terms: { caseId?: string; combinationId?: string; factor?: number }[]) =>
    loaded({
      loadCases,
      loads: down(-5),
      combinations: [
        { id: 'B', terms: [{ caseId: 'H' }] },
        { id: 'U', terms },
      ],
    })
  expect(told({ caseId: 'D' }, { caseId: 'G' }, { caseId: 'H' })).toEqual([])
  expect(told({ caseId: 'D' }, { caseId: 'D', factor: 0 })).toEqual([])
  expect(told({ combinationId: 'B' }, { caseId: 'G' })).toEqual([])
  const twice = ['warning combination_counts_twice: combination U, loadCase H']
  expect(told({ combinationId: 'B' }, { caseId: 'H', factor: 0.35 })).toEqual(twice)
  expect(told({ combinationId: 'B' }, { combinationId: 'B' })).toEqual(twice)
  G.selfWeight = 0.7
  const weight = ['warning combination_counts_twice: combination U, loadCase G, loadCase H']
  expect(told({ caseId: 'G' }, { caseId: 'H' })).toEqual(weight)
})

it('finds cases whose loads say nothing', () => {
  const loads = [
    { id: 'P', caseId: 'D', frameId: 'G0' },
    { id: 'Q', caseId: 'D', frameId: 'G1', force: { z: 0 } },
  ]
  expect(loaded({ loadCases: [D], loads })).toEqual(['info load_case_empty: loadCase D, load P, load Q'])
  const message = "Load case 'D' has no self weight, and its 2 loads say nothing or 0: 'P' and 'Q'"
  const told = findings((batch) => Object.assign(batch, { loadCases: [D], loads }))
  expect(told.find(({ code }) => code === 'load_case_empty')?.message).toBe(message)
  expect(loaded({ loadCases: [D], loads: [...loads, ...down(-5).map((one) => ({ ...one, id: 'R' }))] })).toEqual([])
})

it('finds loads on nodes that nothing uses, and diaphragms without nodes', () => {
  const gridLines = [
    { id: 'L1', axis: 'Z' as const, coordinate: 4 },
    { id: 'L2', axis: 'Z' as const, coordinate: 8 },
  ]
  const diaphragms = [
    { id: 'R1', gridLineId: 'L1' },
    { id: 'R2', gridLineId: 'L2' },
    { id: 'R3', nodeIds: ['free', 'free2'] },
  ]
  const loads = [{ id: 'P', caseId: 'D', nodeId: 'free', force: { z: -20 } }]
  const all = loaded({ loadCases: [D], loads, gridLines, diaphragms }, ({ nodes }) =>
    nodes.push(node('free', 1, 1, 1), node('free2', 2, 1, 1)),
  )
  expect(all.filter((line) => !line.includes('isolated_node'))).toEqual([
    'warning diaphragm_without_nodes: diaphragm R2, gridLine L2',
    'warning diaphragm_without_nodes: diaphragm R3',
    'warning load_on_unused_node: node free, load P',
  ])
})

it('finds diaphragms whose nodes lie at several heights, and none where a floor steps or falls', () => {
  const told = (nodeIds: string[], z = 4) =>
    loaded({ diaphragms: [{ id: 'R', nodeIds }] }, ({ nodes }) => {
      nodes.push(node('low', 100, 0, 4), node('up', 103, 4, z))
    }).filter((line) => line.includes('diaphragm_not_level'))
  const one = (low: string, high: string) => [`warning diaphragm_not_level: diaphragm R, node ${low}, node ${high}`]
  expect(told(['T0', 'T1', 'T2', 'T3'])).toEqual([])
  expect(told(['T0', 'B0'])).toEqual(one('B0', 'T0'))
  // In a long floor too.
  expect(told(['low', 'T1', 'B1'])).toEqual(one('B1', 'T1'))
  expect(told(['low', 'T1', 'B0'])).toEqual([])
  expect(told(['low', 'up'], 4.29)).toEqual([])
  expect(told(['low', 'up'], 4.31)).toEqual(one('low', 'up'))
  expect(told(['T0', 'up'], 8)).toEqual([])
  expect(told(['T0', 'up'], 10)).toEqual(one('T0', 'up'))
})

it('finds loads that point the wrong way, and such as are in another unit', () => {
  expect(loaded({ loadCases: [D], loads: down(5) })).toEqual(['warning load_sign: loadCase D'])
  expect(loaded({ loadCases: [{ ...D, selfWeight: 1 }], loads: down(5) })).toEqual(['info load_sign: loadCase D'])
  expect(loaded({ loadCases: [{ id: 'D', nature: 'wind' }], loads: down(5) })).toEqual([])
  expect(loaded({ loadCases: [D], loads: down(-500_000) })).toEqual(['warning load_scale: loadCase D'])
  expect(loaded({ loadCases: [D], loads: down(-0.0001) })).toEqual(['warning load_scale: loadCase D'])
})

it('finds loads that push where they should weigh', () => {
  const push = (force: object) => [{ id: 'P', caseId: 'D', frameId: 'G0', force }]
  expect(loaded({ loadCases: [D], loads: push({ y: -5 }) })).toEqual(['info load_sign: loadCase D'])
  expect(loaded({ loadCases: [D], loads: push({ y: -5, z: -1 }) })).toEqual([])
  expect(loaded({ loadCases: [{ id: 'D', nature: 'wind' }], loads: push({ y: -5 }) })).toEqual([])
})

it('finds single loads that lift or push in a case whose others weigh', () => {
  const Q = { id: 'Q', nature: 'live' as const }
  const floor = ['G2', 'G3'].map((frameId) => ({ id: frameId, caseId: 'Q', frameId, force: { z: -20 } }))
  const told = (more: object, nature: 'live' | 'wind' = 'live') =>
    loaded({ loadCases: [{ ...Q, nature }], loads: [...floor, { id: 'P', caseId: 'Q', ...more }] })
  const one = ['info load_sign: load P']
  expect(told({ frameId: 'G0', force: { z: 10 } })).toEqual(one)
  expect(told({ frameId: 'G0', force: { y: -5 } })).toEqual(one)
  expect(told({ areaId: 'A', force: { x: 1 } })).toEqual(one)
  expect(told({ areaId: 'A', force: { z: 0.1 } })).toEqual(one)
  expect(told({ frameId: 'G0', force: { y: -5, z: -1 } })).toEqual([])
  expect(told({ frameId: 'G0', force: { z: 10 } }, 'wind')).toEqual([])
  // A couple, a post that is pushed, side thrust beside what weighs, and what is held presses as its wall lies.
  expect(told({ nodeId: 'T0', force: { z: 10 } })).toEqual([])
  expect(told({ frameId: 'C0', force: { y: -5 } })).toEqual([])
  expect(told({ frameId: 'G2', force: { y: -5 } })).toEqual([])
  expect(told({ areaId: 'A', axes: 'local', force: { z: 0.1 } })).toEqual([])
})

it('finds slabs whose weight is sent again as a pressure', () => {
  const G = { id: 'G', nature: 'dead' as const, selfWeight: 1 }
  // 0.2 m of 2500 kg/m³ are 4.9 kN/m².
  const told = (z: number, nature: 'dead' | 'superdead' = 'dead', selfWeight = 1) =>
    loaded({ materials: [{ id: 'steel', name: 'C30/37' }], loadCases: [{ ...G, selfWeight }, { id: 'D', nature }], loads: [{ id: 'P', caseId: 'D', areaId: 'A', force: { z } }] }) // biome-ignore format: short
      .filter((line) => !line.includes('load_case_empty'))
  expect(told(-5)).toEqual(['warning duplicate_load: load P'])
  for (const other of [-4.5, -5.3, -1.5]) expect(told(other)).toEqual([])
  expect(told(-5, 'superdead')).toEqual([])
  expect(told(-5, 'dead', 0)).toEqual([])
  const own = loaded({ materials: [{ id: 'steel', name: 'C30/37' }], loadCases: [G], loads: [{ id: 'P', caseId: 'G', areaId: 'A', force: { z: -5 } }] }) // biome-ignore format: short
  expect(own).toEqual(['warning duplicate_load: load P'])
})

it('finds a single load that is far beyond the others and the structure', () => {
  const told = (z: number, other: number) =>
    loaded({ loadCases: [D], loads: [{ id: 'P', caseId: 'D', nodeId: 'T0', force: { z } }, { id: 'Q', caseId: 'D', frameId: 'G1', force: { z: other } }] }) // biome-ignore format: short
  expect(told(-20_000, -5)).toEqual(['warning load_scale: load P'])
  expect(told(-20_000, -100)).toEqual([])
  expect(told(-5000, -5)).toEqual([])
})

it('finds loads that are there twice, whatever the order of their fields', () => {
  const P = { id: 'P', caseId: 'D', frameId: 'G0', force: { z: -5, y: 1 }, to: null }
  const again = { force: { y: 1, z: -5 }, frameId: 'G0', caseId: 'D', id: 'Q', source: { row: 7 } }
  const others = [{ ...P, id: 'R', frameId: 'G1' }, { ...P, id: 'S', force: { z: -5, y: 2 } }, { ...P, id: 'T', to: 0.5 }] // biome-ignore format: short
  expect(loaded({ loadCases: [D], loads: [P, ...others] })).toEqual([])
  expect(loaded({ loadCases: [D], loads: [P, ...others, again] })).toEqual(['warning duplicate_load: load P, load Q'])
})

it('finds loads that go straight into a support', () => {
  const W = { id: 'W', nature: 'wind' as const }
  const at = (nodeId: string, force: object) => [{ id: 'P', caseId: 'W', nodeId, force }]
  expect(loaded({ loadCases: [W], loads: at('B0', { x: 5 }) })).toEqual(['info load_into_support: node B0, load P'])
  expect(loaded({ loadCases: [W], loads: at('T0', { x: 5 }) })).toEqual([])
  const supports = ['B0', 'B1', 'B2', 'B3'].map((nodeId) => ({ id: nodeId, nodeId, restraints: { u1: nodeId !== 'B0', u2: true, u3: true, r1: true, r2: true, r3: true } })) // biome-ignore format: short
  expect(loaded({ loadCases: [W], loads: at('B0', { x: 5, z: -5 }), supports })).toEqual([])
})

it('finds factors that are percentages, and dead loads that lift', () => {
  const cases = { loadCases: [D, { id: 'G', selfWeight: 1 }, { id: 'W', nature: 'wind' as const }], loads: [...down(-5), { id: 'w', caseId: 'W', nodeId: 'T0', force: { x: 5 } }] } // biome-ignore format: short
  const told = (caseId: string, factor: number) => loaded({ ...cases, combinations: [{ id: 'U', terms: [{ caseId, factor }] }] })
  expect(told('D', 135)).toEqual(['warning combination_factor: combination U, loadCase D'])
  expect(told('W', -150)).toEqual(['warning combination_factor: combination U, loadCase W'])
  for (const dead of ['D', 'G']) expect(told(dead, -0.9)).toEqual([`info combination_factor: combination U, loadCase ${dead}`])
  for (const [one, factor] of [['W', -1.5], ['D', 0.9], ['D', 10]] as const) expect(told(one, factor)).toEqual([]) // biome-ignore format: short
})

it('finds a case whose own weight lifts, whatever its nature', () => {
  expect(loaded({ loadCases: [{ id: 'G', selfWeight: -1 }] })).toEqual(['warning load_sign: loadCase G'])
  expect(loaded({ loadCases: [{ ...D, selfWeight: -1 }], loads: down(5) })).toEqual(['warning load_sign: loadCase D'])
  expect(loaded({ loadCases: [{ id: 'G', selfWeight: 0.9 }] })).toEqual([])
})

it('finds own weight that is counted as g or a density, and not that of other factors', () => {
  const told = (selfWeight: number) => loaded({ loadCases: [{ id: 'G', selfWeight }] })
  for (const factor of [9.81, 3.01, 0.09]) expect(told(factor)).toEqual(['warning load_scale: loadCase G'])
  for (const factor of [3, 1.35, 0.1]) expect(told(factor)).toEqual([])
  expect(told(-9.81)).toEqual(['warning load_scale: loadCase G', 'warning load_sign: loadCase G'])
})

it('takes springs for what holds', () => {
  const supports = ['B0', 'B1', 'B2', 'B3'].map((nodeId) => ({ id: nodeId, nodeId, stiffness: { u1: 1e4, u2: 1e4, u3: 1e4 } }))
  expect(loaded({ supports })).toEqual([])
  expect(
    findings((batch) => Object.assign(batch, { supports: [{ ...supports[0], stiffness: { u3: 0 } }] })).map(({ code }) => code),
  ).toContain('support_without_restraint')
})
