import { isAlike } from './compare.ts'
import { ELEMENT_KINDS, type FoundElement } from './elements.ts'
import { countOf, type HeldModel, idAt, placesById } from './held-model.ts'

/** What of the model differs from an earlier one, for lighting it up. */
export function changedSince(model: HeldModel, before: HeldModel): FoundElement[] {
  const changed: FoundElement[] = []
  for (const kind of ELEMENT_KINDS) {
    const old = placesById(before.columns, kind)
    for (let k = 0, count = countOf(model.columns, kind); k < count; k++) {
      const id = idAt(model.columns, kind, k)!
      const was = old.get(id)
      if (was === undefined || !isAlike(before.elementAt(kind, was), model.elementAt(kind, k)))
        changed.push({ kind, id, index: k })
    }
  }
  return changed
}
