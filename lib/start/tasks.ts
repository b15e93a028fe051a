import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FindingsToFind } from '#lib/edit/query/findings.ts'
import type { Answered, Question } from '#lib/edit/query/query.ts'
import type { Meant, Selections } from '#lib/edit/select/elements-meant.ts'
import type { NamesToFind } from '#lib/mcp/advice/alike.ts'
import type { MessageRead, MessageToExplain } from '#lib/mcp/advice/pack-message.ts'
import type { Run } from '#lib/model/check/check.ts'
import type { Rendered, RenderOptions } from '#lib/render/render-model.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ModelEdited, ModelToEdit } from '#lib/service/edit-model.ts'
import type { BatchRead, BatchToRead, Explained, FieldsRead, ToExplain } from '#lib/service/pack-batch.ts'
import { movable, type StoredPart } from '#lib/storage/log/chunks.ts'
import { type PackedModel, toBase, unpackModel } from '#lib/storage/read/packed-model.ts'
import type { Class } from '#lib/work/queue.ts'
import type { Done, Stage } from '#lib/work/stage.ts'

/** What threads do. To add a task: its types, and a row here, with a pure function that runs on a thread. */

/** A picture's options, its elements selected and not yet looked up. */
export type PictureOptions = Omit<RenderOptions, keyof Selections> & Selections

type Task<Input, Output> = {
  class: Class
  /** Seconds after which its thread is ended. */
  seconds: number
  /** The subject of `… took longer than 60 s`. */
  does: string
  run(input: Input, tell: (stage: Stage) => void): Promise<Done<Output>>
}

/** What goes to a thread, and what comes back. */
type Works = {
  read_batch: { input: BatchToRead; output: BatchRead }
  explain_batch: { input: ToExplain; output: Explained }
  read_fields: { input: BatchToRead; output: FieldsRead }
  read_message: { input: { bytes: Uint8Array }; output: MessageRead }
  explain_message: { input: MessageToExplain; output: string }
  find_names: { input: NamesToFind; output: (string | undefined)[] }
  /** A base of the model as it was at a revision, to be its next one; and of the model as it is, so that it reads quickly. */
  restore: { input: { model: PackedModel }; output: StoredPart[] }
  base: { input: { model: PackedModel }; output: StoredPart[] }
  edit: { input: ModelToEdit; output: ModelEdited }
  check: { input: { model: PackedModel; search: FindingsToFind }; output: Run[] | Issue[] }
  /** The answer, or what is wrong with the question. */
  query: { input: { model: PackedModel; question: Question; from: number }; output: Answered | Issue[] }
  /** The elements that selections mean, or what is wrong with them. */
  select: { input: { model: PackedModel; selections: Selections }; output: Meant | Issue[] }
  /** The picture, or what is wrong with the options: errors lose their class between threads. */
  picture: { input: { model: PackedModel; options: PictureOptions }; output: Rendered | Issue[] }
  /** The scene form as gzip; null of a model that has none. */
  scene: { input: { model: PackedModel }; output: Uint8Array | null }
}
export type TaskName = keyof Works
export type InputOf<N extends TaskName> = Works[N]['input']
export type OutputOf<N extends TaskName> = Works[N]['output']

/** Their files are loaded on the thread, when first needed: the main thread wants their types only. */
export const tasks: { [N in TaskName]: Task<InputOf<N>, OutputOf<N>> } = {
  read_batch: {
    ...{ class: 'write', seconds: 120, does: 'Reading the batch' },
    run: async (asked, tell) => (await packing()).readBatch(asked, tell),
  },
  explain_batch: {
    ...{ class: 'write', seconds: 120, does: 'Judging the batch' },
    run: async (asked) => (await packing()).explainBatch(asked),
  },
  read_fields: {
    ...{ class: 'write', seconds: 120, does: 'Reading the body' },
    run: async (asked) => (await packing()).readFields(asked),
  },
  read_message: {
    ...{ class: 'write', seconds: 120, does: 'Reading the message' },
    run: async (asked, tell) => (await messages()).readMessage(asked, tell),
  },
  explain_message: {
    ...{ class: 'write', seconds: 120, does: 'Judging the batch' },
    run: async (asked) => (await messages()).explainMessage(asked),
  },
  find_names: {
    ...{ class: 'read', seconds: 30, does: 'Looking for names' },
    run: async (asked) => (await import('#lib/mcp/advice/alike.ts')).findNames(asked),
  },
  restore: { ...{ class: 'write', seconds: 120, does: 'Restoring the revision' }, run: makeBase },
  base: { ...{ class: 'back', seconds: 300, does: 'Compaction' }, run: makeBase },
  edit: {
    ...{ class: 'write', seconds: 120, does: 'The edit' },
    run: async (asked, tell) => (await import('#lib/service/edit-model.ts')).editModel(asked, tell),
  },
  check: {
    ...{ class: 'read', seconds: 60, does: 'The check' },
    async run({ model, search }, tell) {
      const whole = await unpackModel(model)
      tell('read')
      return { output: (await import('#lib/edit/query/findings.ts')).findFindings(whole, search) }
    },
  },
  query: {
    ...{ class: 'read', seconds: 60, does: 'The query' },
    async run({ model, question, from }, tell) {
      const whole = await unpackModel(model)
      tell('read')
      const { answerQuestion } = await import('#lib/edit/query/query.ts')
      return { output: answerQuestion(whole, question, from) }
    },
  },
  select: {
    ...{ class: 'read', seconds: 60, does: 'Selecting' },
    async run({ model, selections }) {
      const { elementsMeant } = await import('#lib/edit/select/elements-meant.ts')
      const whole = await unpackModel(model)
      return orIssues(() => elementsMeant(whole, selections))
    },
  },
  picture: {
    ...{ class: 'read', seconds: 30, does: 'The picture' },
    async run({ model, options }, tell) {
      const whole = await unpackModel(model)
      tell('scene')
      const { renderModel } = await import('#lib/render/render-model.ts')
      const { elementsMeant } = await import('#lib/edit/select/elements-meant.ts')
      return orIssues(() => renderModel(whole, elementsMeant(whole, options)))
    },
  },
  scene: { ...{ class: 'read', seconds: 60, does: 'The scene' }, run: makeScene },
}

const SCENE_LEVEL = 1 // a sixth of the time of the usual level, an eighth more bytes

/** Without the viewer's address, which is another one for a share link. */
async function makeScene({ model }: { model: PackedModel }): Promise<Done<Uint8Array | null>> {
  const { viewerUrl: _, ...whole } = await unpackModel(model)
  const { sceneBytes } = await import('#lib/scene-file/write-scene.ts')
  const bytes = sceneBytes(whole as ViewerModel) // the same but for an optional field
  if (!bytes) return { output: null }
  const output = new Uint8Array(await promisify(gzip)(bytes, { level: SCENE_LEVEL }))
  return { output, moves: movable([output]) }
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

const packing = () => import('#lib/service/pack-batch.ts')
const messages = () => import('#lib/mcp/advice/pack-message.ts')
