import { z } from 'zod'
import { ROLES } from '#lib/access/roles.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import type { ReadableBatch } from '#lib/model/validate/judge-batch.ts'
import { Text } from '#lib/schema/lenient-types.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { CreateModel, UpdateModel } from '#lib/schema/request-bodies.ts'
import { Bounds, Counts, Finding, ViewerUnits, WholeModel } from '#lib/schema/schema.ts'
import { QueryAnswer, QueryModel } from '#lib/service/edit-language.ts'
import { judgeElements } from '#lib/service/elements/elements.ts'
import { askCheck, CheckAnswer, CheckQuestion, checkWhole } from '#lib/service/model-check.ts'
import { EditAnswer, EditModel, modelEdit } from '#lib/service/model-edit.ts'
import { deleteModel, purgeModel, undeleteModel } from '#lib/service/models/delete-model.ts'
import { listModels } from '#lib/service/models/list-models.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import { readModelBytes, readModelGzip } from '#lib/service/models/read-model.ts'
import { createModel, duplicateModel, setUnits, updateModel } from '#lib/service/models/write-model.ts'
import { askModel } from '#lib/service/query-model.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { WORTH_COMPRESSING } from '../compression.ts'
import { formNamed, isKnown, REVALIDATED, toEtag } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { batchOperation, operation } from '../operation.ts'
import { aCopy, done, isLarge, json, replyWithOutcome, shows } from '../reply.ts'
import { refuseApps } from '../request-parts.ts'
import { sceneOf } from '../scene-reply.ts'

export const createConstructModel = batchOperation({
  id: 'create_model',
  method: 'POST',
  path: '/api/construct-models',
  tag: 'Models',
  summary: 'Create a model',
  description:
    "Creates a model that the caller owns, empty or with its first elements, and returns it. Units are labels: no number is ever converted. Lengths are in the model's own unit, Z is up. A ViewerModel as it was read is taken too, and makes an equal model.",
  needs: 'write',
  body: CreateModel,
  status: 201,
  answer: WholeModel,
  example: { body: example.newModel, answer: example.portalFrame },
  judge: (_, body: ReadableBatch, failed) => judgeElements(null, body, failed),
  run: ({ beside, batch, writing }) => shows('model', writing, (writing) => createModel(writing, beside, batch), 201),
})

const ModelListItem = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    counts: Counts,
    bounds: Bounds,
    units: ViewerUnits.optional(),
    revision: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    viewerUrl: z.url(),
    deletedAt: z.iso.datetime().optional().describe('In the bin since'),
    purgeAt: z.iso.datetime().optional().describe('When it is deleted permanently'),
  })
  .meta({ id: 'ModelListItem' })

export const Page = z.object({
  limit: z.int().min(1).max(200).default(50).describe('How many items'),
  cursor: z.string().optional().describe('`nextCursor` of the page before'),
})

export const listConstructModels = operation({
  id: 'list_models',
  method: 'GET',
  path: '/api/construct-models',
  tag: 'Models',
  summary: 'List models',
  description: 'The models that the caller may read, the latest changed first; or those in the bin, the latest deleted first.',
  needs: 'read',
  query: Page.extend({
    q: z.string().optional().describe('Part of the name, in any case'),
    role: z.enum(ROLES).optional().describe('Those alone in which the caller has this role'),
    bin: z.boolean().optional().describe("The caller's own models in the bin instead"),
  }),
  answer: z.object({ items: z.array(ModelListItem), nextCursor: z.string().nullable() }).meta({ id: 'ModelList' }),
  example: { answer: example.modelList },
  async run({ caller, query }) {
    const { items, nextCursor } = await listModels(caller, query)
    return json({ items: items.map((item) => ({ ...item, viewerUrl: viewerUrl(item.id) })), nextCursor })
  },
})

const VARY = 'Accept-Encoding, Authorization, Cookie'
const IN_FORMS = { ...REVALIDATED, Vary: `Accept, ${VARY}` }

export const readConstructModel = operation({
  id: 'read_model',
  method: 'GET',
  path: '/api/construct-models/{model_id}',
  tag: 'Models',
  summary: 'Read a model',
  description:
    'The whole model as viewer payload. The ETag is the revision: send it as If-None-Match to hear 304 while nothing has changed. ' +
    '`Accept: application/vnd.structural-scene` asks for the columns of a model of 50,000 elements or more; of others comes JSON.',
  needs: 'read',
  answer: WholeModel,
  conditional: true,
  example: { answer: example.portalFrame },
  sceneToo: true,
  run: ({ model, request, takesGzip, workRequest }) => modelReply(model, request, takesGzip, workRequest),
})

