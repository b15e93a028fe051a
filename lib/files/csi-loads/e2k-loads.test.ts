import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { codesOf, fileOf, modelOf, rawFile, textOf, wrongTables } from '#lib/fixtures/file-trip.ts'
import { byId, CASES, COMBINATIONS, expectEqualTotals, LOADS, loaded, loadedModel, totalsOf } from '#lib/fixtures/loaded-model.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

/** Loads, cases, combinations, springs, releases and diaphragms: what came back and what was noted is what went out. */

const HELD: Load[] = LOADS.filter(({ id }) => !['N', 'V', 'X', 'A1', 'A2', 'A3'].includes(id))

it.each(['kN, m, C', 'N, mm, C', 'kip, in, F'])('a table in %s comes back with all that the format holds', async (units) => {
  const model = loaded(units, [...HELD, { id: 'V', caseId: 'W', frameId: 'G2', type: 'temperature', temperature: 20 }])
  const { bytes, report: written } = await fileOf(model, 'e2k')
  const { model: back, report } = await modelOf(bytes, 'e2k')
  expect(written.notes.filter(({ code }) => code === 'loads' || code === 'diaphragm' || code === 'spring')).toEqual([])
  expect(codesOf(written)).toMatchObject({ partial_fixity: 1, mass: 1, labels: 2 })
  expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
  expect(wrongTables(report)).toEqual([])
  const unnamed = <T extends object>(all: readonly T[]) => all.map(({ name: _, ...one }: T & { name?: unknown }) => one)
  expect(back.loadCases).toEqual(unnamed(CASES))
  expect(byId(back.combinations)).toEqual(byId(unnamed(COMBINATIONS) as typeof COMBINATIONS))
  expect(back.diaphragms).toEqual(model.diaphragms)
  expect(byId(back.supports)).toEqual(byId(model.supports))
  expect(byId(back.frames).G0?.releases).toEqual({ start: { m2: true, m3: true }, end: { m3: true } })
  expect(Object.keys(byId(back.loads)).sort()).toEqual(Object.keys(byId(model.loads)).sort())
  expectEqualTotals(totalsOf(model), totalsOf(back))
})

it('tells what the format has no place for', async () => {
  const { report } = await fileOf(loaded('kN, m, C'), 'e2k')
  // The settlement, the gradient and the one-way load beside a two-way one; snow on plan is told on the slope.
  expect(codesOf(report)).toMatchObject({ loads: 3, projected_as_global: 2 })
  expect(report.notes.find(({ code }) => code === 'loads')?.examples).toEqual([
    ...['displacement of load X', 'gradient of load V', 'spread of load A2'],
  ])
})

it('writes lines as ETABS does', async () => {
  const text = await textOf(loaded('kN, m, C'), 'e2k')
  for (const line of [
    'DIAPHRAGM "Dach e"    TYPE RIGID',
    'POINTSPRING  "Spring1"  STIFFNESSOPTION  "USERDEFINED"  UX 0 UY 0 UZ 5000 RX 250 RY 0 RZ 0',
    'RESTRAINT "UX UY RY RZ"  SPRINGPROP "Spring1"',
    'LOADPATTERN "D"  TYPE  "Dead"  SELFWEIGHT  1',
    'LOADCASE "W"  TYPE  "Linear Static"  INITCOND  "PRESET"',
    'LOADCASE "W"  LOADPAT  "W"  SF  1',
    'COMBO "ULS"  TYPE "Linear Add"',
    'COMBO "ULS"  LOADCASE "W"  SF 1.5',
    'COMBO "ALL"  LOADCOMBO "ULS"  SF 1',
    'TYPE "FORCE"  LC "D"  FX 0  FY 0  FZ -12.5  MX 0  MY 4  MZ 0',
    'TYPE "TRAPF"  DIR "GRAV"  LC "W"  FSTART 3  FEND 5  RDSTART 0.25  RDEND 0.75',
    'TYPE "POINTF"  DIR "GRAV"  LC "D"  FVAL 10  RDIST 0.5',
    'TYPE "TEMP"  LC "W"  T 20',
    'TYPE "UNIFF"  DIR "3"  LC "W"  FVAL 0.7',
  ])
    expect(text).toContain(line)
})

/** What the format holds of a model: no settlements, no gradients, no displacements. */
const held = (model: ViewerModel): ViewerModel => ({
  ...model,
  loads: (model.loads ?? []).flatMap((load) => {
    const { gradient: _, ...rest } = load
    return load.type === 'displacement' ? [] : [rest]
  }),
})

