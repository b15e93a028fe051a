import { Busy } from '#lib/http/busy-error.ts'
import { SCENE_FROM } from '#lib/scene-file/layout.ts'
import { type Counts, elementsIn } from '#lib/schema/schema.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { prepareModelInput, SCENE } from '../whole-model.ts'
import type { OpenModel } from './open-model.ts'

export { SCENE_TYPE } from '#lib/scene-file/layout.ts'

/**
 * The model as columns, gzip, made on a thread when that revision is first asked for. Undefined where its JSON is what there is: it
 * is small, the form cannot hold it, or the threads have no time, which the JSON needs not.
 */
export async function findScene(
  model: OpenModel,
  request: WorkRequest,
  past?: { revision: number; counts: Counts },
): Promise<{ gzip: Uint8Array; revision: number } | undefined> {
  const { counts } = past ?? model
  if (elementsIn(counts) < SCENE_FROM) return undefined
  const subject = { id: model.id, revision: past?.revision ?? model.revision }
  const loadInput = prepareModelInput(model, past?.revision, {}).whole
  const made = await cachedResult(SCENE, subject, {}, request, loadInput).catch((error: unknown) => {
    if (error instanceof Busy) return undefined
    throw error
  })
  return made?.output ? { gzip: made.output, revision: made.revision } : undefined
}