export async function modelReply(
  model: OpenModel,
  request: Incoming,
  takesGzip: boolean,
  workRequest: WorkRequest,
): Promise<Reply> {
  const known = request.headers.get('if-none-match')
  if (isKnown(known, model.revision)) return notModified(model.revision, takesGzip ? known : null)
  const scene = await sceneOf(model, request, takesGzip, workRequest)
  if (scene) {
    const { revision, ...reply } = scene
    if (isKnown(known, revision)) return notModified(revision, takesGzip ? known : null)
    return { ...reply, headers: { ...IN_FORMS, ...reply.headers } }
  }
  const { coding, revision, chunks } = await readAs(takesGzip, model)
  if (isKnown(known, revision)) return notModified(revision, takesGzip ? known : null)
  return {
    status: 200,
    headers: {
      ...IN_FORMS,
      'Content-Type': 'application/json',
      ...(coding === 'gzip' && { 'Content-Encoding': 'gzip' }),
      ETag: toEtag(revision, coding),
    },
    body: chunks,
  }
}

type Coding = 'identity' | 'gzip'

/** Large models are not even inflated for a client that takes gzip; of others the bytes are counted first. */
async function readAs(takesGzip: boolean, model: OpenModel): Promise<{ coding: Coding; revision: number; chunks: Uint8Array[] }> {
  if (takesGzip && isLarge(model.counts)) return { coding: 'gzip', ...(await readModelGzip(model)) }
  const { revision, length, chunks, gzip } = await readModelBytes(model)
  if (!takesGzip || length < WORTH_COMPRESSING) return { coding: 'identity', revision, chunks }
  return { coding: 'gzip', revision, chunks: (await gzip()).chunks }
}

/** With the tag that the client has: it was given for the form that it then took. */
function notModified(revision: number, known: string | null): Reply {
  return { status: 304, headers: { ...IN_FORMS, ETag: toEtag(revision, formNamed(known, revision)) }, body: null }
}

export const updateConstructModel = operation({
  id: 'update_model',
  method: 'PATCH',
  path: '/api/construct-models/{model_id}',
  tag: 'Models',
  summary: 'Rename a model',
  description: 'Sets name, metadata or source as a new revision, and returns the model. What is not given stays.',
  needs: 'write',
  body: UpdateModel,
  answer: WholeModel,
  example: { body: { name: 'Portal frame, axis A' }, answer: { ...example.portalFrame, name: 'Portal frame, axis A' } },
  run: ({ model, body, writing }) => shows('model', writing, (writing) => updateModel(model, body, writing)),
})

export const deleteConstructModel = operation({
  id: 'delete_model',
  method: 'DELETE',
  path: '/api/construct-models/{model_id}',
  tag: 'Models',
  summary: 'Delete a model',
  description:
    'Puts the model into the bin: to everybody it is gone, and for `BIN_DAYS` (30) its owner can restore it with all its revisions. `purge=true` deletes a model in the bin permanently; not for connected apps. Only its owner may.',
  needs: 'own',
  evenInBin: true,
  query: z.object({ purge: z.boolean().default(false).describe('Deletes a model in the bin permanently') }),
  status: 204,
  async run({ caller, model, query: { purge }, writing }) {
    if (purge) refuseApps(caller)
    if (purge) await purgeModel(model)
    else if (model.purgeAt) throw new ModelError('not_found')
    else await deleteModel(model, writing)
    return done
  },
})

export const undeleteConstructModel = operation({
  id: 'undelete_model',
  method: 'POST',
  path: '/api/construct-models/{model_id}/undelete',
  tag: 'Models',
  summary: 'Bring a model back',
  description:
    'Takes the model out of the bin, as it was: the same id, name and revisions, and no new one. Returns the model. Only its owner may.',
  needs: 'own',
  evenInBin: true,
  answer: WholeModel,
  example: { answer: example.portalFrame },
  run: ({ model, writing }) => shows('model', writing, (writing) => undeleteModel(model, writing)),
})

export const Duplicate = z
  .strictObject({
    name: Text.optional().describe('`NAME (copy)` when absent, of a long one its beginning'),
    revision: z.int().min(1).optional().describe('As the model was then; the present one when absent'),
  })
  .meta({ id: 'Duplicate' })

