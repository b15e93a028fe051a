import type { Colouring } from '../../worker/elements.ts'
import { type Left, leftIn } from './visibility.ts'

/** The entries of a palette that some visible element has. */
export function slotsSeen(colouring: Colouring, left: Left): Set<number> {
  const seen = new Set<number>()
  for (const kind of ['frame', 'area'] as const) {
    const isLeft = leftIn(left, kind)
    for (const [k, slot] of colouring[`${kind}s`].entries()) if (!seen.has(slot) && isLeft(k)) seen.add(slot)
  }
  return seen
}
