import { db, type Tx, transaction } from '#lib/db/client.ts'
import type { Bounds, Changes, Counts, Kind } from '#lib/model/schema.ts'
import { type NewPart, type Part, type PartKey, unpackIndex } from './chunks.ts'
import type { Header, IndexedPart } from './id-index.ts'

/**
 * A model is a log of batches. A revision is one row and its parts, written together with a compare-and-swap on the model's
 * revision; nothing in the log is changed afterwards. Raw SQL where parts are written and read: Prisma's own statements carry
 * bytes two to four times as slowly (`bench/`).
 */

export type Verb = 'create' | 'elements' | 'remove' | 'units' | 'rename' | 'restore'

export type Entry = {
  at: Date
  userId: string
  via: string
  client: string | null
  verb: Verb
  restoredFrom: number | null
  changes: Changes
  counts: Counts
  bounds: Bounds
  /** Only where this revision sets it. */
  header: Header | null
  parts: NewPart[]
}

/** The row that says that a base is complete, for a base may be empty. */
const COMPLETE = ''

const columns = (header: Header) => ({ ...header, name: header.name })

export async function insertModel(tx: Tx, id: string, ownerId: string, entry: Entry & { header: Header }): Promise<void> {
  const { at, counts, bounds, header } = entry
  await tx.constructModel.create({
    data: {
      id,
      ownerId,
      revision: 1,
      ...columns(header),
      counts: JSON.stringify(counts),
      bounds: JSON.stringify(bounds),
      createdAt: at,
      updatedAt: at,
    },
  })
  await insertRevision(tx, id, 1, entry)
}

/** False when somebody else was first: catch up and judge again. `first` runs in the same transaction, before the swap. */
export function append(id: string, from: number, entry: Entry, first: (tx: Tx) => Promise<void>): Promise<boolean> {
  return undoing(async (tx, undo) => {
    await first(tx)
    const { count } = await tx.constructModel.updateMany({
      where: { id, revision: from },
      data: {
        revision: from + 1,
        counts: JSON.stringify(entry.counts),
        bounds: JSON.stringify(entry.bounds),
        updatedAt: entry.at,
        ...(entry.header && columns(entry.header)),
      },
    })
    if (count === 0) return undo(false)
    await insertRevision(tx, id, from + 1, entry)
    return true
  })
}

/** A transaction that may give an answer and still leave no trace. */
async function undoing<T>(work: (tx: Tx, undo: (answer: T) => never) => Promise<T>): Promise<T> {
  class Undone extends Error {
    constructor(readonly answer: T) {
      super('undone')
    }
  }
  try {
    return await transaction((tx) =>
      work(tx, (answer) => {
        throw new Undone(answer)
      }),
    )
  } catch (error) {
    if (error instanceof Undone) return error.answer
    throw error
  }
}

async function insertRevision(tx: Tx, modelId: string, revision: number, entry: Entry): Promise<void> {
  const { at, userId, via, client, verb, restoredFrom, changes, counts, bounds, header, parts } = entry
  await tx.constructModelRevision.create({
    data: {
      modelId,
      revision,
      at,
      userId,
      via,
      client,
      verb,
      restoredFrom,
      changes: JSON.stringify(changes),
      counts: JSON.stringify(counts),
      bounds: JSON.stringify(bounds),
      header: header && JSON.stringify(header),
    },
  })
  await insertParts(tx, modelId, revision, parts)
  if (restoredFrom !== null) await insertComplete(tx, modelId, revision)
}

const insertComplete = (tx: Tx, modelId: string, revision: number) =>
  tx.constructModelPart.create({
    data: {
      modelId,
      revision,
      base: true,
      kind: COMPLETE,
      seq: 0,
      count: 0,
      ids: new Uint8Array(),
      data: new Uint8Array(),
      length: 0,
      crc: 0,
    },
  })

const ROWS_PER_STATEMENT = 100
const BYTES_PER_STATEMENT = 8 * 1024 * 1024

async function insertParts(tx: Tx, modelId: string, revision: number, parts: NewPart[]): Promise<void> {
  for (let from = 0; from < parts.length; ) {
    const values: unknown[] = []
    const rows: string[] = []
    let bytes = 0
    for (; from < parts.length && rows.length < ROWS_PER_STATEMENT && bytes < BYTES_PER_STATEMENT; from++) {
      const { base, kind, seq, count, ids, data, length, crc } = parts[from]!
      const at = values.length
      values.push(modelId, revision, kind, seq, count, ids, data, length, crc)
      // A boolean as a parameter aborts libSQL's process, so it stands in the text.
      rows.push(
        `($${at + 1},$${at + 2},${base ? 'TRUE' : 'FALSE'},${Array.from({ length: 7 }, (_, i) => `$${at + 3 + i}`).join(',')})`,
      )
      bytes += ids.length + data.length
    }
    await tx.$executeRawUnsafe(
      `INSERT INTO "ConstructModelPart" ("modelId","revision","base","kind","seq","count","ids","data","length","crc") VALUES ${rows.join(',')}`,
      ...values,
    )
  }
}

