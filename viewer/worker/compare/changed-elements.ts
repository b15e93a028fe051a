import { MANY } from '#lib/model/columns.ts'
import { KINDS_OF, type Kind } from '#lib/schema/kinds.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { ELEMENT_KINDS, type ElementKind, type FoundElement } from '../elements.ts'
import { countOf, type HeldModel, idOf, placesById, scaledOf } from '../held-model.ts'
import { isDeepEqual } from './compare.ts'

/** What of the model differs from an earlier one, for lighting it up. Nothing, where all lengths were converted: then all would be lit. */
export function changedSince(model: HeldModel, before: HeldModel): FoundElement[] {
  if (scaledOf(model) !== scaledOf(before)) return []
  const unchanged = model.unchangedSince(before)
  const changed: FoundElement[] = []
  for (const kind of ELEMENT_KINDS) {
    const kinds: Kind = KINDS_OF[kind]
    const { was, isUnchanged } = (isOneOf(MANY, kinds) && unchanged?.[kinds]) || byIds(model, before, kind)
    for (let k = 0, count = countOf(model.columns, kind); k < count; k++) {
      const old = was[k]!
      if (old >= 0 && (isUnchanged?.[k] === 1 || isDeepEqual(before.elementAt(kind, old), model.elementAt(kind, k)))) continue
      changed.push({ kind, id: idOf(model.columns, kind, k), index: k })
    }
  }
  return changed
}

/** Where each element was, -1 of a new one. Whether it is as it was nobody knows before it is looked at. */
function byIds({ columns }: HeldModel, before: HeldModel, kind: ElementKind) {
  const places = placesById(before.columns, kind)
  const was = Array.from({ length: countOf(columns, kind) }, (_, k) => places.get(idOf(columns, kind, k)) ?? -1)
  return { was, isUnchanged: null }
}
