import { KIND_OF, KINDS } from '#lib/schema/kinds.ts'
import type { Changes } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { countText } from '../../worker/elements.ts'

/** What a revision did, in words. */

const VERBS = {
  create: 'Created',
  elements: 'Elements added or replaced',
  edit: 'Edited',
  remove: 'Elements removed',
  units: 'Units set',
  rename: 'Name or notes changed',
  restore: 'Restored',
} as const
export type RevisionVerb = keyof typeof VERBS

/** `Edited: fields set, moved`: what an edit consisted of, each verb once. */
export function doneText(verb: RevisionVerb, ops: readonly string[] = []): string {
  const words = new Set(ops.map((op) => EDITS[op] ?? op))
  return words.size > 0 ? `${VERBS[verb]}: ${[...words].join(', ')}` : VERBS[verb]
}

const EDITS: Readonly<Record<string, string>> = {
  set: 'fields set',
  move: 'moved',
  copy: 'copied',
  toLevels: 'storeys copied',
  mirror: 'mirrored',
  rotate: 'rotated',
  orient: 'oriented',
  divide: 'divided',
  merge: 'merged',
  renumber: 'renumbered',
  remove: 'removed',
  add: 'added',
  name: 'renamed',
  note: 'notes',
  units: 'units set',
  scale: 'lengths converted',
}

const CHANGE_WORDS = { added: 'added', replaced: 'changed', removed: 'removed' } as const

/** `36 areas, 98 frames added · 1 node removed` */
export function changesText(changes: Changes | undefined): string {
  const parts = entriesOf(CHANGE_WORDS).flatMap(([change, word]) => {
    const counts = KINDS.flatMap((kind) => {
      const count = changes?.[kind]?.[change]
      return count ? [countText(count, KIND_OF[kind])] : []
    })
    return counts.length > 0 ? [`${counts.join(', ')} ${word}`] : []
  })
  return parts.join(' · ') || 'no elements changed'
}
