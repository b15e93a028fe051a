import { z } from 'zod'
import { Bounds, Changes, Counts, CreateModel, ViewerUnits } from '#lib/model/schema.ts'
import { createModel, listModels, openModel } from '#lib/storage/models.ts'
import { restoreRevision } from '#lib/storage/revisions.ts'
import { viewerUrl } from '#lib/storage/viewer-bytes.ts'
import { ModelId } from './inputs.ts'
import { WRITING } from './instructions.ts'
import { elementsTool, READS, tool } from './tool.ts'
import { Warnings } from './warnings.ts'

/** Models as wholes: create, list, bring an old revision back. */

export const Revision = z.int()
export const ViewerUrl = z.string().describe('Opens the model in 3D; give it to the user')

export const createModelTool = elementsTool({
  name: 'service.create_model',
  title: 'Create a structural model',
  scope: 'mcp:models:write',
  description: `Creates a model owned by the user, empty or with elements (fields as in add_model_elements, whose description has the conventions). State units. Not for changing a model that exists: every call makes another one. ${WRITING}`,
  input: CreateModel,
  output: z.object({
    modelId: z.string(),
    name: z.string(),
    revision: Revision,
    viewerUrl: ViewerUrl,
    counts: Counts,
    warnings: Warnings,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(beside, { caller, batch, warnings }) {
    const { modelId, revision, counts } = await createModel({ caller, via: 'mcp' }, beside, batch)
    return { modelId, name: beside.name, revision, viewerUrl: viewerUrl(modelId), counts, warnings: warnings() }
  },
})

const ListedModel = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'editor', 'viewer']),
  counts: Counts,
  bounds: Bounds,
  units: ViewerUnits.optional(),
  revision: Revision,
  createdAt: z.string(),
  updatedAt: z.string(),
  viewerUrl: ViewerUrl,
})

export const listModelsTool = tool({
  name: 'service.list_models',
  title: 'List structural models',
  scope: 'mcp:models:read',
  description: 'Lists the models that the user may open, the last changed first.',
  input: z.object({
    q: z.string().optional().describe('Part of a name'),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().optional().describe('nextCursor of the last answer'),
  }),
  output: z.object({ items: z.array(ListedModel), nextCursor: z.string().nullable() }),
  annotations: READS,
  async run(page, { caller }) {
    const { items, nextCursor } = await listModels(caller, page)
    const toListed = ({ createdAt, updatedAt, ...model }: (typeof items)[number]) => ({
      ...model,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      viewerUrl: viewerUrl(model.id),
    })
    return { items: items.map(toListed), nextCursor }
  },
})

export const restoreRevisionTool = tool({
  name: 'service.restore_revision',
  title: 'Restore a revision',
  scope: 'mcp:models:write',
  description:
    'Brings the model back to what it was at an earlier revision (every write returns its number), as a new revision; nothing is lost. Undoes writes that went wrong.',
  input: z.object({ modelId: ModelId, revision: Revision.min(1).describe('The revision to bring back') }),
  output: z.object({
    modelId: z.string(),
    revision: Revision.describe('The new revision'),
    restoredFrom: Revision,
    changed: Changes,
    counts: Counts,
    bounds: Bounds,
    viewerUrl: ViewerUrl,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ modelId, revision: restoredFrom }, { caller, asked }) {
    const model = await openModel(caller, modelId, 'write')
    const written = await restoreRevision(model, restoredFrom, { caller, via: 'mcp', asked })
    const { revision, changed, counts, bounds } = written
    return { modelId, revision, restoredFrom, changed, counts, bounds, viewerUrl: viewerUrl(modelId) }
  },
})
