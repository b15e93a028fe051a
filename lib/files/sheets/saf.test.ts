import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { anyModel } from '#lib/fixtures/any-model.ts'
import { modelNames, readExample } from '#lib/fixtures/example-models.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { fileOf, noteCount, portalFrame, readBack, roundTrip, soundModel } from '#lib/fixtures/file-trip.ts'
import { bookOf, rowsOf } from '#lib/fixtures/saf-book.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, vec } from '#lib/model/shape/vector.ts'
import { root } from '#lib/runtime/program.mjs'
import { asSubmitted } from '#lib/schema/as-submitted.ts'
import type { FileReport } from '#lib/schema/file-report.ts'
import type { ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'

const counts = ({ notes }: FileReport, action: string) =>
  Object.fromEntries(notes.flatMap((note) => (note.action === action ? [[note.code, note.count]] : [])))

describe('a portal frame', () => {
  it('is these sheets', async () => {
    const { bytes, report } = await fileOf(portalFrame(), 'saf')
    const { StructuralCurveMember: members, ...book } = bookOf(bytes)
    expect(report.notes).toEqual([])
    expect(book).toEqual({
      Project: [['Name', 'Portal frame']],
      Model: rowsOf(`Name | Portal frame\nSAF Version | 2.2.0\nSource application | Structural Model Service
        Global coordinate system | Z vertical\nLCS of cross-section | ZYX\nSystem of units | Metric`),
      StructuralMaterial:
        rowsOf(`Name | Type | Quality | Unit mass [kg/m3] | E modulus [MPa] | G modulus [MPa] | Poisson Coefficient | Id
        S355 | Steel | Structural steel S355 | 7850 | 210000 | 80769.2307692 | 0.3 | 94632fb9-8d5b-5755-a1ec-143c7313f977`),
      StructuralCrossSection: rowsOf(`Name | Material | Cross-section type | Shape | Parameters [mm] | Profile | Form code | Id
        HEB 200 | S355 | Parametric | I rolled | 200;200;15;9;0 | HEB 200 |  | 1029f435-20d7-521d-8c8d-6f579886a53f
        IPE 300 | S355 | Parametric | I rolled | 300;150;10.7;7.1;0 | IPE 300 |  | 1a9a66d4-957e-57c3-8096-88c988cf9d49`),
      StructuralPointConnection: rowsOf(`Name | Coordinate X [m] | Coordinate Y [m] | Coordinate Z [m] | Id
        N1 | 0 | 0 | 0 | 8ca267f2-b5a1-5e3f-bc3b-ce6f40c9c44e
        N2 | 0 | 0 | 4 | f2c99935-afa0-5dd3-9e29-f00bcf383ae2
        N3 | 6 | 0 | 4 | 5e31578e-1e3c-552d-bb96-f982d90943f3
        N4 | 6 | 0 | 0 | 9e9f243d-b32a-5957-a439-8aeb7ff99325`),
      StructuralPointSupport: rowsOf(`Name | Type | Boundary condition | Node | ux | uy | uz | fix | fiy | fiz | Id
        S1 | Fixed | In node | N1 | Rigid | Rigid | Rigid | Rigid | Rigid | Rigid | b7971d0a-c96d-549a-a746-e297f462b8b7
        S2 | Fixed | In node | N4 | Rigid | Rigid | Rigid | Rigid | Rigid | Rigid | ${(book.StructuralPointSupport as string[][])[2]![10]}`),
    })
    const [heads, ...rows] = members!
    const structural = (row: unknown[]) => [...row.slice(0, 17), ...row.slice(21)]
    expect(heads!.slice(17, 21)).toEqual(heads!.slice(13, 17).map((head) => String(head).replace('Analysis', 'Structural')))
    expect(rows.map((row) => row.slice(17, 21))).toEqual(rows.map((row) => row.slice(13, 17)))
    expect([heads!, ...rows].map(structural)).toEqual(
      rowsOf(`Name | Type | Cross section | Nodes | Segments | Length [m] | Geometrical shape | LCS | LCS Rotation [deg] | Coordinate X [m] | Coordinate Y [m] | Coordinate Z [m] | System line | Analysis Y Eccentricity of Beg Node [mm] | Analysis Y Eccentricity of End Node [mm] | Analysis Z Eccentricity of Beg Node [mm] | Analysis Z Eccentricity of End Node [mm] | Behaviour in analysis | Id
        C1 | Column | HEB 200 | N1;N2 | Line | 4 | Line | z by vector | 0 | 1 | 0 | 0 | Centre | 0 | 0 | 0 | 0 | Standard | dfe1339b-X
        B1 | Beam | IPE 300 | N2;N3 | Line | 6 | Line | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 0 | -150 | -150 | Standard | 041cc8a6-5902-5a12-8096-b961346dc39b
        C2 | Column | HEB 200 | N4;N3 | Line | 4 | Line | z by vector | 0 | 1 | 0 | 0 | Centre | 0 | 0 | 0 | 0 | Standard | fb88ffe8-X`).map(
        (row) => row.map((cell) => (String(cell).endsWith('-X') ? expect.stringMatching(String(cell).slice(0, 9)) : cell)),
      ),
    )
  })

  it('comes back, and says what it was', async () => {
    const { back, read } = await roundTrip(portalFrame(), 'saf')
    expectSame(back, portalFrame())
    expect(read.report).toMatchObject({ program: 'Structural Model Service, SAF 2.2.0', units: 'kN, m, C' })
    expect(counts(read.report, 'dropped')).toEqual({})
  })
})

const RAW = join(root, '../shared/examples/raw/saf_mymodel/Mymodel.xlsx')
it.skipIf(!existsSync(RAW))('a hall of another program comes in as its summary says', async () => {
  const { model, report } = await readBack(new Uint8Array(readFileSync(RAW)), 'saf', { profiles: 'keep' })
  const { materials, sections, nodes, frames, areas, supports } = model
  expect([materials, sections, nodes, frames, areas, supports].map(({ length }) => length)).toEqual([8, 9, 40, 39, 1, 12])
  expect(areas[0]!.openingNodeIds).toHaveLength(1)
  expect(supports.every(({ restraints }) => Object.values(restraints!).every((held) => held === true))).toBe(true)
  const places = new Map(nodes.map(({ id, position }) => [id, vec(position)]))
  const total = frames.reduce(
    (sum, { startNodeId, endNodeId }) => sum + distance(places.get(startNodeId)!, places.get(endNodeId)!),
    0,
  )
  expect(total).toBeCloseTo(174.2, 9)
  const rotations = (degrees: number) => frames.filter(({ rotation }) => rotation === degrees).length
  expect([rotations(180), rotations(-90), rotations(0)]).toEqual([12, 12, 15])
  expect(counts(report, 'guessed')).toEqual({ orientation_guessed: 12 })
  expect(counts(report, 'kept')).toEqual({ material_properties: 8, section_by_name_only: 3, section_without_outline: 2 })
  for (const { name, rows, taken, kept, dropped } of report.tables ?? [])
    expect([name, taken + kept + dropped]).toEqual([name, rows])
})

describe('round trips', () => {
  it.each(modelNames)('%s comes back but for what the report names', async (name) => {
    const model = returnedModel(asSubmitted(readExample(name)) as never)
    if (!model.units?.length && !model.units?.current) model.units = { length: 'm' }
    const { back, report } = await roundTrip(model, 'saf')
    expect((back.frames?.length ?? 0) + noteCount(report, 'zero_length')).toBe(model.frames?.length ?? 0)
    expectSame(back, model)
  })

  it('of any model that is sound: ends, axes, offsets, outlines, areas and restraints', async () => {
    await fc.assert(
      fc.asyncProperty(soundModel, async (sound) => {
        const model = { ...sound, units: { length: 'm' } }
        const { back } = await roundTrip(model, 'saf')
        expectSame(back, model)
      }),
      { numRuns: runs(1000), seed: 20261124 },
    )
  })

  it('of any model: what came back and what was noted is what went out', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async (any) => {
        const model = { ...any, units: { length: 'm' } }
        const { read, report } = await roundTrip(model, 'saf')
        expect(read.model.nodes.map(({ position }) => position)).toEqual(
          model.nodes.map(({ position: { x, y, z } }) => ({ x: x + 0, y: y + 0, z: z + 0 })),
        )
        expect(read.model.nodes.map(({ id }) => id)).toEqual(model.nodes.map(({ id }) => id))
        expect(read.model.frames.length + noteCount(report, 'zero_length')).toBe(model.frames?.length)
        for (const { name, rows, taken, kept, dropped } of read.report.tables ?? [])
          expect([name, taken + kept + dropped]).toEqual([name, rows])
      }),
      { numRuns: runs(1000), seed: 20261124 },
    )
  })
})

