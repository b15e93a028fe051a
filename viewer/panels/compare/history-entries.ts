import type { Changes } from '#lib/schema/schema.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { RevisionVerb } from './history-words.ts'

/** The log of a model, as the server tells it. */

export type EntryHead = { at: string; user: { id: string; name: string | null } | null; via: string; client: string | null }
export type Revision = EntryHead & {
  revision: number
  verb: RevisionVerb
  /** The verbs of an edit. */
  ops?: string[]
  changes: Changes
  restoredFrom: number | null
}
/** What happened beside the revisions: roles, links, saved views. */
export type Event = EntryHead & { id: string; action: string; detail: Record<string, unknown> }
type Entry = Revision | Event
export type Page = { items: Entry[]; nextCursor: string | null }

/** Who may read the whole log of the model does; the others read its revisions. */
export async function readPage({ host }: ViewerSession, cursor: string | null, signal?: AbortSignal): Promise<Page> {
  const page = { limit: 50, cursor }
  if (!host.can.has('activity')) return host.ask<Page>('list_revisions', page, signal)
  const { items, nextCursor } = await host.ask<{ items: Event[]; nextCursor: string | null }>('list_model_activity', page, signal)
  return { items: items.map(toEntry), nextCursor }
}

const OF_REVISION = 'revision.'

function toEntry(event: Event): Entry {
  if (!event.action.startsWith(OF_REVISION)) return event
  const { at, user, via, client, detail } = event
  const verb = event.action.slice(OF_REVISION.length)
  return { at, user, via, client, verb, ...detail } as Revision // as the server merges it into the log
}
