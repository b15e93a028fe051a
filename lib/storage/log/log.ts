import { db, direct } from '#lib/db/client.ts'
import type { Step, Value } from '#lib/db/direct.ts'
import { inOneStatement } from '#lib/db/one-statement.ts'
import { padded } from '#lib/db/pad-list.ts'
import { again, isLostRace } from '#lib/db/races.ts'
import { readCounts } from '#lib/model/changes.ts'
import type { Bounds, Changes, Counts, Kind } from '#lib/schema/schema.ts'
import { MB } from '#lib/values/bytes.ts'
import { slices } from '#lib/work/slice.ts'
import type { IndexedPart } from '../index/id-index.ts'
import { type Header, readHeader } from '../read/model-header.ts'
import { type NewPart, type Part, type PartKey, type StoredPart, unpackIndex } from './chunks.ts'

/**
 * A model is a log of batches. A revision is one row and its parts, written together with a compare-and-swap on the model's
 * revision; nothing in the log is changed afterwards. Writes, and reads of parts, go without Prisma: its own work was ten
 * times the database's, and it carries bytes two to four times as slowly (`bench/`).
 */

export type Verb = 'create' | 'elements' | 'edit' | 'remove' | 'units' | 'rename' | 'restore'

export type Entry = {
  at: Date
  userId: string
  via: string
  client: string | null
  verb: Verb
  /** The verbs of an edit, in their order. */
  ops?: readonly string[] | undefined
  restoredFrom: number | null
  changes: Changes
  counts: Counts
  bounds: Bounds
  /** Of the model's JSON once this is written. */
  bytes: number
  /** Only where this revision sets it. */
  header: Header | null
  parts: NewPart[] | StoredPart[]
}

/** The bytes that a model takes in the database, in a statement on "ConstructModel": counted where nobody has counted yet. */
export const STORED = `COALESCE("stored", (SELECT SUM(LENGTH("ids") + LENGTH("data")) FROM "ConstructModelPart"
  WHERE "modelId" = "ConstructModel"."id"), 0)`

/** What parts take in the database. */
export const storedBytes = (parts: readonly StoredPart[]): number =>
  parts.reduce((sum, { ids, data }) => sum + ids.length + data.length, 0)

/** The row that says that a base is complete, for a base may be empty. */
const COMPLETE = ''

/** A new model; `first` are steps that come true with it or not at all: the answer is the reason of the one that failed. */
export function insertModel<Reason extends string>(
  id: string,
  ownerId: string,
  entry: Entry & { header: Header },
  first: readonly Step<Reason>[],
): Promise<Reason | null> {
  return again(() => direct().atomically([...first, modelStep(id, ownerId, entry), ...revisionSteps(id, 1, entry)]))
}

/** `copied`: of what it is a copy, and since when it is gone for good, as the database says it. */
export function modelStep(
  id: string,
  ownerId: string,
  entry: Entry & { header: Header },
  copied?: { copiedFrom: object; goneAt: Date },
): Step {
  const { at, counts, bounds, header } = entry
  const { name, units, metadata, source, scaled } = header
  return {
    sql: `INSERT INTO "ConstructModel" ("id","ownerId","name","revision","units","metadata","source","counts","bounds","bytes","stored",
      "createdAt","updatedAt","copiedFrom","deletedAt","purgeAt","scaled") VALUES ($1,$2,$3,1,$4,$5,$6,$7,$8,$9,$10,$11,$11,$12,$13,$13,$14)`,
    values: [
      ...[id, ownerId, name, units, metadata, source, JSON.stringify(counts), JSON.stringify(bounds)],
      ...[
        entry.bytes,
        storedBytes(entry.parts),
        at,
        copied ? JSON.stringify(copied.copiedFrom) : null,
        copied?.goneAt ?? null,
        scaled,
      ],
    ],
  }
}

/**
 * `outdated`: somebody else was first, or has put the model into the bin, so catch up and judge again; `lost race`: the database could not tell, so ask again.
 * `first` as for `insertModel`; `keeping` inserts the row that they do, and fails where they would find a reason.
 */
