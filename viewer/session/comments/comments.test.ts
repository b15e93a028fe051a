import { expect, it } from 'vitest'
import { withChanged } from './comments.ts'
import type { CommentThread } from './comments-state.ts'

const thread = (number: number, status: 'open' | 'resolved' = 'open') =>
  ({ number, status, replies: [] }) as unknown as CommentThread

it('keeps in the list what left it by a change, as it is now, without what was deleted', () => {
  const before = [thread(4), thread(3), thread(2), thread(1)]
  const now = [thread(5), thread(3)]
  const changed = [thread(2, 'resolved'), { number: 1, deleted: true as const }]
  const listed = withChanged(now, before, changed)
  expect(listed.map(({ number, status }) => [number, status])).toEqual([
    [5, 'open'],
    [4, 'open'],
    [3, 'open'],
    [2, 'resolved'],
  ])
})
