import { db, type Tx } from '#lib/db/client.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { type CommentRow, type StoredThread, toComment, toThread } from './comment-row.ts'

/** Reading threads. People, section 12. */

/** How long what was deleted is told to who asks what changed since. */
const DELETED_DAYS = 30

/** A first comment that is in the lists. */
const IS_THREAD = { number: { not: null }, deletedAt: null } as const

export type ThreadFilter = {
  status: 'open' | 'resolved' | 'all'
  element?: AnchorElement | undefined
  assigneeId?: string | undefined
  /** A day, itself not included. */
  dueBefore?: string | undefined
  /** Made up to this revision: what a link to one revision shows. */
  upToRevision?: number | undefined
}

const whereOf = ({ status, element, assigneeId, dueBefore, upToRevision }: ThreadFilter) => ({
  ...IS_THREAD,
  ...(status === 'open' && { resolvedAt: null }),
  ...(status === 'resolved' && { resolvedAt: { not: null } }),
  // LIKE passes over case on SQLite and takes % and _ for any: what is found is compared once more.
  ...(element && { elements: { contains: JSON.stringify(element) } }),
  ...(assigneeId !== undefined && { assigneeId }),
  ...(dueBefore !== undefined && { due: { lt: dueBefore } }),
  ...(upToRevision !== undefined && { revision: { lte: upToRevision } }),
})

const isPinnedTo = (row: CommentRow, element: AnchorElement | undefined): boolean =>
  element === undefined ||
  (JSON.parse(row.elements) as AnchorElement[]).some(({ kind, id }) => kind === element.kind && id === element.id)

/** The newest first, below a number; `isMore`: there are others. */
export async function listThreads(
  modelId: string,
  filter: ThreadFilter,
  { below, limit }: { below?: number | undefined; limit: number },
): Promise<{ threads: StoredThread[]; isMore: boolean }> {
  const found: CommentRow[] = []
  for (let next = below; found.length <= limit; ) {
    const rows = await db().comment.findMany({
      where: { modelId, AND: [whereOf(filter), next === undefined ? {} : { number: { lt: next } }] },
      orderBy: { number: 'desc' },
      take: limit + 1,
    })
    found.push(...rows.filter((row) => isPinnedTo(row, filter.element)))
    const last = rows.at(-1)?.number
    if (rows.length <= limit || typeof last !== 'number') break
    next = last
  }
  const threads = await withReplies(db(), modelId, found.slice(0, limit), filter.upToRevision)
  return { threads, isMore: found.length > limit }
}

/** From a number on, in their order. */
export async function threadsFrom(
  modelId: string,
  { status, from, limit }: { status: ThreadFilter['status']; from: number; limit: number },
): Promise<StoredThread[]> {
  const rows = await db().comment.findMany({
    where: { modelId, AND: [whereOf({ status }), { number: { gte: from } }] },
    orderBy: { number: 'asc' },
    take: limit,
  })
  return withReplies(db(), modelId, rows)
}

/** What was said first in the threads of these numbers, as far as they are there. */
export async function firstComments(modelId: string, numbers: readonly number[]): Promise<StoredThread[]> {
  if (numbers.length === 0) return []
  const rows = await db().comment.findMany({ where: { modelId, number: { in: [...numbers] }, deletedAt: null } })
  return rows.map((row) => toThread(row, []))
}

const MOST_IDS = 200

