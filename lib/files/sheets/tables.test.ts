import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { modelNames, readExample } from '#lib/fixtures/example-models.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { fileOf, noteCount, readBack, roundTrip } from '#lib/fixtures/file-trip.ts'
import { loaded } from '#lib/fixtures/loaded-model.ts'
import { table } from '#lib/fixtures/table-model.ts'
import { asSubmitted } from '#lib/schema/as-submitted.ts'
import { KINDS } from '#lib/schema/kinds.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

const FORMATS = ['csv', 'xlsx'] as const

/** A null says what an absent field says, and a rotation that is not there is 0. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'number') return value + 0
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return Object.fromEntries(said.map(([key, one]) => [key, plain(one)]))
}
const comparable = (model: ViewerModel) => ({
  ...Object.fromEntries(KINDS.map((kind) => [kind, (model[kind] ?? []).map((one) => plain({ ...(kind === 'frames' && { rotation: 0 }), ...(kind === 'supports' && { restraints: {} }), ...one }))])),
  ...(plain({ units: model.units, source: model.source, metadata: model.metadata, definitions: model.sectionDefinitions }) as object),
}) // biome-ignore format: a line a part

const returnedExample = (name: string) => returnedModel(asSubmitted(readExample(name)) as never)

describe.each(FORMATS)('as %s', (format) => {
  it.each(modelNames)('%s comes back equal', async (name) => {
    const model = returnedExample(name)
    const { back, report, read } = await roundTrip(model, format)
    expect(comparable(back)).toEqual(comparable(model))
    expect(report.notes).toEqual([])
    expect(read.report.notes).toEqual([])
    expect(back.name).toBe(model.name)
  })

  it('any model comes back but for what no model may have', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (model) => {
        const { read } = await roundTrip(model, format)
        for (const { name, rows, taken, kept, dropped } of read.report.tables ?? [])
          expect([name, taken + kept + dropped]).toEqual([name, rows])
        for (const kind of ['nodes', 'materials', 'sections'] as const)
          expect(ids(read.model[kind])).toEqual(ids(model[kind] ?? []))
        if (noteCount(read.report, 'reference_missing') > 0) return
        const [back, sent] = [read.model, fitted(model)].map((one) => returnedModel({ ...one, name: '', sections: [] } as never))
        for (const kind of ['nodes', 'frames', 'areas', 'supports', 'members'] as const)
          expect(comparable(back!)[kind as never]).toEqual(comparable(sent!)[kind as never])
      }),
      { numRuns: runs(1000), seed: 20261124 },
    )
  })
})

const ids = (elements: readonly { id: string }[]) => elements.map(({ id }) => id)
/** What a model's texts may be: `ModelBuilder`. */
const fitted = (model: ViewerModel): ViewerModel =>
  JSON.parse(
    JSON.stringify(model, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '_').toWellFormed() : value)),
  )

it('a portal frame is these tables', async () => {
  const { bytes } = await fileOf(returnedModel(portalFrame()), 'csv')
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, text]) => [name, strFromU8(text).replace(/^\ufeff/, '').trimEnd().split('\r\n')])) // biome-ignore format: a line
  expect(files).toEqual({
    'model.csv': ['name,units,source,metadata', 'Portal frame,"{""current"":""kN, m, C"",""force"":""kN"",""length"":""m"",""temperature"":""C""}",,'],
    'nodes.csv': ['id,x,y,z', 'N1,0,0,0', 'N2,0,0,4', 'N3,6,0,4', 'N4,6,0,0'],
    'materials.csv': ['id,name', 'S355,Structural steel S355'],
    'sections.csv': ['id,type,materialId,h,b,tf,tw', 'HEB 200,i_wide_flange,S355,0.2,0.2,0.015,0.009', 'IPE 300,i_wide_flange,S355,0.3,0.15,0.0107,0.0071'],
    'frames.csv': ['id,startNodeId,endNodeId,rotation,sectionId,offsetX,offsetY', 'C1,N1,N2,0,HEB 200,,', 'B1,N2,N3,0,IPE 300,0,-0.15', 'C2,N4,N3,0,HEB 200,,'],
    'supports.csv': ['id,nodeId,u1,u2,u3,r1,r2,r3', 'S1,N1,1,1,1,1,1,1', 'S2,N4,1,1,1,1,1,1'],
  }) // biome-ignore format: a line a file
})

