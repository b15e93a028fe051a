import { viewerUrl } from '#lib/http/viewer-url.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import type { ModelIndex } from '../index/id-index.ts'
import { byIndex, compressedOf, indexFor, load } from '../index/memory.ts'
import type { Part } from '../log/chunks.ts'
import { Numbering } from '../log/numbering.ts'
import type { OpenModel } from '../open-model.ts'
import type { PackedModel } from './packed-model.ts'

/** The model as it was at a revision up to the present one, on its way to a thread; undefined for one that never was. */
export async function packModelAt(modelId: string, revision: number): Promise<PackedModel | undefined> {
  return byIndex(modelId, async () => {
    const shared = await indexFor(modelId, revision)
    const index = shared.revision === revision ? shared : await load(modelId, revision)
    return index && packIndexed(index)
  })
}

/**
 * The model on its way to a thread, as it is now; of the kinds alone that are wanted, and only so many of them that their JSON has
 * at most `most` bytes.
 */
export async function packModel(
  model: Pick<OpenModel, 'id' | 'revision'>,
  kinds: readonly Kind[] = KINDS,
  most = Number.POSITIVE_INFINITY,
): Promise<PackedModel> {
  return byIndex(model.id, async () => packIndexed(await indexFor(model.id, model.revision), kinds, most))
}

/** Takes what it needs of the index before it first waits. */
export async function packIndexed(
  index: ModelIndex,
  kinds: readonly Kind[] = KINDS,
  most = Number.POSITIVE_INFINITY,
): Promise<PackedModel> {
  const { id, header, bounds, revision, createdAt, updatedAt, copiedFrom } = index
  const numbers = new Numbering<Part>()
  const packed: PackedModel = {
    header: { id, ...header, bounds, revision, viewerUrl: viewerUrl(id), createdAt, updatedAt, copiedFrom },
    parts: [],
    runs: {},
    bytes: 0,
  }
  for (const kind of kinds) {
    const places: number[] = []
    for (const { part, start, end } of index.kinds[kind].runs()) {
      if (packed.bytes + end - start > most) break
      places.push(numbers.of(part), start, end)
      packed.bytes += end - start
    }
    packed.runs[kind] = Uint32Array.from(places)
  }
  const parts = numbers.items()
  const compressed = await compressedOf(id, parts)
  for (const part of parts) packed.parts.push({ data: compressed.of(part), length: part.length })
  return packed
}
