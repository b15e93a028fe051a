import { expect, it } from 'vitest'
import { limits } from '#lib/runtime/limits.ts'
import { IssueList } from './issue-list.ts'

const issue = (msg: string) => ({ type: 'value_error', loc: [], msg })

it('an issue is given advice where it stands by itself, and while issues are kept', () => {
  const list = new IssueList({ groupsPlain: false })
  expect(list.add(issue('a'), { of: 'plain', loc: ['nodes', 0] })).toBe(true)
  expect(list.add(issue('a'), { of: 'plain', loc: ['nodes', 0] })).toBe(true)
  expect(list.add(issue('b'), { of: 'template', loc: ['templates', 0], at: { i: 1 } })).toBe(false)
  expect(list.add(issue('b'), { of: 'template', loc: ['templates', 0], at: { i: 2 } })).toBe(false)
  expect(list.add(issue('c'), { of: 'defaults', loc: ['defaults'] })).toBe(false)
  expect([list.total, list.items().length]).toEqual([4, 4])
  for (let k = 4; k < limits.issues; k++) list.add(issue('d'), { of: 'plain', loc: ['nodes', k] })
  expect(list.add(issue('e'), { of: 'plain', loc: ['nodes', 500] })).toBe(false)
  expect([list.total, list.items().length]).toEqual([limits.issues + 1, limits.issues])
})
