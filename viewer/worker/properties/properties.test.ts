import { expect, it } from 'vitest'
import type { z } from 'zod'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import { KIND_OF, KINDS, type Kind } from '#lib/schema/kinds.ts'
import type { ConstructSectionCreate, ELEMENT_SCHEMAS, ViewerModel } from '#lib/schema/schema.ts'
import type { ElementKind } from '../elements.ts'
import { tablesOf } from '../tables/tables.ts'
import { measuredModel } from './measured-model.ts'
import { describe } from './properties.ts'
import type { PropertyValue } from './property-types.ts'

const node = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
const SECTIONS = [
  {
    id: 'IPE',
    type: 'i_wide_flange',
    name: 'IPE 300',
    dimensions: { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071, area: 0.00538 },
    materialId: 'S',
  },
  { id: 'L', type: 'angle', dimensions: { t3: 0.15, t2: 0.09, tf: 0.01, tw: 0.012 } },
  { id: 'Slab', type: 'shell', dimensions: { thickness: 0.2 }, materialId: 'C40' },
] as ConstructSectionCreate[]
/** As the model would be returned: the second column has its section from its member. */
const MODEL: ViewerModel = {
  name: 'A corner',
  schemaVersion: 'viewer-model/v1',
  bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 5, z: 4 } },
  units: { length: 'm' },
  nodes: [node('1', 0, 0, 0), node('2', 0, 0, 4), node('3', 6, 0, 4), node('4', 6, 2.5, 4), node('5', 0, 2.5, 4)],
  materials: [
    { id: 'S', name: 'S355' },
    { id: 'C40', name: 'C40' },
  ],
  sections: SECTIONS.map(sectionAsReturned),
  sectionDefinitions: SECTIONS.map(sectionDefinition),
  members: [{ id: 'M2', frameIds: ['C'], sectionId: 'IPE' }],
  frames: [
    { id: 'C', startNodeId: '1', endNodeId: '2', rotation: 0, sectionId: 'IPE', memberId: 'M2' },
    {
      id: 'B',
      startNodeId: '2',
      endNodeId: '3',
      rotation: 15,
      sectionId: 'L',
      length: 9,
      label: 'Edge',
      sectionOffset: { x: 0, y: -0.15 },
    },
  ],
  areas: [{ id: 'A', nodeIds: ['2', '3', '4', '5'], sectionId: 'Slab', kind: 'SLAB' }],
  supports: [{ id: 'F', nodeId: '1', restraints: { u1: true, u2: true, u3: true, r1: null } }],
  gridLines: [
    { id: 'gA', axis: 'X', coordinate: 0, label: 'A' },
    { id: 'gB', axis: 'X', coordinate: 6, label: 'B' },
    { id: 'g1', axis: 'Y', coordinate: 0, label: '1' },
    { id: 'g2', axis: 'Y', coordinate: 5, label: '2' },
    { id: 'zR', axis: 'Z', coordinate: 4, label: 'Roof' },
  ],
}

const six = (value: number) => Number(value.toPrecision(6))
const said = (value: PropertyValue): string => {
  if (typeof value === 'string') return value
  if ('ref' in value) return `[${value.ref.kind} ${value.ref.id}]`
  if ('point' in value) return `(${value.point.join(' ')})`
  if ('elevation' in value) return `elevation ${value.elevation}`
  return 'value' in value ? `${six(value.value)} ${value.measure}` : Object.values(value.restraints).map(String).join(' ')
}
/** Each row as a line, by its part. */
function told(kind: ElementKind, index: number): Record<string, string[]> {
  const { parts } = describe(measuredModel(MODEL), kind, index)!
  return Object.fromEntries(
    parts.map(({ title, rows }) => [
      title,
      rows.map(
        ({ label, values, note }) => `${label}: ${values.map(said).join(' ')}${note ? ` (${note.map(said).join(' ')})` : ''}`,
      ),
    ]),
  )
}