export function append<Reason extends string>(
  id: string,
  from: number,
  entry: Entry,
  first: readonly Step<Reason>[],
  keeping?: Step,
): Promise<Reason | 'outdated' | 'lost race' | null> {
  const { at, counts, bounds, header } = entry
  const values = [id, from, from + 1, JSON.stringify(counts), JSON.stringify(bounds), at, entry.bytes, storedBytes(entry.parts)]
  const set = `"revision" = $3, "counts" = $4, "bounds" = $5, "updatedAt" = $6, "bytes" = $7, "stored" = ${STORED} + $8`
  const swap: Step<'outdated'> = {
    sql: `UPDATE "ConstructModel" SET ${set}${header ? HEADER : ''} WHERE "id" = $1 AND "revision" = $2 AND "deletedAt" IS NULL`,
    values: header ? [...values, header.name, header.units, header.metadata, header.source, header.scaled] : values,
    orElse: 'outdated',
  }
  const steps = [...first, swap, ...revisionSteps(id, from + 1, entry)]
  // A large batch would hold up those who share its COMMIT.
  const rows = isSmall(entry) &&
    (first.length === 0 || keeping) && [...(keeping ? [keeping] : []), ...revisionSteps(id, from + 1, entry, 1)]
  return direct()
    .atomically<Reason | 'outdated'>(steps, rows ? inOneStatement(swap, rows, id) : undefined)
    .catch((error: unknown) => {
      if (isLostRace(error)) return 'lost race'
      throw error
    })
}

const HEADER = `, "name" = $9, "units" = $10, "metadata" = $11, "source" = $12, "scaled" = $13`

const isSmall = ({ parts, restoredFrom }: Entry) => restoredFrom === null && parts.length <= 64 && storedBytes(parts) <= MB

export function revisionSteps(modelId: string, revision: number, entry: Entry, rows = ROWS_PER_STATEMENT): Step[] {
  const { at, userId, via, client, verb, ops = null, restoredFrom, changes, counts, bounds, header, parts } = entry
  const row: Step = {
    sql: `INSERT INTO "ConstructModelRevision"
      ("modelId","revision","at","userId","via","client","verb","restoredFrom","changes","counts","bounds","header","ops")
      VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)`,
    values: [
      ...[modelId, revision, at, userId, via, client, verb, restoredFrom],
      ...[changes, counts, bounds, header, ops].map((value) => value && JSON.stringify(value)),
    ],
  }
  return [row, ...partSteps(modelId, revision, parts, rows), ...(restoredFrom === null ? [] : [completeStep(modelId, revision)])]
}

/** Changes nothing where the base is complete already, or the model is gone. */
const completeStep = (modelId: string, revision: number): Step => ({
  sql: `INSERT INTO "ConstructModelPart" ("modelId","revision","base","kind","seq","count","ids","data","length","crc")
    SELECT "id",CAST($2 AS INTEGER),TRUE,'${COMPLETE}',0,0,$3,$4,0,0 FROM "ConstructModel" WHERE "id" = $1 ON CONFLICT DO NOTHING`,
  values: [modelId, revision, new Uint8Array(), new Uint8Array()],
})

export const PART_COLUMNS = `"modelId","revision","base","kind","seq","count","ids","data","length","crc"`
const ROWS_PER_STATEMENT = 100
const BYTES_PER_STATEMENT = 8 * MB

export function partSteps(modelId: string, revision: number, parts: readonly StoredPart[], most = ROWS_PER_STATEMENT): Step[] {
  const steps: Step[] = []
  for (let from = 0; from < parts.length; ) {
    const values: Value[] = []
    const rows: string[] = []
    let bytes = 0
    for (; from < parts.length && rows.length < most && bytes < BYTES_PER_STATEMENT; from++) {
      const { base, kind, seq, count, ids, data, length, crc } = parts[from]!
      const position = values.length
      values.push(modelId, revision, base, kind, seq, count, ids, data, length, crc)
      rows.push(`(${Array.from({ length: 10 }, (_, i) => `$${position + 1 + i}`).join(',')})`)
      bytes += ids.length + data.length
    }
    steps.push({ sql: `INSERT INTO "ConstructModelPart" (${PART_COLUMNS}) VALUES ${rows.join(',')}`, values })
  }
  return steps
}

