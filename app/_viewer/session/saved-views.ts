import type { ElementRef } from '../worker/elements.ts'
import { keyOf } from '../worker/elements.ts'
import { readHere } from './address.ts'
import { selectByRef } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { showView } from './show-view.ts'
import { shownRevision } from './time.ts'

/** A view of the model that was kept with a name, as the server tells it. */
export type SavedView = {
  id: string
  name: string
  query: string
  isFirst: boolean
  author: { id: string; name: string | null } | null
  pictureUrl: string
  mayChange: boolean
  mayDelete: boolean
}

export const listViews = ({ host }: ViewerSession, signal?: AbortSignal) =>
  host.ask<{ items: SavedView[] }>('list_views', {}, signal).then(({ items }) => items)

/** The view as it is, as it would be kept. */
export const queryNow = (session: ViewerSession) => session.address().replace(/^\?/, '')

/** Shows a view. In words what of it is not in the model any more; nothing where all is. */
export async function openView(session: ViewerSession, { query }: Pick<SavedView, 'query'>): Promise<string> {
  const read = readHere(session.host, `?${query}`)
  const before = shownRevision(session.view.get())
  showView(session, read, 'chosen')
  await selectByRef(session, read.selected)
  const { hidden = [], isolated, dimensions = [] } = read.state
  const measured = dimensions.flatMap(({ points }) => points.flatMap(({ on }) => on ?? []))
  // What another revision has is known when it is there.
  if (shownRevision(session.view.get()) !== before) return ''
  return goneWords(session, [...read.selected, ...hidden, ...(isolated ?? []), ...measured])
}

async function goneWords({ model }: ViewerSession, refs: readonly ElementRef[]): Promise<string> {
  const named = new Map(refs.map((ref) => [keyOf(ref), ref]))
  for (const ref of await model.ask('find', { refs: [...named.values()] })) named.delete(keyOf(ref))
  const [first] = named.values()
  if (!first) return ''
  const words = named.size === 1 ? `${first.id}, which this view shows, is` : `${named.size} elements that this view shows are`
  return `${words} not in the model any more`
}
