import { db } from '#lib/db/client.ts'
import type { Changes } from '#lib/schema/schema.ts'
import { namesOf } from './names.ts'
import type { OpenModel } from './open-model.ts'

/** When somebody last looked at a model, and what others have done to it since. People, section 13. */

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

/** The last visit with what others did after it; undefined: there was none. */
export async function newsSince({ id: modelId }: Pick<Visited, 'id'>, userId: string): Promise<(Seen & News) | undefined> {
  const seen = await db().modelVisit.findUnique({ where: { modelId_userId: { modelId, userId } } })
  if (!seen) return undefined
  const { revision, commentSeq, at } = seen
  const [revisions, comments] = await Promise.all([
    revisionsOfOthers(modelId, userId, revision),
    commentsOfOthers(modelId, userId, { commentSeq, at }),
  ])
  return { revision, commentSeq, at, revisions, comments }
}

async function revisionsOfOthers(modelId: string, userId: string, after: number): Promise<News['revisions']> {
  const where = { modelId, revision: { gt: after }, userId: { not: userId } }
  const [count, rows] = await Promise.all([
    db().constructModelRevision.count({ where }),
    db().constructModelRevision.findMany({
      where,
      orderBy: { revision: 'desc' },
      select: { userId: true, changes: true },
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
  return { count, people: await peopleOf(rows.map((row) => row.userId)), ...sums }
}

async function commentsOfOthers(
  modelId: string,
  userId: string,
  { commentSeq, at }: Pick<Seen, 'commentSeq' | 'at'>,
): Promise<News['comments']> {
  const rows = await db().comment.findMany({
    where: { modelId, seq: { gt: commentSeq }, deletedAt: null },
    orderBy: { seq: 'desc' },
    select: { number: true, authorId: true, createdAt: true, resolvedAt: true, resolvedBy: true },
    take: MOST_REVISIONS,
  })
  // A row is numbered anew by each change of it and of its replies: what is new of it its times tell.
  const made = rows.filter(({ createdAt, authorId }) => createdAt > at && authorId !== userId)
  const resolved = rows.filter(({ resolvedAt, resolvedBy }) => resolvedAt !== null && resolvedAt > at && resolvedBy !== userId)
  return {
    threads: made.filter(({ number }) => number !== null).length,
    replies: made.filter(({ number }) => number === null).length,
    resolved: resolved.length,
    people: await peopleOf([...made.map(({ authorId }) => authorId), ...resolved.map(({ resolvedBy }) => resolvedBy)]),
  }
}

/** The first few by name, those who did the last first. */
async function peopleOf(ids: readonly (string | null)[]): Promise<string[]> {
  const distinct = [...new Set(ids.flatMap((id) => id ?? []))].slice(0, MOST_PEOPLE)
  const names = await namesOf(distinct)
  return distinct.map((id) => names.get(id) ?? (names.has(id) ? 'Somebody' : 'Deleted account'))
}