/**
 * Writes a base of a revision that has none, and lets the bases before it go; restored ones are history and stay. False when
 * another process was first, or the model is gone.
 */
export async function insertBase(modelId: string, revision: number, parts: StoredPart[]): Promise<boolean> {
  const olderBases: Step = {
    sql: `DELETE FROM "ConstructModelPart" WHERE "modelId" = $1 AND "base" = TRUE AND "revision" < $2 AND "revision" NOT IN
      (SELECT "revision" FROM "ConstructModelRevision" WHERE "modelId" = $1 AND "restoredFrom" IS NOT NULL)`,
    values: [modelId, revision],
  }
  const complete = { ...completeStep(modelId, revision), orElse: 'needless' as const }
  const steps = [complete, ...partSteps(modelId, revision, parts), olderBases]
  return (await again(() => direct().atomically(steps))) === null
}

/** The newest base at or before a revision; 0 when the log begins with nothing. */
export async function newestBase(modelId: string, revision: number): Promise<number> {
  const row = await db().constructModelPart.findFirst({
    where: { modelId, base: true, kind: COMPLETE, revision: { lte: revision } },
    orderBy: { revision: 'desc' },
    select: { revision: true },
  })
  return row?.revision ?? 0
}

type PartRow = Omit<Part, 'kind'> & { kind: Kind | typeof COMPLETE }
type IndexRow = PartRow & { ids: Uint8Array }

const SINCE_BASE = `WHERE "modelId" = $1 AND (("base" = TRUE AND "revision" = $2) OR ("base" = FALSE AND "revision" > $3 AND "revision" <= $4))
      ORDER BY "revision", "kind", "seq"`
const isComplete = (base: number, rows: readonly PartRow[]) => base === 0 || rows.some(({ kind }) => kind === COMPLETE)

/** Which parts a base and the revisions after it have, in the log's order, without their bytes. Null when the base has gone meanwhile. */
export async function listParts(modelId: string, base: number, to: number): Promise<Part[] | null> {
  const rows = await direct().select<PartRow>(
    `SELECT "revision","base","kind","seq","count","length","crc" FROM "ConstructModelPart"
      ${SINCE_BASE}`,
    [modelId, base, base, to],
  )
  return isComplete(base, rows) ? rows.filter((row): row is Part => row.kind !== COMPLETE) : null
}

/**
 * The indexes of the parts of a base and of the revisions after it, in the log's order, without the elements' text. Null when
 * the base has gone meanwhile.
 */
export async function readIndexes(modelId: string, base: number, from: number, to: number): Promise<IndexedPart[] | null> {
  const rows = await direct().select<IndexRow>(
    `SELECT "revision","base","kind","seq","count","length","crc","ids" FROM "ConstructModelPart"
      ${SINCE_BASE}`,
    [modelId, base, from, to],
  )
  if (!isComplete(base, rows)) return null
  const yieldIfDue = slices()
  const parts: IndexedPart[] = []
  for (const { ids, kind, ...row } of rows) {
    if (kind === COMPLETE) continue
    parts.push({ ...row, kind, index: unpackIndex(ids) })
    await yieldIfDue()
  }
  return parts
}

/** What revisions wrote and removed, as far as it stands in the first part of each kind. Of a restored one nothing. */
export async function firstParts(modelId: string, from: number, to: number) {
  const rows = await direct().select<{ revision: number; kind: Kind; ids: Uint8Array }>(
    `SELECT "revision","kind","ids" FROM "ConstructModelPart"
      WHERE "modelId" = $1 AND "revision" > $2 AND "revision" <= $3 AND "base" = FALSE AND "kind" <> '${COMPLETE}' AND "seq" = 0`,
    [modelId, from, to],
  )
  return rows.map(({ revision, kind, ids }) => ({ revision, kind, index: unpackIndex(ids) }))
}

