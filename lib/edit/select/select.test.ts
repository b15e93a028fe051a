import { describe, expect, it, test } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { office } from '#lib/fixtures/office.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { FrameRole } from '#lib/schema/roles.ts'
import type { Kind } from '#lib/schema/schema.ts'
import { keyOf } from '../query/group-keys.ts'
import { factsOf } from './facts.ts'
import { select } from './select.ts'
import { Select } from './select-schema.ts'

const facts = factsOf(office())

function selected(asked: unknown) {
  const parsed = parse(Select, asked)
  if (!parsed.ok) return { issues: parsed.issues }
  return select(facts, parsed.value)
}

function counts(asked: unknown): string {
  const found = selected(asked)
  if (!('selection' in found)) throw new Error(JSON.stringify(found))
  return (['nodes', 'frames', 'areas', 'supports'] as const).map((kind) => found.selection.get(kind)?.length ?? 0).join(' / ')
}

test.each<[object, string]>([
  [{ between: ['3', '4'] }, '0 / 16 / 12 / 0'],
  [{ box: { z: [7.2, null] } }, '72 / 133 / 42 / 0'],
  [{ role: ['column'], on: ['A'] }, '0 / 20 / 0 / 0'],
  [{ role: 'beam', not: { on: ['A', 'D'] } }, '0 / 92 / 0 / 0'],
  [{ all: true }, '116 / 204 / 60 / 20'],
  [{ kinds: 'frames', on: ['A', 'B', '3'] }, '0 / 8 / 0 / 0'],
  [{ ids: 'CA1-*' }, '0 / 4 / 0 / 0'],
  [{ kinds: ['frames'], storey: ['level 2'] }, '0 / 51 / 0 / 0'],
  [{ kinds: ['frames'], length: [3, 4] }, '0 / 80 / 0 / 0'],
  [{ kinds: ['nodes'], unsupported: true }, '96 / 0 / 0 / 0'],
  [{ kinds: ['supports'], connectedTo: { ids: ['CA1-1'] } }, '0 / 0 / 0 / 1'],
  [{ role: ['wall'] }, '0 / 0 / 12 / 0'],
  [{ section: 'C4*', box: { z: [null, 3.6] } }, '0 / 20 / 0 / 0'],
])('%j selects %s nodes, frames, areas, supports', (asked, expected) => {
  expect(counts(asked)).toBe(expected)
})

test.each<[object, object[]]>([
  [{ kinds: ['frames'], storey: 'Level 2..Level 3' }, [{ kinds: ['frames'], storey: 'Level 2' }, { kinds: ['frames'], storey: 'Level 3' }]],
  [{ kinds: ['frames'], storey: 'level 3 .. L2' }, [{ kinds: ['frames'], storey: 'Level 2' }, { kinds: ['frames'], storey: 'Level 3' }]],
  [{ kinds: ['areas'], storey: 'Level *' }, ['1', '2', '3', '4'].map((k) => ({ kinds: ['areas'], storey: `Level ${k}` }))],
  [{ role: ['column'], on: ['B..D'] }, ['B', 'C', 'D'].map((line) => ({ role: ['column'], on: line }))],
  [{ role: ['column'], on: ['A', '2..4'] }, ['2', '3', '4'].map((line) => ({ role: ['column'], on: ['A', line] }))],
])('%j selects what these do together: %j', (asked, parts) => {
  const ids = (one: unknown) => {
    const found = selected(one)
    if (!('selection' in found)) throw new Error(JSON.stringify(found))
    return [...found.selection].flatMap(([kind, ordinals]) => [...ordinals].map((ordinal) => facts.id(kind, ordinal)))
  }
  const together = parts.flatMap(ids)
  expect(together.length).toBeGreaterThan(0)
  expect(ids(asked).sort()).toEqual(together.sort())
}) // biome-ignore format: a line each

test('a bay is between two pairs of lines', () => {
  const bay = (between: string[]) => counts({ kinds: ['areas'], role: ['floor'], between })
  expect([bay(['3', '4']), bay(['3', '4', 'A', 'B']), bay(['B', 'A', '4', '3'])]).toEqual([
    '0 / 0 / 12 / 0',
    '0 / 0 / 4 / 0',
    '0 / 0 / 4 / 0',
  ])
  expect(bay(['3', '4', 'A', 'B', 'Level 1', 'Level 3'])).toBe('0 / 0 / 1 / 0')
})

