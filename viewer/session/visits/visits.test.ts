import { describe, expect, it } from 'vitest'
import type { CommentThread } from '../comments/comments-state.ts'
import { countsChanged, newsOfVisit, readRemembered, saidSince } from './visits.ts'

const at = '2026-11-18T16:20:00.000Z'
const revisions = { count: 0, people: [], added: 0, changed: 0, removed: 0 }
const comments = { threads: 0, replies: 0, resolved: 0, people: [] }

describe('what is new since the last visit', () => {
  it('is told in words, with who did it', () => {
    const visit = {
      ...{ at, revision: 5 },
      revisions: { count: 2, people: ['Bo', 'Cy', 'Di'], added: 3, changed: 1200, removed: 0 },
      comments: { threads: 1, replies: 2, resolved: 1, people: ['Bo'] },
    }
    expect(newsOfVisit(visit)).toEqual({
      ...{ at, revision: 5 },
      changed: '2 revisions by Bo, Cy and Di: 3 added, 1,200 changed',
      said: '1 new comment, 2 replies, 1 resolved by Bo',
    })
    expect(newsOfVisit({ ...visit, revisions: { ...revisions, count: 1, people: ['Bo'] }, comments })).toMatchObject({
      changed: '1 revision by Bo',
      said: '',
    })
  })

  it('is nothing on a first visit, and where others did nothing', () => {
    expect(newsOfVisit({ at: null, revision: null, revisions, comments })).toBeNull()
    expect(newsOfVisit({ at, revision: 5, revisions, comments })).toBeNull()
  })
})

describe('by a link', () => {
  it('says by how much there is more or less of each kind', () => {
    const text = countsChanged(5, 8, { frame: 10, area: 3, node: 4 }, { frame: 12, area: 2, node: 4 })
    expect(text).toBe('revision 5 became 8: 2 frames more, 1 area fewer')
  })

  it('says what was said and resolved after the moment', () => {
    const author = { id: null, name: 'Bo' }
    const [before, after] = ['2026-11-17T00:00:00.000Z', '2026-11-19T00:00:00.000Z']
    const thread = (createdAt: string, resolvedAt: string | null, replies: string[] = []) =>
      ({
        ...{ author, createdAt, resolvedAt, resolvedBy: resolvedAt && { id: null, name: 'Cy' } },
        replies: replies.map((moment) => ({ author, createdAt: moment })),
      }) as CommentThread
    const items = [thread(before, after, [before, after]), thread(after, null), { deleted: true as const }]
    expect(saidSince(items, at)).toBe('1 new comment, 1 reply, 1 resolved by Bo and Cy')
    expect(saidSince([thread(before, before)], at)).toBe('')
  })

  it('remembers nothing that it did not write', () => {
    const kept = { at, revision: 5, commentSeq: 2, counts: { frame: 1 } }
    expect(readRemembered(JSON.stringify(kept))).toEqual(kept)
    for (const text of [null, '', '{', '[]', '{"at":"no","revision":1,"commentSeq":1,"counts":{}}', '5'])
      expect(readRemembered(text)).toBeNull()
  })
})
