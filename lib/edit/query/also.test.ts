import { expect, it } from 'vitest'
import type { Run } from '#lib/model/check/check.ts'
import { toldOnce } from './also.ts'

type Severity = Run['severity']
const run = (severity: Severity, code: string, ...ids: string[]): Run => ({
  ...{ severity, code, count: ids.length, isCutShort: false, first: 0 },
  findings: ids.map((id) => ({ severity, code, message: `${code} ${id}`, elements: [{ kind: 'section' as const, id }] })),
})
const told = (...runs: Run[]) => toldOnce(runs).map(({ code, count, also }) => [code, count, ...(also ?? [])])

it('tells an element that is found under several codes of one cause once', () => {
  expect(told(run('warning', 'size_outlier', 'A'), run('warning', 'profile_size_differs', 'A'))).toEqual([
    ['profile_size_differs', 1, 'size_outlier'],
  ])
  expect(told(run('warning', 'size_outlier', 'A', 'B'), run('warning', 'profile_size_differs', 'A', 'C'))).toEqual([
    ['size_outlier', 1],
    ['profile_size_differs', 2, 'size_outlier'],
  ])
  expect(told(run('error', 'size_outlier', 'A'), run('warning', 'profile_size_differs', 'A'))).toEqual([
    ['size_outlier', 1, 'profile_size_differs'],
  ])
})

it('leaves what has another cause, and other elements', () => {
  expect(told(run('warning', 'size_outlier', 'A'), run('warning', 'profile_size_differs', 'B'))).toEqual([
    ['size_outlier', 1],
    ['profile_size_differs', 1],
  ])
  expect(told(run('warning', 'size_outlier', 'A'), run('info', 'unused_section', 'A'))).toEqual([
    ['size_outlier', 1],
    ['unused_section', 1],
  ])
})