test('nothing is selected: the condition that left none is named, with what there is', () => {
  expect(selected({ role: ['column'], section: 'HEA*' })).toEqual({
    emptied: {
      condition: 'section',
      loc: ['select', 'section'],
      before: 80,
      near: ['C450'],
      msg: "80 columns, none with section 'HEA*'; theirs are 'C450' (80)",
    },
  })
  expect(selected({ kinds: 'frames', length: [8, null] })).toMatchObject({
    emptied: { condition: 'length', near: 'they are 3.6 to 7.5 long' },
  })
})

test.each<[unknown, object]>([
  [
    { section: 'C451' },
    { type: 'reference_not_found', loc: ['select', 'section', 0], msg: "no section 'C451' in the model; did you mean 'C450'?" },
  ],
  [
    { ids: 'L2' },
    {
      type: 'reference_not_found',
      loc: ['select', 'ids', 0],
      msg: "no such element: 'L2' is a grid line; say kinds",
    },
  ],
  [{ on: ['E'] }, { type: 'reference_not_found', loc: ['select', 'on', 0] }],
  [
    { between: ['A', '1'] },
    {
      type: 'value_error',
      loc: ['select', 'between'],
      msg: "Value error, two lines of each axis are needed; 'A' is of X, '1' is of Y",
    },
  ],
  [{ between: ['A', 'B', '1'] }, { type: 'value_error', loc: ['select', 'between'] }],
  [
    { storey: 'Level 2..Level 33' },
    {
      type: 'reference_not_found',
      loc: ['select', 'storey', 0],
      msg: "no level 'Level 33' in the model; did you mean 'Level 3'?",
    },
  ],
  [
    { on: 'A..3' },
    {
      type: 'value_error',
      loc: ['select', 'on', 0],
      msg: "Value error, 'A' is a line of X and '3' of Y: a range needs two of one axis",
    },
  ],
  [{ storey: 'Roof*' }, { type: 'reference_not_found', loc: ['select', 'storey', 0] }],
  [
    { kinds: ['nodes'], length: [0, 1] },
    { type: 'condition_not_applicable', msg: 'nodes have no length' },
  ],
  [{ box: { z: [2, 1] } }, { type: 'value_error', loc: ['select', 'box', 'z'] }],
  [{ colour: 'red' }, { type: 'extra_forbidden', loc: ['colour'] }],
  [{ box: { w: [0, 1] } }, { type: 'extra_forbidden', loc: ['box', 'w'] }],
  [{ on: [] }, { type: 'too_short', loc: ['on'] }],
  [{}, { type: 'value_error', loc: ['select'] }],
])('%j is refused', (asked, issue) => {
  expect(selected(asked)).toMatchObject({ issues: [issue] })
})

test('a frame of no length is not connected to itself', () => {
  const model = { ...office(), frames: [{ id: 'F', startNodeId: 'A1-0', endNodeId: 'A1-0', rotation: 0 }], areas: [] }
  const found = select(factsOf(model), { connectedTo: { kinds: ['frames'] } })
  expect('selection' in found && [...found.selection]).toEqual([
    ['nodes', [0]],
    ['supports', [0]],
  ])
})

test('storeys of a model without levels go by the names under which answers show them; what stands above all levels is of the highest', () => {
  const { gridLines: _, ...bare } = office()
  const columns = (model: Parameters<typeof factsOf>[0], storey: string) => {
    const found = select(factsOf(model), { kinds: ['frames'], role: ['column'], storey: [storey] })
    return 'selection' in found ? found.selection.get('frames')?.length : found
  }
  expect(columns(bare, 'z = 7.2')).toBe(20)
  expect(columns({ ...office(), gridLines: office().gridLines!.filter(({ id }) => id !== 'L4') }, 'Level 3')).toBe(40)
})

