import { db, direct, type Tx } from '#lib/db/client.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { MB } from '#lib/values/bytes.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { type CommentRow, type StoredComment, type StoredThread, toComment, toThread } from './comment-row.ts'
import { asOpened, type UndoneResolutions, undoneResolutions } from './undone-resolutions.ts'

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
  /** The revisions that their authors saw. */
  fromRevision?: number | undefined
  toRevision?: number | undefined
  /** Made up to this revision, replies too: what a link to one revision shows. */
  upToRevision?: number | undefined
}

const whereOf = (
  { status, element, assigneeId, dueBefore, fromRevision, toRevision, upToRevision }: ThreadFilter,
  undone: UndoneResolutions,
) => ({
  ...IS_THREAD,
  // LIKE passes over case on SQLite and takes % and _ for any: what is found is compared once more.
  ...(element && { elements: { contains: JSON.stringify(element) } }),
  ...(assigneeId !== undefined && { assigneeId }),
  ...(dueBefore !== undefined && { due: { lt: dueBefore } }),
  AND: [
    ...isOf(status, [...undone.keys()]),
    ...(fromRevision === undefined ? [] : [{ revision: { gte: fromRevision } }]),
    ...[toRevision, upToRevision].flatMap((lte) => (lte === undefined ? [] : [{ revision: { lte } }])),
  ],
})

/** Open are those, too, whose resolution is undone. */
function isOf(status: ThreadFilter['status'], undone: number[]) {
  if (status === 'all') return []
  const isUndone = { resolvedRevision: { in: undone } }
  if (status === 'open') return [{ OR: [{ resolvedAt: null }, isUndone] }]
  return [{ resolvedAt: { not: null }, OR: [{ resolvedRevision: null }, { NOT: isUndone }] }]
}

const isPinnedTo = ({ elements }: { elements: string }, element: AnchorElement | undefined): boolean =>
  element === undefined ||
  (JSON.parse(elements) as AnchorElement[]).some(({ kind, id }) => kind === element.kind && id === element.id)

/** Characters of the threads of a page: a sketch may have two million of them, and replies five. A page has at least one thread. */
const MOST_IN_PAGE = 4 * MB

/** Those of them, in their order, that a page has room for. */
async function asManyAsFit<Head extends { id: string }>(modelId: string, heads: readonly Head[]): Promise<Head[]> {
  if (heads.length === 0) return []
  const ids = heads.map((_, k) => `$${k + 2}`).join(', ')
  const rows = await direct().select<{ threadId: string; size: number | string }>(
    `SELECT "threadId", SUM(LENGTH(COALESCE("text", '')) + LENGTH(COALESCE("markup", '')) + LENGTH("elements")) AS "size"
      FROM "Comment" WHERE "modelId" = $1 AND "deletedAt" IS NULL AND "threadId" IN (${ids}) GROUP BY "threadId"`,
    [modelId, ...heads.map(({ id }) => id)],
  )
  const sizes = new Map(rows.map(({ threadId, size }) => [threadId, Number(size)]))
  let room = MOST_IN_PAGE
  const firstBeyond = heads.findIndex(({ id }, k) => {
    room -= sizes.get(id) ?? 0
    return room < 0 && k > 0
  })
  return firstBeyond === -1 ? [...heads] : heads.slice(0, firstBeyond)
}

/** The newest first, below a number; `next`: the number below which there are others. */
export async function listThreads(
  modelId: string,
  filter: ThreadFilter,
  { below, limit }: { below?: number | undefined; limit: number },
): Promise<{ threads: StoredThread[]; next: number | null }> {
  const undone = await undoneResolutions(db(), modelId, filter.upToRevision)
  const found: { id: string; number: number | null; elements: string }[] = []
  for (let next = below; found.length <= limit; ) {
    const heads = await db().comment.findMany({
      where: { modelId, AND: [whereOf(filter, undone), next === undefined ? {} : { number: { lt: next } }] },
      orderBy: { number: 'desc' },
      select: { id: true, number: true, elements: true },
      take: limit + 1,
    })
    found.push(...heads.filter((head) => isPinnedTo(head, filter.element)))
    const last = heads.at(-1)?.number
    if (heads.length <= limit || typeof last !== 'number') break
    next = last
  }
  const page = await asManyAsFit(modelId, found.slice(0, limit))
  const rows = await db().comment.findMany({
    where: { modelId, id: { in: page.map(({ id }) => id) }, ...IS_THREAD },
    orderBy: { number: 'desc' },
  })
  const next = found.length > page.length ? (page.at(-1)?.number ?? null) : null
  return { threads: await withReplies(db(), modelId, rows, filter.upToRevision, undone), next }
}

