import { z } from 'zod'
import type { QueryAnswer } from '#lib/service/edit-language.ts'
import { NOTES_SHAPE } from './notes.ts'

/** An answer to a question in few words: rows without the names of their fields, which stand once in `columns`. */

const counts = z.record(z.string(), z.int())

export const QueriedInShort = z.object({
  modelId: z.string(),
  revision: z.int(),
  units: z.looseObject({}).optional(),
  gross: z.literal(true).optional(),
  matched: counts,
  groups: z.array(z.looseObject({})).optional(),
  kind: z.string().optional(),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(z.unknown())).optional(),
  total: z.looseObject({}).optional(),
  note: z.string().optional(),
  areaFrom: counts.optional(),
  densities: z.looseObject({}).optional(),
  notComputable: z.array(z.looseObject({ reason: z.string(), count: z.int() })).optional(),
  emptied: z.looseObject({ condition: z.string() }).optional(),
  nextCursor: z.string().optional(),
  ...NOTES_SHAPE,
})

export function queryInShort({ rows, groups, ...answer }: QueryAnswer): z.output<typeof QueriedInShort> {
  return { ...answer, ...(groups && { groups: groups.filter(saysSomething) }), ...(rows && tableOf(rows)) }
}

/** Elements of kinds that have none of what is shown (the nodes where masses are asked for) make no group. */
function saysSomething({ count: _, ids: __, moreIds: ___, ...rest }: Record<string, unknown>): boolean {
  const measures = Object.entries(rest).filter(([name]) => MEASURES.has(name))
  return measures.length === 0 || measures.some(([, value]) => value !== null)
}

const MEASURES = new Set(['length', 'area', 'volume', 'mass', 'elevation', 'height'])

/** One kind is said once, in `kind`. */
function tableOf(rows: readonly Record<string, unknown>[]) {
  const kinds = new Set(rows.map(({ kind }) => kind))
  const [kind] = kinds
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  if (kinds.size <= 1) names.delete('kind')
  const columns = [...names]
  return {
    ...(kinds.size === 1 && typeof kind === 'string' && { kind }),
    columns,
    rows: rows.map((row) => columns.map((name) => row[name] ?? null)),
  }
}