it('brings the loads of any model back with their sums', async () => {
  await fc.assert(
    fc.asyncProperty(loadedModel, async (model) => {
      const { bytes, report: out } = await fileOf(model, 'e2k')
      const { model: back, report } = await modelOf(bytes, 'e2k')
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      expectEqualTotals(totalsOf(held(model)), totalsOf(back))
      const settled = (model.loads ?? []).filter(({ type }) => type === 'displacement')
      const inclined = (model.loads ?? []).filter(({ gradient }) => (gradient?.x ?? 0) !== 0 || (gradient?.y ?? 0) !== 0)
      expect(codesOf(out).loads ?? 0).toBeGreaterThanOrEqual(settled.length + inclined.length)
    }),
    { numRuns: runs(1000), seed: 11 },
  )
})

const file = (...lines: string[]) => `$ PROGRAM INFORMATION
  PROGRAM  "ETABS"  VERSION "20.0.0"
  UNITS  "KN"  "M"  "C"
$ STORIES - IN SEQUENCE FROM TOP
  STORY "S1"  HEIGHT 3
  STORY "Base"  ELEV 0
  POINT "1"  0 0
  POINT "2"  4 0
  POINT "3"  4 4
  LINE  "B1"  BEAM  "1"  "2"  0
  AREA "F1"  FLOOR  3  "1"  "2"  "3"  0 0 0
  SHELLPROP "Deck"  PROPTYPE  "Deck"  DECKSLABDEPTH 0.1
  LINEASSIGN  "B1"  "S1"  SECTION "NONE"
  AREAASSIGN  "F1"  "S1"  SECTION "Deck"
  ${lines.join('\n  ')}
`