it('tells a column as an engineer reads it, each fact once', () => {
  expect(told('frame', 0)).toEqual({
    What: ['Kind: Column (guessed)', 'Member: [member M2]'],
    Where: [
      'Storey: Roof',
      'Grid: A / 1',
      'Start node: [node 1] ((0 0 0))',
      'End node: [node 2] ((0 0 4))',
      'Length: 4 length',
      'Rotation: 0 angle',
    ],
    Section: [
      'Section: [section IPE] (same as member M2)',
      'Material: [material S] (from the section)',
      'A: 0.00518806 sectionArea (given 0.00538 sectionArea)',
      'I33: 0.0000799899 inertia',
      'I22: 0.00000602706 inertia',
      'r33: 0.12417 size',
      'r22: 0.034084 size',
      'Mass a length: 42.233 massPerLength',
    ],
    Quantities: ['Volume: 0.02152 volume', 'Mass: 168.932 mass'],
    Connections: ['Frames at the end: [frame B]', 'Supports: [support F]'],
  })
})

it('tells of a level its elevation, of a grid line its coordinate', () => {
  expect(told('gridLine', 4)).toEqual({ What: ['Label: Roof', 'Kind: Level'], Where: ['Elevation: elevation 4'] })
  expect(told('gridLine', 1).Where).toEqual(['x: 6 length'])
})

it('tells of a beam what its label says wrongly, where its axes lie, and why it has no mass', () => {
  const beam = told('frame', 1)
  expect(beam.Where).toEqual([
    'Storey: Roof',
    'Grid: A to B / 1',
    'Start node: [node 2] ((0 0 4))',
    'End node: [node 3] ((6 0 4))',
    'Length: 6 length (its label says 9 length)',
    'Rotation: 15 angle',
    'Offset: 0 size along 3, -0.15 size along 2',
  ])
  expect(beam.Section).toContain('Material: none')
  expect(beam.Section).toContain('θ: -18.5626 angle')
  expect(beam.Quantities).toEqual(['Volume: 0.01548 volume', 'Mass: not known: no material'])
  const { section, hasAxes } = describe(measuredModel(MODEL), 'frame', 1)!
  expect(hasAxes).toBe(true)
  expect(section).toMatchObject({ type: 'angle', sizes: { t3: 0.15, tw: 0.012 }, node: { x: 0, y: 0.15 } })
})

it('tells a slab: between which lines, thickness from its section, and that C40 could be a timber', () => {
  expect(told('area', 0)).toEqual({
    What: ['Kind: Floor (called SLAB)'],
    Where: ['Storey: Roof', 'Grid: A to B / 1 to 1–2'],
    Section: ['Thickness: 0.2 size (from the section)', 'Section: [section Slab]', 'Material: [material C40] (from the section)'],
    Quantities: ['Area: 15 area', 'Volume: 3 volume', 'Mass: not known: no density'],
    Connections: ['Rests on frames: [frame C] [frame B]', 'Nodes: [node 2] [node 3] [node 4] [node 5]'],
  })
  expect(told('material', 1).What).toEqual([expect.stringMatching(/^Name|^Density: not known: it could be/)])
})

