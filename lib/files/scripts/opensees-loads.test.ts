import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { codesOf, notesOf, readFile, writeFile, wrongTables } from '#lib/fixtures/file-trip.ts'
import { byId, CASES, expectEqualTotals, LOADS, loaded, loadedModel, totalsOf } from '#lib/fixtures/loaded-model.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { readOpenSees } from './opensees-read.ts'
import { writeOpenSees } from './opensees-write.ts'

/** Loads, springs, masses, diaphragms and releases in scripts: what came back and what was noted is what went out. */

const LANGUAGES = ['py', 'tcl'] as const
/** What a script holds of a model: forces at nodes, and forces along its frames that have a length. */
const held = (model: ViewerModel, frameIds: ReadonlySet<string>): ViewerModel => ({
  ...model,
  loadCases: (model.loadCases ?? []).map(({ selfWeight: _, ...rest }) => rest),
  loads: (model.loads ?? []).flatMap((load): Load[] => {
    const { moment, ...rest } = load
    if (load.type === 'displacement' || load.type === 'temperature' || load.areaId != null) return []
    if (load.frameId == null) return [load]
    return frameIds.has(load.frameId) ? [rest] : []
  }),
})

it.each(LANGUAGES)('a table comes back from %s with all that a script holds', (language) => {
  const model = loaded('kN, m, C')
  const { bytes, report: written } = writeFile(writeOpenSees, model, { language })
  const { model: back, report } = readFile(readOpenSees, bytes)
  expect(codesOf(written)).toMatchObject({ loads: 12, releases: 1, element_type: 1, load_along_local_axes: 4 })
  expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
  expect(wrongTables(report)).toEqual([])
  expect(back.loadCases).toEqual(CASES.map(({ selfWeight: _, ...rest }) => rest))
  expect(byId(back.loads).P).toEqual(LOADS[0])
  expect(back.diaphragms).toEqual(model.diaphragms)
  expect(byId(back.supports)).toEqual(byId(model.supports))
  expect(back.nodes.map(({ id, mass }) => [id, mass])).toEqual(model.nodes.map(({ id, mass }) => [id, mass]))
  expect(byId(back.frames).G0?.releases).toEqual({ start: { m2: true, m3: true }, end: {} })
  const sent = held(model, new Set(back.frames.map(({ id }) => id)))
  expectEqualTotals(totalsOf(sent), totalsOf({ ...model, ...back } as ViewerModel))
})

it('writes the commands of OpenSees', () => {
  const tcl = writeFile(writeOpenSees, loaded('kN, m, C'), { language: 'tcl' }).text
  const python = writeFile(writeOpenSees, loaded('kN, m, C')).text
  for (const line of [
    'uniaxialMaterial Elastic 1 5000',
    'node 13 0 0 0\nfix 13 1 1 1 1 1 1\nelement zeroLength 9 13 1 -mat 1 2 -dir 3 4 ;# "S0"',
    'mass 2 1.25 1.25 1.25 0 0 0',
    'rigidDiaphragm 3 5 6 ;# "Dach \\u00e9"',
    '-releasez 1 -releasey 1 ;# "G0" "beam"',
    'pattern Plain 2 1 { ;# "W" "wind" "Wind from the west"',
    '  load 5 0 0 -12.5 0 4 0 ;# "P"',
    '  eleLoad -ele 5 -type -beamUniform -3 0 0 0.25 0.75 -5 ',
  ])
    expect(tcl).toContain(line)
  expect(python).toContain(`ops.pattern('Plain', 2, 1)  # "W" "wind" "Wind from the west"`)
  expect(python).toContain(`ops.load(5, 0, 0, -12.5, 0, 4, 0)  # "P"`)
})

it.each(LANGUAGES)('brings the loads of any model back with their sums, in %s', async (language) => {
  await fc.assert(
    fc.asyncProperty(loadedModel, async (model) => {
      const { bytes } = writeFile(writeOpenSees, model, { language })
      const { model: back, report } = readFile(readOpenSees, bytes)
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      const sent = held(model, new Set(back.frames.map(({ id }) => id)))
      expectEqualTotals(totalsOf(sent), totalsOf({ ...back, areas: [] } as never))
    }),
    { numRuns: runs(1000), seed: 12 },
  )
})

