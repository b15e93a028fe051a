import { db } from '#lib/db/client.ts'
import { jsonList } from '#lib/http/json-list.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import type { Changes, Kind } from '#lib/schema/schema.ts'
import { followRestore } from './comments/undone-resolutions.ts'
import { changesBetween, isArrangedAs } from './compare.ts'
import type { Shows } from './idempotency.ts'
import type { ModelIndex } from './index/id-index.ts'
import { load } from './index/memory.ts'
import { makeBase, RESTORE } from './log/compaction.ts'
import { textAt, textsIn } from './log/id-list.ts'
import { firstParts, headerAt, readIndexes } from './log/log.ts'
import { retryIfPartGone } from './log/part-gone.ts'
import type { Plan, Writable, WrittenRevision } from './log/plan.ts'
import { namesOf } from './names.ts'
import type { OpenModel } from './open-model.ts'
import { readHeader } from './read/model-header.ts'
import { readElementsOf } from './read/read-elements.ts'
import { readModelBytesAt } from './read/viewer-bytes.ts'
import { type Writing, write } from './write.ts'

export type RevisionItem = {
  revision: number
  at: Date
  user: { id: string; name: string | null }
  via: string
  client: string | null
  verb: string
  /** The verbs of an edit. */
  ops?: string[]
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
    select: LISTED_COLUMNS,
    take: limit + 1,
  })
  const items = await toItems(rows.slice(0, limit))
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? String(last.revision) : null }
}

const LISTED_COLUMNS = {
  ...{ revision: true, at: true, userId: true, via: true, client: true },
  ...{ verb: true, ops: true, changes: true, restoredFrom: true },
} as const
type RevisionLogRow = Omit<RevisionItem, 'user' | 'changes' | 'ops'> & { userId: string; changes: string; ops: string | null }

async function toItems(rows: readonly RevisionLogRow[]): Promise<RevisionItem[]> {
  const names = await namesOf(rows.map(({ userId }) => userId))
  return rows.map(({ userId, changes, ops, ...row }) => ({
    ...row,
    ...(ops !== null && { ops: JSON.parse(ops) }),
    user: { id: userId, name: names.get(userId) ?? null },
    changes: JSON.parse(changes),
  }))
}

/** Who made the present revision of each of these models, and through what. */
export async function lastChanges(
  models: readonly Pick<OpenModel, 'id' | 'revision'>[],
): Promise<Map<string, Pick<RevisionItem, 'user' | 'via' | 'client'>>> {
  if (models.length === 0) return new Map()
  const rows = await db().constructModelRevision.findMany({
    where: { OR: models.map(({ id, revision }) => ({ modelId: id, revision })) },
    select: { modelId: true, userId: true, via: true, client: true },
  })
  const names = await namesOf(rows.map(({ userId }) => userId))
  return new Map(
    rows.map(({ modelId, userId, via, client }) => [
      modelId,
      { user: { id: userId, name: names.get(userId) ?? null }, via, client },
    ]),
  )
}

/** Of each kind that a revision touched the first few ids; none of a restored one. */
export type TouchedIds = Partial<Record<Kind, string[]>>
const FEW = 5

/** The revisions after `from` up to `to`, in their order, at most `limit`. */
export async function listHistory(
  { id }: Pick<OpenModel, 'id'>,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<(RevisionItem & { ids: TouchedIds })[]> {
  const rows = await db().constructModelRevision.findMany({
    where: { modelId: id, revision: { gt: from, lte: to } },
    orderBy: { revision: 'asc' },
    select: LISTED_COLUMNS,
    take: limit,
  })
  const last = rows.at(-1)
  if (!last) return []
  const touched = new Map<number, TouchedIds>()
  for (const { revision, kind, index } of await firstParts(id, from, last.revision)) {
    const { ids, removed } = index
    const written = Array.from({ length: Math.min(FEW, ids.hashes.length) }, (_, i) => textAt(ids, i))
    touched.set(revision, { ...touched.get(revision), [kind]: [...written, ...removed].slice(0, FEW) })
  }
  return (await toItems(rows)).map((item) => ({ ...item, ids: touched.get(item.revision) ?? {} }))
}

function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor)
  throw new ModelError('invalid', [{ ...valueError(['cursor'], 'unknown cursor'), at: 'query' }])
}

/**
 * The model as it was at a revision, name, units and order included, as a new revision: nothing of the history is lost; none where it
 * is as it was. Throws `revision_not_found` for a revision that never was.
 */
export async function restoreRevision(model: Writable, revision: number, writing: Writing): Promise<RestoredRevision> {
  let before = model.revision
  const { written } = await write(model, writing, 'restore', (index) => {
    before = index.revision
    return planRestore(index, revision, writing)
  })
  return { ...written, reopened: await followRestore(model.id, { before, revision: written.revision }) }
}

