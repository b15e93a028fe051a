import { expect, test } from 'vitest'
import { byId, draftOf, editDraft } from '#lib/fixtures/drafts.ts'
import { isSameOutline } from './mirrored-section.ts'

const L = [
  { x: 0, y: 0 },
  { x: 0.2, y: 0 },
  { x: 0, y: 0.3 },
]

test('outlines are the same where each corner is, and none is left over', () => {
  expect(isSameOutline(L, structuredClone(L))).toBe(true)
  expect(isSameOutline(L, [...L, { x: 0, y: 0.1 }])).toBe(false)
  expect(isSameOutline([...L, { x: 0, y: 0.1 }], L)).toBe(false)
  for (const moved of [
    { x: 0.2, y: 0.1 },
    { x: 0.1, y: 0 },
  ])
    expect(isSameOutline(L, L.with(1, moved))).toBe(false)
})

/** Symmetric about x = 0.1, which is not where its origin lies. */
const EAVES = [
  { x: 0, y: 0 },
  { x: 0.2, y: 0 },
  { x: 0.15, y: 0.3 },
  { x: 0.05, y: 0.3 },
]

test('a section whose axis of symmetry lies beside its origin lies on the other side in a mirror', () => {
  const draft = draftOf({
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 6, y: 0, z: 0 } },
    ],
    sections: [{ id: 'S', type: 'custom', polygon: EAVES }],
    frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', sectionId: 'S', sectionOffset: { x: 0.03, y: 0.01 } }],
  })
  editDraft(draft, { select: { all: true }, mirror: { plane: 'Y', at: 0, copy: false } })
  const { x, y } = byId(draft, 'frames').F?.sectionOffset ?? { x: 0, y: 0 }
  expect([x, y]).toEqual([expect.closeTo(-0.23, 9), expect.closeTo(0.01, 9)])
})
