import { type ElementRef, type FoundElement, keyOf } from '../worker/elements.ts'

/**
 * The selection after a new revision. `asked` went along when it was read, and `found` is where these lie in it; what was selected
 * meanwhile has places in the revision before and must be found anew, what was given up meanwhile does not come back. `gone`: what is
 * still selected and is not in the revision.
 */
export function matchSelection(
  selected: readonly FoundElement[],
  requested: readonly ElementRef[],
  found: readonly FoundElement[],
): { remaining: FoundElement[]; later: FoundElement[]; gone: ElementRef[] } {
  const now = new Set(selected.map(keyOf))
  return {
    remaining: found.filter((element) => now.has(keyOf(element))),
    later: without(selected, requested),
    gone: without(requested, found).filter((element) => now.has(keyOf(element))),
  }
}

/** The elements that are not among others. */
export function without<T extends ElementRef>(elements: readonly T[], others: readonly ElementRef[]): T[] {
  const there = new Set(others.map(keyOf))
  return elements.filter((element) => !there.has(keyOf(element)))
}
