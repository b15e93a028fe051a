import type { ModelEdited, ModelToEdit } from '#lib/batch/edit-model.ts'
import type { BatchRead, BatchToRead, Explained, FieldsRead, ToExplain } from '#lib/batch/pack-batch.ts'
import type { Meant, Selections } from '#lib/edit/elements-meant.ts'
import type { FindingsToFind } from '#lib/edit/findings.ts'
import type { Answered, Question } from '#lib/edit/query.ts'
import type { NamesToFind } from '#lib/mcp/alike.ts'
import type { MessageRead, MessageToExplain } from '#lib/mcp/pack-message.ts'
import type { Run } from '#lib/model/check.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import type { Rendered, RenderOptions } from '#lib/render/render-model.ts'
import { movable, type StoredPart } from '#lib/storage/chunks.ts'
import { type PackedModel, toBase, unpackModel } from '#lib/storage/packed-model.ts'
import type { Class } from './queue.ts'
import type { Done, Stage } from './stage.ts'

/** What threads do. To add a task: a row here, with a pure function that runs on a thread. */

/** A picture's options, its elements selected and not yet looked up. */
export type PictureOptions = Omit<RenderOptions, keyof Selections> & Selections

type Task<Input, Output> = {
  class: Class
  /** After them its thread is ended. */
  seconds: number
  /** The subject of `… took longer than 60 s`. */
  does: string
  run(input: Input, tell: (stage: Stage) => void): Promise<Done<Output>>
}

const task = <Input, Output>(one: Task<Input, Output>) => one

/** Their files are loaded on the thread, when first needed: the main thread wants their types only. */
export const tasks = {
  read_batch: task({
    ...{ class: 'write', seconds: 120, does: 'Reading the batch' },
    run: async (asked: BatchToRead, tell): Promise<Done<BatchRead>> => (await packing()).readBatch(asked, tell),
  }),
  explain_batch: task({
    ...{ class: 'write', seconds: 120, does: 'Judging the batch' },
    run: async (asked: ToExplain): Promise<Done<Explained>> => (await packing()).explainBatch(asked),
  }),
  read_fields: task({
    ...{ class: 'write', seconds: 120, does: 'Reading the body' },
    run: async (asked: BatchToRead): Promise<Done<FieldsRead>> => (await packing()).readFields(asked),
  }),
  read_message: task({
    ...{ class: 'write', seconds: 120, does: 'Reading the message' },
    run: async (asked: { bytes: Uint8Array }, tell): Promise<Done<MessageRead>> => (await messages()).readMessage(asked, tell),
  }),
  explain_message: task({
    ...{ class: 'write', seconds: 120, does: 'Judging the batch' },
    run: async (asked: MessageToExplain): Promise<Done<string>> => (await messages()).explainMessage(asked),
  }),
  find_names: task({
    ...{ class: 'read', seconds: 30, does: 'Looking for names' },
    run: async (asked: NamesToFind): Promise<Done<(string | undefined)[]>> =>
      (await import('#lib/mcp/alike.ts')).findNames(asked),
  }),
  /** A base of the model as it was at a revision, to be its next one; and of the model as it is, so that it reads quickly. */
  restore: task({ ...{ class: 'write', seconds: 120, does: 'Restoring the revision' }, run: makeBase }),
  base: task({ ...{ class: 'back', seconds: 300, does: 'Compaction' }, run: makeBase }),
  edit: task({
    ...{ class: 'write', seconds: 120, does: 'The edit' },
    run: async (asked: ModelToEdit, tell): Promise<Done<ModelEdited>> =>
      (await import('#lib/batch/edit-model.ts')).editModel(asked, tell),
  }),
  check: task({
    ...{ class: 'read', seconds: 60, does: 'The check' },
    async run({ model, search }: { model: PackedModel; search: FindingsToFind }, tell): Promise<Done<Run[] | Issue[]>> {
      const whole = await unpackModel(model)
      tell('read')
      return { output: (await import('#lib/edit/findings.ts')).findFindings(whole, search) }
    },
  }),
  /** The answer, or what is wrong with the question. */
  query: task({
    ...{ class: 'read', seconds: 60, does: 'The query' },
    async run(
      { model, question, from }: { model: PackedModel; question: Question; from: number },
      tell,
    ): Promise<Done<Answered | Issue[]>> {
      const whole = await unpackModel(model)
      tell('read')
      const { answerQuestion } = await import('#lib/edit/query.ts')
      return { output: answerQuestion(whole, question, from) }
    },
  }),
  /** The elements that selections mean, or what is wrong with them. */
  select: task({
    ...{ class: 'read', seconds: 60, does: 'Selecting' },
    async run({ model, selections }: { model: PackedModel; selections: Selections }): Promise<Done<Meant | Issue[]>> {
      const { elementsMeant } = await import('#lib/edit/elements-meant.ts')
      const whole = await unpackModel(model)
      return orIssues(() => elementsMeant(whole, selections))
    },
  }),
  /** The picture, or what is wrong with the options: the class of an error does not travel. */
  picture: task({
    ...{ class: 'read', seconds: 30, does: 'The picture' },
    async run({ model, options }: { model: PackedModel; options: PictureOptions }, tell): Promise<Done<Rendered | Issue[]>> {
      const whole = await unpackModel(model)
      tell('scene')
      const { renderModel } = await import('#lib/render/render-model.ts')
      const { elementsMeant } = await import('#lib/edit/elements-meant.ts')
      return orIssues(() => renderModel(whole, elementsMeant(whole, options)))
    },
  }),
}

function orIssues<Output>(make: () => Output): Done<Output | Issue[]> {
  try {
    return { output: make() }
  } catch (error) {
    if (error instanceof ModelError && error.code === 'invalid') return { output: error.issues }
    throw error
  }
}

async function makeBase({ model }: { model: PackedModel }, tell: (stage: Stage) => void): Promise<Done<StoredPart[]>> {
  const base = await toBase(model)
  tell('packed')
  return { output: base, moves: movable(base.flatMap(({ ids, data }) => [ids, data])) }
}

const packing = () => import('#lib/batch/pack-batch.ts')
const messages = () => import('#lib/mcp/pack-message.ts')

export type TaskName = keyof typeof tasks
type RunOf<N extends TaskName> = (typeof tasks)[N]['run']
export type InputOf<N extends TaskName> = Parameters<RunOf<N>>[0]
export type OutputOf<N extends TaskName> = Awaited<ReturnType<RunOf<N>>>['output']
