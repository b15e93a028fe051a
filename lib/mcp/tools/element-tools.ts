import { z } from 'zod'
import { changesOf } from '#lib/model/changes.ts'
import { readUnits } from '#lib/model/units.ts'
import { isKind } from '#lib/model/validate/defaults.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { briefObjects, Reference } from '#lib/schema/lenient-types.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { RemoveElements } from '#lib/schema/request-bodies.ts'
import { ELEMENT_SCHEMAS, elementsIn, KINDS, type Kind } from '#lib/schema/schema.ts'
import { addElements, idsOf, misplaced, notThere, referredBy, removeElements } from '#lib/service/elements/elements.ts'
import { EditModel, modelEdit } from '#lib/service/model-edit.ts'
import { type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { noRevision } from '#lib/service/revisions/revisions.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { NotJudged } from '../advice/prove.ts'
import { EditedInShort, editInShort } from '../answers/edit-answer.ts'
import { profilesOfBatch } from '../answers/profiles.ts'
import { changesByStatus, firstIds, warningsInShort } from '../answers/short.ts'
import { fieldIssues, innerIssues } from '../fixes/field-issues.ts'
import { ELEMENT_DESCRIPTIONS } from './element-descriptions.ts'
import { AddElementsInput, KnownRevision, ModelId } from './inputs.ts'
import { CONVENTIONS, SHORT, WRITING } from './instructions.ts'
import { jsonSchema } from './json-schema.ts'
import { Revision, WrittenInShort } from './model-tools.ts'
import { type Call, elementsTool, tool } from './tool.ts'
import { styledName } from './tool-names.ts'
import { lostFields, NOTHING_WRITTEN, toUnknownField, type UnknownField, unknownFields } from './warnings.ts'

/** Elements of a model: add or replace, remove. */

/** Elements of a model of which an edit is judged more than once. */
const MOST_JUDGED = 20_000

const CountsByKind = z.partialRecord(z.enum(KINDS), z.int())

export const addModelElements = elementsTool({
  name: 'service.add_model_elements',
  title: 'Add or replace elements',
  scope: 'mcp:models:write',
  description: `Adds elements to a model. ${WRITING}\n\n${CONVENTIONS}\n\n${SHORT}`,
  openArrays: ELEMENT_DESCRIPTIONS,
  input: AddElementsInput,
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    added: CountsByKind.optional(),
    replaced: CountsByKind.optional(),
    unchanged: CountsByKind.optional(),
    ...WrittenInShort,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ modelId, revision: known }, { caller, batch, warnings, made, style }) {
    const model = await openModel(caller, modelId, 'write')
    mustHaveBeen(model, known)
    const referred = await referredBy(model, batch)
    const written = await addElements(model, batch, { caller, via: 'mcp', ifMatch: known })
    const { revision, changed, unchanged, lost } = written
    const isEmpty = Object.keys({ ...changed, ...unchanged }).length === 0
    return {
      modelId,
      revision,
      ...changesByStatus(changed),
      ...(Object.keys(unchanged).length > 0 && { unchanged }),
      ...(made && { repeat: made }),
      ...(await profilesOfBatch(batch)),
      ...warningsInShort([
        ...(isEmpty ? [NOTHING_WRITTEN] : []),
        ...lost.map((one) => lostFields(one, styledName('service.edit_model', style))),
        ...warnings(readUnits(model.units).length, referred),
        ...(await misplaced(written, model.bounds)),
      ]),
    }
  },
})