/** Of these ids what there is, with what was deleted and is still known of. */
export async function rowsOf(modelId: string, ids: readonly string[]): Promise<Map<string, CommentRow>> {
  const found = new Map<string, CommentRow>()
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    const rows = await db().comment.findMany({ where: { modelId, id: { in: ids.slice(start, start + MOST_IDS) } } })
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

export type DeletedThread = { id: string; threadId: string; number: number; seq: number }

/** What changed after a number, in the order of the changes; what was deleted by its number alone. */
export async function threadsSince(
  modelId: string,
  since: number,
  { limit, upToRevision }: { limit: number; upToRevision?: number | undefined },
): Promise<{ items: (StoredThread | DeletedThread)[]; isMore: boolean }> {
  const upTo = upToRevision === undefined ? {} : { revision: { lte: upToRevision } }
  const rows = await db().comment.findMany({
    where: { modelId, number: { not: null }, seq: { gt: since }, ...upTo },
    orderBy: { seq: 'asc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const threads = await withReplies(
    db(),
    modelId,
    page.filter(({ deletedAt }) => deletedAt === null),
    upToRevision,
  )
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const items = page.map(({ id, threadId, number, seq }) => byId.get(id) ?? { id, threadId, number: number ?? 0, seq })
  return { items, isMore: rows.length > limit }
}

async function withReplies(
  tx: Pick<Tx, 'comment'>,
  modelId: string,
  rows: readonly CommentRow[],
  upToRevision?: number,
): Promise<StoredThread[]> {
  const replies = await tx.comment.findMany({
    where: {
      ...{ modelId, threadId: { in: rows.map(({ id }) => id) }, number: null, deletedAt: null },
      ...(upToRevision !== undefined && { revision: { lte: upToRevision } }),
    },
    orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
  })
  const ofThread = new Map<string, CommentRow[]>(rows.map(({ id }) => [id, []]))
  for (const reply of replies) ofThread.get(reply.threadId)?.push(reply)
  return rows.map((row) => toThread(row, ofThread.get(row.id) ?? []))
}

/** The row of a comment by its id, or of a thread by its number. */
export async function findComment(tx: Pick<Tx, 'comment'>, modelId: string, name: string): Promise<CommentRow | undefined> {
  const where = /^\d{1,9}$/.test(name) ? { number: Number(name) } : { id: name.toLowerCase() }
  return (await tx.comment.findFirst({ where: { modelId, ...where, deletedAt: null } })) ?? undefined
}

/** The thread that a comment is of. */
export async function threadOf(tx: Pick<Tx, 'comment'>, modelId: string, threadId: string): Promise<StoredThread | undefined> {
  const row = await tx.comment.findFirst({ where: { modelId, id: threadId, deletedAt: null } })
  return row ? (await withReplies(tx, modelId, [row]))[0] : undefined
}

/** So many threads are in the lists. */
export const countThreads = (tx: Pick<Tx, 'comment'>, modelId: string): Promise<number> =>
  tx.comment.count({ where: { modelId, ...IS_THREAD } })

export const countReplies = (tx: Pick<Tx, 'comment'>, modelId: string, threadId: string): Promise<number> =>
  tx.comment.count({ where: { modelId, threadId, number: null, deletedAt: null } })

/** A page of what an account wrote and of all that was said on its own models, for the download of its data. */
export async function commentsOfAccount(
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: object[]; nextCursor: string | null }> {
  const [modelId = '', id = ''] = cursor?.split(' ') ?? []
  const rows = await db().comment.findMany({
    where: {
      deletedAt: null,
      AND: [
        { OR: [{ authorId: userId }, { model: { ownerId: userId } }] },
        { OR: [{ modelId: { gt: modelId } }, { modelId, id: { gt: id } }] },
      ],
    },
    orderBy: [{ modelId: 'asc' }, { id: 'asc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => {
      const { anchor, replies: _, ...thread } = toThread({ ...row, number: row.number ?? 0 }, [])
      return row.number === null ? { modelId: row.modelId, ...toComment(row) } : { modelId: row.modelId, ...thread, anchor }
    }),
    nextCursor: rows.length > limit && last ? `${last.modelId} ${last.id}` : null,
  }
}

/** What was deleted long ago leaves nothing behind. */
export async function pruneComments(now = new Date()): Promise<number> {
  const { count } = await db().comment.deleteMany({
    where: { deletedAt: { lt: new Date(now.getTime() - DELETED_DAYS * DAY_MS) } },
  })
  return count
}
