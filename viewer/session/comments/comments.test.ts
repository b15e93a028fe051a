import { expect, it } from 'vitest'
import { withChanged, withSelection } from './comments.ts'
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

it('keeps of a sketch the view in which it was begun, with what is selected when it is sent', () => {
  const begun = 'camera=1,2,3&selected=f:Beam%201&layers=-areas'
  expect(withSelection(begun, '?camera=9,9,9')).toBe('camera=1,2,3&layers=-areas')
  const sent = withSelection(begun, '?selected=f%3AColumn%20B2%2Cs%3AS1&camera=9')
  expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
    camera: '1,2,3',
    layers: '-areas',
    selected: 'f:Column B2,s:S1',
  })
  expect(withSelection('selected=f:B', '')).toBe('')
})