/** The compressed text of parts, in any order. Parts of a base that has gone are missing. */
export async function readData(modelId: string, parts: readonly PartKey[]): Promise<(PartKey & { data: Uint8Array })[]> {
  const groups = new Map<string, { of: PartKey; seqs: number[] }>()
  for (const part of parts) {
    const key = `${part.base} ${part.kind} ${part.revision}`
    const group = groups.get(key)
    if (group) group.seqs.push(part.seq)
    else groups.set(key, { of: part, seqs: [part.seq] })
  }
  const wanted = [...groups.values()].flatMap(({ of, seqs }) => cut(seqs, MOST_PARTS_READ).map((some) => ({ of, seqs: some })))
  return (await Promise.all(wanted.map(({ of, seqs }) => readGroup(modelId, of, padded(seqs))))).flat()
}

const MOST_PARTS_READ = 64

/** Parts of one base or revision, and of one kind. */
function readGroup(
  modelId: string,
  { base, kind, revision }: PartKey,
  seqs: readonly number[],
): Promise<(PartKey & { data: Uint8Array })[]> {
  return direct().select(
    `SELECT "revision","base","kind","seq","data" FROM "ConstructModelPart"
      WHERE "modelId" = $1 AND "revision" = $2 AND "base" = ${base ? 'TRUE' : 'FALSE'} AND "kind" = $3
        AND "seq" IN (${seqs.map((_, i) => `$${4 + i}`).join(',')})`,
    [modelId, revision, kind, ...seqs],
  )
}

function cut<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}

/** What catching up needs of the revisions after one: their headers, and whether one begins anew. */
export function revisionsAfter(modelId: string, revision: number) {
  return db().constructModelRevision.findMany({
    where: { modelId, revision: { gt: revision } },
    orderBy: { revision: 'asc' },
    select: { revision: true, at: true, restoredFrom: true, header: true },
  })
}

/** A model's row as it was at a revision. */
export type State = {
  id: string
  revision: number
  header: Header
  counts: Counts
  bounds: Bounds
  createdAt: Date
  updatedAt: Date
  /** JSON text: of what it is a copy. */
  copiedFrom: string | null
}

/** At the present revision unless another is given. Undefined in the bin, as for none, and for a revision that never was. */
export async function stateAt(modelId: string, atRevision?: number): Promise<State | undefined> {
  const row = await db().constructModel.findUnique({ where: { id: modelId } })
  if (!row || row.deletedAt) return undefined
  const { id, name, units, metadata, source, scaled, createdAt, copiedFrom } = row
  const revision = atRevision ?? row.revision
  const toState = (header: Header, updatedAt: Date, { counts, bounds }: { counts: string; bounds: string }): State => ({
    ...{ id, revision, header, createdAt, updatedAt, copiedFrom },
    ...{ counts: readCounts(counts), bounds: JSON.parse(bounds) },
  })
  if (revision === row.revision) return toState({ name, units, metadata, source, scaled }, row.updatedAt, row)
  const then = await db().constructModelRevision.findUnique({ where: { modelId_revision: { modelId, revision } } })
  if (!then) return undefined
  const header = await headerAt(modelId, revision)
  if (!header) throw new Error(`model ${modelId} has no header at revision ${revision}`)
  return toState(header, then.at, then)
}

/** The header as of a revision: the last one set. */
export async function headerAt(modelId: string, revision: number): Promise<Header | null> {
  const row = await db().constructModelRevision.findFirst({
    where: { modelId, revision: { lte: revision }, header: { not: null } },
    orderBy: { revision: 'desc' },
    select: { header: true },
  })
  return row?.header ? readHeader(row.header) : null
}

export const samePart = (one: Part, other: Part) =>
  one.revision === other.revision && one.base === other.base && one.kind === other.kind && one.seq === other.seq
