import { describe, expect, it } from 'vitest'
import { readBack } from '#lib/fixtures/file-trip.ts'
import { type Book, rowsOf, toWorkbook } from '#lib/fixtures/saf-book.ts'
import { outlineCentroid } from '#lib/model/section/section-properties.ts'
import type { FileReport } from '#lib/schema/file-report.ts'

/** Files as other programs write them, told by their sheets. */

const MODEL = `Name | Hall\nGlobal coordinate system | Z vertical\nLCS of cross-section | ZYX\nSystem of units | Metric`
const NODES = `Name | Coordinate X [m] | Coordinate Y [m] | Coordinate Z [m]\nN1 | 0 | 0 | 0\nN2 | 6 | 0 | 0\nN3 | 0 | 4 | 0\nN4 | 0 | 0 | 5`
const SECTIONS = `Name | Cross-section type | Shape | Parameters [mm]
  IPE270 | Parametric | I rolled | 270;135;10.2;6.6;15
  U | Parametric | Channel | 200;75;11;8;0`
const HEADS = `Name | Nodes | Segments | Internal nodes | Cross section | LCS | LCS Rotation [deg] | Coordinate X [m] | Coordinate Y [m] | Coordinate Z [m] | System line | Eccentricity ey [mm] | Eccentricity ez [mm]`

const read = (sheets: Record<string, string>, replaced: Record<string, string> = {}) => {
  const book: Book = {}
  for (const [name, text] of Object.entries({
    Model: MODEL,
    StructuralPointConnection: NODES,
    StructuralCrossSection: SECTIONS,
    ...replaced,
    ...sheets,
  }))
    book[name] = rowsOf(text)
  return readBack(toWorkbook(book), 'saf', { profiles: 'keep' })
}
const notes = ({ notes }: FileReport) => notes.map(({ action, code, count }) => `${action} ${code} ${count}`)
const member = (row: string) => ({ StructuralCurveMember: `${HEADS}\n${row}` })

describe('axes', () => {
  it.each([
    ['Z vertical', { x: 1, y: 2, z: 3 }],
    ['Minus Z vertical', { x: 1, y: -2, z: -3 }],
    ['Y', { x: 1, y: -3, z: 2 }],
    ['minus Y', { x: 1, y: 3, z: -2 }],
    ['X', { x: -2, y: -3, z: 1 }],
    ['Minus X', { x: -2, y: 3, z: -1 }],
  ])('of a model with %s up become ours', async (said, position) => {
    const { model, report } = await read(
      { StructuralPointSupport: `Name | Node | ux | uy | uz\nS | N | Rigid | Free | Free` },
      {
        Model: MODEL.replace('Z vertical', said),
        StructuralPointConnection: NODES.replace(/\nN1[\s\S]*/, '\nN | 1 | 2 | 3'),
      },
    )
    expect(model.nodes).toEqual([{ id: 'N', position }])
    // x of the file is held: 1 in its coordinates, so whichever of ours holds a 1.
    const held = Object.entries(model.supports[0]!.restraints!).filter(([, value]) => value === true)
    expect(held.map(([key]) => key)).toEqual([`u${Object.values(position).findIndex((one) => Math.abs(one) === 1) + 1}`])
    expect(notes(report).includes('converted axes_turned 1')).toBe(said !== 'Z vertical')
  })

  it('of sections, members and eccentricities: a purlin on a rafter, as two programs write it', async () => {
    const { model } = await read(member('P | N1;N2 | Line |  | IPE270 | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 195'))
    expect(model.frames).toMatchObject([{ rotation: 0, sectionOffset: { x: 0, y: 0.195 } }])
    // Seen from below: the section's up is -z, and y is turned with it.
    const below = await read(member('P | N1;N2 | Line |  | IPE270 | y by vector | 0 | 0 | -1 | 0 | Centre | 20 | -195'), { Model: MODEL.replace('ZYX', 'MinusZMinusYX') }) // biome-ignore format: a line
    expect(below.model.frames).toMatchObject([{ rotation: 0, sectionOffset: { x: 0.02, y: 0.195 } }])
  })

  it('turn about x by the right hand, and by a point', async () => {
    const { model } = await read({
      StructuralCurveMember: `${HEADS}
        A | N1;N2 | Line |  | IPE270 | z by vector | 30 | 0 | 0 | 1 | Centre | 0 | 0
        B | N1;N4 | Line |  | IPE270 | z by point | 0 | 3 | 0 | 7 | Centre | 0 | 0
        C | N1;N2 | Line |  | IPE270 | y by vector | 0 | 5 | 0 | 0 | Centre | 0 | 0`,
    })
    expect(model.frames.map(({ rotation }) => rotation)).toEqual([30, 0, 0])
  })

  it('of an unsymmetric section that looks the other way mirror it', async () => {
    const { model, report } = await read({}, { Model: MODEL.replace('ZYX', 'ZYMinusX') })
    const [, channel] = model.sections
    expect(channel).toMatchObject({ id: 'U', type: 'custom' })
    expect(outlineCentroid(channel!.polygon!)!.x).toBeCloseTo(-0.0155185426, 9) // our channel's web is at +3
    expect(notes(report)).toContain('converted outline_from_shape 1')
  })
})

