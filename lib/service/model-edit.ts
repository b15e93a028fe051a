import { z } from 'zod'
import { EditModel } from '#lib/edit/operation.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { Bounds, Changes, Counts, Finding, KINDS } from '#lib/schema/schema.ts'
import { editElements } from '#lib/storage/edit.ts'
import type { WrittenRevision } from '#lib/storage/log/plan.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { namesOf } from '#lib/storage/names.ts'
import { packIndexed, packModel } from '#lib/storage/read/pack-model.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import type { Writing } from '#lib/storage/write.ts'
import { here, SMALL_MODEL, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import type { EditReport, ModelEdited, ModelToEdit } from './edit-model.ts'
import { partsFrom } from './read-batch.ts'

/** Edits by selection. One question and one answer for both doors. */

export { EditModel }

export const EDIT = task<ModelToEdit, ModelEdited>('edit', { class: 'write', seconds: 120, label: 'The edit' })

/** What the profiles of a write were taken for: the client sees whether that is what it meant. */
export const TakenProfiles = {
  profiles: z
    .array(z.object({ id: z.string(), designation: z.string(), standard: z.string().nullable() }))
    .optional()
    .describe('What each profile was taken for'),
  moreProfiles: z.int().optional(),
}

const ByKind = z.partialRecord(z.enum(KINDS), z.int())

export type EditAnswer = z.output<typeof EditAnswer>
export const EditAnswer = z
  .object({
    modelId: z.string(),
    revision: z.int(),
    dryRun: z.literal(true).optional(),
    ops: z
      .array(
        z.object({
          matched: ByKind.optional(),
          changed: Changes,
          ids: z.partialRecord(z.enum(KINDS), z.array(z.string())).describe('The first ones'),
          bounds: Bounds.optional().describe('Of the nodes that were moved or made'),
          notes: z
            .array(z.object({ code: z.string(), message: z.string(), count: z.int(), ids: z.array(z.string()) }))
            .optional(),
        }),
      )
      .describe('What each operation did'),
    changed: Changes.describe('What all of them did together'),
    name: z.string().optional().describe('Of the model, where it was changed'),
    counts: Counts,
    lengths: z.string().nullable().describe('The unit in which lengths are read'),
    ...TakenProfiles,
    viewerUrl: z.string(),
    warnings: z.array(Finding),
  })
  .meta({ id: 'EditAnswer' })

const NOTHING_CHANGED: Finding = {
  severity: 'warning',
  code: 'nothing_written',
  message: 'The model is so already: nothing was written, and there is no new revision',
  elements: [],
}

type Model = Pick<OpenModel, 'id' | 'revision' | 'ownerId' | 'counts' | 'bounds'>

/** How many times as large a model may be afterwards: copies of copies are many soon. */
function growth(ops: EditModel['ops']): number {
  return ops.reduce((all, { copy, rotate, mirror, toLevels, divide, add }) => {
    if (add?.repeat !== undefined || toLevels || divide?.every !== undefined) return Number.POSITIVE_INFINITY
    const copies = copy ? (copy.times ?? 1) : (rotate?.times ?? (mirror?.copy ? 1 : 0))
    return all * (copies + 1) * (divide?.parts ?? (divide?.at?.length ?? 0) + 1)
  }, 1)
}

/** As notes name people; one without a name has none there. */
const authorName = async (userId: string): Promise<string> => (await namesOf([userId])).get(userId) ?? 'somebody'

/** An edit that is asked for. Once `write` has come back, or has planned what it will write, `answer` tells of it. */
export function modelEdit(model: Model, { ops, dryRun = false }: EditModel, request: WorkRequest) {
  let report: EditReport | undefined
  let isNothing = false
  let renamed: string | undefined
  let author = { at: '', by: '' }

  async function edited(loadModel: () => Promise<PackedModel>, bytes: number) {
    let before: PackedModel['header'] | undefined
    const input = async () => {
      const packed = await loadModel()
      before = packed.header
      return { input: { model: packed, ops, author } }
    }
    const isQuick = bytes * growth(ops) < SMALL_MODEL
    const output = await (isQuick ? here(EDIT, (await input()).input, request.onProgress) : work(EDIT, request, input))
    if ('issues' in output) throw new ModelError('invalid', output.issues)
    report = output.report
    renamed = output.name === before?.name ? undefined : output.name
    isNothing =
      output.parts.length === 0 &&
      output.name === before?.name &&
      output.units === before.units &&
      output.metadata === before.metadata &&
      output.scaled === before.scaled
    return output
  }

  return {
    async write(writing: Writing): Promise<WrittenRevision> {
      if (ops.some(({ note }) => note)) author = { at: new Date().toISOString(), by: await authorName(writing.caller.userId) }
      if (dryRun) {
        const packed = await packModel(model)
        await edited(async () => packed, packed.bytes)
        const { revision } = packed.header
        return { modelId: model.id, revision, changed: {}, counts: model.counts, bounds: model.bounds }
      }
      return editElements(model, writing, async (index) => {
        const { parts, name, units, metadata, scaled, ops } = await edited(() => packIndexed(index), index.jsonBytes)
        return { parts: partsFrom(parts), header: { name, units, metadata, scaled }, ops }
      })
    },
    answer({ modelId, revision }: Pick<WrittenRevision, 'modelId' | 'revision'>): EditAnswer {
      if (!report) throw new Error('an edit is told of before it was done')
      const { warnings, ...rest } = report
      return {
        modelId,
        revision,
        ...(dryRun && { dryRun: true as const }),
        ...rest,
        ...(renamed !== undefined && { name: renamed }),
        viewerUrl: viewerUrl(modelId),
        warnings: [...(isNothing && !dryRun ? [NOTHING_CHANGED] : []), ...warnings],
      }
    },
  }
}
