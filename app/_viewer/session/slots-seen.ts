import type { Colouring } from '../worker/elements.ts'
import type { Derived } from './session.ts'
import type { Layers } from './view-state.ts'

type Seen = Pick<Derived, 'hidden' | 'isolated' | 'shown'> & { layers: Pick<Layers, 'frames' | 'areas'> }

/** The places of a palette of which something is to be seen: neither hidden, isolated away, filtered nor of a layer that is off. */
export function slotsSeen(colouring: Colouring, { hidden, isolated, shown, layers }: Seen): Set<number> {
  const seen = new Set<number>()
  for (const kind of ['frame', 'area'] as const) {
    if (!layers[`${kind}s`]) continue
    const slots = colouring[`${kind}s`]
    const indices = (of: Derived['hidden']) => new Set(of.flatMap((one) => (one.kind === kind ? [one.index] : [])))
    const [out, only] = [indices(hidden), isolated && indices(isolated)]
    const left = shown?.[`${kind}s`]
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k]!
      if (!seen.has(slot) && !out.has(k) && (!only || only.has(k)) && left?.[k] !== 0) seen.add(slot)
    }
  }
  return seen
}