export const duplicateConstructModel = operation({
  id: 'duplicate_model',
  method: 'POST',
  path: '/api/construct-models/{model_id}/duplicate',
  tag: 'Models',
  summary: 'Duplicate a model',
  description:
    'Makes a model of the caller’s that equals this one element for element, at revision 1, and returns it. `copiedFrom` says of what it is a copy. Saved views go along; people, links and old revisions do not.',
  needs: 'read',
  scope: 'write',
  body: Duplicate,
  status: 201,
  answer: WholeModel,
  example: { body: { name: 'Portal frame, variant B' }, answer: { ...example.portalFrame, name: 'Portal frame, variant B' } },
  run: ({ model, body, writing, takesGzip }) =>
    shows('model', writing, (writing) => duplicateModel(model, writing, body), 201, aCopy(takesGzip)),
})

export const setModelUnits = operation({
  id: 'set_units',
  method: 'PUT',
  path: '/api/construct-models/{model_id}/units',
  tag: 'Models',
  summary: 'Set Units',
  description:
    'Replaces the four unit labels as a whole; what is not given is gone. Free text such as "kN, m, C". No stored number is converted.',
  needs: 'write',
  body: ViewerUnits,
  answer: ViewerUnits,
  example: { body: example.units, answer: example.units },
  run: ({ model, body, writing }) =>
    replyWithOutcome(
      writing,
      (writing) => setUnits(model, body, writing),
      () => body,
    ),
})

export const Findings = z.object({ findings: z.array(Finding) }).meta({ id: 'Findings' })

export const checkConstructModel = operation({
  id: 'check_model',
  method: 'GET',
  path: '/api/construct-models/{model_id}/check',
  tag: 'Edit and ask',
  summary: 'Check a model',
  description:
    'What keeps the model from being analysed (error), is probably a mistake (warning), or is worth knowing (info). Changes nothing.',
  needs: 'read',
  query: z.object({ revision: z.int().min(1).optional().describe('As the model was then') }),
  answer: Findings,
  example: { answer: example.findings },
  conditional: true,
  run: ({ model, request, query: { revision }, workRequest }) => checkReply(model, request, workRequest, revision),
})

/** `at`: of that revision. */
export async function checkReply(
  model: OpenModel,
  { headers }: Incoming,
  workRequest: WorkRequest,
  atRevision?: number,
): Promise<Reply> {
  const known = headers.get('if-none-match')
  const head = (revision: number) => ({ ...REVALIDATED, Vary: VARY, ETag: toEtag(revision, 'check') })
  if (isKnown(known, atRevision ?? model.revision, 'check'))
    return { status: 304, headers: head(atRevision ?? model.revision), body: null }
  const { findings, revision } = await checkWhole(model, workRequest, atRevision)
  return json({ findings }, head(revision))
}

export const editConstructModel = operation({
  id: 'edit_model',
  method: 'POST',
  path: '/api/construct-models/{model_id}/edit',
  tag: 'Edit and ask',
  summary: 'Edit Model',
  description:
    'Changes what a selection names, by operations in their order, each of which sees what the ones before it made: set fields, move, ' +
    'copy, copy to levels, mirror, rotate, orient, divide, merge, renumber, remove, add, rename, relabel or convert units. All or ' +
    'nothing, as one new revision; none where nothing changes. With dryRun nothing is written, and the answer is what would happen.',
  needs: 'write',
  body: EditModel,
  answer: EditAnswer,
  example: { body: example.edit, answer: example.edited },
  run({ model, body, writing, workRequest }) {
    const edit = modelEdit(model, body, workRequest)
    return replyWithOutcome(writing, (writing) => edit.write(writing), edit.answer)
  },
})

export const askModelCheck = operation({
  id: 'ask_check',
  method: 'POST',
  path: '/api/construct-models/{model_id}/check',
  tag: 'Edit and ask',
  summary: 'Ask the check of a model',
  description:
    'The findings by code with their true counts, or one by one; filtered by code, severity or the elements that they name, page by page, also of an earlier revision. Changes nothing.',
  needs: 'read',
  body: CheckQuestion,
  answer: CheckAnswer,
  example: { body: { severity: ['error', 'warning'] }, answer: example.checkAnswer },
  run: async ({ model, body, workRequest }) => json(await askCheck(model, body, workRequest)),
})

export const queryConstructModel = operation({
  id: 'query_model',
  method: 'POST',
  path: '/api/construct-models/{model_id}/query',
  tag: 'Edit and ask',
  summary: 'Ask about a model',
  description:
    'Counts, lengths, areas, volumes, masses, elevations and storey heights of the selected elements, in groups or one by one. ' +
    'What cannot be computed is listed with its reason and is in no sum. A read: it makes no revision.',
  needs: 'read',
  body: QueryModel,
  answer: QueryAnswer,
  example: { body: example.question, answer: example.queryAnswer },
  run: async ({ model, body, workRequest }) => json(await askModel(model, body, workRequest)),
})
