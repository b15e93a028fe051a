import { z } from 'zod'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { limits } from '#lib/runtime/limits.ts'
import { ListOrOne } from '#lib/schema/lenient-types.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { Bounds, Counts, KINDS, ViewerModel, ViewerUnits } from '#lib/schema/schema.ts'
import { QueryModel } from '#lib/service/edit-language.ts'
import { answerCheck, CheckQuestion } from '#lib/service/model-check.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { openReading, readModelBytes, readModelBytesAt } from '#lib/service/models/read-model.ts'
import { askModel } from '#lib/service/query-model.ts'
import { grouped } from '#lib/values/count-text.ts'
import { CheckInShort, checkInShort, findingInShort, groupInShort } from '../answers/check-answer.ts'
import { NOTES_SHAPE, notesInShort } from '../answers/notes.ts'
import { QueriedInShort, queryInShort } from '../answers/query-answer.ts'
import { judgeForm } from './element-form.ts'
import { ModelId } from './inputs.ts'
import { Revision, ViewerUrl } from './model-tools.ts'
import { idsNotFound, noCursor, pageOf, readCursor, toCursor } from './page.ts'
import { asManyAsFit, RESULT_CHARACTERS } from './result-size.ts'
import { READS, tool } from './tool.ts'

/** Looking at a model: the viewer payload, the model check. */

/** Elements in returned form by kind. Their fields are those of `model`: to say them twice would double the schema. */
const Elements = z.partialRecord(z.enum(KINDS), z.array(z.looseObject({ id: z.string() }))).describe('By kind, as in model')

const MOST_IDS = 10_000
const Fields = ListOrOne(z.string().min(1).max(256), 100)

export const getViewerModel = tool({
  name: 'service.get_viewer_model',
  title: 'Get the viewer model',
  scope: 'mcp:models:read',
  description: `A model with its viewer address, counts, bounds, units. Above ${grouped(RESULT_CHARACTERS)} characters elements are left out: read on by cursor, or include "full".`,
  input: z.strictObject({
    modelId: ModelId,
    kinds: ListOrOne(z.enum(KINDS), KINDS.length).optional(),
    ids: ListOrOne(z.string(), MOST_IDS).optional(),
    fields: Fields.optional().describe('Only these: "position.z"'),
    without: Fields.optional(),
    polygons: z.boolean().optional().describe('With outlines'),
    limit: z.int().min(1).max(10_000).optional(),
    cursor: z.string().max(256).optional(),
    include: z.enum(['full']).optional(),
    revision: z.int().min(1).optional(),
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
    polygons: z.literal('left out').optional(),
    nextCursor: z.string().optional(),
    notFound: z.array(z.string()).optional(),
    ...NOTES_SHAPE,
  }),
  annotations: READS,
  meta: { 'anthropic/maxResultSizeChars': 500_000 },
  async run({ modelId, kinds, ids, limit, cursor, include, revision, ...form }, { caller }) {
    const model = await openModel(caller, modelId, 'read')
    const isPart = kinds || ids || limit !== undefined || cursor !== undefined || Object.keys(form).length > 0
    if (isPart) {
      judgeForm(form, kinds)
      const from = cursor === undefined ? undefined : readCursor(modelId, cursor)
      if (from && (revision ?? from.revision) !== from.revision) throw noCursor()
      // Pages of one reading belong to one revision, whatever is written meanwhile.
      const reading = openReading(model, from?.revision ?? revision)
      const facts = await reading.facts()
      const { next, ...page } = await pageOf(reading, { kinds, ids, limit, form }, from)
      const notFound = ids && !from ? await idsNotFound(reading, { kinds, ids }) : []
      return {
        ...{ modelId, revision: reading.revision, viewerUrl: viewerUrl(modelId) },
        ...facts,
        ...page,
        ...(from ? {} : notesInShort(model.metadata)),
        ...(next ? { truncated: true, nextCursor: toCursor(modelId, next) } : {}),
        ...(notFound.length > 0 ? { notFound: asManyAsFit(notFound, 10_000) } : {}),
      }
    }

    const { counts, bounds, units = {} } = revision === undefined ? model : await openReading(model, revision).facts()
    const told = notesInShort(model.metadata)
    const facts = { modelId, revision: revision ?? model.revision, viewerUrl: viewerUrl(modelId), counts, bounds, units, ...told }
    const bytes = revision === undefined ? await readModelBytes(model) : await bytesAt(modelId, revision)
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
      const model: ViewerModel = JSON.parse(text)
      return { ...facts, revision: bytes.revision, model }
    }
    const hint = `The model is left out: about ${bytes.length} characters. Ask for parts with kinds, ids or limit, or for all with include "full".`
    return { ...facts, truncated: true, hint }
  },
})

async function bytesAt(modelId: string, revision: number) {
  const chunks = await readModelBytesAt(modelId, revision)
  return { revision, chunks, length: chunks.reduce((sum, { length }) => sum + length, 0) }
}

/** What the names of arguments say is not said again to a model, as it is to readers of the REST reference. */
const plainly = ({ codes, detail, limit, cursor, revision }: typeof CheckQuestion.shape) => ({
  codes: codes.meta({ description: undefined }),
  detail: detail.meta({ description: undefined }),
  limit: limit.meta({ description: undefined }),
  cursor: cursor.meta({ description: undefined }),
  revision: revision.meta({ description: undefined }),
})

export const checkModelTool = tool({
  name: 'service.check_model',
  title: 'Check a model',
  scope: 'mcp:models:read',
  description: 'Finds what keeps a model from being analysed (error) or is probably wrong (warning), and how to mend it.',
  input: z.strictObject({ modelId: ModelId, ...CheckQuestion.shape, ...plainly(CheckQuestion.shape) }),
  output: CheckInShort,
  annotations: READS,
  stages: ['waiting', 'read', 'checked'],
  app: 'calls',
  async run({ modelId, ...question }, { caller, request }) {
    const model = await openModel(caller, modelId, 'read')
    const telling = { toGroup: groupInShort, toSingle: findingInShort, size: RESULT_CHARACTERS, isToldOnce: true as const }
    return checkInShort(await answerCheck(model, question, request, telling))
  },
})

export const queryModelTool = tool({
  name: 'service.query_model',
  title: 'Ask about a model',
  scope: 'mcp:models:read',
  description:
    'Answers with numbers instead of the model: counts, lengths, areas, volumes, masses, elevations, storey heights of what select meets, in groups or rows.',
  input: z.strictObject({ modelId: ModelId, ...QueryModel.shape }),
  output: QueriedInShort,
  annotations: READS,
  stages: ['waiting', 'read', 'counted'],
  async run({ modelId, ...question }, call) {
    const model = await openModel(call.caller, modelId, 'read')
    const answer = queryInShort(await askModel(model, question, call.request))
    return question.select || question.cursor ? answer : { ...answer, ...notesInShort(model.metadata) }
  },
})
