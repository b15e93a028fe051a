import { z } from 'zod'
import { ROLES } from '#lib/access/roles.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { readUnits } from '#lib/model/units.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { Text } from '#lib/schema/lenient-types.ts'
import { KINDS, ViewerUnits } from '#lib/schema/schema.ts'
import { misplaced } from '#lib/service/elements/elements.ts'
import { deleteModel } from '#lib/service/models/delete-model.ts'
import { listModels, namesake, noteCountsOf, sharersOf } from '#lib/service/models/list-models.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { createModel, duplicateModel } from '#lib/service/models/write-model.ts'
import { profilesOfBatch } from '../answers/profiles.ts'
import { countsSome, toMinute, warningsInShort } from '../answers/short.ts'
import { OTHERS_TEXTS } from '../shared-by.ts'
import { CreateModelInput, ModelId } from './inputs.ts'
import { elementsTool, READS, tool, WithView } from './tool.ts'
import { bringingBack } from './tool-names.ts'
import { shownView } from './view-shown.ts'
import { sameName, UNITS_NOT_STATED } from './warnings.ts'

/** Models as wholes: create, list, delete. */

export const Revision = z.int()
export const ViewerUrl = z.string()

/** What is said of a model that was made, copied or shown. */
export const ModelSummaryShape = {
  modelId: z.string(),
  name: z.string(),
  revision: Revision,
  viewerUrl: ViewerUrl,
  counts: z.partialRecord(z.enum(KINDS), z.int()),
}

export const Lengths = z.string().nullable()

/** What is said beside the counts of elements that were written. */
export const WrittenInShort = {
  repeat: z.array(z.int()).optional(),
  profiles: z.record(z.string(), z.string()).optional(),
  moreProfiles: z.int().optional(),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
}

/** The fields of the elements that are sent most, for who sees this tool alone. */
const ELEMENT_FIELDS =
  'nodes {id, position {x,y,z}}, frames {id, startNodeId, endNodeId, sectionId, materialId}, sections {id, profile}, materials {id, name}, supports {id, nodeId, restraints}, areas {id, nodeIds, thickness}, gridLines {id, axis, coordinate}'

export const createModelTool = elementsTool({
  name: 'service.create_model',
  title: 'Create a structural model',
  scope: 'mcp:models:write',
  description: `Creates a model, empty or with elements as in add_model_elements: ${ELEMENT_FIELDS}. State units. Regular: repeat [{for: {i:"0..4"}, nodes: [{id:"N{i}", position: {x:"{6*i}",y:0,z:0}}]}]. Each call makes one more.`,
  openArrays: { ...byKind(() => undefined), repeat: undefined },
  unlisted: ['source'],
  input: CreateModelInput,
  output: z.object({ ...ModelSummaryShape, lengths: Lengths.optional(), ...WrittenInShort }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  app: 'opens',
  async run(beside, { caller, batch, warnings, made, style }) {
    const written = await createModel({ caller, via: 'mcp' }, beside, batch)
    const { modelId, revision, counts } = written
    const lengths = readUnits(beside.units).length?.unit ?? null
    const other = await namesake(caller, { modelId, name: beside.name })
    const told = warnings()
    // Of an empty model without units they may come later; those that say no length are told at once.
    const isUnitAsked = KINDS.some((kind) => counts[kind] > 0) || Object.values(beside.units ?? {}).some((unit) => unit)
    const isUnitMissing = lengths === null && isUnitAsked && !told.some(({ code }) => code === UNITS_NOT_STATED.code)
    const data = {
      ...{ modelId, name: beside.name, revision, viewerUrl: viewerUrl(modelId), counts: countsSome(counts) },
      ...(lengths !== null && { lengths }),
      ...(made && { repeat: made }),
      ...(await profilesOfBatch(batch)),
      ...warningsInShort([
        ...(other ? [sameName(other)] : []),
        ...(isUnitMissing ? [UNITS_NOT_STATED] : []),
        ...told,
        ...(await misplaced(written)),
      ]),
    }
    return new WithView(data, shownView(style))
  },
})

const ListedModel = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES).optional(),
  sharedBy: z.string().optional(),
  notes: z.int().optional(),
  counts: z.partialRecord(z.enum(KINDS), z.int()).optional(),
  units: ViewerUnits.optional(),
  revision: Revision.optional(),
  updatedAt: z.string().optional(),
  viewerUrl: ViewerUrl.optional(),
  deletedAt: z.string().optional(),
  purgeAt: z.string().optional().describe('When it is deleted permanently'),
})