it('what is longer than a cell is left out and counted; its element too, where it cannot be without', async () => {
  const batch = table()
  const long = 'x'.repeat(33_000)
  Object.assign(batch.nodes[0]!, { source: { long } })
  batch.nodes.push({ id: long.slice(0, 250), position: { x: 9, y: 9, z: 9 } })
  Object.assign(batch.areas[0]!, { nodeIds: Array.from({ length: 140 }, () => long.slice(0, 250)) })
  const { report, read } = await roundTrip(returnedModel({ name: 'T', ...batch }), 'xlsx')
  expect(report.notes).toMatchObject([
    { action: 'dropped', code: 'source', count: 1, examples: ['node B0'] },
    { action: 'dropped', code: 'cell_too_long', count: 1, examples: ['area A'] },
  ])
  expect(read.model.areas).toEqual([])
})

describe('tables made by hand', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const NODES = 'id;X;y;z;Comment\nN1;0;0;0;\nN2;"1,5";0;4;a note\n'

  it('may have decimal commas, other columns, other tables and any case', async () => {
    const { model, report } = await readBack(
      zip({
        'model/Nodes.csv': NODES,
        'model/FRAMES.csv': 'sectionId,endnodeid,startNodeId,id\nS,N2,N1,1\nS,N2,N1,1\nS,N9,N1,2\n',
        'model/sections.csv': 'id,type,t3,t2,Remark\nS,rectangular,0.5,0.3,concrete\n',
        'model/supports.csv': "id,nodeId,u1,u2,u3\n'-1,N1,TRUE,0,yes\n",
        'model/notes.csv': 'a\nb\n',
      }),
      'csv',
      { fileName: 'hall.csv.zip', units: 'kN, m, C' },
    )
    expect(model).toMatchObject({
      ...{ name: 'hall', units: { current: 'kN, m, C' } },
      nodes: [{ id: 'N1' }, { id: 'N2', position: { x: 1.5, y: 0, z: 4 } }],
      frames: [{ id: '1', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'S' }],
      sections: [{ id: 'S', dimensions: { t3: 0.5, t2: 0.3 } }],
      supports: [{ id: '-1', restraints: { u1: true, u2: false, u3: true, r1: null } }],
    })
    expect(report.tables).toEqual([
      { name: 'model/Nodes.csv', rows: 2, taken: 2, kept: 0, dropped: 0, ignoredColumns: ['Comment'] },
      { name: 'model/FRAMES.csv', rows: 3, taken: 2, kept: 0, dropped: 1 },
      { name: 'model/sections.csv', rows: 1, taken: 1, kept: 0, dropped: 0, ignoredColumns: ['Remark'] },
      { name: 'model/supports.csv', rows: 1, taken: 1, kept: 0, dropped: 0 },
      { name: 'model/notes.csv', rows: 2, taken: 0, kept: 0, dropped: 2 },
    ])
    expect(report.notes.map(({ code, count }) => [code, count])).toEqual([['duplicate_row', 1], ['unknown', 2], ['reference_missing', 1]]) // biome-ignore format: short
  })

  it('tell every cell that is wrong, by table, row and column', async () => {
    const wrong = readBack(
      zip({
        'nodes.csv': 'id,x,y,z\nN1,0,,a\n,1,2,3\n',
        'areas.csv': 'id,nodeIds,openingNodeIds\nA,N1,{}\n',
        'sections.csv': 'id,type,t3\nS,round,thick\n',
      }),
      'csv',
    )
    await expect(wrong).rejects.toMatchObject({
      total: 6,
      issues: [
        { type: 'file_value', loc: ['nodes.csv', 2, 'y'], msg: 'y is empty, and should be a number' },
        { type: 'file_value', loc: ['nodes.csv', 2, 'z'], msg: "z is 'a', not a number" },
        { type: 'file_value', loc: ['nodes.csv', 3, 'id'], msg: 'id is empty, and should be an id' },
        { type: 'file_value', loc: ['areas.csv', 2, 'openingNodeIds'], msg: "openingNodeIds is '{}', not a list in JSON" },
        { type: 'file_value', loc: ['sections.csv', 2, 'type'] },
        { type: 'file_value', loc: ['sections.csv', 2, 't3'], msg: "t3 is 'thick', not a number" },
      ],
    })
  })

  it.each([
    ['no heads', { 'nodes.csv': '' }, 'file_syntax', ['nodes.csv']],
    ['a column less than they need', { 'nodes.csv': 'id,x,y\n' }, 'file_syntax', ['nodes.csv']],
    ['quotes that do not end', { 'nodes.csv': 'id,x,y,z\n"N1' }, 'file_syntax', ['nodes.csv', 2]],
    ['text behind quotes', { 'nodes.csv': 'id,x,y,z\n"N"1,0' }, 'file_syntax', ['nodes.csv', 2]],
    ['a line of 2 MB', { 'nodes.csv': `id,x,y,z\n${'x'.repeat(2e6)}` }, 'limit_exceeded', ['nodes.csv', 2]],
  ])('with %s are refused', async (_, files, type, loc) => {
    const sent = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 0 })
    await expect(readBack(sent, 'csv')).rejects.toMatchObject({ issues: [{ type, loc }] })
  })
})

