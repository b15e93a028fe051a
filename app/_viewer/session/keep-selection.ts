import { type ElementRef, type FoundElement, keyOf } from '../worker/elements.ts'

/**
 * The selection after a new revision. `asked` went along when it was read, and `found` is where these lie in it; what was selected
 * meanwhile has places in the revision before and must be found anew, what was given up meanwhile does not come back.
 */
export function keepSelection(
  selected: readonly FoundElement[],
  asked: readonly ElementRef[],
  found: readonly FoundElement[],
): { kept: FoundElement[]; later: FoundElement[] } {
  const [now, then] = [new Set(selected.map(keyOf)), new Set(asked.map(keyOf))]
  return {
    kept: found.filter((element) => now.has(keyOf(element))),
    later: selected.filter((element) => !then.has(keyOf(element))),
  }
}