/**
 * Writes a base of a revision that has none, and lets the bases before it go; restored ones are history and stay. False when
 * another process was first.
 */
export function insertBase(modelId: string, revision: number, parts: NewPart[]): Promise<boolean> {
  return undoing(async (tx, undo) => {
    const where = { modelId, revision, base: true, kind: COMPLETE, seq: 0 }
    if (await tx.constructModelPart.findFirst({ where, select: { seq: true } })) return false
    if (!(await tx.constructModel.findUnique({ where: { id: modelId }, select: { id: true } }))) return false
    try {
      await insertComplete(tx, modelId, revision)
    } catch (error) {
      if (isTaken(error)) return undo(false)
      throw error
    }
    await insertParts(tx, modelId, revision, parts)
    const restored = await tx.constructModelRevision.findMany({
      where: { modelId, restoredFrom: { not: null } },
      select: { revision: true },
    })
    await tx.constructModelPart.deleteMany({
      where: { modelId, base: true, revision: { lt: revision, notIn: restored.map((one) => one.revision) } },
    })
    return true
  })
}

/** Prisma's word for a broken unique key. */
export const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'P2002'

/** The newest base at or before a revision; 0 when the log begins with nothing. */
export async function newestBase(modelId: string, revision: number): Promise<number> {
  const row = await db().constructModelPart.findFirst({
    where: { modelId, base: true, kind: COMPLETE, revision: { lte: revision } },
    orderBy: { revision: 'desc' },
    select: { revision: true },
  })
  return row?.revision ?? 0
}

type IndexRow = {
  revision: number
  base: unknown
  kind: string
  seq: number
  count: number
  length: number
  crc: number
  ids: Uint8Array
}

/**
 * The indexes of the parts of a base and of the revisions after it, in the log's order, without the elements' text. Null when
 * the base has gone meanwhile.
 */
export async function readIndexes(modelId: string, base: number, from: number, to: number): Promise<IndexedPart[] | null> {
  const rows = await db().$queryRawUnsafe<IndexRow[]>(
    `SELECT "revision","base","kind","seq","count","length","crc","ids" FROM "ConstructModelPart"
      WHERE "modelId" = $1 AND (("base" = TRUE AND "revision" = $2) OR ("base" = FALSE AND "revision" > $3 AND "revision" <= $4))
      ORDER BY "revision", "kind", "seq"`,
    modelId,
    base,
    from,
    to,
  )
  const complete = base === 0 || rows.some((row) => row.kind === COMPLETE)
  if (!complete) return null
  return rows
    .filter((row) => row.kind !== COMPLETE)
    .map(({ ids, kind, base, ...row }) => ({ ...row, base: Boolean(base), kind: kind as Kind, index: unpackIndex(ids) }))
}

/** The compressed text of parts, in any order. Parts of a base that has gone are missing. */
export async function readData(modelId: string, parts: readonly PartKey[]): Promise<(PartKey & { data: Uint8Array })[]> {
  const groups = new Map<string, PartKey[]>()
  for (const part of parts) {
    const key = `${part.base} ${part.kind} ${part.revision}`
    const group = groups.get(key)
    if (group) group.push(part)
    else groups.set(key, [part])
  }
  const read: (PartKey & { data: Uint8Array })[] = []
  const wanted = [...groups.values()].flatMap((group) => cut(group, 60))
  for (const several of cut(wanted, 20)) {
    const values: unknown[] = [modelId]
    const clauses = several.map((group) => {
      const { base, kind, revision } = group[0]!
      values.push(kind, revision)
      const at = values.length
      // Numbers of our own, so they may stand in the text.
      return `("kind" = $${at - 1} AND "revision" = $${at} AND "base" = ${base ? 'TRUE' : 'FALSE'} AND "seq" IN (${group.map(({ seq }) => Number(seq)).join(',')}))`
    })
    const rows = await db().$queryRawUnsafe<(Omit<PartKey, 'base'> & { base: unknown; data: Uint8Array })[]>(
      `SELECT "revision","base","kind","seq","data" FROM "ConstructModelPart" WHERE "modelId" = $1 AND (${clauses.join(' OR ')})`,
      ...values,
    )
    for (const row of rows) read.push({ ...row, base: Boolean(row.base) })
  }
  return read
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

/** The header as of a revision: the last one set. */
export async function headerAt(modelId: string, revision: number): Promise<Header | null> {
  const row = await db().constructModelRevision.findFirst({
    where: { modelId, revision: { lte: revision }, header: { not: null } },
    orderBy: { revision: 'desc' },
    select: { header: true },
  })
  return row?.header ? JSON.parse(row.header) : null
}

export const samePart = (one: Part, other: Part) =>
  one.revision === other.revision && one.base === other.base && one.kind === other.kind && one.seq === other.seq
