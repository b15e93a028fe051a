import { withLastText } from '#lib/http/gzip-segments.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ModelIndex } from '../index/id-index.ts'
import { byIndex, indexFor, lengthOf, load, memory, type Rendered } from '../index/memory.ts'
import { retryIfPartGone } from '../log/part-gone.ts'
import type { OpenModel } from '../open-model.ts'
import { gzippedOf, plainOf, toPieces } from './model-pieces.ts'

/**
 * The ViewerModel as bytes. Whole parts go out as they lie in memory, or compressed as they lie in the database; only elements
 * with derived fields (sections, frames of members) and the places where elements were replaced are put together anew.
 */

/** `revision` may be newer than the model that was opened. `length` and `chunks`: the JSON; `gzip`: the same, compressed. */
export type ModelBytes = {
  revision: number
  length: number
  chunks: Uint8Array[]
  gzip(): Promise<{ length: number; chunks: Uint8Array[] }>
}

export async function readModelBytes(model: Pick<OpenModel, 'id' | 'revision'>): Promise<ModelBytes> {
  const { revision, chunks: plain } = await rendered(model, 'plain')
  return { revision, length: lengthOf(plain), chunks: plain, gzip: () => gzipAt(model.id, revision) }
}

/** Only the compressed form: a cold model is not even inflated for it. */
export async function readModelGzip(
  model: Pick<OpenModel, 'id' | 'revision'>,
): Promise<{ revision: number; length: number; chunks: Uint8Array[] }> {
  const { revision, chunks: gzip } = await rendered(model, 'gzip')
  return { revision, length: lengthOf(gzip), chunks: gzip }
}

async function gzipAt(modelId: string, revision: number) {
  const known = await rendered({ id: modelId, revision }, 'gzip')
  const chunks = known.revision === revision ? known.chunks : (await renderedAt(modelId, revision, 'gzip')).chunks
  return { length: lengthOf(chunks), chunks }
}

export type Form = 'plain' | 'gzip'

type InForm = { revision: number; chunks: Uint8Array[] }

async function rendered(model: Pick<OpenModel, 'id' | 'revision'>, form: Form): Promise<InForm> {
  return byIndex(model.id, async () => {
    const known = memory().rendered.get(model.id)
    const ready = known?.[form]
    if (known && ready && known.revision >= model.revision) return { revision: known.revision, chunks: ready }
    const index = await indexFor(model.id, model.revision)
    const { revision } = index
    const chunks = await renderOnce(index, form)
    remember(model.id, revision, form, chunks)
    return { revision, chunks }
  })
}

function remember(modelId: string, revision: number, form: Form, chunks: Uint8Array[]): void {
  const { rendered } = memory()
  const known = rendered.get(modelId)
  if (known && known.revision > revision) return
  const others: Partial<Rendered> = known?.revision === revision ? known : {}
  rendered.set(modelId, { ...others, revision, [form]: chunks })
}

/** As the model was. Not kept in memory. */
async function renderedAt(modelId: string, revision: number, form: Form): Promise<InForm> {
  return retryIfPartGone(async () => {
    const index = await load(modelId, revision)
    if (!index) throw new ModelError('not_found')
    return { revision, chunks: await render(index, form) }
  })
}

/** The bytes of the model as of exactly this revision. */
export async function readModelBytesAt(modelId: string, revision: number): Promise<Uint8Array[]> {
  const known = memory().rendered.get(modelId)
  if (known?.plain && known.revision === revision) return known.plain
  const index = memory().indexes.get(modelId)
  if (index?.revision === revision) {
    const now = await rendered({ id: modelId, revision }, 'plain')
    if (now.revision === revision) return now.chunks
  }
  return (await renderedAt(modelId, revision, 'plain')).chunks
}

/**
 * The JSON of a model, plain or as gzip, with another address where it is looked at. Its text is in the last piece, after everything
 * that a client may have written.
 */
export async function viewedAt(url: string, modelId: string, chunks: readonly Uint8Array[], form: Form): Promise<Uint8Array[]> {
  const before = `"viewerUrl":${JSON.stringify(viewerUrl(modelId))}`
  const change = (text: Buffer) => {
    const position = text.lastIndexOf(before)
    if (position < 0) throw new Error('a model that does not end with its address')
    return Buffer.concat([
      text.subarray(0, position),
      Buffer.from(`"viewerUrl":${JSON.stringify(url)}`),
      text.subarray(position + before.length),
    ])
  }
  if (form === 'gzip') return withLastText(chunks, change)
  const last = chunks.at(-1)
  return last ? [...chunks.slice(0, -1), change(Buffer.from(last.buffer, last.byteOffset, last.length))] : []
}

/** Parsed; `atRevision` as the model was then. */
export async function readModel(model: Pick<OpenModel, 'id' | 'revision'>, atRevision?: number): Promise<ViewerModel> {
  const chunks = atRevision === undefined ? (await readModelBytes(model)).chunks : await readModelBytesAt(model.id, atRevision)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** The JSON of the model as this index has it; put together once for all who ask at a time. */
export async function bytesOf(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const known = memory().rendered.get(index.id)
  return (known?.revision === index.revision && known[form]) || renderOnce(index, form)
}

async function renderOnce(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const { rendering } = memory()
  const name = `${index.id} ${index.revision} ${form}`
  const under = rendering.get(name)
  if (under) return under
  const mine = render(index, form)
  rendering.set(name, mine)
  try {
    return await mine
  } finally {
    rendering.delete(name)
  }
}

async function render(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const pieces = await toPieces(index)
  return (form === 'plain' ? plainOf : gzippedOf)(index.id, pieces)
}