it('tells of a wall what it rests on, and of what lies under it that it does', () => {
  const at = (x: number, z: number) => `${x}/${z}`
  const places = [0, 6, 12].flatMap((x) => [0, 4, 8, 12].map((z) => node(at(x, z), x, 0, z)))
  const wall = (id: string, x: number, z: number) => ({
    id,
    nodeIds: [at(x, z), at(x + 6, z), at(x + 6, z + 4), at(x, z + 4)],
    thickness: 0.3,
  })
  const bar = (id: string, startNodeId: string, endNodeId: string) => ({ id, startNodeId, endNodeId, rotation: 0 })
  const measured = measuredModel({
    ...MODEL,
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 12, y: 5, z: 12 } },
    nodes: [...places, node('away', 6, 5, 4)],
    members: [],
    frames: [
      bar('post', at(0, 0), at(0, 4)),
      bar('under', at(0, 4), at(6, 4)),
      bar('over', at(0, 8), at(6, 8)),
      bar('across', at(6, 4), 'away'),
      bar('beside', at(6, 4), at(12, 4)),
      bar('column above', at(6, 4), at(6, 8)),
    ],
    areas: [wall('upper', 0, 4), wall('lower', 6, 0), wall('on lower', 6, 4), wall('top', 0, 8)],
    supports: [
      { id: 'S', nodeId: at(6, 0) },
      { id: 'T', nodeId: at(6, 4) },
    ],
  })
  const connections = (kind: ElementKind, index: number) =>
    describe(measured, kind, index)!
      .parts.find(({ title }) => title === 'Connections')!
      .rows.flatMap(({ label, values }) => (/^Nodes|^Frames/.test(label) ? [] : [`${label}: ${values.map(said).join(' ')}`]))
  expect(connections('area', 0)).toEqual(['Rests on frames: [frame post] [frame under]', 'Supports: [support T]'])
  expect(connections('area', 1)).toEqual(['Supports: [support S]'])
  expect(connections('area', 2)).toEqual([
    'Rests on frames: [frame beside]',
    'Rests on areas: [area lower]',
    'Supports: [support T]',
  ])
  expect(connections('area', 3)).toEqual(['Rests on frames: [frame over] [frame column above]', 'Rests on areas: [area upper]'])
  expect(connections('frame', 1)).toEqual(['Areas along it: [area upper]', 'Supports: [support T]'])
  expect(connections('frame', 3)).toEqual(['Supports: [support T]'])
})

it('tells what meets at a node, and null restraints as not stated', () => {
  expect(told('node', 1).Connections).toEqual(['Frames: [frame C] [frame B]', 'Areas: [area A]'])
  expect(told('support', 0).What).toEqual(['Kind: Pinned', 'Restraints: true true true null undefined undefined'])
})

it('adds up what a section, a material and a member are used for', () => {
  expect(told('section', 0).Quantities).toEqual([
    'Used by: 1 element',
    'Length of frames: 4 length',
    'Volume: 0.02152 volume',
    'Mass: 168.932 mass',
  ])
  expect(told('section', 0).Connections).toEqual(['Frames: [frame C]', 'Members: [member M2]'])
  expect(told('material', 0)).toMatchObject({
    What: ['Name: S355', 'Density: 7850 density (from grade S355)'],
    Connections: ['Sections: [section IPE]', 'Frames: [frame C]'],
  })
  expect(told('member', 0).Quantities).toEqual(['Volume: 0.02152 volume', 'Mass: 168.932 mass'])
})

it('says why a section is not drawn: edges that cross, no points, missing sizes', () => {
  const said = (polygon: { x: number; y: number }[], definition: object = { type: 'custom', dimensions: {} }) => {
    const sections = MODEL.sections?.map((section) => (section.id === 'IPE' ? { ...section, polygon } : section))
    const sectionDefinitions = MODEL.sectionDefinitions?.map((one) => (one.id === 'IPE' ? { id: 'IPE', ...definition } : one))
    const model = { ...MODEL, sections, sectionDefinitions } as ViewerModel
    const { parts, section } = describe(measuredModel(model), 'frame', 0)!
    const rows = parts.find(({ title }) => title === 'Section')?.rows
    return [rows?.find(({ label }) => label === 'Outline')?.values, section]
  }
  const bowTie = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ]
  expect(said(bowTie)).toEqual([['has edges that cross: the ones from points 1 and 3'], null])
  expect(said(bowTie.slice(0, 2))).toEqual([['has fewer than three different points'], null])
  expect(said([], { type: 'channel', dimensions: { t3: 0.2 } })).toEqual([['none: t2, tf, tw are missing'], null])
  expect(said([bowTie[0]!, bowTie[2]!, bowTie[1]!])[0]).toBeUndefined()
})

it('says why the mass of a member is not known, and does not leave it out', () => {
  const sections = MODEL.sections?.map((section) => ({ ...section, materialId: null }))
  const { parts } = describe(measuredModel({ ...MODEL, sections }), 'member', 0)!
  expect(parts.find(({ title }) => title === 'Quantities')?.rows).toEqual([
    { label: 'Volume', values: [{ value: expect.closeTo(0.02152), measure: 'volume' }] },
    { label: 'Mass', values: ['not known: no material'] },
  ])
})

