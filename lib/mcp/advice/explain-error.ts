import type { Caller } from '#lib/access/caller.ts'
import { type LengthUnit, readUnits } from '#lib/model/units.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue, ModelError } from '#lib/schema/model-error.ts'
import { namesMeant } from '#lib/service/elements/names-in-model.ts'
import { inBin } from '#lib/service/models/delete-model.ts'
import { listModels } from '#lib/service/models/list-models.ts'
import { type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { toMinute } from '../answers/short.ts'
import { type Background, cut } from '../fixes/background.ts'
import { placesMeant } from '../fixes/fix-places.ts'
import { Explained } from '../protocol/explained-error.ts'
import type { ToolContext } from '../protocol/tool-context.ts'
import type { JsonSchema } from '../tools/json-schema.ts'
import { bringingBack, styledName } from '../tools/tool-names.ts'
import { explainFailure, explainInvalid, NOTHING_SAVED, proveSendings } from './explain.ts'
import { explainOutdated } from './explain-outdated.ts'
import { outlinesMeant } from './outlines-meant.ts'
import type { Judge } from './prove.ts'
import { unitSent } from './unit-sent.ts'

/** The words for a `ModelError`, with what only the service knows: models and elements of a like name. */

type Call = {
  context: ToolContext
  tool: string
  sent: unknown
  schema: JsonSchema
  writes: boolean
  /** What is wrong with a call of other arguments. */
  judge?: Judge
  /** Of the elements that a batch names. */
  exists?: Background['exists']
  passedOver?: Background['passedOver']
}

/** What a role may do instead. */
const INSTEAD: Partial<Record<string, (comment: string) => string>> = {
  viewer: () => ' A viewer reads, and writes nothing.',
  commenter: (comment) =>
    ` A commenter reads, comments (${comment}), and resolves threads that they began or that are assigned to them: what should change can be said in a comment.`,
}

export async function explainError(error: ModelError, call: Call): Promise<string> {
  const { tool, sent, schema, writes, context, exists, judge, passedOver = [] } = call
  const styled = (name: string) => styledName(name, context.style)
  const unsaved = writes ? NOTHING_SAVED : ''
  const field = error.says.field ?? 'modelId'
  const modelId = isDictionary(sent) && typeof sent[field] === 'string' ? sent[field] : undefined
  switch (error.code) {
    case 'not_found': {
      const binned = modelId === undefined ? undefined : await inBin(context.caller, modelId)
      if (binned) return explainBinned(binned, field, call)
      const list = styledName('service.list_models', context.style)
      const message = `${unsaved}Model not found among those that you may open; ${list} lists them with their ids.`
      const meant = await modelMeant(modelId, context)
      const issues = [{ loc: [field], type: 'not_found', msg: 'Model not found', ...(meant && { ctx: meant }) }]
      const proved = meant && judge ? await proveSendings(issues, { sent, schema }, judge) : undefined
      return explainFailure({ error: 'not_found', message, issues }, { sent, schema }, proved)
    }
    case 'forbidden': {
      const { role = 'none', needs = 'owner' } = error.says
      const doing = writes && needs === 'editor' ? 'writing' : 'this'
      const message = `${unsaved}Your role in this model is ${role}; ${doing} needs ${needs}. The owner gives roles under Share.${INSTEAD[role]?.(styled('service.add_comment')) ?? ''}`
      return explainFailure({ error: 'forbidden', message }, { sent, schema })
    }
    case 'outdated': {
      const input = isDictionary(sent) ? sent : {}
      // Where a revision is brought back, `revision` is the one that is wanted.
      const guard = 'presentRevision' in input ? 'presentRevision' : 'revision'
      const known = Number(input[guard])
      if (modelId !== undefined && Number.isInteger(known) && error.says.revision !== undefined)
        return explainOutdated({ id: modelId }, { guard, known, present: error.says.revision }, styled)
      return explainFailure(
        { error: 'outdated', message: `${unsaved}The model changed meanwhile. Call again.` },
        { sent, schema },
      )
    }
    case 'revision_not_found': {
      const message = `${unsaved}Revision not found.`
      return explainFailure({ error: 'revision_not_found', message, issues: error.issues }, { sent, schema })
    }
    case 'invalid': {
      if (error instanceof Explained) return error.text
      const references = [...error.issues, ...casesToName(error.issues)]
      const names = await namesMeant(references, sent, modelId, context, placesMeant(error.issues, sent))
      const isPlaced = error.issues.some(({ ctx }) => ctx?.cardinal === true)
      const asksUnit = isPlaced || error.issues.some(({ type }) => type === 'float_parsing' || type === 'profile_not_found')
      const { caller } = context
      const lengths = asksUnit ? await lengthsOf(sent, modelId, caller) : undefined
      const polygonOf = isPlaced ? await outlinesMeant(error.issues, { sent, lengths, modelId, caller }) : undefined
      const background = {
        sent,
        schema,
        tool,
        styled,
        lengths,
        passedOver,
        ...names,
        ...(polygonOf && { polygonOf }),
        ...(exists && { exists }),
      }
      const whole = { ...background, writes }
      const proved = judge && isSmall(sent) ? await proveSendings(error.issues, whole, judge) : undefined
      return explainInvalid(error.issues, { writes, background: whole, ...(proved && { proved }) })
    }
  }
}

/** Of a picture that is to have loads, and does not say which. */
const casesToName = (issues: readonly Issue[]): Issue[] =>
  issues
    .filter(({ type, loc }) => type === 'string_type' && loc.join() === 'loads')
    .map((issue) => ({ ...issue, type: 'reference_not_found', ctx: { kind: KIND_WORD.loadCases, id: '' } }))

/** Above this a call is judged once, and what would mend it is said in words. */
const MOST_JUDGED = 256_000

const isSmall = (sent: unknown) => JSON.stringify(sent ?? null).length <= MOST_JUDGED

function explainBinned(
  { id, name, purgeAt }: OpenModel & { purgeAt: Date },
  field: string,
  { context, sent, schema, writes }: Call,
): string {
  const until = `lies in the bin until ${toMinute(purgeAt)}`
  const shown = JSON.stringify(cut(name, 20))
  const message = `${writes ? NOTHING_SAVED : ''}${shown} ${until}; ask the user whether to restore it.`
  const msg = `the model ${until}`
  const issues = [{ loc: [field], type: 'not_found', msg, ctx: { call: bringingBack(id, context.style) } }]
  return explainFailure({ error: 'not_found', message, issues }, { sent, schema })
}

/** The unit of what was sent with units, or of the model that is meant. */
export async function lengthsOf(sent: unknown, modelId: string | undefined, caller: Caller): Promise<LengthUnit | undefined> {
  if (modelId === undefined) return unitSent(sent)
  const model = await openModel(caller, modelId, 'read').catch(() => undefined) // a hint is not worth a refusal
  return readUnits(model?.units).length
}

type Suggestion = { suggestion: string; because: string }

/** A model's name or address where its id belongs is the likeliest mistake. Looks among the caller's own models only. */
async function modelMeant(name: string | undefined, { caller }: ToolContext): Promise<Suggestion | undefined> {
  if (!name || !caller.scopes.has('mcp:models:read')) return undefined
  const inAddress = /\/(?:construct-)?models\/([^/?#\s]+)/.exec(name)?.[1]
  if (inAddress !== undefined) {
    return openModel(caller, inAddress, 'read').then(
      ({ id }) => ({ suggestion: id, because: 'that is the model of this address' }),
      () => undefined, // none that they may know of
    )
  }
  const { items } = await listModels(caller, { limit: 20, q: name })
  const [first] = items
  const found = items.find((model) => model.name.toLowerCase() === name.toLowerCase()) ?? (items.length === 1 ? first : undefined)
  return found && { suggestion: found.id, because: 'that is the model of this name' }
}
