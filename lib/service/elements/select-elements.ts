import type { Selections } from '#lib/edit/select/elements-meant.ts'
import type { Ref } from '#lib/model/validate/refs-text.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import type { OpenModel } from '../models/open-model.ts'
import { prepareModelInput, SELECT } from '../whole-model.ts'

/** The elements of the model as it is that a selection means, or that are named. Throws `invalid`, at `highlight` and below. */
export async function selectElements(model: OpenModel, selection: Selections['highlight'], request: WorkRequest): Promise<Ref[]> {
  const selections = { highlight: selection }
  const { whole, early } = prepareModelInput(model, undefined, { selections })
  const { output } = await cachedResult(SELECT, model, selections, request, whole, early)
  if (Array.isArray(output)) throw new ModelError('invalid', output)
  return (output.highlight ?? []).filter((ref): ref is Ref => ref.kind !== 'model')
}
