import { direct } from '#lib/db/client.ts'
import { lookUp } from '#lib/db/look-up.ts'
import { log } from '#lib/runtime/log.ts'
import type { Changes } from '#lib/schema/schema.ts'

/**
 * Says that a model has a new revision, each once and in order, and that rights to it have changed: within this process at once, between processes by the database's
 * signals where it has such, else by its version, which is cheap to look at. And once a second, as long as somebody listens, the
 * revisions of the models that are listened to are asked for: a signal may be lost. What is heard says only that there is something
 * new; what lies between it and the last revision told is read from the log.
 */

export type RevisionEvent = { revision: number; changed: Changes }
/** There will be no more: the model lies in the bin until then; null: it is gone for good. */
export type Deleted = { purgeAt: Date | null }
/** Somebody's right to the model has changed: who listens is to ask whether they still may. */
export type RightsChanged = { accessSeq: number }
/** A saved view was made, changed or deleted. */
export type ViewsChanged = { viewSeq: number }
/** Something about comments changed. */
export type CommentsChanged = { commentSeq: number }
export type ModelEvent = RevisionEvent | Deleted | RightsChanged | ViewsChanged | CommentsChanged

/** `seen`, and the numbers: the last revision, and the last change of rights, saved views and comments, that it knows of. */
type Listener = Seqs & { seen: number; onEvent: (event: ModelEvent) => void }
type Followed = {
  listeners: Set<Listener>
  /** The last revision that all of them know of. */
  lastNotified: number
  /** Heard of while one before them is missing. */
  held: Map<number, RevisionEvent>
  /** The log is being read, and whether something was heard since. */
  isReading: boolean
  again: boolean
}

/** Numbers that rise with each change beside the revisions. */
type Seqs = { accessSeq: number; viewSeq: number; commentSeq: number }

const LOOK_MS = 100
const ASK_MS = 1000
/** How many revisions are read at a time. */
export const REVISIONS_PER_PAGE = 500

const state: {
  models: Map<string, Followed>
  stop: (() => void) | undefined
  looked: { version: number | undefined; at: number }
  looking: boolean
} = { models: new Map(), stop: undefined, looked: { version: undefined, at: 0 }, looking: false }

/**
 * Calls back for each revision after `since`, once and in order, when rights, saved views or comments change after the numbers given, and
 * when the model is deleted. Returns the way to stop listening.
 */
export function onRevision(
  modelId: string,
  onEvent: (event: ModelEvent) => void,
  since: number,
  { accessSeq = 0, viewSeq = 0, commentSeq = 0 }: Partial<Seqs> = {},
): () => void {
  const model = state.models.get(modelId) ?? {
    listeners: new Set(),
    lastNotified: since,
    held: new Map(),
    isReading: false,
    again: false,
  }
  state.models.set(modelId, model)
  const listener = { onEvent, seen: since, accessSeq, viewSeq, commentSeq }
  model.listeners.add(listener)
  if (since !== model.lastNotified) {
    model.lastNotified = Math.min(since, model.lastNotified)
    void catchUp(modelId)
  }
  state.stop ??= followOthers()
  return () => {
    model.listeners.delete(listener)
    if (model.listeners.size === 0) unfollow(modelId, model)
  }
}

function unfollow(modelId: string, model: Followed): void {
  if (state.models.get(modelId) === model) state.models.delete(modelId)
  if (state.models.size > 0) return
  state.stop?.()
  state.stop = undefined
}

/** After the commit. */
export function announce(modelId: string, event: RevisionEvent): void {
  direct().signals?.send(modelId)
  const model = state.models.get(modelId)
  if (!model || event.revision <= model.lastNotified) return
  model.held.set(event.revision, event)
  emitHeld(model)
  if (model.held.size > 0) void catchUp(modelId)
}

/** After the commit. */
export function announceDeleted(modelId: string, deleted: Deleted): void {
  direct().signals?.send(modelId)
  emitDeleted(modelId, deleted)
}

/** After the commit. */
export const announceViews = announceRights

/** After the commit. */
export const announceComments = announceRights

/** After the commit. */
export function announceRights(modelId: string): void {
  direct().signals?.send(modelId)
  void look([modelId])
}

/** Returns the way to stop. */
function followOthers(): () => void {
  const timer = setInterval(() => {
    const version = databaseVersion()
    const { looked } = state
    const isDue = version === undefined ? Date.now() - looked.at >= ASK_MS : version !== looked.version
    if (!isDue || state.looking) return
    state.looked = { version, at: Date.now() }
    state.looking = true
    void look([...state.models.keys()]).finally(() => {
      state.looking = false
    })
  }, LOOK_MS).unref()
  const unsubscribe = direct().signals?.subscribe(
    (modelId) => void look(modelId === undefined ? [...state.models.keys()] : [modelId]),
  )
  return () => {
    clearInterval(timer)
    unsubscribe?.()
  }
}

