import type { ViewerModel } from '#lib/model/schema.ts'
import { arrayOf, ELEMENT_KINDS, type FoundElement } from './elements.ts'

/** What of the model differs from an earlier one, for lighting it up. */
export function changedSince(model: ViewerModel, before: ViewerModel): FoundElement[] {
  return ELEMENT_KINDS.flatMap((kind) => {
    const old = new Map(arrayOf(before, kind).map((element) => [element.id, element]))
    return arrayOf(model, kind).flatMap((element, index) => {
      const was = old.get(element.id)
      return was && JSON.stringify(was) === JSON.stringify(element) ? [] : [{ kind, id: element.id, index }]
    })
  })
}