export const editModelTool = tool({
  name: 'service.edit_model',
  title: 'Change a model by selection',
  scope: 'mcp:models:write',
  description:
    'Changes, copies or removes what a selection names, without sending elements again. Each op has one verb and, but add, name, note, units, scale, a select. One revision, all or nothing.',
  input: z.strictObject({
    modelId: ModelId,
    ...EditModel.shape,
    revision: KnownRevision.optional(),
  }),
  output: EditedInShort,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  ignored: unknownInOps,
  async judge({ modelId, revision: _, ...body }, call) {
    const model = await openModel(call.caller, modelId, 'write')
    if (elementsIn(model.counts) > MOST_JUDGED) throw new NotJudged()
    await refusePassedOver(model, body, call)
    await tryEdit(model, body, call)
  },
  async run({ modelId, revision: known, ...body }, call) {
    const { caller, request, sent } = call
    const model = await openModel(caller, modelId, 'write')
    mustHaveBeen(model, known)
    await refusePassedOver(model, body, call)
    const edit = modelEdit(model, body, request)
    const answer = edit.answer(await edit.write({ caller, via: 'mcp', request, ifMatch: known }))
    const short = editInShort({ ...answer, warnings: [...unknownInOps(sent).map(toUnknownField), ...answer.warnings] }, body)
    if (!body.dryRun || known === undefined || known === answer.revision) return short
    return { ...short, notes: [...(short.notes ?? []), `you sent revision ${known}, the model is at ${answer.revision}`] }
  },
})

/** A revision that there never was is no older state of the model. */
function mustHaveBeen(model: OpenModel, revision: number | undefined): void {
  if (revision !== undefined && revision > model.revision) throw noRevision(model, revision, 'revision')
}

/** Throws what is meant and would be passed over, of a small model with all else that is wrong. */
async function refusePassedOver(model: OpenModel, body: EditModel, call: Call): Promise<void> {
  const issues = passedOver(call.sent)
  if (issues.length === 0) return
  const others = elementsIn(model.counts) > MOST_JUDGED ? [] : await issuesOf(tryEdit(model, body, call))
  // What no selected element has is no field to mend.
  const isElsewhere = ({ loc }: Issue) => others.some((one) => one.type === 'extra_forbidden' && one.loc.join() === loc.join())
  throw new ModelError('invalid', [...issues.filter((issue) => !isElsewhere(issue)), ...others])
}

const tryEdit = (model: OpenModel, body: EditModel, { caller, request }: Call) =>
  modelEdit(model, { ...body, dryRun: true }, request).write({ caller, via: 'mcp', request })

/** What is wrong with an edit that was tried. */
async function issuesOf(tried: Promise<unknown>): Promise<Issue[]> {
  try {
    await tried
    return []
  } catch (error) {
    if (error instanceof ModelError && error.code === 'invalid') return error.issues
    throw error
  }
}

/** What is meant and would be passed over in what the operations add, set, load and join copies by. */
function passedOver(sent: unknown): Issue[] {
  const ops = isDictionary(sent) && Array.isArray(sent.ops) ? sent.ops : []
  return ops.flatMap((op, i) =>
    isDictionary(op)
      ? [
          ...fieldIssues(op.add, ['ops', i, 'add']),
          ...innerIssues(op.set, ['ops', i, 'set']),
          ...innerIssues(op.load, ['ops', i, 'load']),
          ...innerIssues(isDictionary(op.copy) ? op.copy.join : undefined, ['ops', i, 'copy', 'join']),
        ]
      : [],
  )
}

/** Fields that are passed over in what the operations add, or set. */
function unknownInOps(sent: unknown): UnknownField[] {
  const added = jsonSchema(AddElementsInput, 'input', false)
  return (isDictionary(sent) && Array.isArray(sent.ops) ? sent.ops : []).flatMap((op, i) => {
    if (!isDictionary(op)) return []
    const [held, at] = heldBy(op)
    return unknownFields(held, added)
      .filter(({ loc }) => held === op.add || loc.length > 3) // the fields themselves are refused
      .map((one) => ({ ...one, loc: ['ops', i, ...at, ...(held === op.add ? one.loc : one.loc.slice(2))] }))
  })
}

/** What an operation has of elements, in the arrays of a write, and where it stands. */
function heldBy({ add, load, copy, set }: Record<string, unknown>): [held: unknown, at: string[]] {
  if (add) return [add, ['add']]
  if (load !== undefined) return [{ loads: [load] }, ['load']]
  if (isDictionary(copy)) return [{ frames: [copy.join] }, ['copy', 'join']]
  return [{ [kindSet(set) ?? '']: [set] }, ['set']]
}

