import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import {
  codesOf,
  comparable,
  fileOf,
  modelOf,
  rawFile,
  refusalOf,
  soundModel,
  textOf,
  wrongTables,
} from '#lib/fixtures/file-trip.ts'
import { distance, vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'

const portal = () => returnedModel(portalFrame())

it('writes the portal frame as SAP2000 would, byte for byte', async () => {
  const expected = readFileSync(join(import.meta.dirname, '../golden/portal-frame.s2k'), 'utf8')
  const { bytes, report } = await fileOf(portal(), 's2k')
  expect(Buffer.from(bytes).toString()).toBe(expected)
  expect(codesOf(report)).toEqual({ id_changed: 2 })
  expect(await textOf(portal(), 's2k')).toBe(expected)
})

it('reads the portal frame back with its ids, and drops nothing', async () => {
  const { model, report } = await modelOf(await textOf(portal(), 's2k'), 's2k')
  expect(comparable(model)).toEqual(comparable(portal()))
  expect(model.name).toBe('Portal frame')
  expect(wrongTables(report)).toEqual([])
  expect(codesOf(report)).toEqual({ ids_restored: 2, insertion_point_converted: 1, material_properties: 1 })
})

const frameLength = ({ nodes, frames = [] }: ViewerModel) => {
  const at = new Map(nodes.map(({ id, position }) => [id, vec(position)]))
  return frames.reduce((sum, { startNodeId, endNodeId }) => {
    const [a, b] = [at.get(startNodeId), at.get(endNodeId)]
    return sum + (a && b ? distance(a, b) : Number.NaN)
  }, 0)
}

/** To nine digits: converted numbers have twelve, each way. */
const valuesOf = ({ materials = [] }: ViewerModel, id: string) => {
  const properties = materials.find((one) => one.id === id)?.source?.properties ?? {}
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, Number(Number(value).toPrecision(9))]))
}

const tower = rawFile('s2k_tower/Tower.s2k')

