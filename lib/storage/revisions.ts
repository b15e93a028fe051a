import { db } from '#lib/db/client.ts'
import { ModelError } from '#lib/model/model-error.ts'
import type { Changes } from '#lib/model/schema.ts'
import { makeBase } from './compaction.ts'
import { changesBetween, isArrangedAs } from './compare.ts'
import { textsIn } from './id-list.ts'
import type { Shows } from './idempotency.ts'
import { jsonList } from './json-list.ts'
import { readIndexes } from './log.ts'
import { load, PartGone } from './memory.ts'
import type { OpenModel } from './models.ts'
import { readElementsOf, readModelBytesAt } from './viewer-bytes.ts'
import { type Writable, type Writing, type Written, write } from './write.ts'

export type RevisionItem = {
  revision: number
  at: Date
  user: { id: string; name: string | null }
  via: string
  client: string | null
  verb: string
  changes: Changes
  restoredFrom: number | null
}

/** The latest first. `cursor`: where the page before ended; throws `invalid` when it is none of ours. */
export async function listRevisions(
  model: Pick<OpenModel, 'id'>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: RevisionItem[]; nextCursor: string | null }> {
  const rows = await db().constructModelRevision.findMany({
    where: { modelId: model.id, ...(cursor !== undefined && { revision: { lt: readCursor(cursor) } }) },
    orderBy: { revision: 'desc' },
    select: { revision: true, at: true, userId: true, via: true, client: true, verb: true, changes: true, restoredFrom: true },
    take: limit + 1,
  })
  const users = await db().user.findMany({
    where: { id: { in: [...new Set(rows.map(({ userId }) => userId))] } },
    select: { id: true, name: true },
  })
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const items = rows.slice(0, limit).map(({ userId, changes, ...row }) => ({
    ...row,
    user: { id: userId, name: names.get(userId) ?? null },
    changes: JSON.parse(changes) as Changes,
  }))
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)!.revision) : null }
}

function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor)
  const ctx = { error: {} }
  throw new ModelError('invalid', [
    { type: 'value_error', loc: ['cursor'], at: 'query', msg: 'Value error, unknown cursor', ctx },
  ])
}

/**
 * The model as it was at a revision, name, units and order included, as a new revision: nothing of the history is lost; none where it
 * is as it was. Throws `revision_not_found` for a revision that never was.
 */
export async function restoreRevision(model: Writable, revision: number, writing: Writing): Promise<Written> {
  const asked = { user: writing.caller.userId, ...writing.asked }
  const { written } = await write(model, writing, 'restore', async (index) => {
    const then = revision <= index.revision ? await load(model.id, revision) : undefined
    if (!then) throw noRevision(index, revision)
    const changes = await changesBetween(index, then)
    if (Object.keys(changes).length === 0 && (await isArrangedAs(index, then))) return null
    const [, parts] = await makeBase('restore', then, asked)
    return {
      changes,
      counts: then.counts,
      bounds: then.bounds,
      bytes: then.jsonBytes,
      header: then.header,
      parts,
      restoredFrom: revision,
    }
  })
  return written
}

export function noRevision(present: { revision: number }, revision: number, field = 'revision'): ModelError {
  const msg = `the model never had revision ${revision}; its present one is ${present.revision}`
  return new ModelError('revision_not_found', [{ type: 'value_error', loc: [field], msg, ctx: { error: {} } }])
}

/** The bytes that a kept answer shows: the model as of a revision, or what that revision wrote of a kind. */
export async function renderShown({ modelId, revision, what, ids: asked }: Shows): Promise<Uint8Array[]> {
  if (what === 'model') return readModelBytesAt(modelId, revision)
  for (let attempt = 0; ; attempt++) {
    const then = await load(modelId, revision)
    const parts = asked ? [] : await readIndexes(modelId, 0, revision - 1, revision)
    if (!then || !parts) throw new ModelError('not_found')
    const ids = asked ?? parts.filter(({ kind }) => kind === what).flatMap(({ index }) => textsIn(index.ids))
    try {
      return jsonList(await readElementsOf(then, what, ids))
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
    }
  }
}
