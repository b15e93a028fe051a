import { db, direct } from '#lib/db/client.ts'
import { log } from '#lib/log.ts'
import type { Changes } from '#lib/model/schema.ts'

/**
 * Says that a model has a new revision: within this process at once, between processes by the database's signals where it has such,
 * else by its version, which is cheap to look at. And once a second, as long as somebody listens, the revisions of the models that
 * are listened to are asked for, in one indexed query: a signal may be lost.
 */

export type RevisionEvent = { revision: number; changed: Changes }
type Listeners = { revision: number | undefined; hear: Set<(event: RevisionEvent) => void> }

const LOOK_MS = 100
const ASK_MS = 1000

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.listeners')
type Shared = {
  models: Map<string, Listeners>
  stop: (() => void) | undefined
  asked: { version: number | undefined; at: number }
}
const shared = globalThis as { [KEY]?: Shared }
shared[KEY] ??= { models: new Map(), stop: undefined, asked: { version: undefined, at: 0 } }
const state = shared[KEY]

/**
 * Calls back once for each later revision, in order. `since`: the revision that the listener has seen, so that none is missed
 * between its look and its listening; it may then hear of one that it has seen. Returns the way to stop listening.
 */
export function onRevision(modelId: string, hear: (event: RevisionEvent) => void, since?: number): () => void {
  const listeners = state.models.get(modelId) ?? { revision: since, hear: new Set() }
  state.models.set(modelId, listeners)
  listeners.hear.add(hear)
  state.stop ??= followOthers()
  return () => {
    listeners.hear.delete(hear)
    if (listeners.hear.size === 0 && state.models.get(modelId) === listeners) state.models.delete(modelId)
    if (state.models.size > 0) return
    state.stop?.()
    state.stop = undefined
  }
}

/** Returns the way to stop. */
function followOthers(): () => void {
  const timer = setInterval(() => {
    const version = direct().version()
    const { asked } = state
    const isDue = version === undefined ? Date.now() - asked.at >= ASK_MS : version !== asked.version
    if (!isDue) return
    state.asked = { version, at: Date.now() }
    void ask([...state.models.keys()])
  }, LOOK_MS).unref()
  const stopHearing = direct().signals?.hear((modelId) => {
    if (modelId === undefined) void ask([...state.models.keys()])
    else if (state.models.has(modelId)) void ask([modelId])
  })
  return () => {
    clearInterval(timer)
    stopHearing?.()
  }
}

/** After the commit. */
export function announce(modelId: string, event: RevisionEvent): void {
  direct().signals?.tell(modelId)
  tellListeners(modelId, event)
}

function tellListeners(modelId: string, event: RevisionEvent): void {
  const listeners = state.models.get(modelId)
  if (!listeners || (listeners.revision !== undefined && event.revision <= listeners.revision)) return
  listeners.revision = event.revision
  for (const hear of listeners.hear) hear(event)
}

async function ask(ids: string[]): Promise<void> {
  try {
    const rows = await db().constructModel.findMany({ where: { id: { in: ids } }, select: { id: true, revision: true } })
    for (const { id, revision } of rows) {
      const listeners = state.models.get(id)
      if (!listeners) continue
      if (listeners.revision === undefined) listeners.revision = revision
      else if (revision > listeners.revision) {
        for (const event of await revisionsSince({ id }, listeners.revision)) tellListeners(id, event)
      }
    }
  } catch (error) {
    log.warn('could not ask for new revisions', { error: String(error) })
  }
}

/** What a listener that was away has missed. */
export async function revisionsSince(model: { id: string }, revision: number): Promise<RevisionEvent[]> {
  const rows = await db().constructModelRevision.findMany({
    where: { modelId: model.id, revision: { gt: revision } },
    orderBy: { revision: 'asc' },
    select: { revision: true, changes: true },
  })
  return rows.map(({ revision, changes }) => ({ revision, changed: JSON.parse(changes) }))
}
