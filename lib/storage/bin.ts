import type { Caller } from '#lib/access/caller.ts'
import { db, direct } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { again } from '#lib/db/races.ts'
import { hourly } from '#lib/runtime/hourly.ts'
import { limits } from '#lib/runtime/limits.ts'
import { log } from '#lib/runtime/log.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { announceDeleted } from './announce.ts'
import { answerSteps, answerToStore, KEY_TAKEN, KeyTaken, storeAnswer } from './idempotency.ts'
import { forget } from './index/memory.ts'
import type { WrittenRevision } from './log/plan.ts'
import { noteAfter } from './model-activity.ts'
import { type OpenModel, openModel } from './models.ts'
import type { Writing } from './write.ts'

/**
 * Deleted models lie in the bin for BIN_DAYS, with all that belongs to them: to everybody they are gone, their owner can bring them
 * back as they were. The day on which a model goes for good is written down when it is deleted, and from that moment on nobody
 * finds it any more; its rows go when a process next looks.
 */

export type Binned = { modelId: string; name: string; deletedAt: Date; purgeAt: Date | null }

/**
 * Into the bin; without a bin, for good. `name`: it must be called so, for who deletes must know what. Throws `outdated` for an old `ifMatch`, `invalid` for another name, `not_found` when somebody else was first.
 */
export async function deleteModel(
  model: OpenModel,
  { caller, via, ifMatch }: Pick<Writing, 'caller' | 'via' | 'ifMatch'>,
  name?: string,
): Promise<Binned> {
  const { id } = model
  if (name !== undefined && name !== model.name) throw nameMismatch()
  const deletedAt = new Date()
  const purgeAt = limits.binDays > 0 ? new Date(deletedAt.getTime() + limits.binDays * DAY_MS) : null
  const where = {
    ...{ id, deletedAt: null, ownerId: model.ownerId },
    ...(ifMatch !== undefined && { revision: ifMatch }),
    ...(name !== undefined && { name }),
  }
  const { count } = await again(() =>
    purgeAt
      ? db().constructModel.updateMany({ where, data: { deletedAt, purgeAt, deletedBy: caller.userId } })
      : db().constructModel.deleteMany({ where }),
  )
  forget(id)
  if (count === 0) {
    const { revision } = await openModel(caller, id, 'own') // gone already?
    throw name === undefined ? new ModelError('outdated', [], { revision }) : nameMismatch()
  }
  if (purgeAt) await noteAfter(id, { caller, via }, 'model.deleted')
  announceDeleted(id, { purgeAt })
  return { modelId: id, name: model.name, deletedAt, purgeAt }
}

const nameMismatch = () =>
  new ModelError('invalid', [{ type: 'name_mismatch', loc: ['name'], msg: 'the model has another name; nothing was deleted' }])

/** Out of the bin: the same id, name and revisions, and no new one. One that lies in no bin stays where it is. */
export async function undeleteModel(model: OpenModel, writing: Writing): Promise<WrittenRevision> {
  const { id, revision, counts, bounds } = model
  const { caller, via } = writing
  const written: WrittenRevision = { modelId: id, revision, changed: {}, counts, bounds }
  const answer = answerToStore(writing, written)
  const steps: Step<typeof KEY_TAKEN | 'gone'>[] = [
    ...(answer ? answerSteps(answer) : []),
    {
      sql: `UPDATE "ConstructModel" SET "deletedAt" = NULL, "purgeAt" = NULL, "deletedBy" = NULL WHERE "id" = $1 AND "purgeAt" > $2`,
      values: [id, new Date()],
      orElse: 'gone',
    },
  ]
  const refused = await again(() => direct().atomically(steps))
  if (refused === KEY_TAKEN) throw new KeyTaken()
  if (refused === 'gone') {
    await openModel(caller, id, 'own') // or it lies in no bin
    if (answer) await storeAnswer(answer)
  } else await noteAfter(id, { caller, via }, 'model.undeleted')
  return written
}

/** For good, with all its history. Throws `invalid` for a model that is not in the bin. */
export async function purgeModel(model: OpenModel): Promise<void> {
  const gone = model.purgeAt && (await again(() => purge(model.id)))
  if (gone) return
  throw new ModelError('invalid', [{ ...valueError(['purge'], 'the model is not in the bin'), at: 'query' }])
}

/** When it was deleted, or is to go. */
type Due = { deletedAt: { lte: Date } } | { purgeAt: { lte: Date } }

/** Whether it lay in the bin. Whoever is first of several processes does it, and what is brought back stays. */
async function purge(id: string, due?: Due): Promise<boolean> {
  const { count } = await db().constructModel.deleteMany({ where: { id, deletedAt: { not: null }, ...due } })
  forget(id)
  return count > 0
}

/** The model where it lies in the caller's bin. */
export async function inBin(caller: Caller, id: string): Promise<(OpenModel & { purgeAt: Date }) | undefined> {
  const model = await openModel(caller, id, 'read', { evenInBin: true }).catch((error: unknown) => {
    if (error instanceof ModelError) return undefined
    throw error
  })
  return model?.purgeAt && { ...model, purgeAt: model.purgeAt }
}

const MOST_AT_ONCE = 100

/** Takes away what has lain in the bin to its end. Tells how many. */
export const purgeDue = async (now = new Date()): Promise<number> => (await purgeAll({ purgeAt: { lte: now } })).length

/** Takes away what was deleted until then. Tells whose they were, each model once. */
export const emptyBin = (until: Date): Promise<string[]> => purgeAll({ deletedAt: { lte: until } })

/** One model after another; of several processes each takes what is left. */
async function purgeAll(where: Due): Promise<string[]> {
  const owners: string[] = []
  for (;;) {
    const due = await db().constructModel.findMany({ where, select: { id: true, ownerId: true }, take: MOST_AT_ONCE })
    for (const { id, ownerId } of due) if (await again(() => purge(id, where))) owners.push(ownerId)
    if (due.length < MOST_AT_ONCE) return owners
  }
}

/** Looks once an hour, from the start on. Returns the way to stop. */
export const emptyBins = () =>
  hourly('empty the bins', async () => {
    const models = await purgeDue()
    if (models > 0) log.info('models went from the bin for good', { models })
  })
