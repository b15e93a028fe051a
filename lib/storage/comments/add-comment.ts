import { randomUUID } from 'node:crypto'
import { type Tx, transaction } from '#lib/db/client.ts'
import { limits } from '#lib/runtime/limits.ts'
import { note } from '#lib/sharing/rights.ts'
import { announceComments } from '../announce.ts'
import { authorColumns, beginChange, type CommentAuthor, type CommentChange } from './comment-change.ts'
import { type CommentNotice, notifyPeople } from './comment-notices.ts'
import { anchorColumns, type CommentRow, type StoredAnchor, type StoredThread } from './comment-row.ts'
import { countReplies, countThreads, findComment, threadOf } from './threads.ts'

/** What somebody says, with mentions as <@userId>. */
export type NewComment = { text: string; mentions: readonly string[]; revision: number }
export type NewThread = NewComment & { anchor: StoredAnchor; assigneeId: string | null; due: string | null }

/** After a write: the thread as it is, and who was notified. */
export type CommentWritten = { thread: StoredThread; notices: CommentNotice[] }

const NO_ANCHOR: StoredAnchor = { elements: [], point: null, view: null, viewport: null, sketch: [], foreign: [] }

/** `too_many`: the model has as many threads as it may. `gone`: it is not there any more. */
export async function addThread(
  modelId: string,
  author: CommentAuthor,
  { text, mentions, revision, anchor, assigneeId, due }: NewThread,
): Promise<CommentWritten | 'too_many' | 'gone'> {
  const id = randomUUID()
  const written = await transaction(async (tx): Promise<CommentWritten | 'too_many' | 'gone'> => {
    const change = await beginChange(tx, modelId)
    if (!change) return 'gone'
    // There are at most as many as there ever were, which is known without counting them.
    if (change.lastNumber >= limits.commentThreads && (await countThreads(tx, modelId)) >= limits.commentThreads)
      return 'too_many'
    const number = change.lastNumber + 1
    await tx.constructModel.update({ where: { id: modelId }, data: { commentNumber: number }, select: { id: true } })
    await tx.comment.create({
      data: {
        ...{ modelId, id, threadId: id, number, seq: change.seq, revision, text, assigneeId, due, createdAt: new Date() },
        ...authorColumns(author),
        ...anchorColumns(anchor),
        mentions: JSON.stringify(mentions),
      },
    })
    await note(tx, modelId, author, 'comment.made', { number }, author.door)
    const notices = await notifyPeople(tx, change, author, { number, id, text, mentions }, [
      ['comment.assigned', [assigneeId]],
      ['comment.mentioned', mentions],
      ['comment.made', [change.model.ownerId]],
    ])
    return { thread: await mustFind(tx, modelId, id), notices }
  })
  if (typeof written !== 'string') announceComments(modelId)
  return written
}

/** `nowhere`: there is no such thread. */
export async function addReply(
  modelId: string,
  author: CommentAuthor,
  to: string,
  comment: NewComment,
): Promise<CommentWritten | 'nowhere' | 'too_many' | 'gone'> {
  const written = await transaction(async (tx): Promise<CommentWritten | 'nowhere' | 'too_many' | 'gone'> => {
    const change = await beginChange(tx, modelId)
    if (!change) return 'gone'
    const head = await headOf(tx, modelId, to)
    if (!head) return 'nowhere'
    if ((await countReplies(tx, modelId, head.id)) >= limits.commentReplies) return 'too_many'
    const id = await insertReply(tx, change, author, head, comment)
    await note(tx, modelId, author, 'comment.replied', { number: head.number, commentId: id }, author.door)
    const about = { ...comment, number: head.number ?? 0, id }
    const notices = await notifyPeople(tx, change, author, about, [
      ['comment.mentioned', comment.mentions],
      ['comment.replied', [head.authorId, head.assigneeId, ...(await writersOf(tx, modelId, head.id))]],
    ])
    return { thread: await mustFind(tx, modelId, head.id), notices }
  })
  if (typeof written !== 'string') announceComments(modelId)
  return written
}

/** The first comment of the thread that a number or a comment's id is of. */
export async function headOf(tx: Pick<Tx, 'comment'>, modelId: string, name: string): Promise<CommentRow | undefined> {
  const row = await findComment(tx, modelId, name)
  return row && row.number === null ? findComment(tx, modelId, row.threadId) : row
}

/** Within a change; the thread takes its number. Returns the reply's id. */
export async function insertReply(
  tx: Tx,
  change: CommentChange,
  author: CommentAuthor,
  head: CommentRow,
  { text, mentions, revision }: NewComment,
): Promise<string> {
  const { model, seq } = change
  const id = randomUUID()
  await tx.comment.create({
    data: {
      ...{ modelId: model.id, id, threadId: head.id, seq, revision, text, createdAt: new Date() },
      ...authorColumns(author),
      ...anchorColumns(NO_ANCHOR),
      mentions: JSON.stringify(mentions),
    },
  })
  await tx.comment.update({ where: { modelId_id: { modelId: model.id, id: head.id } }, data: { seq }, select: { id: true } })
  return id
}

/** Who has replied in a thread. */
export async function writersOf(tx: Pick<Tx, 'comment'>, modelId: string, threadId: string): Promise<(string | null)[]> {
  const where = { modelId, threadId, number: null, deletedAt: null }
  const rows = await tx.comment.findMany({ where, select: { authorId: true }, distinct: ['authorId'] })
  return rows.map(({ authorId }) => authorId)
}

/** Of what was written in this transaction. */
export async function mustFind(tx: Tx, modelId: string, id: string): Promise<StoredThread> {
  const thread = await threadOf(tx, modelId, id)
  if (!thread) throw new Error('a thread that was written is not there')
  return thread
}