/** In metres, where nothing but what the report names is lost: ends, axes, offsets, outlines, areas, restraints, levels. */
function expectSame(back: ViewerModel, model: ViewerModel): void {
  const factor = model.units?.length === 'mm' || /mm/.test(model.units?.current ?? '') ? 0.001 : /\bin\b/i.test(model.units?.current ?? '') ? 0.0254 : 1
  const places = (one: ViewerModel) => new Map(one.nodes.map(({ id, position }) => [id, vec(position)]))
  const [before, after] = [places(model), places(back)]
  const sections = (one: ViewerModel) => new Map(one.sections?.map((section) => [section.id, section]))
  const [was, is] = [sections(model), sections(back)]
  for (const [id, place] of before) expectNear(after.get(id) ?? [], place.map((one) => one * factor), id)
  const frames = new Map(model.frames?.map((frame) => [frame.id, frame]))
  for (const frame of back.frames ?? []) {
    const old = frames.get(frame.id) ?? ({} as ViewerFrame)
    expect([frame.startNodeId, frame.endNodeId]).toEqual([old.startNodeId, old.endNodeId])
    const axes = (of: ViewerFrame, at: typeof before) => localAxes(at.get(of.startNodeId) ?? [0, 0, 0], at.get(of.endNodeId) ?? [0, 0, 0], of.rotation) ?? []
    for (const [k, axis] of axes(old, before).entries()) expectNear(axes(frame, after)[k] ?? [], axis, `axis ${k + 1} of ${frame.id}`, 1e-9)
    expectNear([frame.sectionOffset?.x ?? 0, frame.sectionOffset?.y ?? 0], [(old.sectionOffset?.x ?? 0) * factor, (old.sectionOffset?.y ?? 0) * factor], `offset of ${frame.id}`)
    const outline = (of: ViewerFrame, all: typeof was) => (of.sectionId ? (all.get(of.sectionId)?.polygon ?? []) : []).flatMap(({ x, y }) => [x, y])
    expectNear(outline(frame, is), outline(old, was).map((one) => one * factor), `outline of ${frame.id}`)
    const material = (of: ViewerFrame, all: typeof was) => of.materialId ?? (of.sectionId ? all.get(of.sectionId)?.materialId : null) ?? null
    if (old.sectionId) expect([frame.id, material(frame, is)]).toEqual([frame.id, material(old, was)])
  }
  const areas = (one: ViewerModel) => one.areas?.map(({ id, nodeIds, openingNodeIds = [], cardinalPoint }) => ({ id, nodeIds, openingNodeIds, plane: ['TOP', 'BOTTOM'].find((word) => word === cardinalPoint?.toUpperCase()) })) ?? []
  expect(areas(back)).toEqual(areas(model))
  const thickness = (one: ViewerModel, all: typeof was) => one.areas?.map((area) => area.thickness ?? (area.sectionId ? all.get(area.sectionId)?.thickness : null) ?? 0) ?? []
  expectNear(thickness(back, is), thickness(model, was).map((one) => one * factor), 'thicknesses')
  const supports = (one: ViewerModel) => one.supports?.map(({ id, nodeId, restraints }) => [id, nodeId, ...(['u1', 'u2', 'u3', 'r1', 'r2', 'r3'] as const).map((key) => restraints?.[key] ?? false)]) ?? []
  expect(supports(back)).toEqual(supports(model))
  const levels = (one: ViewerModel) => one.gridLines?.filter(({ axis }) => axis === 'Z') ?? []
  expect(levels(back).map(({ id }) => id)).toEqual(levels(model).map(({ id }) => id))
  expectNear(levels(back).map(({ coordinate }) => coordinate), levels(model).map(({ coordinate }) => coordinate * factor), 'levels')
  const members = (one: ViewerModel) => one.members?.map(({ id, frameIds }) => [id, [...frameIds].sort()]).sort() ?? []
  const zero = new Set(model.frames?.map(({ id }) => id).filter((id) => !back.frames?.some((frame) => frame.id === id)))
  if (zero.size === 0) expect(members(back)).toEqual(members(model))
} // biome-ignore format: a line a part

function expectNear(found: readonly number[], wanted: readonly number[], what: string, tolerance = 1e-11): void {
  expect([what, found.length]).toEqual([what, wanted.length])
  for (const [k, one] of wanted.entries())
    if (Math.abs((found[k] ?? Number.NaN) - one) > tolerance * Math.max(1, Math.abs(one)))
      expect([what, found]).toEqual([what, wanted])
}
