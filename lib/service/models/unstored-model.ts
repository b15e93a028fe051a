import { byKind } from '#lib/schema/kinds.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Bounds } from '#lib/schema/schema.ts'
import { type PackedModel, packElements } from '#lib/storage/read/packed-model.ts'
import type { WholeModel } from '../whole-model.ts'

/** A model that is in no database and never changes, for work on whole models. Packed when it is first asked for. */
export function unstoredModel(body: CreateModel, about: { id: string; bounds: Bounds; viewerUrl: string }): WholeModel {
  let packed: Promise<PackedModel> | undefined
  const pack = () => {
    const since = new Date(0)
    const units = body.units ? JSON.stringify(body.units) : null
    const none = { metadata: null, source: null, copiedFrom: null, scaled: 1 }
    const header = { ...about, ...none, name: body.name, units, revision: 1, createdAt: since, updatedAt: since }
    return packElements(header, body)
  }
  return {
    id: about.id,
    revision: 1,
    counts: byKind((kind) => body[kind]?.length ?? 0),
    packed: () => {
      packed ??= pack()
      return packed
    },
  }
}
