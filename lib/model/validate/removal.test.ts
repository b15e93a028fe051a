import { describe, expect, it } from 'vitest'
import { ModelError } from '#lib/schema/model-error.ts'
import type { RemoveElements } from '#lib/schema/request-bodies.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import { framesWithoutLength } from '../check/frames-without-length.ts'
import { frameAsReturned, memberWithout } from './members.ts'
import { type ElementOf, eachReference, quoted } from './references.ts'
import { Removal } from './removal.ts'

const restraints = { u1: true }
const MODEL = {
  nodes: ['N1', 'N2', 'N3', 'N4', 'N5'].map((id, k) => ({ id, position: { x: k, y: 0, z: 0 } })),
  frames: [
    { id: 'F1', startNodeId: 'N1', endNodeId: 'N2', sectionId: 'IPE', materialId: 'S235', rotation: 0, memberId: 'M1' },
    { id: 'F2', startNodeId: 'N2', endNodeId: 'N3', sectionId: 'IPE', rotation: 0 },
    { id: 'F3', startNodeId: 'N3', endNodeId: 'N4', rotation: 0 },
  ],
  members: [
    { id: 'M1', frameIds: ['F1', 'F2'], sectionId: 'IPE' },
    { id: 'M2', frameIds: ['F3'] },
  ],
  areas: [
    { id: 'A', nodeIds: ['N2', 'N3', 'N4'], materialId: 'C30' },
    { id: 'B', nodeIds: ['N3', 'N4', 'N5'], openingNodeIds: [['N1', 'N3', 'N4']] },
  ],
  sections: [{ id: 'IPE', type: 'rectangular' as const, materialId: 'S235' }],
  materials: [{ id: 'S235' }, { id: 'C30' }],
  supports: [{ id: 'S', nodeId: 'N1', restraints }],
  gridLines: [{ id: 'G', axis: 'X' as const, coordinate: 0 }],
  loadCases: [],
  loads: [],
  combinations: [],
  diaphragms: [],
}

const LOADED = {
  ...MODEL,
  loadCases: [{ id: 'D' }, { id: 'W' }],
  loads: [
    { id: 'P', caseId: 'D', frameId: 'F3', force: { z: -1 } },
    { id: 'Q', caseId: 'W', areaId: 'B', force: { z: -1 } },
  ],
  combinations: [
    { id: 'ALL', terms: [{ combinationId: 'ULS' }, { caseId: 'D' }] },
    { id: 'ENV', terms: [{ combinationId: 'ULS' }] },
    { id: 'ULS', terms: [{ caseId: 'W', factor: 1.5 }] },
  ],
  diaphragms: [
    { id: 'E1', nodeIds: ['N4', 'N5'] },
    { id: 'E2', nodeIds: ['N1', 'N2', 'N3'] },
  ],
}

/** As storage asks: every element of every kind, in the order that is wanted. */
function removed(body: Partial<RemoveElements>, model: { [K in Kind]: readonly ElementOf[K][] } = MODEL): Removal {
  const removal = new Removal({ cascade: false, ...body }, (kind, id) => model[kind].some((one) => one.id === id))
  for (const kind of removal.order()) {
    const ids = removal.begin(kind)
    if (ids.size > 0) for (const element of model[kind]) removal.look(kind, element)
  }
  return removal
}
const gone = ({ gone }: Removal) =>
  Object.fromEntries(KINDS.flatMap((kind) => (gone[kind].size ? [[kind, [...gone[kind]]]] : [])))
const left = ({ replaced }: Removal) =>
  Object.fromEntries(KINDS.flatMap((kind) => (replaced[kind].size ? [[kind, [...replaced[kind].values()]]] : [])))

