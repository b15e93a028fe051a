import { db } from '#lib/db/client.ts'
import { readCursor, toCursor } from '#lib/http/date-cursor.ts'
import { recordedSoFar } from './audit.ts'
import { readDetail } from './audit-detail.ts'

/** The log of an account, as its user reads it. */

export type Activity = {
  id: string
  at: Date
  user: { id: string; name: string | null }
  via: string
  client: string | null
  scopes: string[]
  action: string
  modelId: string | null
  /** Null where there is no such model, or none that is this user's. */
  modelName: string | null
  result: string
  /** The text where it was cut, so that it is no JSON. */
  detail: Record<string, unknown> | string
  durationMs: number | null
}

export type ActivityFilter = {
  action?: string | undefined
  /** The id of a model, or what the name of one has in it that this user may open. */
  model?: string | undefined
  result?: string | undefined
  from?: Date | undefined
  /** Up to here, and not at this moment. */
  to?: Date | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A user's own log, the latest first, with all that this process recorded before, unless the database takes no writes. Throws
 * ModelError for a cursor that is none.
 */
export async function listActivity(
  userId: string,
  { action, model, result, from, to, cursor, limit }: ActivityFilter,
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  await recordedSoFar()
  const models = model === undefined ? [] : [model, ...(await modelsNamed(userId, model))]
  const rows = await db().auditEntry.findMany({
    where: {
      userId,
      ...(action !== undefined && { action }),
      ...(models.length > 0 && { modelId: { in: models } }),
      ...(result !== undefined && { result }),
      ...((from || to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
      ...(after && { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] }),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const [names, user] = await Promise.all([
    modelNames(
      userId,
      page.flatMap(({ modelId }) => (modelId === null ? [] : [modelId])),
    ),
    db().user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, name: true } }),
  ])
  return {
    items: page.map(({ userId: _, id, at, clientId, clientName, scopes, detail, modelId, ...row }) => ({
      id,
      at,
      user,
      ...row,
      client: clientName ?? clientId,
      scopes: scopes.split(' ').filter(Boolean),
      modelId,
      modelName: (modelId !== null && names.get(modelId)) || null,
      detail: readDetail(detail),
    })),
    nextCursor: rows.length > limit && last ? toCursor(last.at, last.id) : null,
  }
}

const MOST_NAMED = 500

/** Names are compared here: the databases differ on case beyond ASCII. */
async function modelsNamed(userId: string, text: string): Promise<string[]> {
  const wanted = text.normalize('NFC').toLowerCase()
  const models = await db().constructModel.findMany({
    where: { OR: [{ ownerId: userId }, { collaborators: { some: { userId } } }] },
    select: { id: true, name: true },
    orderBy: { updatedAt: 'desc' },
  })
  const named = models.filter(({ name }) => name.normalize('NFC').toLowerCase().includes(wanted))
  return named.slice(0, MOST_NAMED).map(({ id }) => id)
}

/** The id is what a client sent: a model that this user may not open has no name here. */
async function modelNames(userId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const models = await db().constructModel.findMany({
    where: { id: { in: [...new Set(ids)] }, OR: [{ ownerId: userId }, { collaborators: { some: { userId } } }] },
    select: { id: true, name: true },
  })
  return new Map(models.map(({ id, name }) => [id, name]))
}

/** The actions that a user's log names. */
export async function actionsIn(userId: string): Promise<string[]> {
  const rows = await db().auditEntry.findMany({
    where: { userId },
    distinct: ['action'],
    select: { action: true },
    orderBy: { action: 'asc' },
  })
  return rows.map(({ action }) => action)
}
