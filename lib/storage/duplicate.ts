import { ModelError } from '#lib/model/model-error.ts'
import { type Changes, KINDS } from '#lib/model/schema.ts'
import { makeBase } from './compaction.ts'
import { answerSteps, KeyTaken } from './idempotency.ts'
import { insertModel, storedBytes } from './log.ts'
import { load, PartGone } from './memory.ts'
import { noteAfter } from './model-activity.ts'
import { newModelId, type OpenModel } from './models.ts'
import type { Written } from './plan.ts'
import { OVER_BYTES, OVER_MODELS, overQuota, quotaSteps } from './quota.ts'
import { noRevision } from './revisions.ts'
import { copyViews } from './saved-views.ts'
import { entryOf, type Writing } from './write.ts'

/** Of which model, revision and name a model is a copy, and since when. */
export type CopiedFrom = { modelId: string; revision: number; name: string; at: string }

/**
 * A model of the caller's that equals another one, at its present revision or an earlier one: revision 1, element for element as it
 * was sent. The stored parts are copied as they are, nothing is parsed. Saved views go along (`onlyFirstView`: no others); comments, people and links do not. Throws `invalid` where
 * the account is full, `revision_not_found` for a revision that never was.
 */
export async function duplicateModel(
  model: Pick<OpenModel, 'id' | 'revision'>,
  writing: Writing,
  {
    name,
    revision = model.revision,
    onlyFirstView = false,
  }: { name?: string | undefined; revision?: number | undefined; onlyFirstView?: boolean } = {},
): Promise<Written & { name: string; copiedFrom: CopiedFrom }> {
  const { caller, asked, idempotency } = writing
  for (let attempt = 0; ; attempt++) {
    const source = revision <= model.revision ? await load(model.id, revision) : undefined
    if (!source) throw revision <= model.revision && revision > 0 ? new ModelError('not_found') : noRevision(model, revision)
    try {
      const [, base] = await makeBase('restore', source, { user: caller.userId, ...asked })
      const parts = base.map((part) => ({ ...part, base: false })) // the first batch of the new log
      const id = newModelId()
      const entry = entryOf(writing, 'create')
      const header = { ...source.header, name: name ?? `${source.header.name} (copy)` }
      const { counts, bounds } = source
      const changes = Object.fromEntries(
        KINDS.filter((kind) => counts[kind] > 0).map((kind) => [kind, { added: counts[kind], replaced: 0 }]),
      ) as Changes // by KINDS
      const written: Written = { modelId: id, revision: 1, changed: changes, counts, bounds }
      const copiedFrom = { modelId: model.id, revision, name: source.header.name, at: entry.at.toISOString() }
      const answer = idempotency?.answer?.(written)
      const more = { models: 1, bytes: storedBytes(parts) }
      const refused = await insertModel(
        id,
        caller.userId,
        { ...entry, changes, counts, bounds, bytes: source.jsonBytes, header, parts, restoredFrom: null },
        [...(idempotency && answer ? answerSteps(idempotency, answer) : []), ...(await quotaSteps(caller.userId, more))],
        { copiedFrom, beside: [copyViews(model.id, id, caller.userId, onlyFirstView)] },
      )
      if (refused === OVER_MODELS || refused === OVER_BYTES) throw await overQuota(refused, caller.userId, more)
      if (refused) throw new KeyTaken()
      if (idempotency && answer) idempotency.kept = true
      await noteAfter(model.id, writing, 'model.duplicated', { copy: id })
      return { ...written, name: header.name, copiedFrom }
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
    }
  }
}