describe('what is taken away', () => {
  it('is refused while something that stays refers to it: the first of its users, and how many more', () => {
    const removal = removed({ nodes: ['N5', 'N2', 'N2', 'missing'], materials: ['S235'] })
    expect(removal.issues()).toEqual([
      {
        type: 'still_referenced',
        loc: ['materials', 0],
        msg: "material 'S235' is still used by frame 'F1' and 1 more",
        ctx: { kind: 'material', id: 'S235', by: { kind: 'frame', id: 'F1' }, count: 2 },
      },
      {
        type: 'still_referenced',
        loc: ['nodes', 0],
        msg: "node 'N5' is still used by area 'B'",
        ctx: { kind: 'node', id: 'N5', by: { kind: 'area', id: 'B' }, count: 1 },
      },
      {
        type: 'still_referenced',
        loc: ['nodes', 1],
        msg: "node 'N2' is still used by area 'A' and 2 more",
        ctx: { kind: 'node', id: 'N2', by: { kind: 'area', id: 'A' }, count: 3 },
      },
    ])
    expect(() => removal.mustBeFree()).toThrow(ModelError)
    expect(left(removal)).toEqual({})
  })

  it('goes where nothing refers to it, or all that does goes too', () => {
    const free = removed({ supports: ['S'], gridLines: ['G'], members: ['M1'], areas: ['A'] })
    expect(free.issues()).toEqual([])
    free.mustBeFree()
    const whole = removed({ nodes: ['N5'], areas: ['B'], materials: ['C30', 'C30'] })
    expect(whole.issues().map(({ loc }) => loc)).toEqual([['materials', 0]])
    expect(removed({ nodes: ['N5'], areas: ['B'] }).issues()).toEqual([])
  })

  it('an opening holds its nodes as an outline does', () => {
    expect(removed({ nodes: ['N1'], frames: ['F1'], supports: ['S'], members: ['M1'] }).issues()).toMatchObject([
      { ctx: { by: { kind: 'area', id: 'B' }, count: 1 } },
    ])
  })

  it('with cascade a node takes its frames, areas and supports along, and members lose what is gone', () => {
    const removal = removed({ nodes: ['N1'], cascade: true })
    expect(gone(removal)).toEqual({ areas: ['B'], frames: ['F1'], nodes: ['N1'], supports: ['S'] })
    expect(left(removal)).toEqual({ members: [{ id: 'M1', frameIds: ['F2'], sectionId: 'IPE' }] })
    expect(removal.issues()).toEqual([])
  })

  it('with cascade a member goes with its last frame', () => {
    const removal = removed({ nodes: ['N4'], cascade: true })
    expect(gone(removal)).toEqual({ areas: ['A', 'B'], frames: ['F3'], members: ['M2'], nodes: ['N4'] })
    expect(left(removal)).toEqual({})
  })

  it('with cascade sections and materials are only cleared where they were used', () => {
    const removal = removed({ sections: ['IPE'], materials: ['S235'], cascade: true })
    expect(gone(removal)).toEqual({ materials: ['S235'], sections: ['IPE'] })
    const { sectionId: _, materialId: __, ...first } = MODEL.frames[0]!
    const { sectionId: ___, ...second } = MODEL.frames[1]!
    expect(left(removal)).toEqual({ frames: [first, second], members: [{ id: 'M1', frameIds: ['F1', 'F2'] }] })
    expect(left(removed({ materials: ['S235', 'C30'], cascade: true }))).toMatchObject({
      areas: [{ id: 'A', nodeIds: ['N2', 'N3', 'N4'] }],
      sections: [{ id: 'IPE', type: 'rectangular' }],
    })
    expect(MODEL.frames[0]).toHaveProperty('sectionId', 'IPE')
  })

  it('with cascade a case takes its loads and terms along, and a combination that is left without terms those that name it', () => {
    const removal = removed({ loadCases: ['W'], cascade: true }, LOADED)
    expect(gone(removal)).toEqual({ combinations: ['ULS', 'ENV'], loadCases: ['W'], loads: ['Q'] })
    expect(left(removal)).toEqual({ combinations: [{ id: 'ALL', terms: [{ caseId: 'D' }] }] })
    const nodes = removed({ nodes: ['N5'], cascade: true }, LOADED)
    expect(gone(nodes)).toMatchObject({ diaphragms: ['E1'], loads: ['Q'] })
    expect(removed({ loadCases: ['W'] }, LOADED).issues()).toMatchObject([
      { loc: ['loadCases', 0], msg: "load case 'W' is still used by combination 'ULS' and 1 more" },
    ])
  })

  it('looks through the kinds that can refer to it alone', () => {
    const begun = (body: Partial<RemoveElements>) => {
      const removal = new Removal({ cascade: false, ...body }, () => true)
      return Object.fromEntries(KINDS.map((kind) => [kind, [...removal.begin(kind)]]).filter(([, ids]) => ids!.length)) as Partial<Record<Kind, string[]>> // biome-ignore format: short
    }
    expect(begun({ materials: ['S235'] })).toEqual({ areas: ['S235'], frames: ['S235'], members: ['S235'], sections: ['S235'] })
    expect(begun({ frames: ['F1'] })).toEqual({ loads: ['F1'], members: ['F1'] })
    expect(begun({ gridLines: ['G'], areas: ['A'], supports: ['S'] })).toEqual({ diaphragms: ['G'], loads: ['A'] })
  })
})

