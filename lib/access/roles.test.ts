import { expect, it } from 'vitest'
import { may, NEEDS, ROLES, type Role, roleFor, toRole } from './roles.ts'

it.each<[Role | null, string]>([
  ['owner', 'read comment write own'],
  ['editor', 'read comment write'],
  ['commenter', 'read comment'],
  ['viewer', 'read'],
  [null, ''],
])('%s may %s', (role, allowed) => {
  expect(NEEDS.filter((needs) => may(role, needs)).join(' ')).toBe(allowed)
})

it('names the least role that is needed', () => {
  expect(NEEDS.map(roleFor)).toEqual(['viewer', 'commenter', 'editor', 'owner'])
})

it('reads stored roles, and no owner among them', () => {
  expect([...ROLES, 'admin', ''].map(toRole)).toEqual([null, 'editor', 'commenter', 'viewer', null, null])
})
