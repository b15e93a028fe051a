import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { readTime } from '#lib/schema/read-time.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { undeleteModel } from '#lib/service/models/delete-model.ts'
import { type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { originOfCopy } from '#lib/service/models/write-model.ts'
import { changesIn, groupDifferences, MOST_COMPARED } from '#lib/service/revisions/group-differences.ts'
import {
  compareModels,
  compareRevisions,
  listHistory,
  listModelActivity,
  netChanges,
  noRevision,
  restoreRevision,
  undoWrites,
} from '#lib/service/revisions/revisions.ts'
import type { Writing, WrittenRevision } from '#lib/service/write-once.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { ChangesInShort, historyInShort, netInShort } from '../answers/changes-answer.ts'
import { changesByStatus, toMinute } from '../answers/short.ts'
import { KnownRevision, ModelId } from './inputs.ts'
import { Revision } from './model-tools.ts'
import { noCursor, seal } from './page.ts'
import { asManyAsFit } from './result-size.ts'
import { READS, tool } from './tool.ts'

/** The history of a model: what happened, and back. */

const CountsByKind = z.partialRecord(z.enum(KINDS), z.int())

const USUAL = 10
const MOST_REVISIONS = 50
const USUAL_GROUPS = 50

export const listChangesTool = tool({
  name: 'service.list_changes',
  title: 'List changes',
  scope: 'mcp:models:read',
  description:
    'Tells what happened to a model after revision from up to to: each write, who, when, how much, and the net change. detail elements: by fields, equal ones together.',
  input: z.strictObject({
    modelId: ModelId,
    from: z.int().min(0).optional().describe('0: all; without it the last 10'),
    since: z.int().min(0).optional(),
    to: z.int().min(1).optional(),
    with: ModelId.optional().describe('A model: what differs in it'),
    detail: z.enum(['summary', 'elements']).optional(),
    limit: z.int().min(1).max(1000).optional().describe('Revisions (at most 50) or groups'),
    cursor: z.string().optional(),
  }),
  unlisted: ['since'],
  output: ChangesInShort,
  annotations: READS,
  async run({ modelId, with: withId, ...input }, { caller }) {
    if (withId !== undefined) return compareWith(caller, modelId, withId, input)
    const { detail = 'summary', limit, cursor, since, ...options } = input
    if (since !== undefined && options.from !== undefined) throw wrong(['since'], 'say one of from and since')
    const model = await openModel(caller, modelId, 'read')
    const copiedFrom = await originOfCopy(model)
    const first = copiedFrom ? 1 : 0
    const [begun, field] = since === undefined ? [options.from, 'from'] : [since, 'since']
    const range =
      cursor === undefined ? rangeOf(model, { ...options, from: begun, first }, field) : readCursor(model, detail, cursor)
    const { from, to } = range
    const facts = { modelId, from, to, ...(copiedFrom && { copiedFrom }) }
    const next = (place: number) => ({ nextCursor: toCursor(modelId, detail, { from, to, place }) })
    if (detail === 'elements') {
      const skip = range.place ?? 0
      const { elements, more } = await compareRevisions(model, { since: from, revision: to, limit: MOST_COMPARED })
      const groups = groupDifferences(elements)
      const page = asManyAsFit(groups.slice(skip, skip + (limit ?? USUAL_GROUPS)))
      const end = skip + Math.max(1, page.length)
      return {
        ...facts,
        groups: page.length > 0 ? page : groups.slice(skip, end),
        ...(more > 0 && { notCompared: more }),
        ...(end < groups.length && next(end)),
      }
    }
    if (limit !== undefined && limit > MOST_REVISIONS) throw tooMany()
    const history = asManyAsFit(await listHistory(model, { from: range.place ?? from, to, limit: limit ?? 20 }))
    const last = history.at(-1)?.revision ?? to
    return {
      ...facts,
      ...historyInShort(history),
      ...(range.place === undefined && (from === to ? {} : netInShort(await netChanges(model, from, to)))),
      ...(last < to && next(last)),
    }
  },
})

type RevisionRange = { from?: number | undefined; since?: number | undefined; to?: number | undefined; limit?: number | undefined; cursor?: string | undefined } // biome-ignore format: short

/** What differs in another model; `from`: the revision of this one. Groups alone, page by page. */
async function compareWith(caller: Caller, modelId: string, withId: string, { from, since, to, limit, cursor }: RevisionRange) {
  const model = await openModel(caller, modelId, 'read')
  const other = await openModel(caller, withId, 'read').catch((error: unknown) => {
    throw error instanceof ModelError ? new ModelError(error.code, error.issues, { ...error.says, field: 'with' }) : error
  })
  const range = { revision: from ?? since ?? model.revision, withRevision: to ?? other.revision }
  if (range.revision > model.revision) throw noRevision(model, range.revision, from === undefined ? 'since' : 'from')
  if (range.withRevision > other.revision) throw noRevision(other, range.withRevision, 'to')
  const { revision, withRevision, place } =
    cursor === undefined ? { ...range, place: 0 } : readPairCursor(modelId, withId, cursor)
  const [here, there] = [
    { id: modelId, revision },
    { id: withId, revision: withRevision },
  ]
  const { elements, more } = await compareModels(here, there, MOST_COMPARED)
  const groups = groupDifferences(elements)
  const page = asManyAsFit(groups.slice(place, place + (limit ?? USUAL_GROUPS)))
  const end = place + Math.max(1, page.length)
  return {
    ...{ modelId, revision, with: withId, withRevision },
    groups: page.length > 0 ? page : groups.slice(place, end),
    ...(place === 0 && netInShort({ net: changesIn(elements) })),
    ...(more > 0 && { notCompared: more }),
    ...(end < groups.length && { nextCursor: toPairCursor(modelId, withId, { revision, withRevision, place: end }) }),
  }
}

type Pair = { revision: number; withRevision: number; place: number }

const toPairCursor = (modelId: string, withId: string, { revision, withRevision, place }: Pair) =>
  `${revision}.${withRevision}.${place}.${seal(modelId, withId, revision, withRevision, place)}`

function readPairCursor(modelId: string, withId: string, cursor: string): Pair {
  const [revision = 0, withRevision = 0, place = 0] = cursor.split('.', 3).map(Number)
  const pair = { revision, withRevision, place }
  if (cursor === toPairCursor(modelId, withId, pair)) return pair
  throw noCursor()
}

type Range = { from: number; to: number /** Where to go on: after this revision, or after so many elements. */; place?: number }

function rangeOf(
  present: OpenModel,
  { from, to = present.revision, first }: { from?: number | undefined; to?: number | undefined; first: number },
  field: string,
): Range {
  if (to > present.revision) throw noRevision(present, to, 'to')
  if (from === undefined) return { from: Math.min(to, Math.max(first, to - USUAL)), to }
  if (from > present.revision) throw noRevision(present, from, field)
  if (from <= to) return { from, to }
  throw wrong(['to'], 'to is before from')
}

const toCursor = (modelId: string, detail: string, { from, to, place }: Required<Range>) =>
  `${from}.${to}.${place}.${seal(modelId, detail, from, to, place)}`

function readCursor(model: OpenModel, detail: string, cursor: string): Required<Range> {
  const [from = 0, to = 0, place = 0] = cursor.split('.', 3).map(Number)
  if (cursor === toCursor(model.id, detail, { from, to, place })) return { from, to, place }
  throw noCursor()
}

const wrong = (loc: string[], msg: string) => new ModelError('invalid', [valueError(loc, msg)])

const tooMany = () =>
  new ModelError('invalid', [
    {
      type: 'less_than_equal',
      loc: ['limit'],
      msg: `Input should be less than or equal to ${MOST_REVISIONS}`,
      ctx: { le: MOST_REVISIONS },
    },
  ])

/** Nobody reads more of what was undone. */
const UNDONE_CHARACTERS = 8000
const MOST_REOPENED = 200

export const restoreRevisionTool = tool({
  name: 'service.restore_revision',
  title: 'Undo or restore',
  scope: 'mcp:models:write',
  description:
    'Brings a model back, as a new revision; nothing is lost. Send one of: undo n, the state before the last n writes, whoever wrote them; revision, the state as of then (also to redo); fromBin, a deleted model as it was.',
  input: z.strictObject({
    modelId: ModelId,
    revision: Revision.min(1).optional(),
    undo: z.int().min(1).max(1000).optional(),
    fromBin: z.literal(true).optional(),
    presentRevision: KnownRevision.optional(),
  }),
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    restoredFrom: Revision.optional(),
    undone: z.array(z.looseObject({ revision: Revision })).optional(),
    reopened: z.array(z.int()).optional().describe('Threads of comments whose resolution this undid: open again'),
    added: CountsByKind.optional(),
    replaced: CountsByKind.optional(),
    removed: CountsByKind.optional(),
    nothing: z.literal(true).optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ modelId, presentRevision, ...wanted }, { caller, request }) {
    const model = await openModel(caller, modelId, wanted.fromBin ? 'own' : 'write', { evenInBin: wanted.fromBin === true })
    if (Object.keys(wanted).length !== 1) throw wrong([], 'send exactly one of revision, undo, fromBin')
    if (presentRevision !== undefined && presentRevision > model.revision)
      throw noRevision(model, presentRevision, 'presentRevision')
    const {
      revision,
      changed,
      restoredFrom,
      undone,
      reopened = [],
    } = await bringBack(model, wanted, {
      ...{ caller, via: 'mcp' as const, request, ifMatch: presentRevision },
    })
    return {
      ...{ modelId, revision },
      ...(restoredFrom !== undefined && { restoredFrom }),
      ...(undone && { undone }),
      ...(reopened.length > 0 && { reopened: reopened.slice(0, MOST_REOPENED) }),
      ...changesByStatus(changed),
      ...((wanted.fromBin ? !model.purgeAt : revision <= model.revision) && { nothing: true as const }),
    }
  },
})