describe('a frame of a member', () => {
  const frame = { id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0 }
  it('takes section and material of the member where it has none of its own', () => {
    expect(frameAsReturned(frame, undefined)).toBe(frame)
    const member = { id: 'M', sectionId: 'IPE', materialId: 'S235' }
    expect(frameAsReturned(frame, member)).toEqual({ ...frame, memberId: 'M', sectionId: 'IPE', materialId: 'S235' })
    expect(frameAsReturned({ ...frame, sectionId: null, materialId: null }, member)).toMatchObject({
      sectionId: 'IPE',
      materialId: 'S235',
    })
    expect(frameAsReturned({ ...frame, sectionId: 'HEB', materialId: 'C30', memberId: 'label' }, member)).toEqual({
      ...frame, sectionId: 'HEB', materialId: 'C30', memberId: 'M',
    }) // biome-ignore format: short
    expect(frameAsReturned(frame, { id: 'M', sectionId: null, materialId: null })).toEqual({ ...frame, memberId: 'M' })
  })

  it('has its fields in the order of the schema, whatever they are', () => {
    const whole = {
      source: {},
      sectionOffset: { x: 1, y: 2 },
      sectionId: 's',
      memberId: 'm',
      materialId: 'c',
      length: 5,
      label: 'l',
      ...frame,
    }
    expect(Object.keys(frameAsReturned(whole, { id: 'M', sectionId: null, materialId: null }))).toEqual([
      'id', 'startNodeId', 'endNodeId', 'label', 'length', 'materialId', 'memberId', 'rotation', 'sectionId', 'sectionOffset', 'source',
    ]) // biome-ignore format: short
  })

  it('leaves it when it goes', () => {
    expect(memberWithout({ id: 'M', frameIds: ['a', 'b', 'c'] }, new Set(['b']))).toEqual({ id: 'M', frameIds: ['a', 'c'] })
    expect(memberWithout({ id: 'M', frameIds: ['a'] }, new Set(['a']))).toBeNull()
  })
})

it('every id in a field is called with its place below it', () => {
  const found: [string, (string | number)[]][] = []
  eachReference([['a'], 'b', null, ['c', 'd']], (id, at) => found.push([id, at]))
  expect(found).toEqual([['a', [0, 0]], ['b', [1]], ['c', [3, 0]], ['d', [3, 1]]]) // biome-ignore format: short
})

it('an id is shown up to 64 characters, of which an emoji is one', () => {
  expect(quoted('x'.repeat(64))).toBe(`'${'x'.repeat(64)}'`)
  expect(quoted('x'.repeat(65))).toBe(`'${'x'.repeat(64)}…'`)
  expect(quoted('🏗'.repeat(64))).toBe(`'${'🏗'.repeat(64)}'`)
})

describe('frames with both ends in one place', () => {
  const at = new Map(Object.entries({ a: { x: 0, y: 0, z: 0 }, b: { x: 0, y: 0, z: 0 }, x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 1, z: 0 }, z: { x: 0, y: 0, z: 1 } })) // biome-ignore format: short
  const told = (...ends: [string, string][]) =>
    framesWithoutLength(
      ends.map(([startNodeId, endNodeId], k) => ({ id: `F${k}`, startNodeId, endNodeId, rotation: 0 })),
      (node) => at.get(node),
    )
  it('are told once, with the first five of them', () => {
    expect(told(['a', 'x'], ['a', 'y'], ['a', 'z'], ['a', 'missing'], ['missing', 'a'])).toEqual([])
    expect(told(['a', 'x'], ['a', 'b'])).toEqual([
      {
        severity: 'warning',
        code: 'zero_length_frame',
        message: "Frame 'F1' has no length: both ends are in one place",
        elements: [{ kind: 'frame', id: 'F1' }],
      },
    ])
    const [many] = told(...Array.from({ length: 7 }, (): [string, string] => ['missing', 'missing']))
    expect(many!.message).toBe("Frame 'F0' has no length: both ends are in one place [7 times]")
    expect(many!.elements.map(({ id }) => id)).toEqual(['F0', 'F1', 'F2', 'F3', 'F4'])
  })
})