describe('lines of other programs', () => {
  it('loads, load sets, springs by other means, and what names nothing', async () => {
    const { model, report } = await modelOf(
      file(
        'LOADPATTERN "D"  TYPE  "Dead"  SELFWEIGHT  1',
        'LOADPATTERN "L"  TYPE  "Reducible Live"  SELFWEIGHT  0',
        'POINTSPRING "Soil"  SOILPROFILE "P1"  FOOTING "F1"',
        'POINTSPRING "K"  UZ  300',
        'POINTASSIGN  "1"  "Base"  RESTRAINT "UX UY"  SPRINGPROP "K"',
        'POINTASSIGN  "2"  "Base"  SPRINGPROP "Soil"',
        'POINTLOAD  "1"  "S1"  TYPE "FORCE"  LC "D"    FZ -240.2  MX -613',
        'POINTLOAD  "9"  "S1"  TYPE "FORCE"  LC "D"    FZ -1',
        'LINELOAD  "B1"  "S1"  TYPE "POINTF"  DIR "1"  LC "D"  FVAL -1000  RDIST 0',
        'LINELOAD  "B1"  "S1"  TYPE "UNIFF"  DIR "GRAV"  LC "L"  FVAL 3.2',
        'LINELOAD  "B1"  "S1"  TYPE "TRAPF"  DIR "GRAV"  LC "L"  FSTART 4.3  FEND 4.3  RDSTART 0  RDEND 0.5',
        'LINELOAD  "B1"  "S1"  TYPE "UNIFM"  DIR "GRAV"  LC "L"  FVAL 4.3',
        'SHELLUNIFORMLOADSET "Lobby"  LOADPAT "L"  VALUE 4',
        'SHELLUNIFORMLOADSET "Lobby"  LOADPAT "D"  VALUE 3.4',
        'AREALOAD  "F1"  "S1"  TYPE "UNIFLOADSET"  "Lobby"',
        'AREALOAD  "F1"  "S1"  TYPE "TEMP"  LC "D"  T 10',
      ),
      'e2k',
    )
    expect(model.loads).toEqual([
      { id: '1 S1~D', caseId: 'D', nodeId: '1 S1', force: { z: -240.2 }, moment: { x: -613 } },
      { id: 'B1 S1~D', caseId: 'D', frameId: 'B1 S1', type: 'point', at: 0, axes: 'local', force: { x: -1000 } },
      { id: 'B1 S1~L', caseId: 'L', frameId: 'B1 S1', force: { z: -3.2 } },
      { id: 'B1 S1~L_2', caseId: 'L', frameId: 'B1 S1', to: 0.5, force: { z: -4.3 } },
      { id: 'F1 S1~L', caseId: 'L', areaId: 'F1 S1', spread: 'one-way', force: { z: -4 } },
      { id: 'F1 S1~D', caseId: 'D', areaId: 'F1 S1', spread: 'one-way', force: { z: -3.4 } },
    ])
    expect(model.supports).toMatchObject([
      { id: '1 Base', restraints: { u1: true, u3: null, r1: false }, stiffness: { u3: 300 } },
    ])
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report)).toMatchObject({ loads: 2, reference_missing: 1, spring: 1, property_data: 1 })
  })

  it('cases and combinations of ETABS 9 and later', async () => {
    const combos = ['COMBO "A"  TYPE "ADD" DESIGN "CONCRETE"', 'COMBO "A"  LOAD "D"  SF 1.2', 'COMBO "R"  TYPE "ADD"', 'COMBO "R"  SPEC "EQ"  SF 1'] // biome-ignore format: a line
    const old = await modelOf(file('LOADCASE "D"  TYPE  "DEAD"  SELFWEIGHT  1', 'LOADCASE "E"  TYPE  "QUAKE"  SELFWEIGHT  0', ...combos), 'e2k') // biome-ignore format: a line
    expect(old.model.loadCases).toEqual([{ id: 'D', nature: 'dead', selfWeight: 1 }, { id: 'E', nature: 'seismic' }]) // biome-ignore format: a line
    expect(old.model.combinations).toEqual([{ id: 'A', terms: [{ caseId: 'D', factor: 1.2 }] }])
    expect(codesOf(old.report).loads).toBe(2)
    const { model, report } = await modelOf(
      file(
        'LOADPATTERN "D"  TYPE  "Dead"  SELFWEIGHT  1',
        'LOADPATTERN "L"  TYPE  "Live"  SELFWEIGHT  0',
        'LOADCASE "Modal"  TYPE  "Modal - Eigen"  INITCOND  "PRESET"',
        'LOADCASE "Modal"  MAXMODES  12 MINMODES  1',
        'LOADCASE "D"  TYPE  "Linear Static"  INITCOND  "PRESET"',
        'LOADCASE "D"  LOADPAT  "D"  SF  1',
        'LOADCASE "SLS"  TYPE  "Linear Static"  INITCOND  "PRESET"',
        'LOADCASE "SLS"  LOADPAT  "D"  SF  1',
        'LOADCASE "SLS"  LOADPAT  "L"  SF  0.5',
        'COMBO "U"  TYPE "Linear Add"',
        'COMBO "U"  DESIGN "Steel"  COMBOTYPE "Strength"',
        'COMBO "U"  LOADCASE "D"  SF 1.35',
        'COMBO "U"  LOADCASE "SLS"  SF 1.5',
        'COMBO "M"  TYPE "Linear Add"',
        'COMBO "M"  LOADCASE "Modal"  SF 1',
      ),
      'e2k',
    )
    expect(model.combinations).toEqual([
      { id: 'SLS', terms: [{ caseId: 'D', factor: 1 }, { caseId: 'L', factor: 0.5 }] },
      { id: 'U', terms: [{ caseId: 'D', factor: 1.35 }, { combinationId: 'SLS', factor: 1.5 }] },
    ]) // biome-ignore format: a line each
    expect(wrongTables(report)).toEqual([])
    expect(codesOf(report)).toMatchObject({ loads: 4, design: 1 })
  })

  it('a rigid diaphragm ties its points and the corners of its floors, storey by storey', async () => {
    const said = ['POINTASSIGN  "1"  "S1"  DIAPH  "D1"', 'AREAASSIGN  "F1"  "S1"  SECTION "Deck"  DIAPH "D1"']
    const rigid = await modelOf(file('DIAPHRAGM "D1"    TYPE RIGID', ...said), 'e2k')
    expect(rigid.model.diaphragms).toEqual([{ id: 'D1 S1', nodeIds: ['1 S1', '2 S1', '3 S1'] }])
    expect(rigid.model.areas?.[0]?.diaphragmId).toBe('D1')
    const again = await modelOf((await fileOf(rigid.model, 'e2k')).bytes, 'e2k')
    expect([again.model.diaphragms, again.model.areas]).toEqual([rigid.model.diaphragms, rigid.model.areas])
    const soft = await modelOf(file('DIAPHRAGM "D1"    TYPE SEMIRIGID', ...said), 'e2k')
    expect(soft.model.diaphragms).toEqual([])
    expect(codesOf(soft.report).diaphragm).toBe(1)
  })
})

const query = rawFile('e2k_query/Query.$et')

it.runIf(query)('a model of ETABS 2015 has its load patterns, and its modal case is left out', async () => {
  const { model, report } = await modelOf(query ?? '', 'e2k', { profiles: 'keep' })
  expect(model.loadCases).toEqual([{ id: 'Dead', nature: 'dead', selfWeight: 1 }, { id: 'Live', nature: 'live' }]) // biome-ignore format: a line
  const rows = (name: string) => report.tables?.find((one) => one.name === name)
  expect(rows('LOADCASE')).toMatchObject({ rows: 6, taken: 4, dropped: 2 })
})
