import type { Caller } from '#lib/access/caller.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import type { Kind } from '#lib/model/schema.ts'
import { inBin } from '#lib/storage/bin.ts'
import { listModels, type OpenModel, openModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/packed-model.ts'
import { packModel } from '#lib/storage/viewer-bytes.ts'
import { Busy } from '#lib/work/busy.ts'
import { here, SMALL_MODEL, work } from '#lib/work/scheduler.ts'
import { kindsOf, Names, wantedNames } from './alike.ts'
import { explainFailure, explainInvalid, NOTHING_SAVED } from './explain.ts'
import { isObject } from './is-object.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Asking } from './tool.ts'
import { bringingBack, styledName } from './tool-names.ts'

/** The words for a `ModelError`, with what only storage knows: models and elements of a like name. */

type Call = { asking: Asking; sent: unknown; schema: JsonSchema; writes: boolean }

export async function tellFailure(error: ModelError, call: Call): Promise<string> {
  const { sent, schema, writes, asking } = call
  const unsaved = writes ? NOTHING_SAVED : ''
  const modelId = isObject(sent) && typeof sent.modelId === 'string' ? sent.modelId : undefined
  switch (error.code) {
    case 'not_found': {
      const binned = modelId === undefined ? undefined : await inBin(asking.caller, modelId)
      if (binned) return explainBinned(binned, call)
      const list = styledName('service.list_models', asking.style)
      const message = `${unsaved}Model not found: no model with this id that you may open. ${list} lists your models with their ids.`
      const suggestion = await modelOfThatName(modelId, asking)
      const issues = [{ loc: ['modelId'], type: 'not_found', msg: 'Model not found', ...(suggestion && { ctx: { suggestion } }) }]
      return explainFailure({ error: 'not_found', message, issues }, { sent, schema })
    }
    case 'forbidden': {
      const message = `${unsaved}You may read this model but not change it. Ask its owner for the role of an editor, or create a model of your own.`
      return explainFailure({ error: 'forbidden', message }, { sent, schema })
    }
    case 'outdated':
      return explainFailure(
        { error: 'outdated', message: `${unsaved}The model changed meanwhile. Call again.` },
        { sent, schema },
      )
    case 'revision_not_found':
    case 'invalid': {
      if (error instanceof Explained) return error.text
      const alike = await namesOf(error.issues, sent, modelId, asking)
      return explainInvalid(error.issues, { writes, background: { sent, schema, ...(alike && { alike }) } })
    }
  }
}

function explainBinned({ id, name, purgeAt }: OpenModel & { purgeAt: Date }, { asking, sent, schema, writes }: Call): string {
  const until = `lies in the bin until ${purgeAt.toISOString()}`
  const message = `${writes ? NOTHING_SAVED : ''}Model not found: ${JSON.stringify(name)} ${until}; ask the user whether to bring it back.`
  const msg = `the model ${until}`
  const issues = [{ loc: ['modelId'], type: 'not_found', msg, ctx: { call: bringingBack(id, asking.style) } }]
  return explainFailure({ error: 'not_found', message, issues }, { sent, schema })
}

/** What a thread has put into words already. */
export class Explained extends ModelError {
  constructor(readonly text: string) {
    super('invalid')
  }
}

/** A model's name where its id belongs is the likeliest mistake. Looks among the caller's own models only. */
async function modelOfThatName(name: string | undefined, { caller }: Asking): Promise<string | undefined> {
  if (!name || !caller.scopes.has('mcp:models:read')) return undefined
  const { items } = await listModels(caller, { limit: 20, q: name })
  const [first] = items
  return (
    items.find((model) => model.name.toLowerCase() === name.toLowerCase())?.id ?? (items.length === 1 ? first?.id : undefined)
  )
}

/** Of names that a model has for what was meant, no more is read than this. */
const MOST_BYTES = 64 * 1024 * 1024

/** The kinds that are referred to in vain, for the hints; null when the model cannot be read for them. */
export async function namesToSend(
  kinds: readonly Kind[],
  modelId: string | undefined,
  caller: Caller,
): Promise<PackedModel | null> {
  if (kinds.length === 0 || modelId === undefined) return null
  return packModel(await openModel(caller, modelId, 'read'), kinds, MOST_BYTES)
}

async function namesOf(issues: readonly Issue[], sent: unknown, modelId: string | undefined, { caller, asked }: Asking) {
  const wanted = wantedNames(issues)
  if (wanted.length === 0) return undefined
  const names = new Names(wanted)
  names.learnSent(sent)
  const model = await namesToSend(kindsOf(wanted), modelId, caller)
  if (!model) return names.idOf
  const found = await (model.bytes < SMALL_MODEL
    ? here('find_names', { model, wanted })
    : work('find_names', asked, () => ({ input: { model, wanted } })).catch(withoutHints))
  const inModel = new Map(wanted.map(({ kind, name }, i) => [`${kind} ${name}`, found[i]]))
  return (kind: string, name: string) => names.idOf(kind, name) ?? inModel.get(`${kind} ${name}`)
}

/** A hint is not worth a refusal. */
function withoutHints(error: unknown): (string | undefined)[] {
  if (error instanceof Busy) return []
  throw error
}