export const listModelsTool = tool({
  name: 'service.list_models',
  title: 'List structural models',
  scope: 'mcp:models:read',
  description: 'Lists the models that the user may open, the last changed first; or those in the bin.',
  input: z.strictObject({
    q: z.string().optional().describe('Part of a name'),
    mine: z.boolean().optional(),
    bin: z.boolean().optional(),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().optional().describe('nextCursor of the last answer'),
  }),
  output: z.object({ items: z.array(ListedModel), nextCursor: z.string().optional(), notice: z.string().optional() }),
  annotations: READS,
  async run({ mine, ...page }, { caller }) {
    const { items, nextCursor } = await listModels(caller, { ...page, ...(mine && { role: 'owner' as const }) })
    const others = items.flatMap(({ id, role }) => (role === 'owner' ? [] : [id]))
    const [notes, sharers] = await Promise.all([noteCountsOf(items.map(({ id }) => id)), sharersOf(caller.userId, others)])
    const models = items.map((item) => toListed(item, sharers.get(item.id), notes.get(item.id)))
    return { items: models, ...(nextCursor !== null && { nextCursor }), ...(sharers.size > 0 && { notice: OTHERS_TEXTS }) }
  },
})

type Listed = Awaited<ReturnType<typeof listModels>>['items'][number]

/** In few characters: a model reads them all. */
function toListed(
  { createdAt: _, updatedAt, deletedAt, purgeAt, bounds: __, counts: all, ...model }: Listed,
  sharedBy: string | undefined,
  notes: number | undefined,
): z.output<typeof ListedModel> {
  const { id, name } = model
  const some = countsSome(all)
  const counts = Object.keys(some).length > 0 ? { counts: some } : {}
  if (deletedAt && purgeAt) return { id, name, ...counts, deletedAt: toMinute(deletedAt), purgeAt: toMinute(purgeAt) }
  return {
    ...model,
    ...(sharedBy !== undefined && { sharedBy }),
    ...(notes !== undefined && { notes }),
    ...counts,
    updatedAt: toMinute(updatedAt),
    viewerUrl: viewerUrl(id),
  }
}

export const deleteModelTool = tool({
  name: 'service.delete_model',
  title: 'Delete a model',
  scope: 'mcp:models:write',
  needs: 'own',
  description:
    'Puts a model into the bin, from which its owner can restore it for some weeks. Ask the user first. Only the owner may.',
  input: z.strictObject({ modelId: ModelId, name: z.string().describe("The model's present name") }),
  output: z.object({
    modelId: z.string(),
    name: z.string(),
    deletedAt: z.string(),
    purgeAt: z.string().optional().describe('When it is deleted permanently'),
    undo: z.string().optional().describe('The call that brings it back'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ modelId, name }, { caller, style }) {
    const { deletedAt, purgeAt } = await deleteModel(await openModel(caller, modelId, 'own'), { caller, via: 'mcp' }, name)
    const back = purgeAt && { purgeAt: toMinute(purgeAt), undo: bringingBack(modelId, style) }
    return { modelId, name, deletedAt: toMinute(deletedAt), ...back }
  },
})

export const duplicateModelTool = tool({
  name: 'service.duplicate_model',
  title: 'Duplicate a model',
  scope: 'mcp:models:write',
  needs: 'read',
  description:
    'Copies a model, or an earlier revision of it, as a new one of the user: for variants, or to change what others own.',
  input: z.strictObject({
    modelId: ModelId,
    name: Text.optional(),
    revision: z.int().min(1).optional(),
  }),
  output: z.object(ModelSummaryShape),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ modelId: source, ...wanted }, { caller, request }) {
    const model = await openModel(caller, source, 'read')
    const { modelId, name, revision, counts } = await duplicateModel(model, { caller, via: 'mcp', request }, wanted)
    return { modelId, name, revision, viewerUrl: viewerUrl(modelId), counts: countsSome(counts) }
  },
})