describe.runIf(tower)('the tower of SAP2000 25', () => {
  const read = () => modelOf(tower ?? '', 's2k', { profiles: 'keep' })

  it('comes in with all that it holds, and says what it leaves out', async () => {
    const { model, report } = await read()
    const { gridLines = [], materials = [], sections = [], nodes, frames = [], supports = [] } = model
    expect([gridLines, materials, sections, nodes, frames, supports].map(({ length }) => length)).toEqual([25, 2, 1, 20, 72, 4])
    expect(supports.map(({ restraints: r }) => [r?.u1, r?.u2, r?.u3, r?.r1, r?.r2, r?.r3])).toEqual(
      Array.from({ length: 4 }, () => [true, true, true, false, false, false]),
    )
    expect(frameLength(model)).toBeCloseTo(22857.682690388814, 9)
    expect([report.program, report.encoding, report.units]).toEqual(['SAP2000 25.3.1', 'utf-8', 'Kip, in, F'])
    expect(wrongTables(report)).toEqual([])
    const codes = codesOf(report)
    expect(codes.material_properties).toBe(2)
    expect(frames.filter(({ releases }) => releases)).toHaveLength(40)
    expect(frames[1]?.releases).toEqual({ start: { t: true, m2: true, m3: true }, end: { m2: true, m3: true } })
    expect(report.tables?.find(({ name }) => name === 'CONNECTIVITY - FRAME')).toEqual({
      ...{ name: 'CONNECTIVITY - FRAME', rows: 72, taken: 72, kept: 0, dropped: 0, ignoredColumns: ['Length', 'CentroidX', 'CentroidY', 'CentroidZ', 'GUID'] }, // biome-ignore format: a line
    })
    expect(materials[1]).toMatchObject({ id: 'A992Fy50', source: { type: 'Steel', grade: 'Grade 50' } })
    const steel = { density: 7849.0467, E: 199947.962, G: 76903.0621, nu: 0.3, fy: 344.737865, alpha: 0.0000117 }
    expect(valuesOf(model, 'A992Fy50')).toEqual(steel)
  })

  it('goes out and comes in again joint for joint, and drops nothing', async () => {
    const first = await read()
    const { bytes } = await fileOf(first.model, 's2k')
    const second = await modelOf(bytes, 's2k')
    expect(comparable(second.model)).toEqual(comparable(first.model))
    for (const id of ['A992Fy50', '4000Psi']) expect(valuesOf(second.model, id)).toEqual(valuesOf(first.model, id))
    expect(second.report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
    expect(codesOf(second.report)).toMatchObject({ material_properties: 2 })
    expect(second.model.frames).toEqual(first.model.frames)
  })
})

/** What the format has no place for, or turns into something else, is noted; the rest is equal. */
it('brings any model back but for what it says', async () => {
  await fc.assert(
    fc.asyncProperty(soundModel, async (model) => {
      const { bytes } = await fileOf(model, 's2k')
      const { model: again, report } = await modelOf(bytes, 's2k')
      expect(wrongTables(report)).toEqual([])
      expect(report.notes.filter(({ action }) => action === 'dropped')).toEqual([])
      expect(comparable(again)).toEqual(comparable(model))
    }),
    { numRuns: runs(1000), seed: 7 },
  )
})

const file = (tables: Record<string, string[]>) =>
  Object.entries({ 'PROGRAM CONTROL': ['ProgramName=SAP2000   Version=22   CurrUnits="KN, m, C"'], ...tables })
    .map(([name, rows]) => `TABLE:  "${name}"\n${rows.map((row) => `   ${row}\n`).join('')}\n`)
    .join('')

const JOINTS = ['Joint=1   CoordSys=GLOBAL   CoordType=Cartesian   XorR=0   Y=0   Z=0', 'Joint=2   XorR=5   Y=0   Z=0']

it('places joints of cylindrical and turned systems', async () => {
  const systems = [
    'Name=GLOBAL   Type=Cartesian   X=0   Y=0   Z=0   AboutZ=0   AboutY=0   AboutX=0',
    'Name=S   Type=Cartesian   X=10   Y=0   Z=1   AboutZ=90   AboutY=0   AboutX=0',
  ]
  const joints = [
    'Joint=a   CoordSys=GLOBAL   CoordType=Cylindrical   XorR=2   T=90   Z=3',
    'Joint=b   CoordSys=S   CoordType=Cartesian   XorR=2   Y=1   Z=3',
  ]
  const grid = ['CoordSys=S   AxisDir=X   GridID=A   XRYZCoord=4', 'CoordSys=GLOBAL   AxisDir=Z   GridID=L1   XRYZCoord=4']
  const { model, report } = await modelOf(
    file({ 'COORDINATE SYSTEMS': systems, 'JOINT COORDINATES': joints, 'GRID LINES': grid }),
    's2k',
  )
  expect(model.nodes.map(({ position: { x, y, z } }) => [x, y, z].map((part) => Number(part.toFixed(12)) + 0))).toEqual([
    [0, 2, 3],
    [9, 2, 4],
  ])
  expect(model.gridLines).toEqual([
    { id: 'S/X/A', axis: 'Y', coordinate: 4, label: 'A' },
    { id: 'GLOBAL/Z/L1', axis: 'Z', coordinate: 4, label: 'L1' },
  ])
  expect(codesOf(report)).toEqual({ coordinates_converted: 2 })
})

it('refuses a file in which half the building would stand wrong, with each mistake and its place', async () => {
  const bad = file({ 'JOINT COORDINATES': ['Joint=1   XorR=NaN   Y=0   Z=0', 'Joint=2   XorR=0   Y=0', 'Joint=3   CoordSys=B   XorR=0   Y=0   Z=0'] }) // biome-ignore format: a line
  expect(await refusalOf(bad, 's2k')).toEqual([
    "file_value JOINT COORDINATES/5/XorR: XorR of '1' is 'NaN', no number",
    "file_value JOINT COORDINATES/6/Z: Z of '2' is missing",
    "file_value JOINT COORDINATES/7/CoordSys: there is no coordinate system 'B'",
  ])
  expect(await refusalOf(file({}).replace('KN, m, C', 'KN, parsec, C'), 's2k')).toEqual([
    "file_value PROGRAM CONTROL/2/CurrUnits: 'KN, parsec, C' has no readable length unit",
  ])
  expect(await refusalOf(file({}), 's2k', { units: 'N, mm, C' })).toEqual([
    'value_error units: Value error, the file is in KN, m, C',
  ])
})

it('leaves out a broken element alone, and counts it', async () => {
  const { model, report } = await modelOf(
    file({
      'JOINT COORDINATES': [...JOINTS, 'Joint=2   XorR=9   Y=0   Z=0', 'nonsense'],
      'CONNECTIVITY - FRAME': ['Frame=1   JointI=1   JointJ=2', 'Frame=2   JointI=1   JointJ=3', 'Frame=1   JointI=1   JointJ=2'],
      'CONNECTIVITY - AREA': ['Area=1   NumJoints=1000000000   Joint1=1   Joint2=2'],
      'LINK PROPERTY DEFINITIONS 01 - GENERAL': ['Link=L'],
      'JOINT LOADS - FORCE': ['Joint=1   F3=-1', 'Joint=2   F3=-1'],
    }),
    's2k',
  )
  expect([model.nodes.length, model.frames?.length, model.areas?.length]).toEqual([2, 1, 0])
  expect(wrongTables(report)).toEqual([])
  expect(codesOf(report)).toEqual({ line_not_understood: 1, duplicate_row: 2, reference_missing: 4, links: 1 })
})

it('stands a section where the insertion point and the joint offsets put it', async () => {
  const tables = (insertion: string) =>
    file({
      'FRAME SECTION PROPERTIES 01 - GENERAL': [
        'SectionName=R   Shape=Rectangular   t3=0.6   t2=0.3',
        'SectionName=C   Shape=Channel   t3=0.2   t2=0.075   tf=0.0115   tw=0.0085',
      ],
      'JOINT COORDINATES': JOINTS,
      'CONNECTIVITY - FRAME': ['Frame=1   JointI=1   JointJ=2', 'Frame=2   JointI=1   JointJ=2'],
      'FRAME SECTION ASSIGNMENTS': ['Frame=1   AnalSect=R   MatProp=Default', 'Frame=2   AnalSect=C   MatProp=Default'],
      'FRAME INSERTION POINT ASSIGNMENTS': [`Frame=1   ${insertion}`],
    })
  const offset = async (insertion: string) => (await modelOf(tables(insertion), 's2k')).model.frames?.[0]?.sectionOffset
  expect(await offset('CardinalPt="8 (top center)"')).toEqual({ x: 0, y: -0.3 })
  expect(await offset('CardinalPt="8 (top center)"   CoordSys=Local   JtOffsetYI=0.1   JtOffsetZI=0.2   JtOffsetYJ=0.1   JtOffsetZJ=0.2')).toEqual({ x: 0.2, y: -0.2 }) // biome-ignore format: a line
  // +X: axis 2 is Z, axis 3 is -Y.
  expect(await offset('CardinalPt="10 (centroid)"   CoordSys=GLOBAL   JtOffsetYI=0.1   JtOffsetZI=0.2   JtOffsetYJ=0.1   JtOffsetZJ=0.2')).toEqual({ x: -0.1, y: 0.2 }) // biome-ignore format: a line
  const apart = (await modelOf(tables('CardinalPt="10 (centroid)"   CoordSys=GLOBAL   JtOffsetYI=0.1   JtOffsetZI=0.2   JtOffsetYJ=0.3   JtOffsetZJ=0.2'), 's2k')).model.frames?.[0] // biome-ignore format: a line
  expect([apart?.sectionOffset, apart?.endSectionOffset]).toEqual([{ x: -0.1, y: 0.2 }, { x: -0.3, y: 0.2 }]) // biome-ignore format: a line
  // Of a channel the centroid, not the box, stands on the line where nothing is said.
  const { model, report } = await modelOf(tables('CardinalPt="10 (centroid)"   Mirror2=Yes'), 's2k')
  expect(model.frames?.[1]?.sectionOffset?.x).toBeCloseTo(-0.0155, 3)
  expect(codesOf(report)).toEqual({ mirror: 1, insertion_point_converted: 1 })
})

it('reads any encoding and any end of line alike', async () => {
  const text = (await textOf({ ...portal(), name: 'Tr' }, 's2k')).replaceAll('IPE 300', 'IPE 300')
  const expected = comparable((await modelOf(text, 's2k')).model)
  const wide = Buffer.from(text, 'utf16le')
  const forms = [
    Buffer.from(`\ufeff${text}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
    Buffer.from(wide).swap16(),
    Buffer.from(text.replaceAll('\r\n', '\n')),
    Buffer.from(text.replaceAll('\r\n', '\r')),
    Buffer.from(text.replace(/(\d)\.(\d)/g, '$1,$2')),
  ]
  for (const form of forms) expect(comparable((await modelOf(form, 's2k')).model)).toEqual(expected)
})

it('answers a damaged file with a sentence or a model, wherever it is cut or changed', async () => {
  const whole = Buffer.from(await textOf(portal(), 's2k'))
  const tries: Buffer[] = []
  for (let i = 0; i < 200; i++) {
    tries.push(whole.subarray(0, Math.floor((i * whole.length) / 200)))
    const changed = Buffer.from(whole)
    for (let k = 0; k < 5; k++) changed[(i * 7919 + k * 104_729) % whole.length] = (i * 31 + k * 17) % 256
    tries.push(changed)
  }
  for (const bytes of tries) await refusalOf(bytes, 's2k')
})
