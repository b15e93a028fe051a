import { type Tx, transaction } from '#lib/db/client.ts'
import { namedRevisions } from '#lib/schema/comment-words.ts'
import { note } from '#lib/sharing/rights.ts'
import { announceComments } from '../announce.ts'
import { type CommentWritten, headOf, insertReply, mustFind, type NewComment, writersOf } from './add-comment.ts'
import { beginChange, type CommentAuthor, clientOf, holdComments } from './comment-change.ts'
import { notifyPeople } from './comment-notices.ts'
import type { CommentRow, StoredThread } from './comment-row.ts'
import { countReplies, findComment } from './threads.ts'
import { opened } from './undone-resolutions.ts'

/** What becomes of comments that are there. Edits are last write wins. */

type Missing = 'nowhere' | 'forbidden' | 'gone'

/** What is not given stays. `mentions` come with a text. */
export type CommentFields = {
  text?: string
  mentions?: readonly string[]
  assigneeId?: string | null
  due?: string | null
}

/** `allows`: whether the caller may change it so; asked of the row that is changed. */
export async function changeComment(
  modelId: string,
  name: string,
  author: CommentAuthor,
  { mentions, ...fields }: CommentFields,
  allows: (row: CommentRow) => boolean,
): Promise<CommentWritten | Missing> {
  const data = { ...fields, ...(mentions && { mentions: JSON.stringify(mentions) }) }
  let hasChanged = false
  const written = await transaction(async (tx): Promise<CommentWritten | Missing> => {
    hasChanged = false
    await holdComments(tx, modelId)
    const row = await findComment(tx, modelId, name)
    if (!row || (row.text === null && fields.text !== undefined)) return 'nowhere'
    if (!allows(row)) return 'forbidden'
    const differs = (Object.keys(data) as (keyof typeof data)[]).some((key) => data[key] !== row[key])
    if (!differs) return { thread: await mustFind(tx, modelId, row.threadId), notices: [] }
    const change = await beginChange(tx, modelId)
    if (!change) return 'gone'
    hasChanged = true
    const now = new Date()
    const changedAt = fields.text !== undefined && fields.text !== row.text ? { changedAt: now } : {}
    const modifiedAt = row.number === null ? {} : { modifiedAt: now }
    await setColumns(tx, modelId, row.id, { ...data, ...changedAt, ...modifiedAt, seq: change.seq })
    if (row.number === null) await setColumns(tx, modelId, row.threadId, { seq: change.seq })
    const head = await headOf(tx, modelId, row.threadId)
    const number = head?.number ?? 0
    const isAssigned = fields.assigneeId !== undefined && fields.assigneeId !== row.assigneeId
    if (isAssigned)
      await note(tx, modelId, author, 'comment.assigned', { number, userId: fields.assigneeId ?? null }, author.door)
    const known: string[] = JSON.parse(row.mentions)
    const about = { number, id: row.id, text: fields.text ?? row.text, mentions: mentions ?? known }
    const notices = await notifyPeople(tx, change, author, about, [
      ['comment.assigned', isAssigned ? [fields.assigneeId ?? null] : []],
      ['comment.mentioned', (mentions ?? []).filter((userId) => !known.includes(userId))],
    ])
    return { thread: await mustFind(tx, modelId, row.threadId), notices }
  })
  if (hasChanged && typeof written !== 'string') announceComments(modelId)
  return written
}

const setColumns = (tx: Tx, modelId: string, id: string, data: object) =>
  tx.comment.update({ where: { modelId_id: { modelId, id } }, data, select: { id: true } })

/** Of what is deleted nothing is left but that it was. */
const EMPTY = {
  ...{ text: null, mentions: '[]', elements: '[]', foreign: null, point: null, view: null, viewport: null, markup: null },
  ...{ assigneeId: null, due: null, authorId: null, authorName: null, client: null },
}

