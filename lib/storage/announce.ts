import { db } from '#lib/db/client.ts'
import { log } from '#lib/log.ts'
import type { Changes } from '#lib/model/schema.ts'

/**
 * Says that a model has a new revision. Within this process at once; what other processes write is found by asking for the
 * revisions of the models that somebody listens to, once a second, and only while somebody does. That is one indexed query
 * however many listen, alike on both databases.
 */

export type RevisionEvent = { revision: number; changed: Changes }
type Listeners = { revision: number | undefined; hear: Set<(event: RevisionEvent) => void> }

const ASK_MS = 1000

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.listeners')
type Shared = { models: Map<string, Listeners>; timer: NodeJS.Timeout | undefined }
const shared = globalThis as { [KEY]?: Shared }
shared[KEY] ??= { models: new Map(), timer: undefined }
const state = shared[KEY]

/**
 * Calls back once for each later revision, in order. `since`: the revision that the listener has seen, so that none is missed
 * between its look and its listening; it may then hear of one that it has seen. Returns the way to stop listening.
 */
export function onRevision(modelId: string, hear: (event: RevisionEvent) => void, since?: number): () => void {
  const listeners = state.models.get(modelId) ?? { revision: since, hear: new Set() }
  state.models.set(modelId, listeners)
  listeners.hear.add(hear)
  state.timer ??= setInterval(() => void ask(), ASK_MS).unref()
  return () => {
    listeners.hear.delete(hear)
    if (listeners.hear.size === 0 && state.models.get(modelId) === listeners) state.models.delete(modelId)
    if (state.models.size > 0) return
    clearInterval(state.timer)
    state.timer = undefined
  }
}

/** After the commit. */
export function announce(modelId: string, event: RevisionEvent): void {
  const listeners = state.models.get(modelId)
  if (!listeners || (listeners.revision !== undefined && event.revision <= listeners.revision)) return
  listeners.revision = event.revision
  for (const hear of listeners.hear) hear(event)
}

async function ask(): Promise<void> {
  try {
    const ids = [...state.models.keys()]
    const rows = await db().constructModel.findMany({ where: { id: { in: ids } }, select: { id: true, revision: true } })
    for (const { id, revision } of rows) {
      const listeners = state.models.get(id)
      if (!listeners) continue
      if (listeners.revision === undefined) listeners.revision = revision
      else if (revision > listeners.revision) {
        for (const event of await revisionsSince({ id }, listeners.revision)) announce(id, event)
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
