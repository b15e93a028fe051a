import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { codesOf, fileOf, modelOf, rawFile, textOf, wrongTables } from '#lib/fixtures/file-trip.ts'
import { byId, CASES, COMBINATIONS, expectEqualTotals, LOADS, loaded, loadedModel, totalsOf } from '#lib/fixtures/loaded-model.ts'

/** Loads, cases, combinations, masses and diaphragms: what came back is what went out. */

it.each(['kN, m, C', 'N, mm, C', 'kip, in, F'])('a table in %s comes back with all that it says', async (units) => {
  const model = loaded(units)
  const { bytes, report: written } = await fileOf(model, 's2k')
  const { model: back, report } = await modelOf(bytes, 's2k')
  expect(written.notes.filter(({ code }) => code === 'loads' || code === 'mass' || code === 'diaphragm')).toEqual([])
  expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
  expect(wrongTables(report)).toEqual([])
  expect(byId(back.loadCases)).toEqual(byId(CASES))
  expect(byId(back.combinations)).toEqual(byId(COMBINATIONS))
  expect(byId(back.loads)).toEqual(byId(LOADS))
  expect(back.diaphragms).toEqual(model.diaphragms)
  expect(byId(back.frames).G0?.releases).toEqual({ start: { m2: true, m3: true }, end: { m3: 900 } })
  expect(byId(back.supports).S0).toEqual(byId(model.supports).S0)
  expect(back.nodes.map(({ mass }) => mass)).toEqual(model.nodes.map(({ mass }) => mass))
  expectEqualTotals(totalsOf(model), totalsOf(back))
})

it('writes rows as SAP2000 does', async () => {
  const text = await textOf(loaded('kN, m, C'), 's2k')
  for (const row of [
    'LoadPat=roof   DesignType="Roof Live"   SelfWtMult=0',
    'Case=W   LoadType="Load pattern"   LoadName=W   LoadSF=1',
    'ComboName=ULS   CaseName=W   ScaleFactor=1.5',
    'Joint=T0   LoadPat=D   CoordSys=GLOBAL   F1=0   F2=0   F3=-12.5   M1=0   M2=4   M3=0',
    'Frame=G0   LoadPat=W   CoordSys=GLOBAL   Type=Force   Dir=Z   DistType=RelDist   RelDistA=0.25   RelDistB=0.75   FOverLA=-3   FOverLB=-5',
    'Frame=G0   LoadPat=S   CoordSys=GLOBAL   Type=Force   Dir="Z Proj"   DistType=RelDist   RelDistA=0   RelDistB=1   FOverLA=-1.2   FOverLB=-1.2',
    'Area=A   LoadPat=D   CoordSys=GLOBAL   Dir=Z   UnifLoad=-2   DistType="One way"',
    'Mass1=1.25   Mass2=1.25   Mass3=1.25',
  ])
    expect(text).toContain(row)
})

it('brings the loads of any model back with their sums', async () => {
  await fc.assert(
    fc.asyncProperty(loadedModel, async (model) => {
      const { bytes } = await fileOf(model, 's2k')
      const { model: back, report } = await modelOf(bytes, 's2k')
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      expectEqualTotals(totalsOf(model), totalsOf(back))
      const again = await modelOf((await fileOf(back, 's2k')).bytes, 's2k')
      expect(again.model.loads).toEqual(back.loads)
    }),
    { numRuns: runs(1000), seed: 11 },
  )
})

const file = (tables: Record<string, string[]>) =>
  Object.entries({
    'PROGRAM CONTROL': ['ProgramName=SAP2000   Version=22   CurrUnits="KN, m, C"'],
    'COORDINATE SYSTEMS': ['Name=T   Type=Cartesian   X=0   Y=0   Z=0   AboutZ=90   AboutY=0   AboutX=0'],
    'JOINT COORDINATES': ['Joint=1   XorR=0   Y=0   Z=0', 'Joint=2   XorR=4   Y=0   Z=0', 'Joint=3   XorR=4   Y=4   Z=0'],
    'CONNECTIVITY - FRAME': ['Frame=1   JointI=1   JointJ=2'],
    'CONNECTIVITY - AREA': ['Area=1   NumJoints=3   Joint1=1   Joint2=2   Joint3=3'],
    'LOAD PATTERN DEFINITIONS': [
      'LoadPat=D   DesignType=Dead   SelfWtMult=1',
      'LoadPat=L   DesignType="Reduce Live"   SelfWtMult=0',
    ],
    ...tables,
  })
    .map(([name, rows]) => `TABLE:  "${name}"\n${rows.map((row) => `   ${row}\n`).join('')}\n`)
    .join('')

