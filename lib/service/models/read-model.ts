import { streamOf } from '#lib/http/stream-of.ts'
import { layoutOf } from '#lib/storage/index/layout.ts'
import { gzippedModel, plainModel } from '#lib/storage/read/model-stream.ts'

/** A model read: whole as JSON, plain or gzip, or a few elements at a time of one revision. */
export { openReading, type Reading } from '#lib/storage/read/model-reader.ts'
export { readModelBytes, readModelBytesAt, readModelGzip, viewedAt } from '#lib/storage/read/viewer-bytes.ts'

/** The whole model as JSON (gzip on request), a few parts at a time: of a large one that is not in memory. Undefined when it is gone. */
export async function streamModel(
  modelId: string,
  revision: number,
  form: 'plain' | 'gzip',
): Promise<ReadableStream<Uint8Array> | undefined> {
  const layout = await layoutOf(modelId, revision)
  return layout && streamOf((form === 'gzip' ? gzippedModel : plainModel)(layout))
}