/** `reopened`: the numbers of the threads whose resolution it undid. */
export type RestoredRevision = WrittenRevision & { reopened: number[] }

async function planRestore(index: ModelIndex, revision: number, { caller, request }: Writing): Promise<Plan | null> {
  const then = revision <= index.revision ? await load(index.id, revision) : undefined
  if (!then) throw noRevision(index, revision)
  const changes = await changesBetween(index, then)
  if (Object.keys(changes).length === 0 && (await isArrangedAs(index, then))) return null
  const [, parts] = await makeBase(RESTORE, then, { user: caller.userId, ...request })
  return {
    changes,
    counts: then.counts,
    bounds: then.bounds,
    bytes: then.jsonBytes,
    header: then.header,
    parts,
    restoredFrom: revision,
  }
}

export function noRevision(present: { revision: number }, revision: number, field = 'revision'): ModelError {
  const msg = `the model never had revision ${revision}; its present one is ${present.revision}`
  return new ModelError('revision_not_found', [{ type: 'revision_not_found', loc: [field], msg }])
}

/** A write that was undone, of whomever. */
export type Undone = Pick<RevisionItem, 'revision' | 'verb' | 'ops' | 'changes'> & { by: string | null }

/**
 * Brings back the state before the last `count` writes, as a new revision. A restored revision stands for the one that it brought back,
 * so that undoing again goes further back, as in an editor; revisions that changed nothing are passed over. Throws `invalid` at
 * `field` where there are fewer writes.
 */
export async function undoWrites(
  model: Writable,
  count: number,
  writing: Writing,
  field: string,
): Promise<RestoredRevision & { restoredFrom: number; undone: Undone[] }> {
  let undone: Past[] = []
  let [before, restoredFrom] = [model.revision, model.revision]
  const { written } = await write(model, writing, 'restore', async (index) => {
    const past = new History(index.id)
    undone = []
    before = index.revision
    let present = await past.standsFor(index.revision)
    while (undone.length < count) {
      if (present.revision === 1) throw tooManyUndone(undone.length, field)
      undone.push(present)
      present = await past.standsFor(present.revision - 1)
    }
    restoredFrom = present.revision
    return planRestore(index, restoredFrom, writing)
  })
  const items = await toItems(undone)
  const reopened = await followRestore(model.id, { before, revision: written.revision })
  return { ...written, reopened, restoredFrom, undone: items.map(({ user, ...rest }) => ({ ...rest, by: user.name })) }
}

function tooManyUndone(writes: number, field: string): ModelError {
  const msg = `only ${writes} ${writes === 1 ? 'write' : 'writes'} can be undone`
  return new ModelError('invalid', [valueError([field], msg)])
}

type Past = RevisionLogRow & { header: string | null }
const ROWS = 500

/** The log backwards, read as far as it is asked for. */
class History {
  readonly #rows = new Map<number, Past>()
  constructor(readonly modelId: string) {}

  /** The write whose state a revision shows. */
  async standsFor(revision: number): Promise<Past> {
    for (let atRevision = revision; ; ) {
      const row = await this.#at(atRevision)
      if (row.restoredFrom !== null) atRevision = row.restoredFrom
      else if (atRevision > 1 && (await this.#isEmpty(row))) atRevision--
      else return row
    }
  }

  async #at(revision: number): Promise<Past> {
    const known = this.#rows.get(revision)
    if (known) return known
    const rows = await db().constructModelRevision.findMany({
      where: { modelId: this.modelId, revision: { gt: revision - ROWS, lte: revision } },
      select: { ...LISTED_COLUMNS, header: true },
    })
    for (const row of rows) this.#rows.set(row.revision, row)
    const row = this.#rows.get(revision)
    if (!row) throw new ModelError('not_found') // deleted meanwhile
    return row
  }

  /** None is written any more; older databases have them. */
  async #isEmpty({ revision, changes, header }: Past): Promise<boolean> {
    if (changes !== '{}') return false
    return header === null || JSON.stringify(readHeader(header)) === JSON.stringify(await headerAt(this.modelId, revision - 1))
  }
}

/** The bytes that a kept answer shows: the model as of a revision, or what that revision wrote of a kind. */
export async function renderShown({ modelId, revision, what, ids: requestedIds }: Shows): Promise<Uint8Array[]> {
  if (what === 'model') return readModelBytesAt(modelId, revision)
  return retryIfPartGone(async () => {
    const then = await load(modelId, revision)
    const parts = requestedIds ? [] : await readIndexes(modelId, 0, revision - 1, revision)
    if (!then || !parts) throw new ModelError('not_found')
    const ids = requestedIds ?? parts.filter(({ kind }) => kind === what).flatMap(({ index }) => textsIn(index.ids))
    return jsonList(await readElementsOf(then, what, ids))
  })
}
