import { describe, expect, test } from 'vitest'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'

/** The table of turns and mirrors: what becomes of a frame's β and offset. */

const SECTIONS = [
  { id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.02, tw: 0.01 } },
  { id: 'C', type: 'channel', dimensions: { t3: 0.2, t2: 0.075, tf: 0.011, tw: 0.008 } },
  { id: 'L', type: 'angle', dimensions: { t3: 0.1, tf: 0.01 } },
  { id: 'U', type: 'angle', dimensions: { t3: 0.15, t2: 0.09, tf: 0.01, tw: 0.012 } },
]

const DIRECTIONS = {
  'column up': [0, 0, 4],
  'column down': [0, 0, -4],
  'beam +X': [6, 0, 0],
  'beam +Y': [0, 6, 0],
  brace: [3, 4, 12],
} as const

function one(direction: keyof typeof DIRECTIONS, rotation: number, sectionId = 'I', sectionOffset?: object) {
  const [x, y, z] = DIRECTIONS[direction]
  return draftOf({
    nodes: [
      { id: 'A', position: { x: 1, y: 2, z: 3 } },
      { id: 'B', position: { x: 1 + x, y: 2 + y, z: 3 + z } },
    ],
    sections: SECTIONS,
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', rotation, sectionId, ...(sectionOffset && { sectionOffset }) }],
  })
}

const frameOf = (draft: ReturnType<typeof draftOf>) => byId(draft, 'frames').F!

function axis1(draft: ReturnType<typeof draftOf>) {
  const { startNodeId, endNodeId } = frameOf(draft)
  const nodes = byId(draft, 'nodes')
  const [a, b] = [nodes[startNodeId]!.position, nodes[endNodeId]!.position]
  const long = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
  return [b.x - a.x, b.y - a.y, b.z - a.z].map((value) => Number((value / long).toFixed(4)) + 0)
}

test.each<['X' | 'Y' | 'Z', number, keyof typeof DIRECTIONS, number, number[], number]>([
  ['Z', 30, 'column up', 0, [0, 0, 1], 30],
  ['Z', 30, 'column down', 0, [0, 0, -1], -30],
  ['Z', 30, 'beam +X', 15, [0.866, 0.5, 0], 15],
  ['Z', 90, 'brace', 20, [-0.3077, 0.2308, 0.9231], 20],
  ['X', 90, 'column up', 0, [0, -1, 0], -90],
  ['X', 90, 'beam +X', 0, [1, 0, 0], 90],
  ['X', 90, 'beam +Y', 30, [0, 0, 1], -60],
  ['Y', 90, 'column up', 0, [1, 0, 0], 180],
  ['Y', 90, 'beam +X', 0, [0, 0, -1], 0],
])(
  'turned about %s by %d: %s with rotation %d runs along %j and has rotation %d',
  (axis, angle, direction, rotation, e1, expected) => {
    const draft = one(direction, rotation)
    editDraft(draft, { select: { all: true }, rotate: { axis, about: { x: 1 }, angle } })
    expect(axis1(draft)).toEqual(e1)
    expect(frameOf(draft).rotation).toBeCloseTo(expected, 9)
  },
)