/** Each field of an element with two values; a field that the schema has and this table has not fails the types. */
type Fields = { [K in Kind]: Record<keyof z.output<(typeof ELEMENT_SCHEMAS)[K]>, readonly [unknown, unknown]> }
const TWO: Fields = {
  nodes: {
    id: ['1', '9'],
    position: [
      { x: 0, y: 0, z: 0 },
      { x: 1, y: 0, z: 0 },
    ],
    label: ['a', 'b'],
    radius: [1, 2],
    source: [{ a: 1 }, { a: 2 }],
    mass: [100, 200],
  },
  frames: {
    id: ['B', 'D'],
    startNodeId: ['2', '1'],
    endNodeId: ['3', '4'],
    label: ['a', 'b'],
    length: [9, 8],
    materialId: ['S', 'C40'],
    role: ['purlin', 'brace'],
    memberId: ['M2', 'M3'],
    rotation: [15, 20],
    sectionId: ['IPE', 'L'],
    sectionOffset: [
      { x: 0, y: -0.1 },
      { x: 0, y: -0.2 },
    ],
    source: [{ a: 1 }, { a: 2 }],
    releases: [{ start: { m3: true } }, { end: { m3: 5000 } }],
    endSectionId: ['L', 'IPE'],
    endSectionOffset: [
      { x: 0, y: -0.1 },
      { x: 0.1, y: -0.2 },
    ],
    taper: [
      [0, 1],
      [0.5, 1],
    ],
  },
  members: {
    id: ['M2', 'M9'],
    role: ['purlin', 'brace'],
    frameIds: [['C'], ['B']],
    materialId: ['S', 'C40'],
    sectionId: ['IPE', 'L'],
  },
  sections: {
    id: ['IPE', 'HE'],
    type: ['pipe', 'channel'],
    dimensions: [{ t3: 0.3 }, { t3: 0.4 }],
    materialId: ['S', 'C40'],
    name: ['a', 'b'],
    polygon: [
      [],
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
    ],
    shape: ['a', 'b'],
    thickness: [0.1, 0.2],
    source: [{ a: 1 }, { a: 2 }],
    profile: [null, 'IPE 300'], // looked up as it is written: the definition has its name
  },
  materials: { id: ['S', 'T'], name: ['a', 'b'], source: [{ a: 1 }, { a: 2 }] },
  supports: {
    id: ['F', 'G'],
    nodeId: ['1', '3'],
    restraints: [{ u1: true }, { u2: true }],
    source: [{ a: 1 }, { a: 2 }],
    stiffness: [{ u3: 5 }, { u3: 6 }],
  },
  areas: {
    id: ['A', 'Z'],
    nodeIds: [
      ['2', '3', '4', '5'],
      ['2', '3', '4'],
    ],
    role: ['roof', 'hopper'],
    cardinalPoint: ['TOP', 'BOTTOM'],
    diaphragmId: ['D1', 'D2'],
    kind: ['SLAB', 'DECK'],
    label: ['a', 'b'],
    materialId: ['S', 'C40'],
    openingNodeIds: [[], [['2', '3', '4']]],
    sectionId: ['Slab', 'IPE'],
    thickness: [0.2, 0.3],
    source: [{ a: 1 }, { a: 2 }],
  },
  loadCases: { id: ['D', 'W'], name: ['a', 'b'], nature: ['dead', 'wind'], selfWeight: [0, 1], source: [{ a: 1 }, { a: 2 }] },
  loads: {
    id: ['P', 'Q'],
    caseId: ['D', 'W'],
    nodeId: ['1', '2'],
    frameId: ['B', 'D'],
    areaId: ['A', 'Z'],
    type: ['force', 'displacement'],
    force: [{ z: -1 }, { z: -2 }],
    forceEnd: [{ z: -1 }, { z: -2 }],
    moment: [{ z: -1 }, { z: -2 }],
    displacement: [{ z: -1 }, { z: -2 }],
    rotation: [{ z: -1 }, { z: -2 }],
    axes: ['global', 'local'],
    at: [0.1, 0.2],
    from: [0.1, 0.2],
    to: [0.8, 0.9],
    temperature: [10, 20],
    gradient: [{ y: 1 }, { y: 2 }],
    spread: ['two-way', 'one-way'],
    span: [{ x: 1 }, { y: 1 }],
    source: [{ a: 1 }, { a: 2 }],
  },
  combinations: {
    id: ['U', 'V'],
    name: ['a', 'b'],
    type: ['add', 'envelope'],
    terms: [[{ caseId: 'D' }], [{ caseId: 'W' }]],
    source: [{ a: 1 }, { a: 2 }],
  },
  diaphragms: {
    id: ['D1', 'D2'],
    name: ['a', 'b'],
    gridLineId: ['gA', 'gZ'],
    nodeIds: [
      ['1', '2'],
      ['1', '2', '3'],
    ],
    source: [{ a: 1 }, { a: 2 }],
  },
  gridLines: {
    ...{ id: ['gA', 'gZ'], axis: ['X', 'Y'], coordinate: [0, 1], label: ['a', 'b'], source: [{ a: 1 }, { a: 2 }] },
    line: [
      { from: { x: 0, y: 0 }, to: { x: 1, y: 1 } },
      { from: { x: 0, y: 0 }, to: { x: 2, y: 1 } },
    ],
    arc: [
      { center: { x: 0, y: 0 }, radius: 5, from: 0, to: 90 },
      { center: { x: 0, y: 0 }, radius: 6, from: 0, to: 90 },
    ],
  },
}

