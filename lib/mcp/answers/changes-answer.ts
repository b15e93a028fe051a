import { z } from 'zod'
import { changesOf } from '#lib/model/changes.ts'
import { KIND_OF, KINDS_OF } from '#lib/schema/kinds.ts'
import type { Changes } from '#lib/schema/schema.ts'
import type { Difference, listHistory, Renamed } from '#lib/service/revisions/revisions.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { changesByStatus, toMinute } from './short.ts'

/** The history of a model in few words: who and how are said once, and elements that changed alike are one row. */

const counts = z.record(z.string(), z.int())

export const ChangesInShort = z.object({
  modelId: z.string(),
  from: z.int().optional(),
  to: z.int().optional(),
  revision: z.int().optional(),
  with: z.string().optional(),
  withRevision: z.int().optional(),
  by: z.string().optional(),
  via: z.string().optional(),
  client: z.string().optional(),
  copiedFrom: z.looseObject({ modelId: z.string() }).optional(),
  revisions: z
    .array(z.looseObject({ revision: z.int(), at: z.string(), ops: z.array(z.string()), replaced: counts.optional() }))
    .optional(),
  groups: z
    .array(z.looseObject({ kind: z.string(), change: z.string(), count: z.int(), ids: z.array(z.string()).optional() }))
    .optional(),
  net: z.object({ added: counts.optional(), replaced: counts.optional(), removed: counts.optional() }).optional(),
  scaled: z.number().optional(),
  notCompared: z.int().optional(),
  nextCursor: z.string().optional(),
})

type HistoryEntry = Awaited<ReturnType<typeof listHistory>>[number]

type Author = { by?: string; via: string; client?: string }

const authorOf = ({ user, via, client }: HistoryEntry): Author => ({
  ...(user.name !== null && { by: user.name }),
  via,
  ...(client !== null && { client }),
})

/** Author, way and client of the first at the top, and in the rows where they are others. */
export function historyInShort(history: readonly HistoryEntry[]) {
  const [first] = history
  if (!first) return { revisions: [] }
  const author = authorOf(first)
  const revisions = history.map((entry) => {
    const { revision, at, verb, ops, restoredFrom, changes } = entry
    const own = authorOf(entry)
    const isOther = own.by !== author.by || own.via !== author.via || own.client !== author.client
    return {
      ...{ revision, at: toMinute(at), ops: ops ?? [verb] },
      ...(restoredFrom !== null && { restoredFrom }),
      ...(isOther && own),
      ...changesByStatus(changes),
    }
  })
  return { ...author, revisions }
}

export const netInShort = ({ net, scaled }: { net: Changes; scaled?: number }) => ({
  net: changesByStatus(net),
  ...(scaled !== undefined && { scaled }),
})

export type ChangeGroup = {
  kind: string
  change: Difference['change'] | 'renamed'
  fields?: Record<string, unknown>
  section?: string
  count: number
  ids?: string[]
}

const FIRST_IDS = 5

/** Elements of a kind that changed in the same way: the same fields from the same values to the same values. The most first. */
export function groupDifferences(differences: readonly (Difference | Renamed)[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>()
  for (const difference of differences) {
    const { kind, id, change } = difference
    const how = difference.change === 'renamed' ? {} : howOf(difference)
    const name = JSON.stringify([kind, change, how])
    let group = groups.get(name)
    if (!group) {
      group = { kind: kind === 'model' ? kind : KINDS_OF[kind], change, ...how, count: 0 }
      groups.set(name, group)
    }
    group.count++
    if (kind === 'model') continue
    group.ids ??= []
    if (group.ids.length < FIRST_IDS) group.ids.push(difference.change === 'renamed' ? `${id} → ${idOf(difference.after)}` : id)
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}

const idOf = (element: { id?: unknown }): string => String(element.id)

/** How many of each kind there are of each change; a renamed one is the same. */
export function netOf(differences: readonly (Difference | Renamed)[]): { net: ReturnType<typeof changesByStatus> } {
  const changes = changesOf((kind) => {
    const of = (change: Difference['change']) =>
      differences.filter((one) => one.kind === KIND_OF[kind] && one.change === change).length
    return { added: of('added'), replaced: of('replaced'), removed: of('removed') }
  })
  return { net: changesByStatus(changes) }
}

function howOf(difference: Difference): Pick<ChangeGroup, 'fields' | 'section'> {
  if (difference.change !== 'replaced') {
    const { sectionId }: { sectionId?: unknown } = difference.change === 'added' ? difference.after : difference.before
    return typeof sectionId === 'string' ? { section: sectionId } : {}
  }
  const [before, after] = [new Map(Object.entries(difference.before)), new Map(Object.entries(difference.after))]
  const fields: Record<string, unknown> = {}
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was = null, is = null] = [before.get(name), after.get(name)]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    fields[name] = name === 'position' ? (vectorOf(was, is) ?? [was, is]) : [was, is]
  }
  return { fields }
}

/** Positions that moved by one vector are one change, `{"by":[0.5,0,0]}`; digits that the size of the coordinates blurs do not tell two apart. */
function vectorOf(was: unknown, is: unknown): { by: number[] } | undefined {
  if (!isDictionary(was) || !isDictionary(is)) return undefined
  const by: number[] = []
  for (const axis of ['x', 'y', 'z']) {
    const [from, to] = [was[axis], is[axis]]
    if (typeof from !== 'number' || typeof to !== 'number') return undefined
    const size = Math.max(Math.abs(from), Math.abs(to), 1)
    by.push(Number((to - from).toFixed(Math.max(0, 9 - Math.floor(Math.log10(size))))) + 0) // never -0
  }
  return { by }
}
