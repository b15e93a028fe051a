import { createHash } from 'node:crypto'
import type { QueryResult, Question } from '#lib/edit/query/query.ts'
import type { QueryAnswer, QueryModel } from '#lib/edit/query/query-schema.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { prepareModelInput } from './whole-model.ts'

/** A question to a model, for both doors: of its present revision or an older one, page by page. */

/** The answer, or what is wrong with the question. */
export const QUERY = task<{ model: PackedModel; question: Question; from: number }, QueryResult | Issue[]>('query', {
  ...{ class: 'read', seconds: 60, label: 'The query' },
})

type Model = Pick<OpenModel, 'id' | 'revision' | 'counts'>
/** Where a page begins: pages of one question are of one revision, whatever is written meanwhile. */
type Place = { revision: number; from: number }

/** Throws `invalid`, and `revision_not_found`. */
export async function askModel(model: Model, query: QueryModel, by: WorkRequest): Promise<QueryAnswer> {
  const { cursor, revision, ...question } = query
  const place = cursor === undefined ? undefined : readCursor(model.id, query)
  const atRevision = place?.revision ?? revision
  const options = { question, from: place?.from ?? 0 }
  const { whole, early } = prepareModelInput(model, atRevision, options)
  const subject = { id: model.id, revision: atRevision ?? model.revision }
  const { output, revision: resultRevision } = await cachedResult(QUERY, subject, options, by, whole, early)
  by.onProgress?.('counted')
  if (Array.isArray(output)) throw new ModelError('invalid', limitIssues(output))
  const { answer, next } = output
  const nextCursor = next === undefined ? {} : { nextCursor: toCursor(model.id, { revision: resultRevision, from: next }, query) }
  return { modelId: model.id, revision: resultRevision, ...answer, ...nextCursor }
}

const toCursor = (modelId: string, { revision, from }: Place, query: QueryModel) =>
  `${revision}.${from}.${seal(modelId, { revision, from }, query)}`

function readCursor(modelId: string, query: QueryModel): Place {
  const [revision, from, sealed] = (query.cursor ?? '').split('.')
  const place = { revision: Number(revision), from: Number(from) }
  const isOurs = sealed === seal(modelId, place, query)
  if (isOurs && (query.revision ?? place.revision) === place.revision) return place
  throw new ModelError('invalid', [valueError(['cursor'], 'not a cursor of this model and question')])
}

/** No secret: it tells a slip of the pen, or a cursor of another question. Pages may be of any length. */
function seal(modelId: string, { revision, from }: Place, query: QueryModel): string {
  const { cursor: _, revision: __, limit: ___, ...question } = query
  const text = JSON.stringify([modelId, revision, from, question])
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
