import { expect, test } from 'vitest'
import { office } from '#lib/fixtures/office.ts'
import { parse } from '#lib/model/validate/parse.ts'
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
