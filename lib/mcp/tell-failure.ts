import type { ModelError } from '#lib/model/model-error.ts'
import { KIND_WORD } from '#lib/model/references.ts'
import { KINDS } from '#lib/model/schema.ts'
import { listModels, openModel } from '#lib/storage/models.ts'
import { readModel } from '#lib/storage/viewer-bytes.ts'
import { explainFailure } from './explain.ts'
import { isObject } from './is-object.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Asking } from './tool.ts'
import { styledName } from './tool-names.ts'

/** The words for a `ModelError`, with what only storage knows: models and elements of a like name. */

type Call = { asking: Asking; sent: unknown; schema: JsonSchema; writes: boolean }

/** Above this many elements a model is not read for the sake of a hint. */
const MOST_ELEMENTS = 20_000

export async function tellFailure(error: ModelError, call: Call): Promise<string> {
  const { sent, schema, writes, asking } = call
  const unsaved = writes ? 'Nothing was saved. ' : ''
  const modelId = isObject(sent) && typeof sent.modelId === 'string' ? sent.modelId : undefined
  switch (error.code) {
    case 'not_found': {
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
      const more = error.issues.find(({ type }) => type === 'too_many_errors')?.ctx?.total
      const total = typeof more === 'number' ? more : error.issues.length
      const again = writes ? 'then send the whole call again' : 'then call again'
      const message = `${unsaved}${total === 1 ? '1 problem' : `${total} problems`} with the input: mend each at its loc (fix says how), ${again}.`
      const alike = await namesOf(error, sent, modelId, asking)
      return explainFailure(
        { error: 'invalid_input', message, issues: error.issues, total },
        { sent, schema, ...(alike && { alike }) },
      )
    }
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

/** Ids by name or label, for references that name an element by what it is called. */
async function namesOf(error: ModelError, sent: unknown, modelId: string | undefined, { caller }: Asking) {
  if (!error.issues.some(({ type }) => type === 'reference_not_found')) return undefined
  const ids = new Map<string, string>()
  const learn = (elements: unknown) => {
    if (!isObject(elements)) return
    for (const kind of KINDS) {
      const list = elements[kind]
      if (!Array.isArray(list)) continue
      for (const element of list) {
        if (!isObject(element) || typeof element.id !== 'string') continue
        for (const name of [element.name, element.label, element.id]) {
          if (typeof name === 'string' && !ids.has(key(KIND_WORD[kind], name))) ids.set(key(KIND_WORD[kind], name), element.id)
        }
      }
    }
  }
  learn(sent)
  if (modelId !== undefined) {
    const model = await openModel(caller, modelId, 'read')
    if (KINDS.reduce((sum, kind) => sum + model.counts[kind], 0) <= MOST_ELEMENTS) learn(await readModel(model))
  }
  return (kind: string, name: string) => ids.get(key(kind, name))
}

/** Names are compared without case, spaces and marks: "IPE 300" means "ipe300". */
const key = (kind: string, name: string) => `${kind}:${name.toLowerCase().replaceAll(/[\s_.-]/g, '')}`
