import type { ResolvedSelections, Selections } from '#lib/edit/select/elements-meant.ts'
import type { Rendered, RenderOptions } from '#lib/render/render-model.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { elementsIn } from '#lib/schema/schema.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { packModel, packModelAt } from '#lib/storage/read/pack-model.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { noRevision } from '#lib/storage/revisions.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import { SMALL_MODEL, type WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'

export { VIEWS } from '#lib/render/camera.ts'
export { LABELS } from '#lib/render/draw-labels.ts'
export type { Rendered } from '#lib/render/render-model.ts'

/** What looks at a whole model: on a thread, unless it is done before a thread would have begun; and once for each revision. */

/** A picture's options, its elements selected and not yet looked up. */
export type PictureOptions = Omit<RenderOptions, keyof Selections> & Selections

/** The picture, or what is wrong with the options: errors lose their class between threads. */
export const PICTURE = task<{ model: PackedModel; options: PictureOptions }, Rendered | Issue[]>('picture', {
  ...{ class: 'read', seconds: 30, label: 'The picture' },
})

/** The elements that selections mean, or what is wrong with them. */
export const SELECT = task<{ model: PackedModel; selections: Selections }, ResolvedSelections | Issue[]>('select', {
  ...{ class: 'read', seconds: 60, label: 'Selecting' },
})

/** The scene form as gzip; null of a model that has none. */
export const SCENE = task<{ model: PackedModel }, Uint8Array | null>('scene', {
  ...{ class: 'read', seconds: 60, label: 'The scene' },
})

/** A model of so many elements is worth the look whether it is small. */
const FEW = 1000

/** `packed`: of a model that lies in no database. */
export type WholeModel = Pick<OpenModel, 'id' | 'revision' | 'counts'> & { packed?: () => Promise<PackedModel> }

/**
 * The input of a task about a model: as it is when the turn has come, or `at` a revision; and the same at once, where the work on it
 * is done before a thread would have begun. Throws `revision_not_found`.
 */
export function prepareModelInput<O extends object>(model: WholeModel, atRevision: number | undefined, options: O) {
  const toInput = (packed: PackedModel) => ({ input: { model: packed, ...options }, revision: packed.header.revision })
  const pack = async () => {
    if (model.packed) return model.packed()
    if (atRevision === undefined) return packModel(model)
    const then = atRevision <= model.revision ? await packModelAt(model.id, atRevision) : undefined
    if (!then) throw noRevision(model, atRevision)
    return then
  }
  return {
    whole: async () => toInput(await pack()),
    early: async () => {
      if (elementsIn(model.counts) > FEW) return undefined
      const packed = await pack()
      return packed.bytes < SMALL_MODEL ? toInput(packed) : undefined
    },
  }
}

/** The picture of `renderModel`, and its `ModelError`. Even a small one takes a while. `key`: what says the same as long options in short. */
export async function renderWhole(
  model: WholeModel,
  options: PictureOptions,
  request: WorkRequest,
  atRevision?: number,
  key: object = options,
): Promise<{ drawn: Rendered; revision: number }> {
  const subject = { id: model.id, revision: atRevision ?? model.revision }
  const { whole } = prepareModelInput(model, atRevision, { options })
  const { output, revision } = await cachedResult(PICTURE, subject, key, request, whole)
  request.onProgress?.('drawn')
  if (Array.isArray(output)) throw new ModelError('invalid', output)
  return { drawn: output, revision }
}
