import { z } from 'zod'
import type { Changes } from '#lib/schema/schema.ts'
import type { listHistory } from '#lib/service/revisions/revisions.ts'
import { changesByStatus, toMinute } from './short.ts'

/** The history of a model in few words: who and how are said once. */

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