const text = (lines: string[]) => Buffer.from(lines.join('\n'))
const FRAME = [
  ...['node 1 0 0 0', 'node 2 4 0 0', 'fix 1 1 1 1 1 1 1', 'geomTransf Linear 1 0 -1 0'],
  'element elasticBeamColumn 1 1 2 0.01 2e8 8e7 1e-6 1e-5 2e-5 1',
]

describe('scripts of others', () => {
  it('patterns in braces and behind them, elements by range, springs, masses', () => {
    const { model, report } = readFile(
      readOpenSees,
      text([
        ...FRAME,
        ...[
          'set q -3.5',
          'node 9 4 0 0',
          'fix 9 1 1 1 1 1 1',
          'uniaxialMaterial Elastic 7 250',
          'uniaxialMaterial Steel01 8 1 2 3',
        ],
        'element zeroLength 2 9 2 -mat 7 7 -dir 3 5',
        'mass 2 2 2 2 0 0 0',
        'mass 1 2 2 0 0 0 0',
        'timeSeries Path 4 -dt 0.1 -filePath x',
        'pattern Plain 1 Linear {',
        '  load 2 1 0 $q 0 0 0',
        '  eleLoad -range 1 1 -type -beamUniform -2 1',
        '  eleLoad -ele 1 -type -beamPoint -5 0 0.25',
        '  sp 2 1 0.01',
        '  load 3 1 0 0 0 0 0',
        '}',
        'pattern Plain 2 4 {',
        '  load 2 1 0 0 0 0 0',
        '}',
        'load 2 9 9 9 9 9 9',
      ]),
      { units: 'kN, m, C' },
    )
    expect(model.loadCases).toEqual([{ id: '1' }])
    expect(model.loads).toEqual([
      { id: '2~1', caseId: '1', nodeId: '2', force: { x: 1, z: -3.5 } },
      { id: '1~1', caseId: '1', frameId: '1', axes: 'local', force: { y: -2, z: 1 } },
      { id: '1~1_2', caseId: '1', frameId: '1', type: 'point', at: 0.25, axes: 'local', force: { y: -5 } },
    ])
    expect(model.nodes.map(({ id, mass }) => [id, mass])).toEqual([['1', undefined], ['2', 2000]]) // biome-ignore format: a line
    expect(model.supports).toMatchObject([{ nodeId: '1' }, { nodeId: '2', stiffness: { u3: 250, r2: 250 } }])
    expect(wrongTables(report)).toEqual([])
    // The series, the pattern that follows it with its load, the settlement, the load behind the patterns.
    expect(codesOf(report)).toMatchObject({ loads: 5, reference_missing: 1, property_data: 1, assignments: 1 })
  })

  it('loads of a plane whose Y points up', () => {
    const { model, report } = readFile(
      readOpenSees,
      text([
        ...[
          'model basic -ndm 2 -ndf 3',
          'node 1 0 0',
          'node 2 4 0',
          'geomTransf Linear 1',
          'element elasticBeamColumn 1 1 2 0.01 2e8 1e-5 1',
        ],
        ...['pattern Plain D Constant {', 'eleLoad -ele 1 -type -beamUniform -2 0.5', 'load 2 0 -3 7', '}'],
      ]),
      { units: 'kN, m, C', up: 'y' },
    )
    expect(model.loads).toEqual([
      { id: '1~D', caseId: 'D', frameId: '1', force: { x: 0.5, z: -2 } },
      { id: '2~D', caseId: 'D', nodeId: '2', force: { z: -3 }, moment: { y: -7 } },
    ])
    expect(notesOf(report)).not.toContain('dropped')
  })

  it('a diaphragm is rigid in plan, and another plane is left out', () => {
    const { model, report } = readFile(readOpenSees, text([...FRAME, 'rigidDiaphragm 3 1 2', 'rigidDiaphragm 1 1 2']))
    expect(model.diaphragms).toEqual([{ id: 'D1', nodeIds: ['1', '2'] }])
    expect(codesOf(report).constraints).toBe(1)
  })
})
