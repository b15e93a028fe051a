import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { fileOf, modelOf, notesOf, rawFile, roundTrip, soundModel, textOf } from '#lib/fixtures/file-trip.ts'
import { frameFamiliesOf } from '#lib/model/column-roles.ts'
import { areaFamily } from '#lib/model/shape/shell-axes.ts'
import { vec } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { AREA_ROLES, FRAME_ROLES, familyOfArea, familyOfFrame } from '#lib/schema/roles.ts'
import type { ViewerArea, ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'
import type { FormatId } from './formats.ts'
import { openWorkbook } from './sheets/xlsx-read.ts'
import { Zip } from './unzip.ts'

/** A portal whose beam is called a purlin. */
const portal = (): ViewerModel =>
  returnedModel({
    name: 'roles',
    units: { current: 'kN, m, C' },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 0, y: 0, z: 4 } },
      { id: 'C', position: { x: 8, y: 0, z: 4 } },
    ],
    materials: [{ id: 'S355' }],
    sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 }, materialId: 'S355' }],
    frames: [
      { id: 'K', startNodeId: 'A', endNodeId: 'B', rotation: 0, sectionId: 'R' },
      { id: 'P', startNodeId: 'B', endNodeId: 'C', rotation: 0, sectionId: 'R', role: 'purlin' },
    ],
  })

it.each(['xlsx', 'csv'] as FormatId[])('%s keeps roles', async (format) => {
  const { report, back } = await roundTrip(portal(), format)
  expect(notesOf(report).filter((note) => note.includes('role'))).toEqual([])
  expect(back.frames?.map(({ role }) => role ?? null)).toEqual([null, 'purlin'])
})

it.each(['s2k', 'e2k', 'opensees'] as FormatId[])('%s says that it has no place for them', async (format) => {
  const { report, back } = await roundTrip(portal(), format)
  expect(notesOf(report)).toContain('dropped role 1')
  expect(back.frames?.map(({ role }) => role ?? null)).toEqual([null, null])
})

const P = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })

/** A bay of two storeys' nodes: a column, a beam, a leaning frame, and a level diagonal. */
const bay = (frames: Partial<ViewerFrame>[], more: Partial<CreateModel> = {}): ViewerModel =>
  returnedModel({
    name: 'roles',
    units: { current: 'kN, m, C' },
    nodes: [P('A', 0, 0, 0), P('B', 0, 0, 4), P('C', 6, 0, 4), P('D', 6, 0, 0), P('E', 6, 5, 4), P('F', 0, 5, 4)],
    materials: [{ id: 'S355' }],
    sections: [{ id: 'R', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 }, materialId: 'S355' }],
    frames: [['A', 'B'], ['B', 'C'], ['A', 'C'], ['C', 'E'], ['E', 'F'], ['F', 'B'], ['B', 'E']].map(([startNodeId, endNodeId], k) => ({
      ...{ id: `F${k}`, startNodeId: startNodeId!, endNodeId: endNodeId!, rotation: 0, sectionId: 'R' },
      ...frames[k],
    })), // biome-ignore format: one line
    ...more,
  })
const floorOf = (area: Partial<ViewerArea>): ViewerModel =>
  bay([], { areas: [{ id: 'S', nodeIds: ['B', 'C', 'E', 'F'], thickness: 0.2, ...area }] })

const kindsIn = (text: string) => [...text.matchAll(/=IFC(COLUMN|BEAM|MEMBER|PILE|SLAB|WALL|PLATE|FOOTING)\(.*'(\w+)',\.(\w+)\.(,\$)?\);/g)].map(([, type, id, word]) => `${id} ${type} ${word}`) // biome-ignore format: one line

it('ifc goes by the guessed family where no role is set', async () => {
  expect(kindsIn(await textOf(bay([]), 'ifc'))).toEqual([
    ...['F0 COLUMN COLUMN', 'F1 BEAM BEAM', 'F2 MEMBER BRACE', 'F3 BEAM BEAM', 'F4 BEAM BEAM', 'F5 BEAM BEAM', 'F6 MEMBER BRACE'],
  ])
})

it.each([
  ['post', 'MEMBER POST'],
  ['pile', 'PILE NOTDEFINED'],
  ['leg', 'COLUMN COLUMN'],
  ['girder', 'BEAM BEAM'],
  ['joist', 'BEAM JOIST'],
  ['purlin', 'MEMBER PURLIN'],
  ['chord', 'MEMBER CHORD'],
  ['rafter', 'MEMBER RAFTER'],
  ['tie', 'MEMBER BRACE'],
  ['strut', 'MEMBER STRUT'],
  ['arch', 'MEMBER NOTDEFINED'],
  ['cable', 'MEMBER NOTDEFINED'],
] as const)('ifc tells %s as %s', async (role, kind) => {
  expect(kindsIn(await textOf(bay([{}, { role }]), 'ifc'))[1]).toBe(`F1 ${kind}`)
})

