import type { Reason } from '#lib/edit/quantities/amount.ts'
import type { MeasuredModel } from '../properties/measured-model.ts'

/** The frames and areas of a section or material, added up. Null as long as nothing could be. */
export type TableUse = {
  count: number
  length: number | null
  volume: number | null
  mass: number | null
  lacks: Record<'volume' | 'mass', Map<Reason, number>>
}

/** By the places of the sections or materials in the model. */
export function usedBy({ facts, measures }: MeasuredModel, by: 'section' | 'material'): TableUse[] {
  const kind = by === 'section' ? 'sections' : 'materials'
  const used = Array.from(
    { length: facts.count(kind) },
    (): TableUse => ({ count: 0, length: null, volume: null, mass: null, lacks: { volume: new Map(), mass: new Map() } }),
  )
  for (const solid of ['frames', 'areas'] as const)
    for (let k = 0; k < facts.count(solid); k++) {
      const id = facts[by](solid, k)
      const one = id === undefined ? undefined : used[facts.ordinalOf(kind, id) ?? -1]
      if (!one) continue
      one.count++
      const length = facts.length(solid, k)
      if (length !== undefined) one.length = (one.length ?? 0) + length
      for (const quantity of ['volume', 'mass'] as const) {
        const amount = measures.amount(quantity, solid, k)
        if (typeof amount === 'number') one[quantity] = (one[quantity] ?? 0) + amount
        else for (const reason of amount ?? []) one.lacks[quantity].set(reason, (one.lacks[quantity].get(reason) ?? 0) + 1)
      }
    }
  return used
}
