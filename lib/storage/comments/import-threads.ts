import type { Prisma } from '#db/sqlite/client.ts'
import { type Tx, transaction } from '#lib/db/client.ts'
import { limits } from '#lib/runtime/limits.ts'
import { note } from '#lib/sharing/rights.ts'
import { announceComments } from '../announce.ts'
import { beginChange, type CommentAuthor } from './comment-change.ts'
import { anchorColumns, type StoredAnchor } from './comment-row.ts'
import { countReplies, countThreads } from './threads.ts'

/** Threads of another program's file, all of them or none. Nobody is notified: who wrote them has no account here. */

/** As text, for nobody may speak as somebody else. */
export type ImportedComment = {
  id: string
  author: string
  text: string
  mentions: readonly string[]
  createdAt: Date
}
export type ImportedThread = ImportedComment & {
  anchor: StoredAnchor
  assigneeId: string | null
  due: string | null
  isResolved: boolean
}
/** What is not given stays. */
export type ThreadUpdate = {
  text?: { text: string; mentions: readonly string[] }
  isResolved?: boolean
  assigneeId?: string | null
  due?: string | null
  anchor?: StoredAnchor
}
export type CommentUpdate = { id: string; text: string; mentions: readonly string[] }

export type ThreadWrite = (
  | { is: 'new'; id: string; thread: ImportedThread }
  | { is: 'known'; id: string; update: ThreadUpdate }
) & { replies: readonly ImportedComment[]; changed: readonly CommentUpdate[] }

export type ImportOutcome = 'done' | 'gone' | 'moved' | 'too_many_threads' | { tooManyReplies: string }

/** Nothing of the transaction is to stay. */
class NotTaken extends Error {
  constructor(readonly outcome: Exclude<ImportOutcome, 'done'>) {
    super('the threads were not taken')
  }
}

/** `seen`: the number of the last change when it was judged what to write; `moved` when there was another since. */
export async function importThreads(
  modelId: string,
  author: CommentAuthor,
  writes: readonly ThreadWrite[],
  { seen, revision, detail }: { seen: number; revision: number; detail: Record<string, unknown> },
): Promise<ImportOutcome> {
  const outcome = await transaction(async (tx): Promise<ImportOutcome> => {
    const change = await beginChange(tx, modelId)
    if (!change) throw new NotTaken('gone')
    if (change.seq !== seen + 1) throw new NotTaken('moved')
    const fresh = writes.filter(({ is }) => is === 'new').length
    if (fresh > 0 && (await countThreads(tx, modelId)) + fresh > limits.commentThreads) throw new NotTaken('too_many_threads')
    let { seq, lastNumber } = change
    const rows: Prisma.CommentCreateManyInput[] = []
    const about = { modelId, revision, via: author.door, client: author.clientName ?? author.clientId ?? null }
    for (const write of writes) {
      if (write.replies.length > 0) await checkReplies(tx, modelId, write)
      if (write.is === 'new') {
        lastNumber++
        rows.push({ ...about, ...headRow(write.thread, author.userId), seq, number: lastNumber })
      } else await updateThread(tx, modelId, write.id, write.update, { by: author.userId, seq })
      for (const reply of write.replies) rows.push({ ...about, ...replyRow(reply, write.id), seq })
      for (const { id, text, mentions } of write.changed)
        await setColumns(tx, modelId, id, { text, mentions: JSON.stringify(mentions), changedAt: new Date(), seq })
      seq++ // one a thread, so that a list of what changed can end between any two
    }
    for (let start = 0; start < rows.length; start += AT_ONCE)
      await tx.comment.createMany({ data: rows.slice(start, start + AT_ONCE) })
    const data = { commentSeq: Math.max(change.seq, seq - 1), commentNumber: lastNumber }
    await tx.constructModel.update({ where: { id: modelId }, data, select: { id: true } })
    await note(tx, modelId, author, 'comment.imported', detail, author.door)
    return 'done'
  }).catch((error: unknown) => {
    if (error instanceof NotTaken) return error.outcome
    throw error
  })
  if (outcome === 'done') announceComments(modelId)
  return outcome
}

/** Rows of one statement: a database takes only so many parameters. */
const AT_ONCE = 400

async function checkReplies(tx: Tx, modelId: string, { is, id, replies }: ThreadWrite): Promise<void> {
  const there = is === 'new' ? 0 : await countReplies(tx, modelId, id)
  if (there + replies.length > limits.commentReplies) throw new NotTaken({ tooManyReplies: id })
}

const setColumns = (tx: Tx, modelId: string, id: string, data: object) =>
  tx.comment.update({ where: { modelId_id: { modelId, id } }, data, select: { id: true } })

const replyRow = ({ id, author, text, mentions, createdAt }: ImportedComment, threadId: string) => ({
  ...{ id, threadId, authorName: author, text, createdAt },
  ...{ mentions: JSON.stringify(mentions), elements: '[]' },
})

const headRow = ({ anchor, assigneeId, due, isResolved, ...comment }: ImportedThread, by: string) => ({
  ...replyRow(comment, comment.id),
  ...anchorColumns(anchor),
  ...{ assigneeId, due },
  ...(isResolved && { resolvedAt: new Date(), resolvedBy: by }),
})

async function updateThread(
  tx: Tx,
  modelId: string,
  id: string,
  { text, isResolved, assigneeId, due, anchor }: ThreadUpdate,
  { by, seq }: { by: string; seq: number },
): Promise<void> {
  const now = new Date()
  const data = {
    ...(text && { text: text.text, mentions: JSON.stringify(text.mentions), changedAt: now }),
    ...(isResolved !== undefined && { resolvedAt: isResolved ? now : null, resolvedBy: isResolved ? by : null }),
    ...(isResolved !== undefined && { resolvedClient: null, resolvedRevision: null, wasResolved: null }),
    ...(assigneeId !== undefined && { assigneeId }),
    ...(due !== undefined && { due }),
    ...(anchor && anchorColumns(anchor)),
  }
  await setColumns(tx, modelId, id, { ...data, ...(Object.keys(data).length > 0 && { modifiedAt: now }), seq })
}
