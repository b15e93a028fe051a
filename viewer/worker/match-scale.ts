import { scaledModel, snapped, timesOf } from '#lib/model/scaled-element.ts'
import { KINDS_OF } from '#lib/schema/kinds.ts'
import { arrayOf, ELEMENT_KINDS, type ElementKind, type Of } from './elements.ts'
import { type HeldModel, heldModel, scaledOf } from './held-model.ts'

/** Of the largest coordinate: what lies below is none, as for the edit that converted. */
const RELATIVE_TOLERANCE = 1e-11

/**
 * A model with its lengths as another revision of it has them: what both say alike is alike to the last digit, so that only what was
 * changed differs.
 */
export function inScaleOf(before: HeldModel, after: HeldModel): HeldModel {
  const factor = scaledOf(after) / scaledOf(before)
  if (factor === 1) return before
  const model = scaledModel(before.whole(), timesOf(factor))
  const { min, max } = after.columns.head.bounds
  const tolerance = RELATIVE_TOLERANCE * Math.max(...[...Object.values(min), ...Object.values(max)].map(Math.abs))
  const snapKind = <K extends ElementKind>(kind: K): Of<K>[] => {
    const now = new Map(arrayOf(after.whole(), kind).map((element) => [element.id, element]))
    return arrayOf(model, kind).map((element) => snapped(element, now.get(element.id), tolerance))
  }
  const definitions = new Map((after.whole().sectionDefinitions ?? []).map((definition) => [definition.id, definition]))
  return heldModel({
    ...model,
    ...Object.fromEntries(ELEMENT_KINDS.map((kind) => [KINDS_OF[kind], snapKind(kind)])),
    sectionDefinitions: model.sectionDefinitions?.map((one) => snapped(one, definitions.get(one.id), tolerance)),
  })
}
