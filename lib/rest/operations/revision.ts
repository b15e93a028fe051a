import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { Busy, UNAVAILABLE } from '#lib/http/busy-error.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { jsonList } from '#lib/http/json-list.ts'
import type { Reply } from '#lib/http/reply.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { Changes, KIND_OF, KINDS, WholeModel } from '#lib/schema/schema.ts'
import { isDraining } from '#lib/service/health.ts'
import { type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { openReading } from '#lib/service/models/read-model.ts'
import { changesIn, groupDifferences, MOST_COMPARED } from '#lib/service/revisions/group-differences.ts'
import { eventsOf, reopen } from '#lib/service/revisions/listen.ts'
import { compareModels, compareRevisions, listRevisions, restoreRevision, undoWrites } from '#lib/service/revisions/revisions.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { FOR_GOOD, formNamed, isKnown, toEtag } from '../etag.ts'
import { eventStream } from '../event-stream.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { isLarge, json, shows } from '../reply.ts'
import { beforeTheFirst } from '../request-parts.ts'
import { sceneOf } from '../scene-reply.ts'
import { takePlace } from '../stream-places.ts'
import { Page } from './model.ts'

const Revision = z
  .object({
    revision: z.int(),
    at: z.iso.datetime(),
    user: z.object({ id: z.string(), name: z.string().nullable() }),
    via: z.enum(['rest', 'mcp', 'web', 'admin']),
    client: z.string().nullable().describe('The application or API key that it came through'),
    verb: z.enum(['create', 'elements', 'edit', 'remove', 'units', 'rename', 'restore']),
    ops: z.array(z.string()).optional().describe('The verbs of an edit, in their order'),
    changes: Changes,
    restoredFrom: z.int().nullable(),
  })
  .meta({ id: 'Revision' })

export const listModelRevisions = operation({
  id: 'list_revisions',
  method: 'GET',
  path: '/api/construct-models/{model_id}/revisions',
  tag: 'Revisions',
  summary: 'List revisions',
  description: 'The history of the model, the latest first: who, when, through what, and how much changed of each kind.',
  needs: 'read',
  query: Page,
  answer: z.object({ items: z.array(Revision), nextCursor: z.string().nullable() }).meta({ id: 'RevisionList' }),
  example: { answer: example.revisionList },
  run: async ({ model, query }) => json(await listRevisions(model, query)),
})

const IMMUTABLE = { ...FOR_GOOD, Vary: 'Accept, Accept-Encoding, Authorization, Cookie' }

export const readModelRevision = operation({
  id: 'read_revision',
  method: 'GET',
  path: '/api/construct-models/{model_id}/revisions/{revision}',
  tag: 'Revisions',
  summary: 'Read a revision',
  description: 'The whole model as it was at that revision, as viewer payload. It never changes.',
  needs: 'read',
  answer: WholeModel,
  conditional: true,
  example: { answer: example.portalFrame },
  sceneToo: true,
  async run({ model, request, parameters: { revision }, takesGzip, workRequest }) {
    if (revision < 1) throw new ModelError('invalid', [beforeTheFirst('revision')])
    return revisionReply(model, revision, request, takesGzip, workRequest)
  },
})

/** As the model itself is read: a large one goes out compressed as it lies, and is not even inflated. */
export async function revisionReply(
  model: OpenModel,
  revision: number,
  request: Incoming,
  takesGzip: boolean,
  workRequest: WorkRequest,
): Promise<Reply> {
  const reading = openReading(model, revision)
  const { counts } = await reading.facts()
  const coding = takesGzip && isLarge(counts) ? 'gzip' : 'identity'
  const known = request.headers.get('if-none-match')
  if (isKnown(known, revision))
    return { status: 304, headers: { ...IMMUTABLE, ETag: toEtag(revision, formNamed(known, revision)) }, body: null }
  const scene = await sceneOf(model, request, takesGzip, workRequest, { revision, counts })
  if (scene) {
    const { revision: _, ...reply } = scene
    return { ...reply, headers: { ...IMMUTABLE, ...reply.headers } }
  }
  const head = { ...IMMUTABLE, ETag: toEtag(revision, coding) }
  const body = await reading.bytes(coding === 'gzip' ? 'gzip' : 'plain')
  const type = { 'Content-Type': 'application/json', ...(coding === 'gzip' && { 'Content-Encoding': 'gzip' }) }
  return { status: 200, headers: { ...head, ...type }, body }
}

const Difference = z
  .object({
    kind: z.enum([...Object.values(KIND_OF), 'model']),
    id: z.string(),
    change: z.enum(['added', 'replaced', 'removed', 'renamed']).describe('renamed: between models, the same by another id'),
    before: z
      .looseObject({})
      .optional()
      .describe(
        'As it was sent, with its lengths in the unit of the later revision; of the model itself its name, units, metadata and source, and `scaled` where lengths were converted',
      ),
    after: z.looseObject({}).optional(),
  })
  .meta({ id: 'Difference' })

/** Which two states are compared; `limit` of what is told. */
const compared = (limit: string) =>
  z.object({
    since: z.int().min(0).optional().describe('The earlier revision; the one before when absent, 0 for the empty beginning'),
    with: z.string().max(256).optional().describe('Another model: what differs in it from this one at the revision'),
    withRevision: z.int().min(1).optional().describe('Its revision; the present one when absent'),
    limit: z.int().min(1).max(1000).default(200).describe(`How many ${limit} are told; the rest is counted in \`more\``),
  })

const WITH = z.string().optional().describe('The other model: `since` is the revision of this one, `revision` that of the other')

type ModelsCompared = { caller: Caller; model: OpenModel; revision: number; withId: string; withRevision: number | undefined }

/** Another model as it differs from this one at the revision. */
async function differencesWith(
  { caller, model, revision, withId, withRevision }: ModelsCompared,
  since: number | undefined,
  limit: number,
) {
  if (since !== undefined)
    throw new ModelError('invalid', [{ ...valueError(['since'], 'say one of since and with'), at: 'query' }])
  const other = await openModel(caller, withId, 'read')
  const there = { id: withId, revision: withRevision ?? other.revision }
  const { elements, more } = await compareModels({ id: model.id, revision }, there, limit, { at: 'query' })
  return { since: revision, revision: there.revision, with: withId, elements, more }
}

export const compareModelRevisions = operation({
  id: 'compare_revisions',
  method: 'GET',
  path: '/api/construct-models/{model_id}/revisions/{revision}/changes',
  tag: 'Revisions',
  summary: 'Compare two revisions',
  description: 'What a revision changed, or all that changed since an earlier one: each element as it was and as it became.',
  needs: 'read',
  query: compared('elements'),
  answer: z
    .object({
      since: z.int(),
      revision: z.int(),
      with: WITH,
      elements: z.array(Difference),
      more: z.int(),
    })
    .meta({ id: 'Comparison' }),
  example: { answer: example.comparison },
  async run({ caller, model, parameters: { revision }, query: { with: withId, withRevision, limit, ...query } }) {
    if (withId !== undefined)
      return json(await differencesWith({ caller, model, revision, withId, withRevision }, query.since, limit))
    const { since = Math.max(0, revision - 1) } = query
    const { elements, more } = await compareRevisions(model, { since, revision, limit })
    const [head, tail] = [`{"since":${since},"revision":${revision},"elements":`, `,"more":${more}}`]
    return { ...json(null), body: [Buffer.from(head), ...jsonList(elements), Buffer.from(tail)] }
  },
})

const ChangeGroup = z
  .object({
    kind: z.enum([...KINDS, 'model']),
    change: Difference.shape.change,
    fields: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of what was replaced `[before, after]` by field; of positions that moved alike `{"by": [x, y, z]}`'),
    section: z.string().optional().describe('The section of what was added or removed'),
    count: z.int(),
    ids: z.array(z.string()).optional().describe('The first 5; `old → new` of what is renamed'),
  })
  .meta({ id: 'ChangeGroup' })

export const groupModelChanges = operation({
  id: 'group_changes',
  method: 'GET',
  path: '/api/construct-models/{model_id}/revisions/{revision}/changes/groups',
  tag: 'Revisions',
  summary: 'Compare by equal changes',
  description:
    'The same comparison with elements that changed alike in one row, the most first: the same fields from the same values to the same values.',
  needs: 'read',
  query: compared('groups'),
  answer: z
    .object({
      since: z.int(),
      revision: z.int(),
      with: WITH,
      groups: z.array(ChangeGroup),
      more: z.int(),
      changes: Changes.describe('How many elements of each kind differ'),
      notCompared: z.int().optional().describe('Differences beyond the 100,000 that are grouped'),
    })
    .meta({ id: 'GroupedComparison' }),
  example: { answer: example.groupedComparison },
  async run({ caller, model, parameters: { revision }, query: { since, with: withId, withRevision, limit } }) {
    const { elements, more, ...states } =
      withId === undefined
        ? await compareRevisions(model, { since: since ?? Math.max(0, revision - 1), revision, limit: MOST_COMPARED })
        : await differencesWith({ caller, model, revision, withId, withRevision }, since, MOST_COMPARED)
    const groups = groupDifferences(elements)
    return json({
      ...states,
      groups: groups.slice(0, limit),
      more: Math.max(0, groups.length - limit),
      changes: changesIn(elements),
      ...(more > 0 && { notCompared: more }),
    })
  },
})

export const restoreModelRevision = operation({
  id: 'restore_revision',
  method: 'POST',
  path: '/api/construct-models/{model_id}/revisions/{revision}/restore',
  tag: 'Revisions',
  summary: 'Restore a revision',
  description:
    'Makes the model what it was at that revision, as a new revision: nothing of the history is lost. Returns the model.',
  needs: 'write',
  answer: WholeModel,
  example: { answer: example.portalFrame },
  run: ({ model, parameters: { revision }, writing }) =>
    shows('model', writing, (writing) => restoreRevision(model, revision, writing)),
})

const Undo = z
  .strictObject({
    count: z.int().min(1).max(1000).optional().describe('How many of the last writes, whoever wrote them; 1 when absent'),
  })
  .meta({ id: 'Undo' })

export const undoModelWrites = operation({
  id: 'undo_writes',
  method: 'POST',
  path: '/api/construct-models/{model_id}/undo',
  tag: 'Revisions',
  summary: 'Undo the last writes',
  description:
    'Makes the model what it was before the last `count` writes, as a new revision. A restored revision stands for the one that it brought back, so undoing again goes further back; restore a revision to redo. Returns the model.',
  needs: 'write',
  body: Undo,
  answer: WholeModel,
  example: { body: { count: 1 }, answer: example.portalFrame },
  run: ({ model, body, writing }) => shows('model', writing, (writing) => undoWrites(model, body.count ?? 1, writing, 'count')),
})

export const streamRevisions = operation({
  id: 'hear_revisions',
  method: 'GET',
  path: '/api/construct-models/{model_id}/events',
  tag: 'Revisions',
  summary: 'Hear of new revisions',
  description:
    'Server-sent events. `revision` events with `{"revision", "changed"}`: every one, once and in order; the id of an event is its ' +
    'revision. The first one tells where the model stands, the `role` of the caller and the `commentSeq` of the last change of comments; with Last-Event-ID, all that was missed since. The others have no id: ' +
    '`beat` with the present `{"revision", "role", "commentSeq"}` every 10 seconds; `views` and `comments` with a rising `{"seq"}` when saved views or comments have changed; `access` with the caller\'s `{"role"}` when it changes; and the last of a stream, after which coming back is in vain: ' +
    '`deleted` with `{"purgeAt"}` (until then its owner can restore it; null: deleted permanently), `access` with `{"role": null}`, or `signed_out` when session, key or token have ended.',
  needs: 'read',
  mediaType: 'text/event-stream',
  run: ({ caller, model, request }) =>
    modelEvents(model, request, {
      listener: caller.userId,
      open: () => reopen(request, model.id),
    }),
})

type Listening = Parameters<typeof eventsOf>[1] & {
  /** Who may have only so many streams at a time. */
  listener: string
}

/** The event stream of a model. */
export async function modelEvents(model: OpenModel, request: Incoming, { listener, open, link }: Listening): Promise<Reply> {
  if (isDraining()) throw new Busy(503, UNAVAILABLE, 1) // another process has it to the end
  const last = Number(/^\d{1,15}$/.exec(request.headers.get('last-event-id') ?? '')?.[0] ?? Number.NaN)
  const giveBack = takePlace(listener)
  const events = eventsOf(model, { open, link })
  const body = eventStream(
    {
      ...events,
      subscribe(emit) {
        const stop = events.subscribe(emit)
        return () => {
          stop()
          giveBack()
        }
      },
    },
    last <= model.revision ? last : undefined, // of another model, or made up
  )
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no', // nginx would hold the events back
  }
  return { status: 200, headers, body }
}