const FIELDS = KINDS.flatMap((kind) => Object.keys(TWO[kind]).map((field) => [kind, field] as const)).filter(
  ([, field]) => field !== 'profile',
)

/** The model with an element of this kind alone, and with that element where one of its fields is another. */
function bothWays(kind: Kind, field: string): ViewerModel[] {
  const fields = Object.entries(TWO[kind])
  return [0, 1].map((which) => {
    const element = Object.fromEntries(fields.map(([name, values]) => [name, values[name === field ? which : 0]]))
    const others = kind === 'members' ? [{ id: 'M3', frameIds: ['B'] }] : []
    return {
      ...MODEL,
      ...(kind === 'sections'
        ? {
            sections: [sectionAsReturned(element as ConstructSectionCreate)],
            sectionDefinitions: [sectionDefinition(element as ConstructSectionCreate)],
          }
        : { [kind]: [element, ...others] }),
    } as ViewerModel
  })
}

it.each(FIELDS)('tells of %s by %s', (kind, field) => {
  const [first, second] = bothWays(kind, field).map((model) => JSON.stringify(describe(measuredModel(model), KIND_OF[kind], 0)))
  expect(second, 'properties.ts tells nothing of the field').not.toBe(first)
})

/** What has no column, and why: a table is for what many are compared by. */
const NO_COLUMN: Partial<Record<Kind | 'any', Record<string, string>>> = {
  any: { source: 'free form, told with the element' },
  nodes: { radius: 'how large it is drawn' },
  areas: { kind: 'the column has our word: a deck and a slab are both floors' },
  gridLines: { line: 'two points, told with the element' },
  frames: { length: 'the column has what the nodes say', memberId: 'the list of the member is the truth' },
}

it.each(FIELDS)('has a column of %s for %s, or a reason to have none', (kind, field) => {
  const [first, second] = bothWays(kind, field).map((model) => {
    const tables = tablesOf(measuredModel(model), () => import('#lib/files/sheets/xlsx-write.ts'))
    const listing = { kind: KIND_OF[kind], sort: null, text: '', cells: {}, only: null, display: 'model' } as const
    return JSON.stringify(tables.table(listing, 0, 1).rows[0]?.cells)
  })
  const reason = NO_COLUMN[kind]?.[field] ?? NO_COLUMN.any?.[field]
  if (reason) expect(second, 'there is a column all the same: no reason is needed').toBe(first)
  else expect(second, 'add a column in table-columns.ts, or a reason to NO_COLUMN').not.toBe(first)
})