type RestoreTarget = { revision?: number | undefined; undo?: number | undefined; fromBin?: true | undefined }

type Back = Pick<WrittenRevision, 'revision' | 'changed'> & {
  reopened?: number[]
  restoredFrom?: number
  undone?: { revision: number; by?: string; ops: string[] }[]
}

async function bringBack(model: OpenModel, { revision, undo }: RestoreTarget, writing: Writing): Promise<Back> {
  if (revision !== undefined) return { ...(await restoreRevision(model, revision, writing)), restoredFrom: revision }
  if (undo === undefined) return undeleteModel(model, writing)
  const { undone, ...written } = await undoWrites(model, undo, writing, 'undo')
  const undoneWrites = undone.map(({ revision, verb, ops, by }) => ({ revision, ...(by !== null && { by }), ops: ops ?? [verb] }))
  return { ...written, undone: asManyAsFit(undoneWrites, UNDONE_CHARACTERS) }
}

/** What an entry says, without what is empty and without ids of comments, which are named by their thread: changes by what happened, as in `list_changes`. */
function activityDetail({ changes, restoredFrom, commentId: _, ...detail }: Record<string, unknown>) {
  return {
    ...detail,
    ...(isDictionary(changes) && changesByStatus(changes)),
    ...(restoredFrom != null && { restoredFrom }),
  }
}

export const listActivityTool = tool({
  name: 'service.list_activity',
  title: 'List activity',
  scope: 'mcp:models:read',
  needs: 'write',
  description:
    'Tells who did what with a model, the latest first: writes, and who was given access, links, copies. For owner and editors.',
  input: z.strictObject({
    modelId: ModelId,
    since: z.string().optional().describe('A date or time, UTC'),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        at: z.string(),
        by: z.string().optional(),
        via: z.string(),
        client: z.string().optional(),
        action: z.string(),
        detail: z.looseObject({}),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ modelId, since, limit, cursor }, { caller }) {
    const model = await openModel(caller, modelId, 'write')
    const from = since === undefined ? undefined : readTime('since', since).time
    const { items, nextCursor } = await listModelActivity(model, { limit, cursor, from })
    const entries = items.map(({ at, user, via, client, action, detail }) => ({
      at: toMinute(at),
      ...(user?.name && { by: user.name }),
      ...{ via, ...(client !== null && { client }), action, detail: activityDetail(detail) },
    }))
    return { items: entries, ...(nextCursor !== null && { nextCursor }) }
  },
})
