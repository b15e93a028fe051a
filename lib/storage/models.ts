import { randomBytes } from 'node:crypto'
import type { Caller, Reader } from '#lib/access/caller.ts'
import { may, type Needs, type Role, roleFor, toRole } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { readCursor, toCursor } from '#lib/http/date-cursor.ts'
import { readCounts } from '#lib/model/changes.ts'
import { limits } from '#lib/runtime/limits.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { CreateModel, UpdateModel } from '#lib/schema/request-bodies.ts'
import type { ModelSource, ViewerUnits } from '#lib/schema/schema.ts'
import { roleOf } from '#lib/sharing/role-of.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import { type Added, explaining, idsIn, judge, planBatch, type Wrote, wroteOf } from './elements.ts'
import { answerSteps, answerToStore, KeyTaken } from './idempotency.ts'
import { ModelIndex } from './index/id-index.ts'
import { type Batch, toLog } from './log/batch.ts'
import { insertModel, storedBytes } from './log/log.ts'
import type { Plan, Writable, WrittenRevision } from './log/plan.ts'
import type { OpenModel } from './open-model.ts'
import { mayHave, OVER_BYTES, OVER_MODELS, overQuota, quotaSteps } from './quota.ts'
import { bytesOfHeader, type Header } from './read/model-header.ts'
import { apply, entryOf, type Writing, write } from './write.ts'

export type { OpenModel }

/** 128 random bits and a prefix: not sequential, not to be guessed, good in an address. */
export const newModelId = () => `m_${randomBytes(18).toString('base64url')}`

const parsed = <T>(text: string | null): T | undefined => (text === null ? undefined : JSON.parse(text))

type ModelRow = {
  key: string
  name: string
  ownerId: string
  revision: number
  createdAt: Date
  updatedAt: Date
  counts: string
  bounds: string
  units: string | null
  metadata: string | null
  source: string | null
  deletedAt: Date | null
  purgeAt: Date | null
  accessSeq: number
  viewSeq: number
  commentSeq: number
  scaled: number
}

const COLUMNS = `"id" AS "key", "name", "ownerId", "revision", "createdAt", "updatedAt", "counts", "bounds", "units", "metadata", "source",
  "deletedAt", "purgeAt", "accessSeq", "viewSeq", "commentSeq", "scaled"`
const findModel = lookUp<ModelRow>((ids) => `SELECT ${COLUMNS} FROM "ConstructModel" WHERE "id" IN (${ids})`)

type Opening = {
  /** For its owner a model in the bin is there as well, until it is to go. */
  evenInBin?: boolean
  /** The model's row, where it was looked for before the caller was known. */
  found?: Promise<ModelRow | undefined> | undefined
}

/** For `openModel`, by who does not know the caller yet. */
export function lookForModel(id: string): Promise<ModelRow | undefined> {
  // PostgreSQL's text cannot hold NUL and would answer with an error; no id has one.
  const found = id.includes('\0') ? Promise.resolve(undefined) : findModel(id)
  found.catch(() => {}) // told to who opens it, if anybody does
  return found
}

/**
 * The one place where the right to a model is asked. Throws `not_found` when there is none, it lies in the bin, or the caller may not
 * read it (the same for all), `forbidden` when they may read and not what is needed.
 */
export async function openModel(
  caller: Reader,
  id: string,
  needs: Needs,
  { evenInBin = false, found = lookForModel(id) }: Opening = {},
): Promise<OpenModel> {
  const row = await found
  const role = await roleOf(caller, id, row?.ownerId)
  if (!row || !role) throw new ModelError('not_found')
  const { name, ownerId, revision, createdAt, updatedAt, deletedAt, purgeAt, accessSeq, viewSeq, commentSeq, scaled } = row
  if (deletedAt && !(evenInBin && may(role, 'own') && purgeAt && purgeAt > new Date())) throw new ModelError('not_found')
  if (!may(role, needs)) throw new ModelError('forbidden', [], { role, needs: roleFor(needs) })
  return {
    ...(deletedAt && purgeAt && { purgeAt }),
    id,
    name,
    role,
    ownerId,
    revision,
    createdAt,
    updatedAt,
    accessSeq,
    viewSeq,
    commentSeq,
    scaled,
    // Parsed by those who ask: most do not.
    get counts() {
      return readCounts(row.counts)
    },
    get bounds() {
      return JSON.parse(row.bounds)
    },
    get units() {
      return parsed<ViewerUnits>(row.units)
    },
    get metadata() {
      return parsed<Record<string, unknown>>(row.metadata)
    },
    get source() {
      return parsed<ModelSource | null>(row.source)
    },
  }
}