it('ifc takes the role of a member, where the frame has none', async () => {
  const members = [{ id: 'M', frameIds: ['F1', 'F3'], role: 'purlin' as const }]
  const model = bay([{}, {}, {}, { role: 'joist' }], { members })
  const kinds = kindsIn(await textOf(model, 'ifc'))
  expect([kinds[1], kinds[3]]).toEqual(['F1 MEMBER PURLIN', 'F3 BEAM JOIST'])
})

it.each([
  [{}, 'SLAB FLOOR'],
  [{ kind: 'Wall: W1' }, 'WALL SOLIDWALL'],
  [{ kind: 'footing' }, 'FOOTING NOTDEFINED'],
  [{ role: 'roof' }, 'SLAB ROOF'],
  [{ role: 'mat' }, 'SLAB BASESLAB'],
  [{ role: 'landing' }, 'SLAB LANDING'],
  [{ role: 'deck' }, 'SLAB FLOOR'],
  [{ role: 'core' }, 'WALL SOLIDWALL'],
  [{ role: 'hopper' }, 'PLATE NOTDEFINED'],
  [{ role: 'stair' }, 'SLAB NOTDEFINED'],
] as const)('ifc tells an area with %j as %s', async (area, kind) => {
  expect(kindsIn(await textOf(floorOf(area), 'ifc')).at(-1)).toBe(`S ${kind}`)
})

it.each([
  ['post', 'Column'],
  ['girder', 'Beam'],
  ['purlin', 'Purlin'],
  ['rafter', 'Rafter'],
  ['girt', 'Girt'],
  ['chord', 'TrussChord'],
  ['tie', 'RoofBracing'],
  ['hanger', 'General'],
  [undefined, 'Beam'],
] as const)('saf tells %s as %s', async (role, type) => {
  const { bytes } = await fileOf(bay([{}, role ? { role } : {}]), 'saf')
  expect(typesIn(bytes)).toEqual(['Column', type, 'WallBracing', 'Beam', 'Beam', 'Beam', 'RoofBracing'])
})

function typesIn(bytes: Uint8Array): unknown[] {
  const types: unknown[] = []
  for (const { name, read } of openWorkbook(new Zip(bytes)).sheets)
    if (name === 'StructuralCurveMember') read((cells, number) => number > 1 && types.push(cells[1]))
  return types
}

const rolesOf = ({ frames = [], areas = [] }: ViewerModel) => [...frames, ...areas].map(({ id, role }) => `${id} ${role ?? '-'}`)
const HELD = {
  ifc: [...['column', 'post', 'pile', 'beam', 'joist', 'purlin', 'rafter', 'chord', 'brace', 'strut'], ...['floor', 'landing', 'footing', 'mat', 'wall', 'roof', 'shell']], // biome-ignore format: one line
  saf: [...['column', 'beam', 'purlin', 'rafter', 'girt', 'chord', 'brace'], ...['wall', 'shell']],
}

describe.each(['ifc', 'saf'] as const)('%s', (format) => {
  it.each(FRAME_ROLES)('brings a frame back as %s, or else notes it', async (role) => {
    const sent = bay(Array.from({ length: 7 }, () => ({ role })))
    const { report, back } = await roundTrip(sent, format)
    const isHeld = HELD[format].includes(role)
    expect(notesOf(report).filter((note) => note.includes('role'))).toEqual(isHeld ? [] : ['dropped role 7'])
    const family = familyOfFrame(role)
    if (isHeld || ['column', 'beam', 'brace'].includes(family)) expect(frameFamiliesOf(back)).toEqual(Array(7).fill(family))
    const guessed = frameFamiliesOf(bay([]))
    // What is guessed anyhow is not set again.
    if (isHeld) expect(back.frames?.map((one) => one.role ?? null)).toEqual(guessed.map((one) => (one === role ? null : role)))
  })

  it.each(AREA_ROLES)('brings an area back as %s, or else notes it', async (role) => {
    const { report, back } = await roundTrip(floorOf({ role }), format)
    const isHeld = HELD[format].includes(role)
    expect(notesOf(report).filter((note) => note.includes('role'))).toEqual(isHeld ? [] : ['dropped role 1'])
    const family = familyOfArea(role)
    const outline = () => back.areas![0]!.nodeIds.map((id) => vec(back.nodes.find((node) => node.id === id)!.position))
    if (isHeld) expect(areaFamily(back.areas![0]!, outline)).toBe(family)
    if (isHeld && format === 'ifc') expect(back.areas![0]!.role ?? 'floor').toBe(role)
  })

  it('sets no role where none was set and the guess is the same', async () => {
    const { back } = await roundTrip(floorOf({ kind: 'slab' }), format)
    expect(rolesOf(back).filter((one) => !one.endsWith(' -'))).toEqual([])
  })
})

