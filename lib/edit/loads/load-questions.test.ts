import { expect, it } from 'vitest'
import { draftOf } from '#lib/fixtures/drafts.ts'
import { answerQuestion, type Question } from '../query/query.ts'
import { select } from '../select/select.ts'
import type { Select } from '../select/select-schema.ts'
import { selectionOf } from '../select/select-text.ts'

const node = (id: string, x: number, y: number) => ({ id, position: { x, y, z: 3 } })
const facts = draftOf({
  units: { length: 'm', force: 'kN' },
  nodes: [node('1', 0, 0), node('2', 4, 0), node('3', 4, 3), node('4', 0, 3)],
  frames: [
    { id: 'B1', startNodeId: '1', endNodeId: '2', releases: 'pinned' },
    { id: 'B2', startNodeId: '2', endNodeId: '3', releases: { start: { m3: false } } },
  ],
  areas: [{ id: 'S', nodeIds: ['1', '2', '3', '4'] }],
  loadCases: [{ id: 'D' }, { id: 'W1', name: 'Wind X' }, { id: 'W2' }],
  loads: [
    { id: 'a', caseId: 'D', frameId: 'B1', force: { z: -5 } },
    { id: 'b', caseId: 'D', areaId: 'S', force: { z: -2 } },
    { id: 'c', caseId: 'W1', nodeId: '2', force: { x: 7 } },
    { id: 'd', caseId: 'W2', frameId: 'B2', force: { x: 1 }, forceEnd: { x: 3 } },
  ],
}).facts()

function ids(selector: Select): string[] {
  const found = select(facts, selector)
  if (!('selection' in found)) throw new Error(JSON.stringify(found))
  return [...found.selection].flatMap(([kind, ordinals]) => ordinals.map((ordinal) => facts.id(kind, ordinal)))
}

it('selects loads by their cases, and frames by their releases', () => {
  expect(ids({ case: ['W*'] })).toEqual(['c', 'd'])
  expect(ids({ case: ['Wind X'] })).toEqual(['c'])
  expect(ids({ case: ['W*'], kinds: ['loadCases'] })).toEqual(['W1', 'W2'])
  expect(ids({ released: true })).toEqual(['B1'])
  expect(ids({ released: false })).toEqual(['B2'])
  expect(selectionOf('kind:loadcase case:"Wind X" released:yes')).toEqual({
    select: { kinds: ['loadCases'], case: ['Wind X'], released: true },
  })
  expect(select(facts, { case: ['WX'] })).toMatchObject({ issues: [{ type: 'reference_not_found', ctx: { id: 'WX' } }] })
})

it('leaves loads out where they are not named', () => {
  expect(ids({ all: true })).toEqual(['1', '2', '3', '4', 'B1', 'B2', 'S'])
})

it('reaches from loads to what they are on, and back', () => {
  expect(ids({ kinds: ['loads'], connectedTo: { ids: ['B1'], kinds: ['frames'] } })).toEqual(['a'])
  expect(ids({ kinds: ['frames', 'areas', 'nodes'], connectedTo: { case: ['D'] } })).toEqual(['B1', 'S'])
})

it('sums loads by case', () => {
  const answered = answerQuestion(facts.model, { show: ['load', 'count'], groupBy: ['case'], limit: 10 } as Question)
  if (Array.isArray(answered)) throw new Error(JSON.stringify(answered))
  expect(answered.answer).toMatchObject({
    units: { force: 'kN' },
    matched: { loads: 4 },
    groups: [
      { case: 'D', load: [0, 0, -44], count: 2 },
      { case: 'W1', load: [7, 0, 0], count: 1 },
      { case: 'W2', load: [6, 0, 0], count: 1 },
    ],
    total: { load: [13, 0, -44], count: 4 },
  })
})
