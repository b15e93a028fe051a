import { z } from 'zod'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { Bounds, Changes, Counts, KIND_OF, KINDS } from '#lib/schema/schema.ts'
import { undeleteModel } from '#lib/storage/bin.ts'
import { compareRevisions, type Difference, netChanges } from '#lib/storage/compare.ts'
import { listModelActivity } from '#lib/storage/model-activity.ts'
import { type OpenModel, openModel } from '#lib/storage/models.ts'
import { viewerUrl } from '#lib/storage/read/viewer-url.ts'
import { listHistory, noRevision, restoreRevision, undoWrites } from '#lib/storage/revisions.ts'
import type { Writing } from '#lib/storage/write.ts'
import { ModelId } from './inputs.ts'
import { Revision, ViewerUrl } from './model-tools.ts'
import { noCursor, seal } from './page.ts'
import { asManyAsFit } from './result-size.ts'
import { READS, tool } from './tool.ts'

/** The history of a model: what happened, and back. */

const Happened = z.object({
  revision: Revision,
  at: z.string(),
  by: z.string().nullable(),
  via: z.string(),
  client: z.string().optional(),
  verb: z.string(),
  ops: z.array(z.string()).optional(),
  restoredFrom: Revision.optional(),
  changed: Changes,
  ids: z.partialRecord(z.enum(KINDS), z.array(z.string())).optional().describe('The first few of each kind'),
})

const Differing = z.object({
  kind: z.enum([...Object.values(KIND_OF), 'model']),
  id: z.string().optional(),
  change: z.enum(['added', 'replaced', 'removed']).optional(),
  fields: z.record(z.string(), z.array(z.unknown())).optional().describe('Before and after; null: none'),
})

const USUAL = 10
const MOST_REVISIONS = 50

export const listChangesTool = tool({
  name: 'service.list_changes',
  title: 'List changes',
  scope: 'mcp:models:read',
  description:
    'Tells what happened to a model after revision from up to to: each write with who, when, through what and how much, and the net change. detail elements: the net change field by field.',
  input: z.strictObject({
    modelId: ModelId,
    from: z.int().min(0).optional().describe('0: the beginning; without it the last 10 writes'),
    to: z.int().min(1).optional(),
    detail: z.enum(['summary', 'elements']).optional(),
    limit: z.int().min(1).max(1000).optional().describe('Revisions (20, at most 50) or elements (200)'),
    cursor: z.string().optional(),
  }),
  output: z.object({
    modelId: z.string(),
    from: Revision,
    to: Revision,
    revisions: z.array(Happened).optional(),
    elements: z.array(Differing).optional(),
    net: Changes.optional(),
    scaled: z.number().optional().describe('All lengths were multiplied by this; in net that is no change'),
    nextCursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ modelId, detail = 'summary', limit, cursor, ...options }, { caller }) {
    const model = await openModel(caller, modelId, 'read')
    const range = cursor === undefined ? rangeOf(model, options) : readCursor(model, detail, cursor)
    const { from, to } = range
    const facts = { modelId, from, to }
    const next = (place: number) => ({ nextCursor: toCursor(modelId, detail, { from, to, place }) })
    if (detail === 'elements') {
      const skip = range.place ?? 0
      const { elements, more } = await compareRevisions(model, { since: from, revision: to, skip, limit: limit ?? 200 })
      const page = asManyAsFit(elements.map(toDiffering))
      const count = Math.max(1, page.length)
      const notShown = elements.length - count + more
      return {
        ...facts,
        elements: page.length > 0 ? page : elements.slice(0, 1).map(toDiffering),
        ...(notShown > 0 && next(skip + count)),
      }
    }
    if (limit !== undefined && limit > MOST_REVISIONS) throw tooMany()
    const history = await listHistory(model, { from: range.place ?? from, to, limit: limit ?? 20 })
    const revisions = asManyAsFit(history.map(toHappened))
    const last = revisions.at(-1)?.revision ?? to
    return {
      ...facts,
      revisions,
      ...(range.place === undefined && (from === to ? { net: {} } : await netChanges(model, from, to))),
      ...(last < to && next(last)),
    }
  },
})

type Range = { from: number; to: number /** Where to go on: after this revision, or after so many elements. */; place?: number }

