import type { FieldChange } from './field-changes.ts'

/** So many of one change are one line of a list. */
const MANY = 3

/** Those that changed in the same way together, in the order of the first of each. What has no field that tells stands alone. */
export function equalChanges<One>(all: Iterable<readonly [one: One, fields: readonly FieldChange[]]>): One[][] {
  const groups = new Map<string, { one: One; place: number }[]>()
  let place = 0
  for (const [one, fields] of all) {
    const change = fields.length > 0 ? JSON.stringify(fields) : `alone ${place}`
    const others = groups.get(change) ?? []
    groups.set(change, others)
    others.push({ one, place: place++ })
  }
  return [...groups.values()]
    .flatMap((ones) => (ones.length < MANY ? ones.map((one) => [one]) : [ones]))
    .sort(([a], [b]) => (a?.place ?? 0) - (b?.place ?? 0))
    .map((ones) => ones.map(({ one }) => one))
}
