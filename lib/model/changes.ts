import { byKind } from '#lib/schema/kinds.ts'
import { type Changes, type Counts, KINDS, type Kind } from '#lib/schema/schema.ts'

export function countsOf(count: (kind: Kind) => number): Counts {
  return byKind(count)
}

/** As they are stored: of a kind that there was not yet, none. */
export const readCounts = (text: string): Counts => ({ ...byKind(() => 0), ...JSON.parse(text) })

export type KindChange = { added: number; replaced: number; removed?: number }

/** Only the kinds that were touched; `removed` only where something was. */
export function changesOf(change: (kind: Kind) => KindChange): Changes {
  const changes: Changes = {}
  for (const kind of KINDS) {
    const { added, replaced, removed = 0 } = change(kind)
    if (added + replaced + removed > 0) changes[kind] = { added, replaced, ...(removed > 0 && { removed }) }
  }
  return changes
}