/** A reply goes; a thread with replies stays and reads as deleted, one without goes. */
export async function deleteComment(
  modelId: string,
  name: string,
  author: CommentAuthor,
  allows: (row: CommentRow) => boolean,
): Promise<'done' | Missing> {
  const done = await transaction(async (tx): Promise<'done' | Missing> => {
    await holdComments(tx, modelId)
    const row = await findComment(tx, modelId, name)
    if (!row || row.text === null) return 'nowhere'
    if (!allows(row)) return 'forbidden'
    const change = await beginChange(tx, modelId)
    if (!change) return 'gone'
    const { seq } = change
    const now = new Date()
    const isThread = row.number !== null
    const staysAsThread = isThread && (await countReplies(tx, modelId, row.id)) > 0
    if (staysAsThread) await setColumns(tx, modelId, row.id, { text: null, mentions: '[]', changedAt: now, modifiedAt: now, seq })
    else await setColumns(tx, modelId, row.id, { ...EMPTY, deletedAt: now, seq })
    if (!isThread) await dropReplyFromThread(tx, modelId, row.threadId, { seq, now })
    const head = isThread ? row : await tx.comment.findUniqueOrThrow({ where: { modelId_id: { modelId, id: row.threadId } } })
    await note(tx, modelId, author, 'comment.deleted', { number: head.number }, author.door)
    return 'done'
  })
  if (done === 'done') announceComments(modelId)
  return done
}

/** A thread whose first comment was deleted goes with its last reply. */
async function dropReplyFromThread(tx: Tx, modelId: string, threadId: string, { seq, now }: { seq: number; now: Date }) {
  const head = await tx.comment.findUniqueOrThrow({ where: { modelId_id: { modelId, id: threadId } } })
  const isOver = head.text === null && (await countReplies(tx, modelId, threadId)) === 0
  await setColumns(tx, modelId, threadId, isOver ? { ...EMPTY, deletedAt: now, seq } : { seq })
}

/** What becomes of the thread's status. */
export type Resolution = {
  isResolved: boolean
  /** The model's present one. */
  revision: number
  /** A last word. */
  reply: NewComment | undefined
}

/** What a thread is resolved with: the last revision that its last word names, else the present one; null where none came after it. */
function revisionOf({ revision: seen }: StoredThread, lastWord: string, present: number): number | null {
  const named = namedRevisions(lastWord).filter((one) => one > seen && one <= present)
  return named.length > 0 ? Math.max(...named) : present > seen ? present : null
}

/** Idempotent: a thread that is so already stays, unless something new is said with it. */
export async function resolveThread(
  modelId: string,
  name: string,
  author: CommentAuthor,
  { isResolved, revision, reply }: Resolution,
  allows: (row: CommentRow) => boolean,
): Promise<CommentWritten | Missing> {
  let hasChanged = false
  const written = await transaction(async (tx): Promise<CommentWritten | Missing> => {
    hasChanged = false
    await holdComments(tx, modelId)
    const head = await headOf(tx, modelId, name)
    if (!head) return 'nowhere'
    if (!allows(head)) return 'forbidden'
    const before = await mustFind(tx, modelId, head.id)
    const wasResolved = before.resolvedAt !== null // undone since, it is not
    const last = before.replies.at(-1)
    const isKnownReply =
      reply === undefined || (wasResolved === isResolved && last?.authorId === author.userId && last.text === reply.text)
    if (wasResolved === isResolved && isKnownReply) return { thread: before, notices: [] }
    const change = await beginChange(tx, modelId)
    if (!change) return 'gone'
    hasChanged = true
    const number = head.number ?? 0
    const replyId = reply && (await insertReply(tx, change, author, head, reply))
    const isNew = wasResolved !== isResolved
    const detail = { number, ...(replyId && { commentId: replyId }) }
    if (!isNew) await note(tx, modelId, author, 'comment.replied', detail, author.door)
    else {
      const now = new Date()
      const resolved = isResolved
        ? {
            ...{ resolvedAt: now, resolvedBy: author.userId, resolvedClient: clientOf(author), wasResolved: null },
            resolvedRevision: revisionOf(before, reply?.text ?? last?.text ?? '', revision),
          }
        : opened(head)
      await setColumns(tx, modelId, head.id, { ...resolved, modifiedAt: now, seq: change.seq })
      await note(tx, modelId, author, isResolved ? 'comment.resolved' : 'comment.reopened', detail, author.door)
    }
    const said = reply ?? { text: head.text, mentions: JSON.parse(head.mentions) as string[] } // written here
    const about = { number, id: replyId ?? head.id, text: said.text, mentions: said.mentions }
    const notices = await notifyPeople(tx, change, author, about, [
      ['comment.mentioned', reply?.mentions ?? []],
      ['comment.resolved', isNew && isResolved ? [head.authorId, head.assigneeId] : []],
      ['comment.replied', reply ? [head.authorId, head.assigneeId, ...(await writersOf(tx, modelId, head.id))] : []],
    ])
    return { thread: await mustFind(tx, modelId, head.id), notices }
  })
  if (hasChanged && typeof written !== 'string') announceComments(modelId)
  return written
}