it('ids that lists, formulas and XML would change come back', async () => {
  const strange = ['a;b', ' a', '[a', "'", "'=1", '=1', '-1', '1e5', '__proto__', '"', ',', '\r\n', '_x0041_', '\u0001', 'é'.repeat(256), 'n', 'N', '*/ | \\ {}']
  const nodes = strange.map((id, x) => ({ id, position: { x, y: 0, z: 0 } }))
  const model = returnedModel({ name: '=1', nodes, areas: [{ id: 'A', nodeIds: strange }], supports: [{ id: '', nodeId: "'=1" }] } as never)
  model.supports = [{ id: '=S', nodeId: "'=1" }]
  for (const format of FORMATS) {
    const { back } = await roundTrip(model, format)
    expect(comparable(back)).toEqual(comparable(model))
    expect(back.name).toBe('=1')
  }
}) // biome-ignore format: a line a list

it('loads, cases, combinations, hinges, springs and masses come back by their columns', async () => {
  const batch = table()
  Object.assign(batch.frames[0]!, { releases: { start: { m3: true }, end: { m2: 500 } } })
  Object.assign(batch.supports[0]!, { stiffness: { u3: 5000 } })
  Object.assign(batch.nodes[0]!, { mass: 12.5 })
  const loads = [
    { id: 'L1', caseId: 'D', nodeId: 'T0', force: { z: -10 }, moment: { x: 1, y: 2 } },
    {
      id: 'L2',
      caseId: 'D',
      frameId: 'G0',
      type: 'distributed',
      force: { z: -1 },
      forceEnd: { z: -2 },
      from: 0.25,
      axes: 'projected',
    },
    { id: 'L3', caseId: 'D', areaId: 'A', force: { z: -3 }, spread: 'one-way', span: { x: 1 } },
  ]
  const more = {
    ...{ loads, loadCases: [{ id: 'D', name: 'Dead', nature: 'dead', selfWeight: 1 }] },
    combinations: [{ id: 'C', type: 'envelope', terms: [{ caseId: 'D', factor: 1.35 }] }],
    diaphragms: [{ id: 'Roof', nodeIds: ['T0', 'T1', 'T2'] }],
  }
  const model = returnedModel({ name: 'T', ...batch, ...more } as never)
  for (const format of FORMATS) {
    const { back } = await roundTrip(model, format)
    expect(comparable(back)).toEqual(comparable(model))
  }
})

it.each(['csv', 'xlsx'] as const)(
  'loads, cases, combinations, diaphragms, springs and masses come back equal from %s',
  async (format) => {
    const model = loaded('kN, m, C')
    const { back, report, read } = await roundTrip(model, format)
    expect([report.notes, read.report.notes]).toEqual([[], []])
    for (const kind of ['nodes', 'frames', 'supports', 'loadCases', 'loads', 'combinations', 'diaphragms'] as const)
      expect(back[kind]).toEqual(model[kind])
  },
)