describe('system lines', () => {
  it.each([
    ['Top', { x: 0, y: -0.135 }],
    ['Bottom', { x: 0, y: 0.135 }],
    ['Left', { x: 0.0675, y: 0 }],
    ['Bottom right', { x: -0.0675, y: 0.135 }],
  ])('%s is a side of the box', async (line, sectionOffset) => {
    const { model } = await read(member(`P | N1;N2 | Line |  | IPE270 | z by vector | 0 | 0 | 0 | 1 | ${line} | 0 | 0`))
    expect(model.frames).toMatchObject([{ sectionOffset }])
  })

  it('of a section without outline is kept as a number', async () => {
    const { model, report } = await read(member(`P | N1;N2 | Line |  | X | z by vector | 0 | 0 | 0 | 1 | Top left | 0 | 0`), {
      StructuralCrossSection: `Name | Cross-section type | Profile\nX | Manufactured | ABC 1`,
    })
    expect(model.frames[0]!.source).toEqual({ cardinalPoint: 9 })
    expect(notes(report)).toContain('kept insertion_point_without_outline 1')
  })
})

describe('curves', () => {
  it('an arc becomes chords of at most 22.5 degrees through its middle node, and a member', async () => {
    const { model, report } = await read(
      member('A | N2;N3;N5 | Circular Arc |  | IPE270 | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 0'),
      {
        StructuralPointConnection: `${NODES}\nN5 | -6 | 0 | 0\nN3b | 0 | 6 | 0`
          .replace('N3 | 0 | 4 | 0', 'N3 | 0 | 6 | 0')
          .replace('\nN3b | 0 | 6 | 0', ''),
      },
    )
    expect(model.frames).toHaveLength(8)
    expect(model.members).toEqual([{ id: 'A', frameIds: model.frames.map(({ id }) => id) }])
    expect(model.frames[0]).toMatchObject({ id: 'A:1', startNodeId: 'N2', sectionId: 'IPE270' })
    for (const { position } of model.nodes.slice(5)) expect(Math.hypot(position.x, position.y)).toBeCloseTo(6, 12)
    expect(notes(report)).toEqual(expect.arrayContaining(['converted curve_divided 1', 'converted member_divided 1']))
  })

  it('nodes on a member divide it in their order; full circles are left out', async () => {
    const { model, report } = await read({
      StructuralCurveMember: `${HEADS}
        B | N1;N2 | Line | N7;N6;N3 | IPE270 | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 0
        C | N1;N2;N3 | Circle by 3 points |  | IPE270 | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 0`,
    }, { StructuralPointConnection: `${NODES}\nN6 | 1 | 0 | 0\nN7 | 2 | 0 | 0` }) // biome-ignore format: a line a sheet
    expect(model.frames.map(({ startNodeId, endNodeId }) => [startNodeId, endNodeId])).toEqual([['N1', 'N6'], ['N6', 'N7'], ['N7', 'N2']]) // biome-ignore format: a line
    expect(notes(report)).toContain('dropped curve 1')
  })
})