describe('rows of other programs', () => {
  it('gravity, absolute distances, turned systems', async () => {
    const { model, report } = await modelOf(
      file({
        'FRAME LOADS - DISTRIBUTED': [
          'Frame=1   LoadPat=D   CoordSys=GLOBAL   Type=Force   Dir=Gravity   DistType=RelDist   RelDistA=0   RelDistB=1   AbsDistA=0   AbsDistB=4   FOverLA=3   FOverLB=3',
          'Frame=1   LoadPat=L   CoordSys=GLOBAL   Type=Force   Dir="Gravity Proj"   DistType=AbsDist   AbsDistA=1   AbsDistB=3   FOverLA=3   FOverLB=4',
          'Frame=1   LoadPat=L   CoordSys=T   Type=Force   Dir=X   DistType=RelDist   RelDistA=0   RelDistB=1   FOverLA=2   FOverLB=2',
          'Frame=1   LoadPat=L   CoordSys=GLOBAL   Type=Moment   Dir=X   DistType=RelDist   RelDistA=0   RelDistB=1   MOverLA=2   MOverLB=2',
          'Frame=1   LoadPat=none   CoordSys=GLOBAL   Type=Force   Dir=X   DistType=RelDist   RelDistA=0   RelDistB=1   FOverLA=2   FOverLB=2',
        ],
        'JOINT LOADS - FORCE': ['Joint=2   LoadPat=D   CoordSys=T   F1=5   F2=0   F3=0   M1=0   M2=0   M3=0'],
        'FRAME LOADS - TEMPERATURE': ['Frame=1   LoadPat=L   Type=Temperature   Temp=20   JtPattern=P1'],
        'JOINT ADDED MASS ASSIGNMENTS': [
          'Joint=1   CoordSys=GLOBAL   Mass1=2   Mass2=2   Mass3=0   MMI1=0   MMI2=0   MMI3=0',
          'Joint=2   CoordSys=GLOBAL   Mass1=2   Mass2=2   Mass3=2   MMI1=0   MMI2=0   MMI3=0',
        ],
      }),
      's2k',
    )
    expect(model.loads).toMatchObject([
      { id: '2~D', nodeId: '2', force: { y: 5 } },
      { id: '1~D', frameId: '1', force: { z: -3 } },
      { id: '1~L', frameId: '1', axes: 'projected', from: 0.25, to: 0.75, force: { z: -3 }, forceEnd: { z: -4 } },
      { id: '1~L_2', frameId: '1', force: { y: 2 } },
    ])
    expect(model.nodes.map(({ mass }) => mass)).toEqual([undefined, 2000, undefined])
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report)).toEqual({ loads: 3, reference_missing: 1 })
  })

  it('a static case of several patterns is a combination, and others are left out', async () => {
    const { model, report } = await modelOf(
      file({
        'LOAD CASE DEFINITIONS': [
          'Case=D   Type=LinStatic   InitialCond=Zero',
          'Case=SLS   Type=LinStatic   InitialCond=Zero',
          'Case=MODAL   Type=LinModal   InitialCond=Zero',
        ],
        'CASE - STATIC 1 - LOAD ASSIGNMENTS': [
          'Case=D   LoadType="Load pattern"   LoadName=D   LoadSF=1',
          'Case=SLS   LoadType="Load pattern"   LoadName=D   LoadSF=1',
          'Case=SLS   LoadType="Load pattern"   LoadName=L   LoadSF=0.5',
        ],
        'COMBINATION DEFINITIONS': [
          'ComboName=A   ComboType="Linear Add"   AutoDesign=No   CaseName=D   ScaleFactor=1.35',
          'ComboName=A   CaseName=SLS   ScaleFactor=1.5',
          'ComboName=B   ComboType="Linear Add"   CaseName=MODAL   ScaleFactor=1',
          'ComboName=C   ComboType="Linear Add"   CaseName=E   ScaleFactor=1',
          'ComboName=E   ComboType="Linear Add"   CaseName=C   ScaleFactor=1',
          'ComboName=F   ComboType=SRSS   CaseName=D   ScaleFactor=1',
        ],
      }),
      's2k',
    )
    expect(model.loadCases).toEqual([
      { id: 'D', nature: 'dead', selfWeight: 1 },
      { id: 'L', nature: 'live' },
    ])
    expect(model.combinations).toEqual([
      { id: 'SLS', terms: [{ caseId: 'D', factor: 1 }, { caseId: 'L', factor: 0.5 }] },
      { id: 'A', terms: [{ caseId: 'D', factor: 1.35 }, { combinationId: 'SLS', factor: 1.5 }] },
    ]) // biome-ignore format: a line each
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report)).toEqual({ loads: 5 })
  })

  it('joints that a constraint ties are a diaphragm, level by level where it says so', async () => {
    const { model, report } = await modelOf(
      file({
        'CONSTRAINT DEFINITIONS - DIAPHRAGM': ['Name=D1   CoordSys=GLOBAL   Axis=Z   MultiLevel=No'],
        'JOINT CONSTRAINT ASSIGNMENTS': ['1', '2', '3'].map((joint) => `Joint=${joint}   Constraint=D1   Type=Diaphragm`),
      }),
      's2k',
    )
    expect(model.diaphragms).toEqual([{ id: 'D1', nodeIds: ['1', '2', '3'] }])
    expect(model.areas?.[0]?.diaphragmId).toBe('D1')
    expect(codesOf(report)).toEqual({})
  })
})

const tower = rawFile('s2k_tower/Tower.s2k')

it.runIf(tower)('the tower of SAP2000 25 has its load pattern, and its modal case is left out', async () => {
  const { model, report } = await modelOf(tower ?? '', 's2k', { profiles: 'keep' })
  expect(model.loadCases).toEqual([{ id: 'DEAD', nature: 'dead', selfWeight: 1 }])
  const rows = (name: string) => report.tables?.find((one) => one.name === name)
  expect(rows('LOAD PATTERN DEFINITIONS')).toMatchObject({ rows: 1, taken: 1, dropped: 0 })
  expect(rows('LOAD CASE DEFINITIONS')).toMatchObject({ rows: 2, taken: 1, dropped: 1 })
  expect(rows('CASE - STATIC 1 - LOAD ASSIGNMENTS')).toMatchObject({ rows: 1, taken: 1 })
})
