import { changesOf } from '#lib/model/changes.ts'
import { KIND_OF, KINDS_OF } from '#lib/schema/kinds.ts'
import type { Changes } from '#lib/schema/schema.ts'
import type { Difference, Renamed } from '#lib/storage/compare.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** A comparison in few words: elements that changed alike are one row. */

/** Differences that are grouped at one time. */
export const MOST_COMPARED = 100_000

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
export function changesIn(differences: readonly (Difference | Renamed)[]): Changes {
  const counts = new Map<string, number>()
  for (const { kind, change } of differences) counts.set(`${kind} ${change}`, (counts.get(`${kind} ${change}`) ?? 0) + 1)
  return changesOf((kind) => {
    const of = (change: Difference['change']) => counts.get(`${KIND_OF[kind]} ${change}`) ?? 0
    return { added: of('added'), replaced: of('replaced'), removed: of('removed') }
  })
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