const text = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** A model of the caller's, with its first elements; revision 1. Throws `invalid` as `addElements` does. */
export async function createModel(
  writing: Writing,
  body: CreateModel,
  batch: Batch = { values: body },
): Promise<WrittenRevision & { name: string; ids: Added['ids']; wrote: Wrote }> {
  const entry = entryOf(writing, 'create')
  const { name, units, metadata, source } = body
  const header: Header = { name, units: text(units), metadata: text(metadata), source: text(source), scaled: 1 }
  const index = new ModelIndex(newModelId(), entry.at, 0, header, entry.at)
  await explaining(batch, () => judge(batch, index))
  const { changes, counts, bounds, bytes, parts } = await planBatch(await toLog(batch, index.lengthUnit), index)
  mayHave(bytes, 0)
  const whole = { ...entry, changes, counts, bounds, bytes, header, parts, restoredFrom: null }
  const written: WrittenRevision = { modelId: index.id, revision: 1, changed: changes, counts, bounds }
  const answer = answerToStore(writing, written)
  const { userId } = writing.caller
  const more = { models: 1, bytes: storedBytes(parts) }
  const refused = await insertModel(index.id, userId, whole, [
    ...(answer ? answerSteps(answer) : []),
    ...(await quotaSteps(userId, more)),
  ])
  if (refused === OVER_MODELS || refused === OVER_BYTES) throw await overQuota(refused, userId, more)
  if (refused) throw new KeyTaken()
  await apply(index, whole, 1)
  return { ...written, name, ids: (kind) => idsIn(parts, kind), wrote: wroteOf(parts, index) }
}

/** Read at a time where names are looked for. */
const ROWS = 500

export type ModelListItem = Pick<
  OpenModel,
  'id' | 'name' | 'role' | 'counts' | 'bounds' | 'units' | 'revision' | 'createdAt' | 'updatedAt'
> & {
  /** In the bin since, and until. */
  deletedAt?: Date
  purgeAt?: Date
}

type ListPage = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  bin?: boolean | undefined
  role?: Role | undefined
}

/**
 * The models that the caller may read, the latest changed first; `role`: those alone in which it is the caller's; `bin`: the caller's own
 * in the bin, the latest deleted first. `q`: part of the name, in any case;
 * so many names are looked at in one request, so a page may be short, or empty, and go on. `cursor`: where the page before ended;
 * throws `invalid` when it is none of ours.
 */
export async function listModels(
  caller: Caller,
  { limit, cursor, q, bin = false, role }: ListPage,
): Promise<{ items: ModelListItem[]; nextCursor: string | null }> {
  const wanted = q?.normalize('NFC').toLowerCase() ?? ''
  const by = bin ? 'deletedAt' : 'updatedAt'
  const items: ModelListItem[] = []
  let after = cursor === undefined ? undefined : readCursor(cursor)
  let walked = 0
  const shared = bin || role === 'owner' ? new Map<string, Role>() : await sharedWith(caller.userId, role)
  for (;;) {
    const rows = await db().constructModel.findMany({
      where: {
        ...whose(caller.userId, shared, role),
        ...(bin ? { purgeAt: { gt: new Date() } } : { deletedAt: null }),
        ...(after && { AND: { OR: [{ [by]: { lt: after.at } }, { [by]: after.at, id: { lt: after.id } }] } }),
      },
      orderBy: [{ [by]: 'desc' }, { id: 'desc' }],
      select: {
        id: true,
        name: true,
        ownerId: true,
        counts: true,
        bounds: true,
        units: true,
        revision: true,
        createdAt: true,
        updatedAt: true,
        deletedAt: true,
        purgeAt: true,
      },
      take: wanted ? ROWS : limit + 1,
    })
    walked += rows.length
    const placeOf = (item: ModelListItem) => toCursor(item[by] ?? item.updatedAt, item.id)
    for (const row of rows) {
      // Names are compared here: the databases differ on case beyond ASCII.
      if (wanted && !row.name.normalize('NFC').toLowerCase().includes(wanted)) continue
      const shown = items.at(-1)
      if (shown && items.length === limit) return { items, nextCursor: placeOf(shown) }
      const { ownerId, units, deletedAt, purgeAt, ...rest } = row
      const [counts, bounds] = [readCounts(row.counts), JSON.parse(row.bounds)]
      const inBin = deletedAt && purgeAt && { deletedAt, purgeAt }
      items.push({
        ...rest,
        role: (ownerId !== caller.userId && shared.get(row.id)) || 'owner',
        counts,
        bounds,
        units: parsed(units),
        ...inBin,
      })
    }
    const last = rows.at(-1)
    if (!wanted || rows.length < ROWS || !last) return { items, nextCursor: null }
    const place = { at: last[by] ?? last.updatedAt, id: last.id }
    if (walked >= limits.rowsWalked) return { items, nextCursor: toCursor(place.at, place.id) }
    after = place
  }
}