it.each(['ifc', 'saf'] as const)('%s brings the families of all frames back, set or guessed', async (format) => {
  const roles = fc.array(fc.option(fc.constantFrom(...FRAME_ROLES)), { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(soundModel, roles, async (model, words) => {
      const frames = model.frames!.map((frame, k) => ({ ...frame, ...(words[k] && { role: words[k] }) }))
      const sent = { ...model, frames }
      const families = frameFamiliesOf(sent)
      const { back } = await roundTrip(sent, format)
      const familiesBack = frameFamiliesOf(back)
      for (const [k, { id }] of (back.frames ?? []).entries()) {
        const family = families[frames.findIndex((frame) => frame.id === id)]!
        if (['column', 'beam', 'brace'].includes(family)) expect(familiesBack[k]).toBe(family)
      }
    }),
    { numRuns: runs(300) },
  )
})

it.each(['structural', 'both'] as const)('ifc brings every word back of what is analysed (%s)', async (view) => {
  const back = async (model: ViewerModel) => {
    const { bytes, report } = await fileOf(model, 'ifc', { view })
    const { model: read } = await modelOf(bytes, 'ifc')
    return { read, notes: notesOf(report).filter((note) => note.includes('role')) }
  }
  for (const role of FRAME_ROLES) {
    const { read, notes } = await back(bay([{}, { role }]))
    expect([rolesOf(read)[1], notes]).toEqual([`F1 ${role}`, []])
    expect(rolesOf(read)[0]).toMatch(/ -$/)
  }
  for (const role of AREA_ROLES) {
    if (role === 'panel') continue
    const { read, notes } = await back(floorOf({ role }))
    const outline = () => read.areas![0]!.nodeIds.map((id) => vec(read.nodes.find((node) => node.id === id)!.position))
    expect([read.areas![0]!.kind, areaFamily(read.areas![0]!, outline), notes]).toEqual([role, familyOfArea(role), []])
  }
  for (const [area, kind] of [[{ role: 'roof', kind: 'DECK' }, 'DECK'], [{ role: 'panel' }, undefined]] as const) {
    const { read, notes } = await back(floorOf(area))
    expect([read.areas![0]!.kind, notes]).toEqual([kind, ['dropped role 1']])
  } // biome-ignore format: short
})

it('of a file of another program sets roles only where they say more than the guess', async () => {
  const text = await textOf(floorOf({}), 'ifc')
  const foreign = text
    .replaceAll("'Structural Model Service'", "'Other'")
    .replace(/IFCBEAM(.*'F1',)\.BEAM\./, 'IFCMEMBER$1.PURLIN.')
    .replace(/IFCMEMBER(.*'F2',)\.BRACE\./, 'IFCMEMBER$1.MEMBER.')
    .replace(/IFCBEAM(.*'F3',)\.BEAM\./, 'IFCMEMBER$1.BRACE.')
    .replace(/IFCBEAM(.*'F4',)\.BEAM\./, 'IFCBEAM$1.LINTEL.')
  expect(foreign).toContain('.PURLIN.')
  const { model } = await modelOf(foreign, 'ifc')
  expect(rolesOf(model)).toEqual(['F0 -', 'F1 purlin', 'F2 -', 'F3 brace', 'F4 -', 'F5 -', 'F6 -', 'S -'])
  const plate = await modelOf(foreign.replace(/IFCSLAB(.*)\.FLOOR\./, 'IFCPLATE$1.NOTDEFINED.'), 'ifc')
  expect(plate.model.areas!.map(({ kind, role }) => [kind, role])).toEqual([['plate', undefined]])
})

it('reads a SAF file that calls all its members beams as if it said nothing', async () => {
  const raw = rawFile('saf_mymodel/Mymodel.xlsx')
  if (!raw) return
  const { model } = await modelOf(raw, 'saf')
  expect(new Set(frameFamiliesOf(model))).toEqual(new Set(['column', 'beam']))
  expect(model.frames!.some(({ role }) => role)).toBe(false)
})
