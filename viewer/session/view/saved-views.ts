import { grouped } from '#lib/values/count-text.ts'
import { type ElementRef, keyOf } from '../../worker/elements.ts'
import { selectByRef } from '../selection.ts'
import type { ViewerSession } from '../session.ts'
import { readHere } from './address.ts'
import { cameraFor } from './camera-for.ts'
import { showView } from './show-view.ts'
import { shownRevision } from './time.ts'
import { MOST_REFS } from './view-text.ts'

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

/** Of a query that is kept. */
const MOST_CHARACTERS = 4000

/** The view as it would be kept, and in words what it has no room for; or why it cannot be kept. */
export function viewNow(session: Pick<ViewerSession, 'address' | 'view'>): { query: string; without: string } | { says: string } {
  const query = session.address().replace(/^\?/, '')
  if (query.length > MOST_CHARACTERS)
    return { says: 'This view names too many elements to be kept: select, hide or measure fewer of them.' }
  const { selected, hidden, isolated } = session.view.get()
  const many = [
    [hidden, 'that are hidden'],
    [isolated ?? [], 'that alone are shown'],
    [selected, 'that are selected'],
  ] as const
  const left = many.flatMap(([refs, what]) => (refs.length > MOST_REFS ? [`the ${grouped(refs.length)} ${what}`] : []))
  return { query, without: left.length > 0 ? `, without ${left.join(' and ')}: a view keeps ${MOST_REFS}` : '' }
}

/** `viewport`: the size of the picture in which it was seen, all of which is to be seen again. */
type KeptView = Pick<SavedView, 'query'> & { viewport?: { width: number; height: number } | null }

/** Shows a view. In words what of it is not in the model any more; nothing where all is. */
export async function openView(session: ViewerSession, { query, viewport }: KeptView): Promise<string> {
  const inAddress = readHere(session.host, `?${query}`)
  const { size } = session.rig ?? {}
  const camera =
    inAddress.camera && viewport && size
      ? cameraFor(inAddress.camera, inAddress.state.projection === 'parallel', viewport, size).camera
      : inAddress.camera
  const read = { ...inAddress, camera }
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
  return `${words} no longer in the model`
}
