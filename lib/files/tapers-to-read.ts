import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { resolvedWhereSound } from '#lib/model/section/section-profile.ts'
import { type TaperSection, taperFault, taperSection } from '#lib/model/taper-pairs.ts'
import { sectionDefinition } from '#lib/model/viewer-model.ts'
import type { ModelBuilder } from './model-builder.ts'

/** Whether a frame may taper from one section of a file to another: a model is refused with one that may not. */
export function tapersFit(model: ModelBuilder): (from: string, to: string) => boolean {
  const known = new Map<string, TaperSection | undefined>()
  const sectionOf = (id: string) => {
    const sent = known.has(id) ? undefined : model.get('sections', id)
    const whole = sent && resolvedWhereSound(sent, model.unit)
    if (whole) known.set(id, taperSection(sectionAsReturned(whole), sectionDefinition(whole)))
    return known.get(id)
  }
  return (from, to) => {
    const [first, last] = [sectionOf(from), sectionOf(to)]
    return first !== undefined && last !== undefined && taperFault(first, last) === undefined
  }
}
