import { LRUCache } from 'lru-cache'
import { db } from '#lib/db/client.ts'
import type { Changes, Kind } from '#lib/schema/schema.ts'
import { firstParts } from '../log/log.ts'
import { openReading } from './model-reader.ts'

/** In which revision elements went that are not in the model any more: read from the log, the latest revision first. */

export type Gone = { kind: Kind; id: string }
export const goneKey = ({ kind, id }: Gone): string => `${kind} ${id}`

/** Revisions that are looked into, of those that removed any of the kinds: a model may have been written for years. */
const MOST_REVISIONS = 200

/** A revision never changes: what was found of a model as of one holds. Null: in none that was looked into. */
const known = new LRUCache<string, Map<string, number | null>>({ max: 200 })

/** By `goneKey`; what was never there, or went long ago, has none. `revision`: the one in which they are missing. */
export async function removedIn(
  { id: modelId, revision: to }: { id: string; revision: number },
  elements: readonly Gone[],
): Promise<Map<string, number>> {
  if (elements.length === 0) return new Map()
  const key = `${modelId} ${to}`
  const found = known.get(key) ?? new Map<string, number | null>()
  known.set(key, found)
  const open = new Map(elements.filter((one) => !found.has(goneKey(one))).map((one) => [goneKey(one), one]))
  if (open.size > 0) {
    for (const { revision, isRestored, kinds } of await removing(modelId, to)) {
      const matching = [...open.values()].filter(({ kind }) => kinds.has(kind))
      if (matching.length === 0) continue
      for (const one of isRestored
        ? await missingSince(modelId, revision, matching)
        : await removedBy(modelId, revision, matching)) {
        found.set(goneKey(one), revision)
        open.delete(goneKey(one))
      }
      if (open.size === 0) break
    }
    for (const name of open.keys()) found.set(name, null)
  }
  return new Map(
    elements.flatMap((one) => {
      const revision = found.get(goneKey(one))
      return typeof revision === 'number' ? [[goneKey(one), revision]] : []
    }),
  )
}

type Removing = { revision: number; isRestored: boolean; kinds: ReadonlySet<Kind> }

/** The revisions that removed something. */
async function removing(modelId: string, to: number): Promise<Removing[]> {
  const rows = await db().constructModelRevision.findMany({
    where: { modelId, revision: { lte: to }, changes: { contains: '"removed"' } },
    orderBy: { revision: 'desc' },
    select: { revision: true, restoredFrom: true, changes: true },
    take: MOST_REVISIONS,
  })
  return rows.map(({ revision, restoredFrom, changes }) => {
    const kinds = Object.entries(JSON.parse(changes) as Changes).flatMap(([kind, change]) =>
      change?.removed ? (kind as Kind) : [],
    )
    return { revision, isRestored: restoredFrom !== null, kinds: new Set(kinds) }
  })
}

async function removedBy(modelId: string, revision: number, elements: readonly Gone[]): Promise<Gone[]> {
  const removed = new Set<string>()
  for (const { kind, index } of await firstParts(modelId, revision - 1, revision))
    for (const id of index.removed) removed.add(goneKey({ kind, id }))
  return elements.filter((one) => removed.has(goneKey(one)))
}

/** A restored state is written whole, so it says of nothing that it went: those that the one before it had. */
async function missingSince(modelId: string, revision: number, elements: readonly Gone[]): Promise<Gone[]> {
  const before = openReading({ id: modelId, revision }, revision - 1)
  const went: Gone[] = []
  for (const kind of new Set(elements.map((one) => one.kind))) {
    const ids = new Set(elements.flatMap((one) => (one.kind === kind ? one.id : [])))
    const missing = new Set(await before.missing(kind, ids))
    for (const id of ids) if (!missing.has(id)) went.push({ kind, id })
  }
  return went
}