describe('bays', () => {
  /** Three by two bays of 6 by 5, one storey of 4. */
  const bays = () => {
    const model: CreateModel = { name: 'bays', nodes: [], frames: [], areas: [], supports: [], gridLines: [] }
    const put = <T>(list: T[] | undefined, one: T) => list?.push(one)
    for (let i = 0; i < 4; i++) put(model.gridLines, { id: `X${i}`, axis: 'X', coordinate: 6 * i, label: 'ABCD'[i] })
    for (let j = 0; j < 3; j++) put(model.gridLines, { id: `Y${j}`, axis: 'Y', coordinate: 5 * j, label: `${j + 1}` })
    for (const [k, z] of [0, 4].entries()) put(model.gridLines, { id: `Z${k}`, axis: 'Z', coordinate: z, label: `L${k}` })
    const frame = (id: string, startNodeId: string, endNodeId: string) =>
      put(model.frames, { id, startNodeId, endNodeId, rotation: 0 })
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 3; j++) {
        for (const k of [0, 1]) put(model.nodes, { id: `${i}${j}${k}`, position: { x: 6 * i, y: 5 * j, z: 4 * k } })
        put(model.supports, { id: `${i}${j}`, nodeId: `${i}${j}0` })
        frame(`C${i}${j}`, `${i}${j}0`, `${i}${j}1`)
        if (i < 3) frame(`X${i}${j}`, `${i}${j}1`, `${i + 1}${j}1`)
        if (j < 2) frame(`Y${i}${j}`, `${i}${j}1`, `${i}${j + 1}1`)
        if (i < 3 && j < 2)
          put(model.areas, { id: `S${i}${j}`, nodeIds: [`${i}${j}1`, `${i + 1}${j}1`, `${i + 1}${j + 1}1`, `${i}${j + 1}1`] })
      }
    }
    return factsOf(returnedModel(model))
  }
  const of = (sent: object) => {
    const parsed = parse(Select, sent)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
    const found = select(bays(), parsed.value)
    if ('issues' in found) return found.issues[0]
    if (!('selection' in found)) return found
    const count = (kind: Kind) => found.selection.get(kind)?.length ?? 0
    return [
      `${count('nodes')} / ${(found.selection.get('frames') ?? []).filter((i) => i >= 0 && bays().role('frames', i) === 'column').length} / ${(found.selection.get('frames') ?? []).filter((i) => bays().role('frames', i) === 'beam').length} / ${count('areas')} / ${count('supports')}`,
      found.leftOut,
    ]
  }

  it.each<[object, string, object | undefined]>([
    [{ bay: ['B-C', '1-2'] }, '8 / 4 / 4 / 1 / 4', undefined],
    [{ bay: ['B-C'] }, '12 / 6 / 7 / 2 / 6', undefined],
    [{ between: ['B', 'C'] }, '0 / 0 / 3 / 2 / 0', { border: { nodes: 12, frames: 10, supports: 6 }, crossing: {} }],
    [{ bay: ['A-B', 'C-D'] }, '24 / 12 / 14 / 4 / 12', undefined],
    [{ kinds: ['frames'], bay: ['L0-L1'], not: { role: ['column'] } }, '0 / 0 / 17 / 0 / 0', undefined],
  ])('%j selects %s nodes, columns, beams, areas, supports', (sent, expected, leftOut) => {
    expect(of(sent)).toEqual([expected, leftOut])
  })

  it.each([
    [{ bay: ['D-Q'] }, 'reference_not_found', "no lines 'D' and 'Q': there is no 'Q'; there are A, B, C, D, 1, 2, 3, L0, L1"],
    [
      { bay: ['D-3'] },
      'value_error',
      'Value error, \'D\' is a line of X and \'3\' of Y: a bay is between two lines of one kind; say ["D-E","3-4"]',
    ],
    [{ bay: ['D-D'] }, 'value_error', 'Value error, \'D-D\' is one line: on: ["D"] selects it'],
    [{ bay: ['D'] }, 'value_error', 'Value error, \'D\' is one line: on: ["D"] selects it'],
  ])('%j is refused', (sent, type, msg) => {
    expect(of(sent)).toMatchObject({ type, msg, loc: ['select', 'bay', 0] })
  })
})