test.each<['X' | 'Y' | 'Z', keyof typeof DIRECTIONS, number, string, number[], number, [number, number]]>([
  ['X', 'beam +X', 30, 'I', [-1, 0, 0], -30, [-0.05, -0.1]],
  ['Y', 'beam +X', 30, 'I', [1, 0, 0], -30, [-0.05, -0.1]],
  ['Z', 'beam +X', 30, 'I', [1, 0, 0], 150, [-0.05, -0.1]],
  ['X', 'column up', 30, 'I', [0, 0, 1], 150, [-0.05, -0.1]],
  ['Y', 'column up', 30, 'I', [0, 0, 1], -30, [-0.05, -0.1]],
  ['X', 'brace', 20, 'I', [-0.2308, 0.3077, 0.9231], -20, [-0.05, -0.1]],
  ['Y', 'beam +X', 0, 'C', [1, 0, 0], 180, [0.05, 0.1]],
  ['X', 'column up', 0, 'C', [0, 0, 1], 0, [0.05, 0.1]],
  ['X', 'column up', 0, 'L', [0, 0, 1], -90, [0.1, -0.05]],
  ['Y', 'column up', 0, 'L', [0, 0, 1], 90, [0.1, -0.05]],
  ['Y', 'beam +X', 0, 'L', [1, 0, 0], 90, [0.1, -0.05]],
])(
  'mirrored at %s: %s with rotation %d of %s runs along %j, rotation %d, offset %j',
  (plane, direction, rotation, section, e1, expected, [x, y]) => {
    const draft = one(direction, rotation, section, { x: 0.05, y: -0.1 })
    editDraft(draft, { select: { all: true }, mirror: { plane, at: 2, copy: false } })
    expect(axis1(draft)).toEqual(e1)
    expect(frameOf(draft).rotation).toBeCloseTo(expected, 9)
    expect(frameOf(draft).sectionOffset).toEqual({ x, y })
  },
)

test('a section that is symmetric about nothing is not mirrored until somebody says how', () => {
  expect(refused(one('beam +X', 0, 'U'), { select: { all: true }, mirror: { plane: 'X', at: 0, copy: false } })).toMatchObject([
    { type: 'needs_mirrored_section', loc: ['ops', 0, 'mirror', 'unsymmetric'], ctx: { sections: ['U'], frames: 1 } },
  ])
  const section = one('beam +X', 0, 'U', { x: 0.05, y: -0.1 })
  editDraft(section, { select: { all: true }, mirror: { plane: 'Y', at: 2, copy: false, unsymmetric: 'section' } })
  expect(frameOf(section)).toMatchObject({ sectionId: 'U-m', sectionOffset: { x: -0.05, y: -0.1 }, rotation: 0 })
  expect(byId(section, 'sections')['U-m']).toMatchObject({ type: 'custom', name: 'U mirrored' })
  editDraft(section, { select: { all: true }, mirror: { plane: 'Y', at: 2, copy: false, unsymmetric: 'section' } })
  expect(frameOf(section)).toMatchObject({ sectionId: 'U', sectionOffset: { x: 0.05, y: -0.1 }, rotation: 0 })

  const reverse = one('beam +X', 0, 'U', { x: 0.05, y: -0.1 })
  editDraft(reverse, { select: { all: true }, mirror: { plane: 'Y', at: 2, copy: false, unsymmetric: 'reverse' } })
  expect(frameOf(reverse)).toMatchObject({ startNodeId: 'B', endNodeId: 'A', sectionOffset: { x: 0.05, y: -0.1 }, rotation: 0 })
})

