import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { may } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'
import { type AnchorElement, dayFault } from '#lib/schema/comment-bodies.ts'
import { isAnchorKind } from '#lib/schema/comment-words.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { findPerson, peopleOfModel } from '#lib/sharing/people-of-model.ts'
import { headOf } from '#lib/storage/comments/add-comment.ts'
import type { StoredThread } from '#lib/storage/comments/comment-row.ts'
import { listThreads, type ThreadFilter, threadOf, threadsSince } from '#lib/storage/comments/threads.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { answerThreads, ofModel, type ThreadAnswer, type ThreadReader } from './thread-answer.ts'

/** Which threads there are, and what of them changed. People, section 12. */

export const MOST_THREADS = 200

/** What may be asked for. */
export const ThreadQuery = z.object({
  status: z.enum(['open', 'resolved', 'all']).optional().describe('All when absent'),
  element: z.string().optional().describe('Threads pinned to it: `frame:B1`'),
  assignee: z.string().optional().describe('`me`, or the id of a person, or the e-mail address for who may comment'),
  due_before: z.string().optional().describe('A day; those due on it are not listed'),
  from_revision: z.int().min(1).optional().describe('Threads whose author saw this revision or a later one'),
  to_revision: z.int().min(1).optional().describe('Threads whose author saw this revision or an earlier one'),
  since: z.int().min(0).optional().describe('Threads in which anything changed after this `seq`, in the order of the changes'),
  limit: z.int().min(1).max(MOST_THREADS).optional().describe('50 when absent'),
  cursor: z.string().optional(),
})
export type ThreadQuery = z.output<typeof ThreadQuery>

export type DeletedAnswer = { id: string; threadId: string; number: number; deleted: true; seq: number }

export type ThreadPage = { items: (ThreadAnswer | DeletedAnswer)[]; nextCursor: string | null; seq: number }

/** The newest first; with `since` in the order of the changes. Throws `invalid`. */
export async function listComments(model: OpenModel, to: ThreadReader, query: ThreadQuery): Promise<ThreadPage> {
  const { status = 'all', element, assignee, due_before: dueBefore, since, limit = 50, cursor } = query
  const { commentSeq: seq } = model
  const issues: Issue[] = []
  const pinnedTo = element === undefined ? undefined : (readElement(element) ?? issues.push(notAnElement()))
  const noDay = dueBefore === undefined ? undefined : dayFault(dueBefore)
  if (noDay !== undefined) issues.push({ ...valueError(['due_before'], noDay), at: 'query' })
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) issues.push({ ...valueError(['cursor'], 'unknown cursor'), at: 'query' })
  if (issues.length > 0) throw new ModelError('invalid', issues)
  const upToRevision = to.revision
  if (since !== undefined) {
    const { items, next } = await threadsSince(model.id, cursor === undefined ? since : Number(cursor), { limit, upToRevision })
    const threads = items.filter((item): item is StoredThread => 'replies' in item)
    const byId = new Map((await answerThreads(model, threads, to)).map((thread) => [thread.id, thread]))
    return {
      items: items.map((item) => byId.get(item.id) ?? { ...item, deleted: true as const }),
      ...{ nextCursor: toCursor(next), seq },
    }
  }
  const filter: ThreadFilter = {
    ...{ status, dueBefore, upToRevision, element: typeof pinnedTo === 'object' ? pinnedTo : undefined },
    ...{ fromRevision: query.from_revision, toRevision: query.to_revision },
    assigneeId: assignee === undefined ? undefined : await idOfAssignee(model, to, assignee),
  }
  const below = cursor === undefined ? undefined : Number(cursor)
  const { threads, next } = await listThreads(model.id, filter, { limit, below })
  return { items: await answerThreads(model, threads, to), nextCursor: toCursor(next), seq }
}

/** Behind a link people have neither ids nor addresses, so nobody is found by one. */
async function idOfAssignee(model: OpenModel, { reader, role }: ThreadReader, name: string): Promise<string> {
  if (reader.via === 'link') return ''
  if (name === 'me') return reader.userId
  if (!may(role, 'comment')) return name
  return findPerson(await peopleOfModel(model), name)?.id ?? name // of who has no role any more
}

const toCursor = (next: number | null): string | null => (next === null ? null : String(next))

/** `kind:id`; an id may hold colons. */
export function readElement(text: string): AnchorElement | undefined {
  const colon = text.indexOf(':')
  const kind = text.slice(0, colon)
  const id = text.slice(colon + 1)
  return colon > 0 && id !== '' && isAnchorKind(kind) ? { kind, id } : undefined
}

const notAnElement = (): Issue => ({ ...valueError(['element'], 'write kind:id, such as frame:B1'), at: 'query' })

/** By the number of a thread, or the id of a comment in it. */
export async function readComment(model: OpenModel, caller: Caller, name: string): Promise<ThreadAnswer | undefined> {
  const head = await headOf(db(), model.id, name)
  const thread = head && (await threadOf(db(), model.id, head.id))
  return thread && (await answerThreads(model, [thread], ofModel(model, caller)))[0]
}