/** Another model of the caller's own that is called so, the latest changed one. */
export async function namesake({ userId }: Caller, { modelId, name }: { modelId: string; name: string }) {
  const where = { ownerId: userId, name, deletedAt: null, id: { not: modelId } }
  const orderBy = [{ updatedAt: 'desc' as const }, { id: 'desc' as const }]
  return db().constructModel.findFirst({ where, orderBy, select: { id: true, revision: true } })
}

/** Names of the models that the caller may read, the latest changed first, as far as one search reads. */
export async function namesOfModels({ userId }: Caller): Promise<{ names: string[]; isWhole: boolean }> {
  const rows = await db().constructModel.findMany({
    where: { ...whose(userId, await sharedWith(userId, undefined), undefined), deletedAt: null },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    select: { name: true },
    take: limits.rowsWalked + 1,
  })
  const isWhole = rows.length <= limits.rowsWalked
  return { names: rows.slice(0, limits.rowsWalked).map(({ name }) => name), isWhole }
}

/** Models of others in which this user has a role, or this role. */
async function sharedWith(userId: string, role: Role | undefined): Promise<Map<string, Role>> {
  const rows = await db().collaborator.findMany({
    where: { userId, ...(role && { role }) },
    select: { modelId: true, role: true },
  })
  return new Map(
    rows.flatMap(({ modelId, role: text }) => {
      const own = toRole(text)
      return own === null ? [] : [[modelId, own] as const]
    }),
  )
}

/** Own models need no list of ids, and nobody else's model is found by one. */
function whose(userId: string, shared: ReadonlyMap<string, Role>, role: Role | undefined) {
  const others = { id: { in: [...shared.keys()] } }
  if (role !== undefined && role !== 'owner') return others
  return shared.size === 0 ? { ownerId: userId } : { OR: [{ ownerId: userId }, others] }
}

/** The name, metadata or source; what is not given stays. No revision where all is as it was. */
export async function updateModel(model: Writable, body: UpdateModel, writing: Writing): Promise<WrittenRevision> {
  return setHeader(model, writing, 'rename', ({ name, metadata, source }) => ({
    name: body.name ?? name,
    metadata: body.metadata === undefined ? metadata : text(body.metadata),
    source: body.source === undefined ? source : text(body.source),
  }))
}

/** Replaces the units as a whole. Labels only: no stored number changes. */
export async function setUnits(model: Writable, units: ViewerUnits, writing: Writing): Promise<WrittenRevision> {
  return setHeader(model, writing, 'units', () => ({ units: text(units) }))
}

async function setHeader(
  model: Writable,
  writing: Writing,
  verb: 'rename' | 'units',
  change: (header: Header) => Partial<Header>,
): Promise<WrittenRevision> {
  const { written } = await write(model, writing, verb, ({ header, counts, bounds, jsonBytes }): Plan | null => {
    const changed = { ...header, ...change(header) }
    const isSame = keysOf(changed).every((field) => changed[field] === header[field])
    const bytes = jsonBytes - bytesOfHeader(header) + bytesOfHeader(changed)
    return isSame ? null : { changes: {}, counts, bounds, bytes, header: changed, parts: [] }
  })
  return written
}