describe('skew lines and arcs', () => {
  const RAYS = [0, 30, 60, 90]
  /** Rays at 0, 30, 60, 90 and rings of 10 and 20: a node on each crossing, one in the middle, and (15 at 15°), (15 at 195°). */
  const polar = factsOf(
    returnedModel({
      name: 'polar',
      nodes: [
        ...[
          ...RAYS.flatMap((angle) => [10, 20].map((radius) => [angle, radius] as const)),
          [15, 15] as const,
          [195, 15] as const,
        ].map(([angle, radius]) => ({
          id: `${radius}@${angle}`,
          position: { x: radius * Math.cos((angle * Math.PI) / 180), y: radius * Math.sin((angle * Math.PI) / 180), z: 0 },
        })),
        { id: 'O', position: { x: 0, y: 0, z: 0 } },
      ],
      frames: [
        { id: 'chord', startNodeId: '20@0', endNodeId: '20@30', rotation: 0 },
        { id: 'spoke', startNodeId: '10@30', endNodeId: '20@30', rotation: 0 },
      ],
      gridLines: [
        ...RAYS.map((angle) => {
          const [x, y] = [25 * Math.cos((angle * Math.PI) / 180), 25 * Math.sin((angle * Math.PI) / 180)]
          return {
            id: `r${angle}`,
            label: `R${angle / 30}`,
            axis: angle < 45 ? ('Y' as const) : ('X' as const),
            coordinate: angle < 45 ? y / 2 : x / 2,
            line: { from: { x: 0, y: 0 }, to: { x, y } },
          }
        }),
        ...[10, 20].map((radius, i) => ({
          id: `p${radius}`,
          label: `P${i + 1}`,
          axis: 'X' as const,
          coordinate: 0,
          arc: { center: { x: 0, y: 0 }, radius, from: 0, to: 360 },
        })),
        { id: 'c', label: 'C1', axis: 'X' as const, coordinate: 0, arc: { center: { x: 3, y: 0 }, radius: 4, from: 0, to: 360 } },
        { id: 'A', axis: 'X', coordinate: -20 },
      ],
    }),
  )
  const ids = (sent: object, kind: Kind = 'nodes') => {
    const parsed = parse(Select, { kinds: [kind], ...sent })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
    const found = select(polar, parsed.value)
    return 'selection' in found ? (found.selection.get(kind) ?? []).map((ordinal) => polar.id(kind, ordinal)) : found
  }

  it.each<[object, string[]]>([
    [{ on: ['R1'] }, ['10@30', '20@30', 'O']],
    [{ on: ['R1', 'P2'] }, ['20@30']],
    [{ on: ['R0', 'R2'] }, ['10@0', '20@0', '10@60', '20@60', 'O']],
    [{ on: ['R1..R2', 'P2'] }, ['20@30', '20@60']],
    [{ on: ['P1..P2', 'R3'] }, ['10@90', '20@90']],
    [{ bay: ['R0-R1', 'P1-P2'] }, ['10@0', '20@0', '10@30', '20@30', '15@15']],
    [{ bay: ['R0-R1', 'R2-R3', 'P1-P2'] }, ['10@0', '20@0', '10@30', '20@30', '10@60', '20@60', '10@90', '20@90', '15@15']],
    [{ between: ['R0', 'R1', 'P1', 'P2'] }, ['15@15']],
    [{ between: ['P1', 'P2'] }, ['15@15', '15@195']],
    [{ between: ['R0', 'R3', 'P1', 'P2'] }, ['15@15']],
  ])('%j selects %j', (sent, expected) => {
    expect(ids(sent)).toEqual(expected)
  })

  it('takes a chord of an arc for what lies on it', () => {
    expect(ids({ on: ['P2'] }, 'frames')).toEqual(['chord'])
    expect(ids({ on: ['R1'] }, 'frames')).toEqual(['spoke'])
  })

  it.each([
    [{ bay: ['R3-P2'] }, ['select', 'bay', 0], "Value error, 'R3' and 'P2' bound no bay: two lines, or two arcs of one centre"],
    [{ bay: ['P1-C1'] }, ['select', 'bay', 0], "Value error, 'P1' and 'C1' bound no bay: two lines, or two arcs of one centre"],
    [
      { between: ['P1', 'R0'] },
      ['select', 'between'],
      "Value error, 'P1' and 'R0' bound no bay: two lines, or two arcs of one centre",
    ],
    [
      { on: ['R0..P1'] },
      ['select', 'on', 0],
      "Value error, from 'R0' to 'P1' is no range: it needs two lines of one axis or through one point, or two arcs of one centre",
    ],
  ])('%j is refused', (sent, loc, msg) => {
    expect(ids(sent)).toMatchObject({ issues: [{ type: 'value_error', loc, msg }] })
  })

  it('tells the lines that a group lies on, straight ones before others', () => {
    const place = keyOf('grid', polar, new Map())
    const of = (id: string) => place('nodes', polar.ordinalOf('nodes', id) ?? -1)
    expect(['20@30', '10@90', '20@0', '15@15', '15@195'].map(of)).toEqual(['P2-R1', 'R3', 'P2-R0', null, null])
  })
})

