import { z } from 'zod'
import { QueryAnswer, QueryModel } from '#lib/edit/query-schema.ts'
import { limits } from '#lib/limits.ts'
import { ModelError } from '#lib/model/model-error.ts'
import { Bounds, Counts, KINDS, SectionDefinition, ViewerModel, ViewerUnits } from '#lib/model/schema.ts'
import { askCheck, CheckAnswer, CheckQuestion } from '#lib/model-check.ts'
import { askModel } from '#lib/query-model.ts'
import { openModel } from '#lib/storage/models.ts'
import { openReading } from '#lib/storage/reading.ts'
import { readModelBytes, viewerUrl } from '#lib/storage/viewer-bytes.ts'
import { ModelId } from './inputs.ts'
import { Revision, ViewerUrl } from './model-tools.ts'
import { asManyAsFit, idsNotFound, pageOf, RESULT_CHARACTERS, readCursor, toCursor } from './page.ts'
import { READS, tool } from './tool.ts'

/** Looking at a model: the viewer payload, the model check. */

/** Elements in returned form by kind. Their fields are those of `model`: to say them twice would double the schema. */
const Elements = z.partialRecord(z.enum(KINDS), z.array(z.looseObject({ id: z.string() }))).describe('By kind, as in model')

export const getViewerModel = tool({
  name: 'service.get_viewer_model',
  title: 'Get the viewer model',
  scope: 'mcp:models:read',
  description: `Returns the viewer address, counts, bounds and units of a model, and the model itself if it is below ${RESULT_CHARACTERS.toLocaleString('en')} characters. A bigger one is left out (truncated: true): ask for parts with kinds, ids or limit and go on with cursor, or for all of it with include "full". Sections come with their outline; type and dimensions are in sectionDefinitions.`,
  input: z.object({
    modelId: ModelId,
    kinds: z.array(z.enum(KINDS)).optional().describe('Only these kinds, as elements'),
    ids: z.array(z.string()).optional().describe('Only elements with these ids'),
    limit: z.int().min(1).max(10_000).optional().describe('At most so many elements'),
    cursor: z.string().optional().describe('nextCursor of the last answer, with the same kinds, ids and limit'),
    include: z.enum(['full']).optional().describe('The whole model, whatever its size'),
  }),
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    viewerUrl: ViewerUrl,
    counts: Counts,
    bounds: Bounds,
    units: ViewerUnits,
    model: ViewerModel.optional(),
    truncated: z.boolean().optional(),
    hint: z.string().optional(),
    elements: Elements.optional(),
    sectionDefinitions: z.array(SectionDefinition).optional(),
    nextCursor: z.string().optional(),
    notFound: z.array(z.string()).optional(),
  }),
  annotations: READS,
  meta: { 'anthropic/maxResultSizeChars': 500_000 },
  async run({ modelId, kinds, ids, limit, cursor, include }, { caller }) {
    const model = await openModel(caller, modelId, 'read')
    const { counts, bounds } = model
    const facts = { modelId, revision: model.revision, viewerUrl: viewerUrl(modelId), counts, bounds, units: model.units ?? {} }

    if (kinds || ids || limit !== undefined || cursor !== undefined) {
      const from = cursor === undefined ? undefined : readCursor(modelId, cursor)
      // Pages of one reading belong to one revision, whatever is written meanwhile.
      const reading = openReading(model, from?.revision)
      const { next, ...page } = await pageOf(reading, { kinds, ids, limit }, from)
      const notFound = ids && !from ? await idsNotFound(reading, { kinds, ids }) : []
      return {
        ...facts,
        revision: reading.revision,
        ...page,
        ...(next ? { truncated: true, nextCursor: toCursor(modelId, next) } : {}),
        ...(notFound.length > 0 ? { notFound: asManyAsFit(notFound, 10_000) } : {}),
      }
    }

    const bytes = await readModelBytes(model)
    if (include === 'full' && bytes.length > limits.bodyBytes) {
      throw new ModelError('invalid', [
        {
          type: 'limit_exceeded',
          loc: ['include'],
          msg: `the model has ${bytes.length} bytes, a result holds at most ${limits.bodyBytes}; ask for it in parts with limit and cursor`,
          ctx: { limit: limits.bodyBytes, actual: bytes.length },
        },
      ])
    }
    // A character is at most three bytes of UTF-8, so what is longer needs no reading.
    const text =
      include === 'full' || bytes.length <= 3 * RESULT_CHARACTERS ? Buffer.concat(bytes.chunks).toString('utf8') : undefined
    if (text !== undefined && (include === 'full' || text.length <= RESULT_CHARACTERS)) {
      return { ...facts, revision: bytes.revision, model: JSON.parse(text) as ViewerModel }
    }
    const hint = `The model is left out: about ${bytes.length} characters. Ask for parts with kinds, ids or limit, or for all with include "full".`
    return { ...facts, truncated: true, hint }
  },
})

export const checkModelTool = tool({
  name: 'service.check_model',
  title: 'Check a model',
  scope: 'mcp:models:read',
  description:
    'What keeps the model from being analysed (error), is probably a mistake (warning) or worth knowing (info), by code: loose or doubled elements, missing supports, sections, materials, wrong units, wrong way up. Mend errors and warnings before you hand the model over.',
  input: z.strictObject({ modelId: ModelId, ...CheckQuestion.shape }),
  output: CheckAnswer,
  annotations: READS,
  async run({ modelId, ...question }, { caller, asked }) {
    return askCheck(await openModel(caller, modelId, 'read'), question, asked, RESULT_CHARACTERS)
  },
})

export const queryModelTool = tool({
  name: 'service.query_model',
  title: 'Ask about a model',
  scope: 'mcp:models:read',
  description:
    'Answers with numbers instead of the model: counts, lengths, areas, volumes, masses, elevations, storey heights of what select meets, in groups or element by element. What cannot be computed is listed with its reason.',
  input: z.strictObject({ modelId: ModelId, ...QueryModel.shape }),
  output: QueryAnswer,
  annotations: READS,
  async run({ modelId, ...asked }, call) {
    return askModel(await openModel(call.caller, modelId, 'read'), asked, call.asked)
  },
})
