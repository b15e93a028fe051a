import { expect, it } from 'vitest'
import { mayRead, mayWrite, type Role } from './roles.ts'

it.each<[Role | null, boolean, boolean]>([
  ['owner', true, true],
  ['editor', true, true],
  ['viewer', true, false],
  [null, false, false],
])('%s reads: %s, writes: %s', (role, reads, writes) => {
  expect([mayRead(role), mayWrite(role)]).toEqual([reads, writes])
})
