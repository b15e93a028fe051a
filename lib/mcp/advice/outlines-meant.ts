import type { Caller } from '#lib/access/caller.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { resolvedWhereSound } from '#lib/model/section/section-profile.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ConstructSectionCreate, type Point2, type ViewerSection } from '#lib/schema/schema.ts'
import { readElements } from '#lib/service/elements/elements.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, valueAt } from '../fixes/background.ts'
import { framePlaced } from '../fixes/cardinal-point.ts'

/** The outlines of sections that were sent, else of those in the model, of the frames that say a cardinal point. */
export async function outlinesMeant(
  issues: readonly Issue[],
  {
    sent,
    lengths,
    modelId,
    caller,
  }: { sent: unknown; lengths: LengthUnit | undefined; modelId: string | undefined; caller: Caller },
): Promise<Background['polygonOf']> {
  const ids = issues.flatMap(({ loc, ctx }) => {
    const frame = ctx?.cardinal === true ? framePlaced(sent, loc) : undefined
    return isDictionary(frame) && typeof frame.sectionId === 'string' ? [frame.sectionId] : []
  })
  const model =
    ids.length === 0 || modelId === undefined ? undefined : await openModel(caller, modelId, 'read').catch(() => undefined) // a hint is not worth a refusal
  const { sections = [] } = model ? (await readElements(model, { sections: ids })).elements : {}
  const outlines = new Map((sections as ViewerSection[]).map(({ id, polygon }): [string, Point2[]] => [id, polygon])) // by kind
  const holders = issues.map(({ loc }) => (loc[0] === 'ops' ? valueAt(sent, loc.slice(0, 3)) : sent))
  for (const holder of new Set(holders))
    for (const section of isDictionary(holder) && Array.isArray(holder.sections) ? holder.sections : []) {
      const parsed = parse(ConstructSectionCreate, structuredClone(section))
      if (parsed.ok) outlines.set(parsed.value.id, sectionAsReturned(resolvedWhereSound(parsed.value, lengths ?? null)).polygon)
    }
  return (id) => outlines.get(id)
}
