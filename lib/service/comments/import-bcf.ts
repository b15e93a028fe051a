import { z } from 'zod'
import { db } from '#lib/db/client.ts'
import type { BcfRead } from '#lib/files/bcf/bcf-read.ts'
import type { BcfViewpoint } from '#lib/files/bcf/bcf-topic.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { peopleOfModel } from '#lib/sharing/people-of-model.ts'
import { type CommentRow, type StoredAnchor, toThread } from '#lib/storage/comments/comment-row.ts'
import { importThreads } from '#lib/storage/comments/import-threads.ts'
import { rowsOf } from '#lib/storage/comments/threads.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { Invalid, moved } from '../read-batch.ts'
import { prepareModelInput } from '../whole-model.ts'
import { emptyCounts, mergeTopic, type PlacedViewpoint } from './merge-topic.ts'
import type { Writer } from './write-comment.ts'

/** Comments from a file of the BIM Collaboration Format, all of it or nothing. People, section 14. */

export const READ_BCF = task<{ bytes: Uint8Array }, BcfRead | { issues: Issue[]; total: number }>('read_bcf', {
  ...{ class: 'write', seconds: 120, label: 'Reading the BCF file' },
})

/** `anchor`: of the thread that is there already. */
export type ViewpointToPlace = { id: string; viewpoint: BcfViewpoint; anchor: StoredAnchor | null }
/** Null: the same as it is here. */
export const PLACE_VIEWPOINTS = task<{ model: PackedModel; topics: ViewpointToPlace[] }, (PlacedViewpoint | null)[]>(
  'place_viewpoints',
  {
    ...{ class: 'write', seconds: 120, label: 'Reading the BCF file' },
  },
)

const Counts = z.object({ added: z.int(), updated: z.int(), unchanged: z.int() })
export const CommentsImported = z
  .object({
    threads: Counts,
    comments: Counts.describe('Replies too, and the first comment of each thread'),
    warnings: z.array(z.string()).describe('What was not taken, and what was kept as it is here'),
  })
  .meta({ id: 'CommentsImported' })
export type CommentsImported = z.output<typeof CommentsImported>

const MOST_WARNINGS = 200
const MOST_ATTEMPTS = 3

/** Throws `invalid` with all that is wrong with the file, `not_found` when the model is gone. */
export async function importComments(
  model: OpenModel,
  writer: Writer,
  bytes: Uint8Array,
  request: WorkRequest,
): Promise<CommentsImported> {
  const read = await work(READ_BCF, request, () => ({ input: { bytes }, moves: moved(bytes) }))
  if ('issues' in read) throw new Invalid(read.issues, read.total)
  for (let attempt = 1; ; attempt++) {
    const imported = await importOnce(model, writer, read, request)
    if (imported !== 'moved') return imported
    if (attempt === MOST_ATTEMPTS) throw new Error('the comments changed again and again while a file was read')
  }
}

async function importOnce(
  model: OpenModel,
  writer: Writer,
  read: BcfRead,
  request: WorkRequest,
): Promise<CommentsImported | 'moved'> {
  const { commentSeq: seen } = await db().constructModel.findUniqueOrThrow({
    where: { id: model.id },
    select: { commentSeq: true },
  })
  const known = await rowsOf(
    model.id,
    read.topics.flatMap(({ topic }) => [topic.guid, ...topic.comments.map(({ guid }) => guid)]),
  )
  const views = await placedViews(model, read, known, request)
  const taken = new Set(read.topics.map(({ topic }) => topic.guid))
  const context = { taken, known, people: await peopleOfModel(model), importer: await importerOf(writer) }
  const counts = { threads: emptyCounts(), comments: emptyCounts() }
  const warnings = [...read.warnings]
  const writes = read.topics.flatMap(({ topic, lost }) => {
    const merged = mergeTopic(topic, { ...context, view: views.get(topic.guid) })
    const name = merged.number === null ? `Topic '${topic.title.slice(0, 60)}'` : `Comment ${merged.number}`
    const left = [...lost, ...(views.get(topic.guid)?.lost ?? [])]
    if (left.length > 0) warnings.push(`${name}: not taken: ${left.join(', ')}`)
    warnings.push(...merged.warnings.map((warning) => `${name}: ${warning}`))
    if (merged.threads) counts.threads[merged.threads]++
    for (const key of ['added', 'updated', 'unchanged'] as const) counts.comments[key] += merged.comments[key]
    return merged.write ?? []
  })
  const answer = { ...counts, warnings: shortened(warnings) }
  if (writes.length === 0) return answer
  const detail = { threads: counts.threads, comments: counts.comments }
  const author = { ...writer.caller, door: writer.door }
  const outcome = await importThreads(model.id, author, writes, { seen, revision: model.revision, detail })
  if (outcome === 'moved') return outcome
  if (outcome === 'gone') throw new ModelError('not_found')
  if (outcome === 'too_many_threads') throw new ModelError('invalid', [overLimit('the model', 'threads', limits.commentThreads)])
  if (outcome !== 'done')
    throw new ModelError('invalid', [overLimit(`the thread ${outcome.tooManyReplies}`, 'replies', limits.commentReplies)])
  return answer
}

const overLimit = (what: string, things: string, limit: number): Issue => ({
  type: 'limit_exceeded',
  loc: [],
  msg: `${what} would have more than ${limit} ${things}`,
  ctx: { limit },
})

const shortened = (warnings: readonly string[]): string[] =>
  warnings.length <= MOST_WARNINGS
    ? [...warnings]
    : [...warnings.slice(0, MOST_WARNINGS - 1), `and ${warnings.length - MOST_WARNINGS + 1} more`]

async function importerOf({ caller }: Writer): Promise<{ userId: string; name: string }> {
  const user = await db().user.findUnique({ where: { id: caller.userId }, select: { name: true } })
  return { userId: caller.userId, name: user?.name ?? 'somebody' }
}

/** What of each topic's viewpoint is new. */
async function placedViews(
  model: OpenModel,
  { topics }: BcfRead,
  known: ReadonlyMap<string, CommentRow>,
  request: WorkRequest,
): Promise<Map<string, PlacedViewpoint>> {
  const toPlace = topics.flatMap(({ topic: { guid, viewpoint } }): ViewpointToPlace[] => {
    if (!viewpoint) return []
    const row = known.get(guid)
    const anchor = row && row.number !== null && row.deletedAt === null ? toThread(row, []).anchor : null
    return [{ id: guid, viewpoint, anchor }]
  })
  if (toPlace.length === 0) return new Map()
  const placed = await work(PLACE_VIEWPOINTS, request, prepareModelInput(model, undefined, { topics: toPlace }).whole)
  return new Map(toPlace.flatMap(({ id }, k) => (placed[k] ? [[id, placed[k]]] : [])))
}
