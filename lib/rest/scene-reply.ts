import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Busy } from '#lib/http/busy-error.ts'
import { acceptsType } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { SCENE_FROM, SCENE_TYPE } from '#lib/scene-file/layout.ts'
import { type Counts, elementsIn } from '#lib/schema/schema.ts'
import { prepareModelInput, SCENE } from '#lib/service/whole-model.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { toEtag } from './etag.ts'

type Scene = Pick<Reply, 'status' | 'headers' | 'body'> & { revision: number }

/**
 * The model as columns for a client that asks for them, made on a thread when that revision is first asked for. Undefined where its
 * JSON is what there is: it is small, the form cannot hold it, or the threads have no time, which the JSON needs not.
 */
export async function sceneOf(
  model: OpenModel,
  { headers }: Incoming,
  takesGzip: boolean,
  workRequest: WorkRequest,
  past?: { revision: number; counts: Counts },
): Promise<Scene | undefined> {
  const { counts } = past ?? model
  if (!acceptsType(headers, SCENE_TYPE) || elementsIn(counts) < SCENE_FROM) return undefined
  const subject = { id: model.id, revision: past?.revision ?? model.revision }
  const loadInput = prepareModelInput(model, past?.revision, {}).whole
  const made = await cachedResult(SCENE, subject, {}, workRequest, loadInput).catch((error: unknown) => {
    if (error instanceof Busy) return undefined
    throw error
  })
  if (!made?.output) return undefined
  const { output, revision } = made
  const head = { 'Content-Type': SCENE_TYPE, ETag: toEtag(revision, takesGzip ? 'scene-gzip' : 'scene') }
  return takesGzip
    ? { status: 200, headers: { ...head, 'Content-Encoding': 'gzip' }, body: [output], revision }
    : { status: 200, headers: head, body: [await promisify(gunzip)(output)], revision }
}
