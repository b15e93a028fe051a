import { db } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { activityOf, type ModelAction } from '#lib/sharing/rights.ts'
import type { OpenModel } from './models.ts'
import { namesOf } from './names.ts'
import type { Writing } from './write.ts'

/**
 * What happened to a model, whoever did it: its revisions, and what is beside them (roles, links, copies), merged by time. A page goes on
 * in each of the two where the page before ended, so nothing is told twice or left out.
 */

export type ModelActivity = {
  id: string
  at: Date
  user: { id: string; name: string | null } | null
  via: string
  client: string | null
  action: string
  detail: Record<string, unknown>
}

type Page = {
  limit: number
  cursor?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  /** Where the page begins, itself not included. */
  to?: Date | undefined
}

/** How a revision is named among the actions. */
const OF_REVISION = 'revision.'

/** The latest first. Throws `invalid` for a cursor that is none of ours. */
export async function listModelActivity(
  { id: modelId }: Pick<OpenModel, 'id'>,
  { limit, cursor, action, from, to }: Page,
): Promise<{ items: ModelActivity[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const period = from || to ? { at: { ...(from && { gte: from }), ...(to && { lt: to }) } } : {}
  const verb = action?.startsWith(OF_REVISION) ? action.slice(OF_REVISION.length) : undefined
  const [revisions, beside] = await Promise.all([
    action !== undefined && verb === undefined
      ? []
      : db().constructModelRevision.findMany({
          where: { modelId, ...period, ...(verb !== undefined && { verb }), ...(after && { revision: { lt: after.revision } }) },
          orderBy: { revision: 'desc' },
          select: {
            ...{ revision: true, at: true, userId: true, via: true, client: true, verb: true },
            ...{ ops: true, changes: true, restoredFrom: true },
          },
          take: limit + 1,
        }),
    verb !== undefined
      ? []
      : db().modelActivity.findMany({
          where: {
            ...{ modelId, ...period, ...(action !== undefined && { action }) },
            ...(after && { AND: { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] } }),
          },
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
          take: limit + 1,
        }),
  ])
  const ofRevisions = revisions.map(({ revision, verb: did, ops, changes, restoredFrom, ...row }) => {
    const detail = { revision, changes: JSON.parse(changes), ...(ops && { ops: JSON.parse(ops) }), restoredFrom }
    return { revision, row: { ...row, id: `r${revision}`, action: OF_REVISION + did, detail } }
  })
  const ofBeside = beside.map(({ modelId: _, detail, ...row }) => ({
    revision: null,
    row: { ...row, detail: JSON.parse(detail) },
  }))
  const all = [...ofRevisions, ...ofBeside].sort((a, b) => b.row.at.getTime() - a.row.at.getTime())
  const page = all.slice(0, limit)
  const names = await namesOf(page.flatMap(({ row }) => row.userId ?? []))
  const isMore = all.length > limit
  const before = after ?? BEYOND
  const { revision = before.revision } = page.findLast((one) => one.revision !== null) ?? {}
  const { at: lastAt, id } = page.findLast((one) => one.revision === null)?.row ?? before
  return {
    items: page.map(({ row: { userId, ...row } }) => ({
      ...row,
      user: userId === null ? null : { id: userId, name: names.get(userId) ?? null },
    })),
    nextCursor: isMore ? toCursor({ revision: revision ?? before.revision, at: lastAt, id }) : null,
  }
}

type Place = { revision: number; at: Date; id: string }

/** Later than everything. */
const BEYOND: Place = { revision: 2 ** 31 - 1, at: new Date('9999-01-01'), id: '~' }

const toCursor = ({ revision, at, id }: Place) => Buffer.from(`${revision} ${at.getTime()} ${id}`).toString('base64url')

function readCursor(cursor: string): Place {
  const [, revision, time, id] = /^(\d{1,10}) (\d{1,15}) ([\w~-]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (revision && time && id) return { revision: Number(revision), at: new Date(Number(time)), id }
  throw new ModelError('invalid', [{ ...valueError(['cursor'], 'unknown cursor'), at: 'query' }])
}

/** Records what is done already; a failure to record does not undo it. */
export async function noteAfter(
  modelId: string,
  { caller, via }: Pick<Writing, 'caller' | 'via'>,
  action: ModelAction,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const row = { ...activityOf(modelId, caller, action, detail), ...(via === 'mcp' && { via }) }
  await db()
    .modelActivity.create({ data: row })
    .catch((error: unknown) => log.warn('the log of a model could not be written', { modelId, action, error }))
}
