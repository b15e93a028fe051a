import { db } from '#lib/db/client.ts'
import type { Changes } from '#lib/schema/schema.ts'
import { undoneResolutions } from './comments/undone-resolutions.ts'
import { namesOf } from './names.ts'
import type { OpenModel } from './open-model.ts'

/** When somebody last looked at a model, and what others, or clients in their name, have done to it since. People, section 13. */

type Visited = Pick<OpenModel, 'id' | 'revision' | 'commentSeq'>
type Seen = { revision: number; commentSeq: number; at: Date }

/** They have seen it as it is now. */
export async function keepVisit({ id: modelId, revision, commentSeq }: Visited, userId: string): Promise<void> {
  const seen = { revision, commentSeq, at: new Date() }
  await db().modelVisit.upsert({
    where: { modelId_userId: { modelId, userId } },
    create: { modelId, userId, ...seen },
    update: seen,
  })
}

/** Of more revisions only the latest are added up. */
const MOST_REVISIONS = 1000
const MOST_PEOPLE = 5

export type News = {
  revisions: { count: number; people: string[]; added: number; changed: number; removed: number }
  comments: { threads: number; replies: number; resolved: number; people: string[] }
}

/** The last visit with what was done after it, but for what they did by hand; undefined: there was none. */
export async function newsSince({ id: modelId }: Pick<Visited, 'id'>, userId: string): Promise<(Seen & News) | undefined> {
  const seen = await db().modelVisit.findUnique({ where: { modelId_userId: { modelId, userId } } })
  if (!seen) return undefined
  const { revision, commentSeq, at } = seen
  const [revisions, comments] = await Promise.all([
    revisionsAfter(modelId, userId, revision),
    commentsAfter(modelId, userId, { commentSeq, at }),
  ])
  return { revision, commentSeq, at, revisions, comments }
}

async function revisionsAfter(modelId: string, userId: string, after: number): Promise<News['revisions']> {
  const where = { modelId, revision: { gt: after }, OR: [{ userId: { not: userId } }, { client: { not: null } }] }
  const [count, rows] = await Promise.all([
    db().constructModelRevision.count({ where }),
    db().constructModelRevision.findMany({
      where,
      orderBy: { revision: 'desc' },
      select: { userId: true, client: true, changes: true },
      take: MOST_REVISIONS,
    }),
  ])
  const sums = { added: 0, changed: 0, removed: 0 }
  for (const { changes } of rows)
    for (const kind of Object.values(JSON.parse(changes) as Changes)) {
      sums.added += kind?.added ?? 0
      sums.changed += kind?.replaced ?? 0
      sums.removed += kind?.removed ?? 0
    }
  return {
    count,
    people: await peopleOf(
      rows.map(({ userId: by, client }) => ({ by, client })),
      userId,
    ),
    ...sums,
  }
}

async function commentsAfter(
  modelId: string,
  userId: string,
  { commentSeq, at }: Pick<Seen, 'commentSeq' | 'at'>,
): Promise<News['comments']> {
  const rows = await db().comment.findMany({
    where: { modelId, seq: { gt: commentSeq }, deletedAt: null },
    orderBy: { seq: 'desc' },
    select: {
      number: true,
      authorId: true,
      client: true,
      createdAt: true,
      resolvedAt: true,
      resolvedBy: true,
      resolvedClient: true,
      resolvedRevision: true,
    },
    take: MOST_REVISIONS,
  })
  const isNews = ({ by, client }: Did) => by !== userId || client !== null
  // A row is numbered anew by each change of it and of its replies: what is new of it its times tell.
  const made = rows.flatMap(({ number, createdAt, authorId: by, client }) =>
    createdAt > at && isNews({ by, client }) ? { number, by, client } : [],
  )
  const undone = await undoneResolutions(db(), modelId)
  const resolved = rows.flatMap(({ resolvedAt, resolvedBy: by, resolvedClient: client, resolvedRevision }) =>
    resolvedAt !== null && resolvedAt > at && !undone.has(resolvedRevision ?? 0) && isNews({ by, client }) ? { by, client } : [],
  )
  return {
    threads: made.filter(({ number }) => number !== null).length,
    replies: made.filter(({ number }) => number === null).length,
    resolved: resolved.length,
    people: await peopleOf([...made, ...resolved], userId),
  }
}

/** `client`: the one that it was done through; null: by hand. */
type Did = { by: string | null; client: string | null }

/** The first few by name, those who did the last first; of what was done in the reader's own name the client. */
async function peopleOf(did: readonly Did[], reader: string): Promise<string[]> {
  const names = await namesOf(did.flatMap(({ by }) => by ?? []))
  const nameOf = (id: string) => names.get(id) ?? (names.has(id) ? 'Somebody' : 'Deleted account')
  const distinct = new Map(
    did.flatMap(({ by, client }) => {
      if (by === null) return []
      return by === reader ? [[`client ${client}`, `your client ${client}`] as const] : [[by, nameOf(by)] as const]
    }),
  )
  return [...distinct.values()].slice(0, MOST_PEOPLE)
}