function rangeOf(
  present: OpenModel,
  { from, to = present.revision }: { from?: number | undefined; to?: number | undefined },
): Range {
  if (to > present.revision) throw noRevision(present, to, 'to')
  if (from === undefined) return { from: Math.max(0, to - USUAL), to }
  if (from > present.revision) throw noRevision(present, from, 'from')
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

type HistoryEntry = Awaited<ReturnType<typeof listHistory>>[number]

/** In few characters: to the second, and without what there is not. */
function toHappened({
  revision,
  at,
  user,
  via,
  client,
  verb,
  ops,
  restoredFrom,
  changes,
  ids,
}: HistoryEntry): z.output<typeof Happened> {
  return {
    revision,
    at: at.toISOString().replace(/\.\d+Z$/, 'Z'),
    by: user.name,
    via,
    ...(client !== null && { client }),
    verb,
    ...(ops && { ops }),
    ...(restoredFrom !== null && { restoredFrom }),
    changed: changes,
    ...(Object.keys(ids).length > 0 && { ids }),
  }
}

function toDiffering(difference: Difference): z.output<typeof Differing> {
  const { kind, id, change } = difference
  if (change !== 'replaced') return { kind, id, change }
  const [before, after] = [new Map(Object.entries(difference.before)), new Map(Object.entries(difference.after))]
  const names = new Set([...before.keys(), ...after.keys()])
  const fields: [string, unknown[]][] = []
  for (const name of names) {
    const [was = null, is = null] = [before.get(name), after.get(name)]
    if (JSON.stringify(was) !== JSON.stringify(is)) fields.push([name, [was, is]])
  }
  return kind === 'model'
    ? { kind, fields: Object.fromEntries(fields) }
    : { kind, id, change, fields: Object.fromEntries(fields) }
}

/** Nobody reads more of what was undone. */
const UNDONE_CHARACTERS = 8000

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
  }),
  output: z.object({
    modelId: z.string(),
    revision: Revision.describe('The present one now'),
    restoredFrom: Revision.optional(),
    undone: z
      .array(z.object({ revision: Revision, verb: z.string(), by: z.string().nullable(), changed: Changes }))
      .optional()
      .describe('The last first'),
    changed: Changes,
    counts: Counts,
    bounds: Bounds,
    viewerUrl: ViewerUrl,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ modelId, ...wanted }, { caller, request }) {
    const model = await openModel(caller, modelId, wanted.fromBin ? 'own' : 'write', { evenInBin: wanted.fromBin === true })
    if (Object.keys(wanted).length !== 1) throw wrong([], 'send exactly one of revision, undo, fromBin')
    const {
      modelId: _,
      revision,
      changed,
      counts,
      bounds,
      ...back
    } = await bringBack(model, wanted, { caller, via: 'mcp', request })
    return { modelId, revision, ...back, changed, counts, bounds, viewerUrl: viewerUrl(modelId) }
  },
})

type Wanted = { revision?: number | undefined; undo?: number | undefined; fromBin?: true | undefined }

async function bringBack(model: OpenModel, { revision, undo }: Wanted, writing: Writing) {
  if (revision !== undefined) return { ...(await restoreRevision(model, revision, writing)), restoredFrom: revision }
  if (undo === undefined) return undeleteModel(model, writing)
  const { undone, ...written } = await undoWrites(model, undo, writing, 'undo')
  const undoneWrites = undone.map(({ revision, verb, by, changes }) => ({ revision, verb, by, changed: changes }))
  return { ...written, undone: asManyAsFit(undoneWrites, UNDONE_CHARACTERS) }
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
        by: z.string().nullable(),
        via: z.string(),
        client: z.string().optional(),
        action: z.string(),
        detail: z.looseObject({}),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  annotations: READS,
  async run({ modelId, since, limit, cursor }, { caller }) {
    const model = await openModel(caller, modelId, 'write')
    const { items, nextCursor } = await listModelActivity(model, { limit, cursor, from: momentOf(since) })
    const entries = items.map(({ at, user, via, client, action, detail }) => ({
      at: at.toISOString(),
      by: user?.name ?? null,
      ...{ via, ...(client !== null && { client }), action, detail },
    }))
    return { items: entries, nextCursor }
  },
})

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = new Date(/Z|[+-]\d{2}:\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(at.getTime()))
    throw wrong(['since'], 'write a date such as 2026-11-20, or a time such as 2026-11-20T09:45:12Z')
  return at
}