/** From a number on, in their order, as many of them as a page has room for; `next`: the number of the first of the others. */
export async function threadsFrom(
  modelId: string,
  { status, from, limit }: { status: ThreadFilter['status']; from: number; limit: number },
): Promise<{ threads: StoredThread[]; next: number | null }> {
  const undone = await undoneResolutions(db(), modelId)
  const heads = await db().comment.findMany({
    where: { modelId, AND: [whereOf({ status }, undone), { number: { gte: from } }] },
    orderBy: { number: 'asc' },
    select: { id: true, number: true },
    take: limit + 1,
  })
  const page = await asManyAsFit(modelId, heads.slice(0, limit))
  const where = { modelId, id: { in: page.map(({ id }) => id) }, ...IS_THREAD }
  const rows = await db().comment.findMany({ where, orderBy: { number: 'asc' } })
  return { threads: await withReplies(db(), modelId, rows, undefined, undone), next: heads[page.length]?.number ?? null }
}

/** Comments by their ids and first ones by the numbers of their threads, as far as they are there. */
export async function commentsNamed(
  modelId: string,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly number[] },
): Promise<(StoredComment & { number: number | null })[]> {
  if (ids.length + numbers.length === 0) return []
  const rows = await db().comment.findMany({
    where: { modelId, deletedAt: null, OR: [{ id: { in: [...ids] } }, { number: { in: [...numbers] } }] },
  })
  return rows.map((row) => ({ ...toComment(row), number: row.number }))
}

const MOST_IDS = 200

/** Of these ids what there is, with what was deleted and is still known of. */
export async function rowsOf(modelId: string, ids: readonly string[]): Promise<Map<string, CommentRow>> {
  const undone = await undoneResolutions(db(), modelId)
  const found = new Map<string, CommentRow>()
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    const rows = await db().comment.findMany({ where: { modelId, id: { in: ids.slice(start, start + MOST_IDS) } } })
    for (const row of rows) found.set(row.id, asOpened(row, undone))
  }
  return found
}

export type DeletedThread = { id: string; threadId: string; number: number; seq: number }

/** What changed after a number, in the order of the changes; what was deleted by its number alone. */
export async function threadsSince(
  modelId: string,
  since: number,
  { limit, upToRevision }: { limit: number; upToRevision?: number | undefined },
): Promise<{ items: (StoredThread | DeletedThread)[]; next: number | null }> {
  const upTo = upToRevision === undefined ? {} : { revision: { lte: upToRevision } }
  const heads = await db().comment.findMany({
    where: { modelId, number: { not: null }, seq: { gt: since }, ...upTo },
    orderBy: { seq: 'asc' },
    select: { id: true, threadId: true, number: true, seq: true },
    take: limit + 1,
  })
  const page = await asManyAsFit(modelId, heads.slice(0, limit))
  const rows = await db().comment.findMany({ where: { modelId, id: { in: page.map(({ id }) => id) }, ...IS_THREAD } })
  const byId = new Map((await withReplies(db(), modelId, rows, upToRevision)).map((thread) => [thread.id, thread]))
  // A thread that changes between the two readings is told again to who asks on from the number that it had in the first.
  const items = page.map(({ number, ...head }) => ({ ...(byId.get(head.id) ?? { ...head, number: number ?? 0 }), seq: head.seq }))
  return { items, next: heads.length > page.length ? (page.at(-1)?.seq ?? null) : null }
}

type Reader = Pick<Tx, 'comment' | 'constructModel' | 'constructModelRevision'>

async function withReplies(
  tx: Reader,
  modelId: string,
  rows: readonly CommentRow[],
  upToRevision?: number,
  known?: UndoneResolutions,
): Promise<StoredThread[]> {
  const undone = known ?? (await undoneResolutions(tx, modelId, upToRevision))
  const replies = await tx.comment.findMany({
    where: {
      ...{ modelId, threadId: { in: rows.map(({ id }) => id) }, number: null, deletedAt: null },
      ...(upToRevision !== undefined && { revision: { lte: upToRevision } }),
    },
    orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
  })
  const ofThread = new Map<string, CommentRow[]>(rows.map(({ id }) => [id, []]))
  for (const reply of replies) ofThread.get(reply.threadId)?.push(reply)
  return rows.map((row) => toThread(asOpened(row, undone), ofThread.get(row.id) ?? []))
}

/** The row of a comment by its id, or of a thread by its number. */
export async function findComment(tx: Pick<Tx, 'comment'>, modelId: string, name: string): Promise<CommentRow | undefined> {
  const where = /^\d{1,9}$/.test(name) ? { number: Number(name) } : { id: name.toLowerCase() }
  return (await tx.comment.findFirst({ where: { modelId, ...where, deletedAt: null } })) ?? undefined
}

/** The thread that a comment is of. */
export async function threadOf(tx: Reader, modelId: string, threadId: string): Promise<StoredThread | undefined> {
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