describe('roles', () => {
  const model = () => {
    const nodes = [[0, 0, 0], [0, 0, 4], [6, 0, 4], [6, 3, 8], [0, 3, 8]].map(([x = 0, y = 0, z = 0], i) => ({ id: `${i}`, position: { x, y, z } }))
    const frame = (id: string, a: number, b: number, role?: FrameRole) => ({ id, startNodeId: `${a}`, endNodeId: `${b}`, rotation: 0, ...(role && { role }) })
    const sent: CreateModel = {
      name: 'roles',
      nodes,
      frames: [frame('upright', 0, 1), frame('purlin', 1, 2, 'purlin'), frame('hung', 2, 3, 'rod'), frame('plan', 3, 4, 'brace'), frame('diagonal', 0, 2)],
      members: [{ id: 'M', frameIds: ['diagonal'], role: 'tie' }],
      areas: [{ id: 'hopper', nodeIds: ['1', '2', '3', '4'], kind: 'Hopper: north' }, { id: 'roof', nodeIds: ['1', '2', '3'], role: 'roof' }, { id: 'guessed', nodeIds: ['1', '2', '4'] }],
    }
    return factsOf(returnedModel(sent))
  } // biome-ignore format: short
  const ids = (role: string[]) => {
    const parsed = parse(Select, { role })
    if (!parsed.ok) return parsed.issues[0]?.type
    const facts = model()
    const found = select(facts, parsed.value)
    if (!('selection' in found)) return []
    return [...found.selection].flatMap(([kind, ordinals]) => ordinals.map((i) => facts.id(kind, i)))
  }

  it.each([
    [['column'], ['upright']],
    [['beam'], ['purlin']],
    [['purlin'], ['purlin']],
    [['girder'], []],
    [['hanger'], ['hung']],
    [['brace'], ['plan', 'diagonal']],
    [['tie'], ['diagonal']],
    [['shell'], ['hopper', 'guessed']],
    [
      ['hopper', 'roof'],
      ['hopper', 'roof'],
    ],
    [['columns'], 'literal_error'],
  ])('%j selects %j', (role, expected) => {
    expect(ids(role)).toEqual(expected)
  })
})

test('a member has the role that was set, else that of all its frames, and is meant where members are named', () => {
  const node = (id: string, x: number, z: number) => ({ id, position: { x, y: 0, z } })
  const frame = (id: string, startNodeId: string, endNodeId: string) => ({ id, startNodeId, endNodeId })
  const model = returnedModel({
    name: 'Members',
    nodes: [node('A', 0, 0), node('B', 0, 3), node('C', 5, 3), node('D', 9, 3), node('E', 9, 0)],
    frames: [frame('C1', 'A', 'B'), frame('B1', 'B', 'C'), frame('B2', 'C', 'D'), frame('C2', 'D', 'E')],
    members: [
      { id: 'MB', frameIds: ['B1', 'B2'] },
      { id: 'MC', frameIds: ['C1'], role: 'brace' },
      { id: 'MX', frameIds: ['C2'] },
    ],
  } as CreateModel)
  const members = (role: string[]) => {
    const found = select(factsOf(model), { kinds: ['members'], role } as Select)
    return 'selection' in found ? (found.selection.get('members') ?? []).map((i) => model.members?.[i]?.id) : []
  }
  expect([members(['beam']), members(['brace']), members(['column'])]).toEqual([['MB'], ['MC'], ['MX']])
  const beams = select(factsOf(model), { role: ['beam'] } as Select)
  expect('selection' in beams && [...beams.selection].filter(([, found]) => found.length > 0)).toEqual([['frames', [1, 2]]])
  expect(keyOf('role', factsOf(model), new Map())('members', 0)).toBe('beam')
})
