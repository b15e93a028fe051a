import { expect, it } from 'vitest'
import { commentOf, foldComments, runWords } from './fold-comments.ts'

const line = (action: string, number?: number, name = 'Ada', commentId?: string) => ({
  ...{ action, detail: { ...(number && { number }), ...(commentId && { commentId }) }, user: { name } },
})

it('folds lines of comments that follow each other, of whichever threads, and nothing else', () => {
  const edit = { revision: 4, verb: 'edit' }
  const [one, two, three] = [line('comment.replied', 3), line('comment.resolved', 3, 'Bo'), line('comment.made', 7)]
  const file = line('comment.imported')
  const folded = foldComments([one, two, edit, three, file, one, two, three])
  expect(folded).toEqual([{ run: [one, two] }, edit, three, file, { run: [one, two, three] }])
  expect(foldComments([])).toEqual([])
})

it('says of a run which threads, what and by whom, each once, and of many how many more', () => {
  const run = [line('comment.resolved', 7), line('comment.replied', 7), line('comment.replied', 3, 'Bo'), line('comment.made', 3)]
  expect(runWords(run)).toEqual({ about: 'Comments 3 and 7', did: '1 new, 2 replies, 1 resolved', by: 'Ada and Bo' })
  const many = Array.from({ length: 9 }, (_, k) => line('comment.assigned', k + 1, `P${k}`))
  expect(runWords(many)).toEqual({ about: 'Comments 1, 2, 3, 4, 5 and 4 more', did: '9 assigned', by: 'P0, P1, P2 and 6 more' })
  const ofOne = [line('comment.resolved', 4), line('comment.replied', 4)]
  expect(runWords(ofOne)).toEqual({ about: 'Comment 4', did: '1 reply, resolved', by: 'Ada' })
})

it('tells of a reply by its own text, and by none where the log does not have it', () => {
  const names = [
    line('comment.replied', 3, 'Ada', 'r1'),
    line('comment.replied', 3),
    line('comment.reopened', 3),
    line('comment.exported'),
  ]
  expect(names.map(commentOf)).toEqual(['r1', null, '3', null])
})