/** A kind that has the fields. */
const kindSet = (fields: unknown): Kind | undefined =>
  KINDS.find(
    (kind) => isDictionary(fields) && Object.keys(fields).every((name) => Object.hasOwn(ELEMENT_SCHEMAS[kind].shape, name)),
  )

type IdsByKind = z.output<typeof IdsByKind>
const IdsByKind = z.strictObject(byKind(() => z.array(Reference).optional()))
briefObjects.add(IdsByKind)

export const removeModelElements = tool({
  name: 'service.remove_model_elements',
  title: 'Remove elements',
  scope: 'mcp:models:write',
  description:
    'Removes elements by id, all or nothing. What others refer to is refused without cascade, which removes it too (frames and supports of a node).',
  input: z.strictObject({
    modelId: ModelId,
    ids: IdsByKind.optional().describe('{"frames":["B1"]}'),
    revision: KnownRevision.optional(),
    ...RemoveElements.shape,
    cascade: z.boolean().default(false),
  }),
  unlisted: KINDS,
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    removed: CountsByKind.optional(),
    ids: z.array(z.string()).optional(),
    nothing: z.literal(true).optional(),
    notFound: z.partialRecord(z.enum(KINDS), z.array(z.string())).optional(),
    fix: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ modelId, ids, revision: known, ...listed }, { caller }) {
    const model = await openModel(caller, modelId, 'write')
    mustHaveBeen(model, known)
    const body = ids ? withIds(listed, ids) : listed
    const { revision, removed } = await removeElements(model, body, { caller, via: 'mcp', ifMatch: known }).catch(
      (error: unknown) => {
        throw ids && error instanceof ModelError ? inIds(error, listed) : error
      },
    )
    const changed = changesOf((kind) => ({ added: 0, replaced: 0, removed: removed[kind].length }))
    const isNothing = Object.keys(changed).length === 0
    return {
      ...{ modelId, revision, ...changesByStatus(changed), ...firstIds(changed, removed) },
      ...(isNothing && { nothing: true as const }),
      ...(await notFound({ id: modelId, revision }, body, removed)),
    }
  },
})

/** Ids of a kind come in `ids`, or as in a REST body beside it; those of both are removed. */
const withIds = (body: RemoveElements, ids: IdsByKind): RemoveElements => ({
  ...body,
  ...Object.fromEntries(entriesOf(ids).map(([kind, some = []]) => [kind, [...(body[kind] ?? []), ...some]])),
})

/** A problem with the place of the id as it was sent. */
const inIds = (error: ModelError, body: RemoveElements): ModelError =>
  new ModelError(
    error.code,
    error.issues.map((issue) => {
      const [kind, index, ...below] = issue.loc
      if (!isKind(kind)) return issue
      const beside = body[kind]?.length ?? 0
      if (typeof index !== 'number') return { ...issue, loc: ['ids', ...issue.loc] }
      return index < beside ? issue : { ...issue, loc: ['ids', kind, index - beside, ...below] }
    }),
    error.says,
  )

const MOST_ABSENT = 20

/** Ids that were to go and were not there, and the ones that were probably meant. */
async function notFound(model: { id: string; revision: number }, body: RemoveElements, removed: Record<Kind, string[]>) {
  const absent = notThere(body, removed)
  const meant: string[] = []
  for (const [kind, ids] of entriesOf(absent)) {
    absent[kind] = ids.slice(0, MOST_ABSENT)
    for (const [id, near] of nearestIds(absent[kind], (await idsOf(model)).ids(kind)))
      meant.push(`${KIND_WORD[kind]} ${JSON.stringify(near)} for ${JSON.stringify(id)}`)
  }
  if (Object.keys(absent).length === 0) return {}
  return { notFound: absent, ...(meant.length > 0 && { fix: `did you mean ${meant.join(', ')}?` }) }
}
