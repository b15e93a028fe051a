import { KINDS_OF } from '#lib/schema/kinds.ts'
import { type Changes, type ElementKind, type Finding, KINDS, type Kind } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'

/**
 * What the answers of all tools have in common. Each stands in the conversation from then on, so none says what is zero, empty or
 * unknown, and of many ids only the first.
 */

export const FIRST_IDS = 3

type ByKind = Partial<Record<Kind, number>>

/** What changed, by what happened to it: `{"replaced":{"frames":45}}`. */
export function changesByStatus(changes: Changes): { added?: ByKind; replaced?: ByKind; removed?: ByKind } {
  const of = (status: 'added' | 'replaced' | 'removed') => {
    const counts = KINDS.flatMap((kind) => {
      const count = changes[kind]?.[status] ?? 0
      return count > 0 ? [[kind, count] as const] : []
    })
    return counts.length > 0 ? { [status]: Object.fromEntries(counts) } : {}
  }
  return { ...of('added'), ...of('replaced'), ...of('removed') }
}

/** How many elements of a kind changed, whatever happened to them. */
export const changedOf = (changes: Changes, kind: Kind): number => {
  const { added = 0, replaced = 0, removed = 0 } = changes[kind] ?? {}
  return added + replaced + removed
}

/** The first ids of the kind of which most changed. */
export function firstIds(changes: Changes, ids: Partial<Record<Kind, readonly string[]>>): { ids?: string[] } {
  const [most] = entriesOf(ids)
    .filter(([, some]) => some.length > 0)
    .sort(([a], [b]) => changedOf(changes, b) - changedOf(changes, a))
  return most ? { ids: most[1].slice(0, FIRST_IDS) } : {}
}

/** Kinds that there are some of. */
export const countsSome = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** To the minute, UTC. */
export const toMinute = (time: Date): string => `${time.toISOString().slice(0, 16)}Z`

/** Elements as ids by kind: `{"nodes":["N7","N8"]}`. Each is named once. */
export function idsByKind(elements: readonly { kind: ElementKind | 'model'; id: string }[], most: number) {
  const ids: Record<string, string[]> = {}
  for (const { kind, id } of elements) {
    if (kind === 'model') continue
    ids[KINDS_OF[kind]] ??= []
    const some = ids[KINDS_OF[kind]] ?? []
    if (some.length < most && !some.includes(id)) some.push(id)
  }
  return Object.keys(ids).length > 0 ? { ids } : {}
}

const MOST_IDS = 5

type Warning = { code: string; message: string; ids?: Record<string, string[]>; fix?: string }

/** What was saved and is probably not as meant; that it is a warning is said by where it stands. */
export const warningsInShort = (warnings: readonly Finding[]): { warnings?: Warning[] } =>
  warnings.length > 0
    ? {
        warnings: warnings.map(({ code, message, elements, fix }) => ({
          ...{ code, message },
          ...idsByKind(elements, MOST_IDS),
          ...(fix !== undefined && { fix }),
        })),
      }
    : {}