/** Undefined where it cannot be told; then the models are asked for once a second. */
function databaseVersion(): number | undefined {
  try {
    return direct().version()
  } catch (error) {
    if (Date.now() - state.looked.at >= ASK_MS) log.warn('the version of the database cannot be read', { error: String(error) })
    return undefined
  }
}

type State = Seqs & { revision: number }

const findState = lookUp<State & { key: string; deletedAt: Date | null; purgeAt: Date | null }>(
  (ids) =>
    `SELECT "id" AS "key", "revision", "accessSeq", "viewSeq", "commentSeq", "deletedAt", "purgeAt" FROM "ConstructModel" WHERE "id" IN (${ids})`,
)

/** The present revision of a model and its last changes beside the revisions, or that there is none. */
export async function stateOf(modelId: string): Promise<State | Deleted> {
  const row = await findState(modelId)
  if (!row || row.deletedAt) return { purgeAt: row?.purgeAt ?? null }
  const { revision, accessSeq, viewSeq, commentSeq } = row
  return { revision, accessSeq, viewSeq, commentSeq }
}

/** Whether these models have something new. What cannot be asked now is asked again in a second. */
async function look(ids: string[]): Promise<void> {
  const followed = ids.filter((id) => state.models.has(id))
  try {
    const states = await Promise.all(followed.map(stateOf))
    for (const [i, id] of followed.entries()) {
      const now = states[i]!
      if ('purgeAt' in now) emitDeleted(id, now)
      else {
        emitOtherChanges(id, now)
        if (now.revision > (state.models.get(id)?.lastNotified ?? now.revision)) void catchUp(id)
      }
    }
  } catch (error) {
    log.warn('could not ask for new revisions', { error: String(error) })
    state.looked = { version: undefined, at: Date.now() }
  }
}

/** Reads and tells what is missing; who asks while that is under way has it read once more. */
async function catchUp(id: string): Promise<void> {
  const model = state.models.get(id)
  if (!model) return
  model.again = true
  if (model.isReading) return
  model.isReading = true
  try {
    while (model.again && model.listeners.size > 0) {
      model.again = false
      const from = model.lastNotified
      const missed = await revisionsSince({ id }, from)
      if (model.lastNotified === from) for (const event of missed) emitRevision(model, event)
      else for (const event of missed) model.held.set(event.revision, event) // somebody has begun to listen, or has written, meanwhile
      emitHeld(model)
      model.again ||= missed.length > 0 && (missed.length === REVISIONS_PER_PAGE || model.held.size > 0)
    }
    if (model.held.size > 0) askLater(id)
  } catch (error) {
    log.warn('could not read new revisions', { modelId: id, error: String(error) })
    askLater(id)
  } finally {
    model.isReading = false
  }
}

function askLater(id: string): void {
  setTimeout(() => void catchUp(id), ASK_MS).unref()
}

function emitHeld(model: Followed): void {
  for (let next = model.held.get(model.lastNotified + 1); next; next = model.held.get(model.lastNotified + 1))
    emitRevision(model, next)
  for (const revision of model.held.keys()) if (revision <= model.lastNotified) model.held.delete(revision)
}

function emitRevision(model: Followed, event: RevisionEvent): void {
  model.lastNotified = event.revision
  for (const listener of model.listeners) {
    if (event.revision <= listener.seen) continue
    listener.seen = event.revision
    callBack(listener, event)
  }
}

/** What changes without a revision. */
function emitOtherChanges(modelId: string, { accessSeq, viewSeq, commentSeq }: State): void {
  for (const listener of state.models.get(modelId)?.listeners ?? []) {
    if (accessSeq > listener.accessSeq) {
      listener.accessSeq = accessSeq
      callBack(listener, { accessSeq })
    }
    if (viewSeq > listener.viewSeq) {
      listener.viewSeq = viewSeq
      callBack(listener, { viewSeq })
    }
    if (commentSeq > listener.commentSeq) {
      listener.commentSeq = commentSeq
      callBack(listener, { commentSeq })
    }
  }
}

function emitDeleted(modelId: string, deleted: Deleted): void {
  const model = state.models.get(modelId)
  if (!model) return
  for (const listener of model.listeners) callBack(listener, deleted)
  unfollow(modelId, model)
}

/** What goes wrong with one listener is not the others' business, nor the writer's. */
function callBack(listener: Listener, event: ModelEvent): void {
  try {
    listener.onEvent(event)
  } catch (error) {
    log.error('a listener to revisions failed', { error })
  }
}

/** The revisions after one, in order: at most `REVISIONS_PER_PAGE`. */
export async function revisionsSince(model: { id: string }, revision: number): Promise<RevisionEvent[]> {
  const rows = await direct().select<{ revision: number; changes: string }>(
    `SELECT "revision", "changes" FROM "ConstructModelRevision" WHERE "modelId" = $1 AND "revision" > $2
      ORDER BY "revision" LIMIT ${REVISIONS_PER_PAGE}`,
    [model.id, revision],
  )
  return rows.map(({ revision, changes }) => ({ revision, changed: JSON.parse(changes) }))
}
