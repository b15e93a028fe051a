import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Finding } from '#lib/schema/schema.ts'
import { countOf } from './finding-counts.ts'
import { findingGroups, findingsByElement, takenText } from './finding-groups.ts'

const finding = (severity: Finding['severity'], code: string, more = {}): Finding => ({
  severity,
  code,
  message: code,
  elements: [{ kind: 'node', id: 'N' }],
  ...more,
})

it('puts findings of one code together, in their order, and counts those that are not listed', () => {
  const list = [
    finding('error', 'unstable'),
    finding('warning', 'unstable'),
    finding('warning', 'isolated_node'),
    finding('warning', 'isolated_node', { elements: [], count: 150 }),
    finding('info', 'crossing_frames'),
  ]
  expect(
    findingGroups(list).map(({ severity, code, count, listed }) => [severity, code, count, listed.map(({ place }) => place)]),
  ).toEqual([
    ['error', 'unstable', 1, [0]],
    ['warning', 'unstable', 1, [1]],
    ['warning', 'isolated_node', 151, [2]],
    ['info', 'crossing_frames', 1, [4]],
  ])
  expect(findingGroups(list)[2]?.remaining).toBe(list[3])
})

it('says what is taken of a group of which the check lists a part', () => {
  const listed = Array.from({ length: 100 }, (_, place) => ({ finding: finding('warning', 'isolated_node'), place }))
  expect(takenText({ listed, count: 100 })).toBe('all')
  expect(takenText({ listed, count: 1361 })).toBe('the first 100 of 1,361')
})

it('counts in groups what the list counts, and lists every finding once (property)', () => {
  const one = fc.record({
    severity: fc.constantFrom<Finding['severity']>('error', 'warning', 'info'),
    code: fc.constantFrom('a', 'b', 'c'),
    count: fc.option(fc.nat(500), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(one), (some) => {
      const list = some.map(({ severity, code, count }) => finding(severity, code, count === undefined ? {} : { count }))
      const groups = findingGroups(list)
      const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
      expect(sum(groups.map(({ count }) => count))).toBe(sum(list.map(countOf)))
      const places = groups.flatMap(({ listed }) => listed.map(({ place }) => place)).sort((a, b) => a - b)
      expect(places).toEqual([...list.keys()].filter((k) => list[k]!.count === undefined))
    }),
  )
})

it('lists each element once with all that is found about it', () => {
  const list = [
    finding('error', 'zero_length_frame', { elements: [{ kind: 'frame', id: 'A' }] }),
    finding('warning', 'missing_material', {
      elements: [
        { kind: 'frame', id: 'B' },
        { kind: 'frame', id: 'A' },
      ],
    }),
    finding('info', 'units_not_stated', { elements: [{ kind: 'model', id: '' }] }),
  ]
  expect(findingsByElement(list).map(({ element, findings }) => [element.id, findings.map(({ code }) => code)])).toEqual([
    ['A', ['zero_length_frame', 'missing_material']],
    ['B', ['missing_material']],
  ])
})