describe('what hangs on members and areas', () => {
  const AREA = {
    StructuralSurfaceMember: `Name | Type | Thickness [mm] | System plane at | Nodes | Edges\nS | Plate | 200 | Top | N1;N2;N3 | Line;Line;Line`,
  }

  it('hinges, springs, edge supports and openings', async () => {
    const { model, report } = await read({
      ...member('B | N1;N2 | Line |  | IPE270 | z by vector | 0 | 0 | 0 | 1 | Centre | 0 | 0'),
      ...AREA,
      StructuralSurfaceMemberOpening: `Name | 2D Member | Nodes | Edges\nO | S | N1;N2;N3 | Line;Line;Line\nO2 | T | N1;N2;N3 | Line;Line;Line`,
      StructuralPointSupport: `Name | Node | ux | uy | uz | fix | fiy | fiz | Stiffness Z [MN/m]\nP | N4 | Rigid | Free | Flexible | Free | Free | Compression only | 5\nQ | N9 | Rigid | Rigid | Rigid | Free | Free | Free`,
      StructuralEdgeConnection: `Name | 2D Member | Edge | ux | uy | uz | fix | fiy | fiz\nE | S | 2 | Rigid | Rigid | Rigid | Free | Free | Free`,
      RelConnectsStructuralMember: `Name | Member | Position | ux | uy | uz | fix | fiy | fiz\nH | B | Begin | Rigid | Rigid | Rigid | Rigid | Free | Free`,
      StructuralCurveAction: `Name | Type\nL | Standard`,
      Extra: `a\nb`,
    })
    expect(model.areas).toMatchObject([
      { id: 'S', kind: 'Plate', thickness: 0.2, cardinalPoint: 'TOP', openingNodeIds: [['N1', 'N2', 'N3']] },
    ])
    expect(model.supports).toMatchObject([
      { id: 'P', restraints: { u1: true, u2: false, u3: null, r3: null }, stiffness: { u3: 5000 } },
      { id: 'E:N2', nodeId: 'N2', restraints: { u3: true, r1: false } },
      { id: 'E:N3', nodeId: 'N3' },
    ])
    expect(model.frames[0]!.releases).toEqual({ start: { m2: true, m3: true } })
    expect(notes(report)).toEqual(
      expect.arrayContaining([
        'dropped opening_without_area 1',
        'dropped reference_missing 2',

        'dropped unknown 1',
        'guessed restraint_unknown 1',
        'converted edge_support_at_nodes 2',
      ]),
    )
    for (const { name, rows, taken, kept, dropped } of report.tables ?? [])
      expect([name, taken + kept + dropped]).toEqual([name, rows])
  })

  it('a node without a number is an error at its row, and nothing is made', async () => {
    const broken = read({}, { StructuralPointConnection: NODES.replace('N2 | 6 |', 'N2 | six |') })
    await expect(broken).rejects.toMatchObject({
      issues: [
        { type: 'file_value', loc: ['StructuralPointConnection', 3, 'Coordinate X'], msg: "Coordinate X is 'six', no number" },
      ],
    })
  })

  it('inches and feet, and what the file does not say', async () => {
    const { model } = await read({}, { Model: MODEL.replace('Metric', 'Imperial'), StructuralCrossSection: SECTIONS.replace('[mm]', '[in]').replace(/200;.*/, '12;6;1;0.5;0') }) // biome-ignore format: a line
    expect(model.units?.length).toBe('ft')
    expect(model.sections[1]!.dimensions).toEqual({ t3: 1, t2: 0.5, tf: 0.0833333333333, tw: 0.0416666666667 })
    const { report } = await read({}, { Model: 'Name | Hall' })
    expect(notes(report)).toEqual(
      expect.arrayContaining(['guessed units_missing 1', 'guessed axes_unknown 1', 'guessed section_axes_unknown 1']),
    )
  })
})
