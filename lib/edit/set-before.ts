import { KINDS } from '#lib/schema/schema.ts'
import type { Delta } from './draft.ts'
import type { Operation } from './operation.ts'
import type { Work } from './work.ts'

/** What operations of the same call have set: one after them that selects by it takes what they made so. */

/** By the operation's place. */
export type SetBefore = { fields: Readonly<Record<string, unknown>>; changed: Delta }

const SELECTED_BY = { section: 'sectionId', material: 'materialId', role: 'role', label: 'label' } as const

/** Whoever swaps two sections by two operations has one of them in the end. */
export function noteSetBefore(work: Work, { select = {}, set = {} }: Operation, before: readonly SetBefore[]): void {
  for (const [condition, field] of Object.entries(SELECTED_BY)) {
    if (!(condition in select) || !(field in set)) continue
    for (const [i, { fields, changed }] of before.entries()) {
      if (!(field in fields)) continue
      for (const kind of KINDS) {
        const made = new Set(changed[kind].replaced)
        if (made.size === 0) continue
        for (const ordinal of work.selected(kind)) {
          const id = work.facts.id(kind, ordinal)
          if (made.has(id)) work.note(`set_before_${i}_${field}`, id, (count) => words(count, field, i))
        }
      }
    }
  }
}

const words = (count: number, field: string, i: number) =>
  `${count} of these had their ${field} set by ops[${i}]: an op selects from what those before it left, so a swap takes ids`
