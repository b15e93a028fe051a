import { expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { fileOf, readBack, roundTrip } from '#lib/fixtures/file-trip.ts'
import { bookOf, rowsOf, toWorkbook } from '#lib/fixtures/saf-book.ts'
import { table } from '#lib/fixtures/table-model.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** Loads, hinges and springs: what came back is what went out. */

const LOADS: Load[] = [
  { id: 'P', caseId: 'D', nodeId: 'T0', force: { z: -12.5 } },
  { id: 'Q', caseId: 'W', frameId: 'G0', force: { z: -3 }, forceEnd: { z: -5 }, from: 0.25, to: 0.75 },
  { id: 'R', caseId: 'W', frameId: 'C0', force: { y: 2, z: 1 }, axes: 'local' },
  { id: 'S', caseId: 'S', areaId: 'A', force: { z: -1.5 }, axes: 'projected' },
  { id: 'T', caseId: 'D', frameId: 'G1', type: 'point', at: 0.5, force: { z: -10 } },
  { id: 'U', caseId: 'D', nodeId: 'T1', moment: { y: 4 } },
  { id: 'V', caseId: 'W', frameId: 'G2', type: 'temperature', temperature: 20 },
  { id: 'X', caseId: 'D', nodeId: 'B0', type: 'displacement', displacement: { z: -0.01 }, rotation: { x: 0.002 } },
  { id: 'Y', caseId: 'D', nodeId: 'T0', type: 'displacement', displacement: { z: -0.01 } },
]

function loaded(units: string): ViewerModel {
  const batch = table()
  Object.assign(batch.frames[0]!, { releases: { start: { m2: true, m3: 500 }, end: { t: true } } })
  Object.assign(batch.supports[0]!, {
    restraints: { u1: true, u2: true, u3: null, r1: false, r2: false, r3: null },
    stiffness: { u3: 5000, r3: 20 },
  })
  const cases = [
    { id: 'D', nature: 'dead', selfWeight: 1 },
    { id: 'W', name: 'Wind from the west', nature: 'wind' },
    { id: 'S', nature: 'snow' },
  ] as const
  const combinations = [
    { id: 'ULS', terms: [{ caseId: 'D', factor: 1.35 }, { caseId: 'W', factor: 1.5 }] },
    { id: 'ALL', type: 'envelope', terms: [{ caseId: 'S' }] },
    { id: 'SUM', terms: [{ combinationId: 'ULS', factor: 2 }, { caseId: 'S' }] },
  ] // biome-ignore format: a line each
  return returnedModel({ name: 'T', ...batch, units: { current: units }, loadCases: cases, combinations, loads: LOADS } as never)
}

it.each([
  ['kN, m, C', 1, 1],
  ['N, mm, C', 1000, 1000],
])('a table in %s comes back with its loads, hinges and springs', async (units, newtons, metre) => {
  const { back, report, read } = await roundTrip(loaded(units), 'saf')
  expect(back.loadCases).toEqual([
    { id: 'D', nature: 'dead', selfWeight: 1 },
    { id: 'W', name: 'Wind from the west', nature: 'wind' },
    { id: 'S', nature: 'snow' },
  ])
  expect(back.combinations).toEqual([
    { id: 'ULS', terms: [{ caseId: 'D', factor: 1.35 }, { caseId: 'W', factor: 1.5 }] },
    { id: 'ALL', type: 'envelope', terms: [{ caseId: 'S', factor: 1 }] },
    { id: 'SUM', terms: [{ caseId: 'D', factor: 2.7 }, { caseId: 'W', factor: 3 }, { caseId: 'S', factor: 1 }] },
  ]) // biome-ignore format: a line each
  const [k, perLength, perArea] = [1 / newtons, metre / newtons, metre ** 2 / newtons]
  const byId = Object.fromEntries((back.loads ?? []).map((load) => [load.id, load]))
  const near = (value: number) => expect.closeTo(value, 9)
  expect(byId).toMatchObject({
    P: { caseId: 'D', nodeId: 'T0', force: { z: near(-12.5 * k) } },
    Q: { frameId: 'G0', force: { z: near(-3 * perLength) }, forceEnd: { z: near(-5 * perLength) }, from: 0.25, to: 0.75 },
    R: { axes: 'local', force: { z: near(perLength) } },
    'R 2': { axes: 'local', force: { y: near(2 * perLength) } },
    S: { areaId: 'A', axes: 'projected', force: { z: near(-1.5 * perArea) } },
    T: { frameId: 'G1', type: 'point', at: 0.5, force: { z: near(-10 * k) } },
    U: { nodeId: 'T1', moment: { y: near((4 * k) / metre) } },
    V: { type: 'temperature', temperature: 20 },
    X: { nodeId: 'B0', type: 'displacement', displacement: { z: near(-0.01 / metre) } },
    'X 2': { nodeId: 'B0', type: 'displacement', rotation: { x: near(0.002) } },
  })
  expect(back.frames?.[0]?.releases).toEqual({ start: { m2: true, m3: near((500 * k) / metre) }, end: { t: true } })
  expect(back.supports?.[0]).toMatchObject({
    restraints: { u3: null, r3: null, r1: false },
    stiffness: { u3: near(5000 * perLength), r3: near((20 * k) / metre) },
  })
  expect(report.notes.find(({ code }) => code === 'loads')).toMatchObject({ count: 1, examples: ['load Y'] }) // nothing holds its node
  expect(read.report.notes.filter(({ action }) => action === 'dropped' || action === 'guessed').map(({ code }) => code)).toEqual([
    'groups',
  ])
})

it('a load along a member of several frames is cut where they meet', async () => {
  const { bytes } = await fileOf(loaded('kN, m, C'), 'saf')
  const book = bookOf(bytes)
  const [heads, first] = book.StructuralCurveMember!
  const through = first!.map((cell, k) =>
    heads![k] === 'Nodes' ? 'B0;T0;T1' : heads![k] === 'Segments' ? 'Line;Line' : heads![k] === 'Name' ? 'Knee' : cell,
  )
  const HEADS =
    'Name | Force action | Distribution | Direction | Value 1 [kN/m] | Value 2 [kN/m] | Member | Load case | Coordinate system | Location | Coordinate definition | Origin | Start point [m] | End point [m]'
  const rows = rowsOf(
    `${HEADS}\nL | On beam | Trapez | X | 0 | 10 | Knee | D | Global | Length | Absolute | From start | 0 | 10\nE | On edge | Uniform | Z | 1 |  | Knee | D | Global | Length | Relative | From start | 0 | 1\nM | On beam | Uniform | Z | 1 |  | Knee | none | Global | Length | Relative | From start | 0 | 1`,
  )
  const { model, report } = await readBack(
    toWorkbook({ ...book, StructuralCurveMember: [heads!, through], StructuralCurveAction: rows }),
    'saf',
  )
  const along = model.loads.filter(({ id }) => id.startsWith('L:'))
  expect(along).toMatchObject([
    { id: 'L:Knee:1', frameId: 'Knee:1', force: {}, forceEnd: { x: 4 } },
    { id: 'L:Knee:2', frameId: 'Knee:2', force: { x: 4 }, forceEnd: { x: 10 } },
  ])
  expect(report.notes.map(({ code }) => code)).toEqual(expect.arrayContaining(['loads', 'reference_missing']))
  for (const { name, rows: all, taken, kept, dropped } of report.tables ?? [])
    expect([name, taken + kept + dropped]).toEqual([name, all])
})
