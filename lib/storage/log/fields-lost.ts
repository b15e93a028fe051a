import type { Kind } from '#lib/schema/schema.ts'
import type { ModelIndex } from '../index/id-index.ts'
import type { Run } from '../index/kind-index.ts'
import { textsOf } from '../index/memory.ts'
import type { NewPart } from './chunks.ts'
import { textAt } from './id-list.ts'

/** Elements of a kind that a write replaced without the same fields, and the first of them. */
export type FieldsLost = { kind: Kind; fields: string[]; first: string; count: number }

/** Of more replaced elements it is not looked at: nobody lost the fields of so many by mistake one by one. */
const MOST_LOOKED_AT = 2000

/** Fields that elements have in the model and that the parts, which replace them whole, do not have. */
export async function fieldsLost(parts: readonly NewPart[], index: ModelIndex): Promise<FieldsLost[]> {
  const found = new Map<string, FieldsLost>()
  let looked = 0
  for (const { kind, count, text, index: own } of parts) {
    const known = index.kinds[kind]
    if (known.size === 0) continue
    const replaced: { i: number; before: Run; at: number }[] = []
    let offset = 0
    for (let i = 0; i < count && looked < MOST_LOOKED_AT; i++) {
      const before = known.at(known.ids.at(own.ids, i))
      if (before) {
        replaced.push({ i, before, at: offset })
        looked++
      }
      offset += own.lengths[i]! + 1
    }
    const texts = await textsOf(
      index.id,
      replaced.map(({ before }) => before.part),
    )
    for (const { i, before, at } of replaced) {
      const stored = JSON.parse(texts.slice(before).toString()) // what we wrote
      const sent = JSON.parse(text.toString('utf8', at, at + own.lengths[i]!))
      const fields = Object.keys(stored).filter((field) => stored[field] !== null && sent[field] === undefined)
      if (fields.length === 0) continue
      const key = `${kind} ${fields.join()}`
      const same = found.get(key)
      if (same) same.count++
      else found.set(key, { kind, fields, first: textAt(own.ids, i), count: 1 })
    }
  }
  return [...found.values()]
}