describe('supports', () => {
  const held = (restraints: object) =>
    draftOf({
      nodes: [
        { id: 'A', position: { x: 0, y: 0, z: 0 } },
        { id: 'B', position: { x: 6, y: 0, z: 0 } },
      ],
      frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B' }],
      supports: [{ id: 'S', nodeId: 'A', restraints }],
    })

  test.each([
    [
      'Z',
      { u1: true, u2: false, u3: true, r1: null, r2: true, r3: false },
      { u1: false, u2: true, u3: true, r1: true, r2: null, r3: false },
    ],
    [
      'X',
      { u1: true, u2: false, u3: true, r1: null, r2: true, r3: false },
      { u1: true, u2: true, u3: false, r1: null, r2: false, r3: true },
    ],
    [
      'Y',
      { u1: true, u2: false, u3: false, r1: null, r2: true, r3: false },
      { u1: false, u2: false, u3: true, r1: false, r2: true, r3: null },
    ],
  ])('change directions with a quarter turn about %s', (axis, restraints, expected) => {
    for (const angle of [90, 270, -90]) {
      const draft = held(restraints)
      editDraft(draft, { select: { ids: 'F' }, rotate: { axis, about: {}, angle } })
      expect(byId(draft, 'supports').S!.restraints).toEqual(expected)
    }
  })

  test.each(['X', 'Y', 'Z'])(
    'hold after a half turn about %s what they held: the other way along an axis is the same axis',
    (axis) => {
      const restraints = { u1: true, u2: false, u3: null, r1: false, r2: true, r3: null }
      for (const angle of [180, -180, 540]) {
        const draft = held(restraints)
        editDraft(draft, { select: { ids: 'F' }, rotate: { axis, about: {}, angle } })
        expect(byId(draft, 'supports').S!.restraints).toEqual(restraints)
      }
    },
  )

  test('that hold one of two directions cannot be turned by 30 degrees', () => {
    const draft = held({ u1: true, u2: false, u3: true, r1: false, r2: false, r3: false })
    expect(refused(draft, { select: { ids: 'F' }, rotate: { about: {}, angle: 30 } })).toMatchObject([
      {
        type: 'support_cannot_turn',
        loc: ['ops', 0, 'rotate'],
        msg: "support 'S' holds u1 but not u2: it cannot be turned by 30 degrees about Z",
      },
    ])
    const fixed = held({ u1: true, u2: true, u3: true, r1: false, r2: false, r3: false })
    editDraft(fixed, { select: { ids: 'F' }, rotate: { about: {}, angle: 30 } })
    expect(byId(fixed, 'nodes').B!.position).toEqual({ x: 5.19615242271, y: 3, z: 0 })
  })
})

describe('areas', () => {
  const slab = (cardinalPoint?: string) =>
    draftOf({
      nodes: [
        { id: 'A', position: { x: 0, y: 0, z: 3 } },
        { id: 'B', position: { x: 6, y: 0, z: 3 } },
        { id: 'C', position: { x: 6, y: 4, z: 3 } },
        { id: 'D', position: { x: 0, y: 4, z: 3 } },
      ],
      areas: [
        { id: 'S', nodeIds: ['A', 'B', 'C', 'D'], openingNodeIds: [['A', 'B', 'C']], ...(cardinalPoint && { cardinalPoint }) },
      ],
    })

  test('run the other way round in a mirror, from the same first node, and keep their top', () => {
    const draft = slab('TOP')
    editDraft(draft, { select: { all: true }, mirror: { plane: 'X', at: 0, copy: false } })
    expect(byId(draft, 'areas').S).toMatchObject({
      nodeIds: ['A', 'D', 'C', 'B'],
      openingNodeIds: [['A', 'C', 'B']],
      cardinalPoint: 'TOP',
    })
  })

  test.each([
    ['TOP', 'BOTTOM'],
    ['Top', 'Bottom'],
    ['bottom', 'top'],
    ['MIDDLE', 'MIDDLE'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('that are turned over have %s as %s', (before, after) => {
    const turned = slab(before)
    editDraft(turned, { select: { all: true }, rotate: { axis: 'X', about: {}, angle: 180 } })
    expect(byId(turned, 'areas').S!.cardinalPoint).toBe(after)
    const mirrored = slab(before)
    editDraft(mirrored, { select: { all: true }, mirror: { plane: 'Z', at: 0, copy: false } })
    expect(byId(mirrored, 'areas').S!.cardinalPoint).toBe(after)
  })
})

test('twelve turns by 30 degrees bring a column with an angle back', () => {
  const draft = one('brace', 20, 'L', { x: 0.05, y: -0.1 })
  const before = byId(draft, 'nodes').B!.position
  for (let i = 0; i < 12; i++) editDraft(draft, { select: { all: true }, rotate: { about: { x: 2, y: 1 }, angle: 30 } })
  const { x, y, z } = byId(draft, 'nodes').B!.position
  expect([x - before.x, y - before.y, z - before.z].every((away) => Math.abs(away) < 1e-9)).toBe(true)
  expect(frameOf(draft).rotation).toBeCloseTo(20, 9)
})
