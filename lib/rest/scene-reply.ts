import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { acceptsType } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import type { Counts } from '#lib/schema/schema.ts'
import { findScene, SCENE_TYPE } from '#lib/service/models/find-scene.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { toEtag } from './etag.ts'

type Scene = Pick<Reply, 'status' | 'headers' | 'body'> & { revision: number }

/** The model as columns for a client that asks for them; undefined where it gets the JSON. */
export async function sceneOf(
  model: OpenModel,
  { headers }: Incoming,
  takesGzip: boolean,
  workRequest: WorkRequest,
  past?: { revision: number; counts: Counts },
): Promise<Scene | undefined> {
  const scene = acceptsType(headers, SCENE_TYPE) ? await findScene(model, workRequest, past) : undefined
  if (!scene) return undefined
  const { gzip, revision } = scene
  const head = { 'Content-Type': SCENE_TYPE, ETag: toEtag(revision, takesGzip ? 'scene-gzip' : 'scene') }
  return takesGzip
    ? { status: 200, headers: { ...head, 'Content-Encoding': 'gzip' }, body: [gzip], revision }
    : { status: 200, headers: head, body: [await promisify(gunzip)(gzip)], revision }
}
