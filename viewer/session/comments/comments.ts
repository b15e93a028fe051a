import type { CommentAnchor } from '#lib/schema/comment-bodies.ts'
import type { AnchorKind } from '#lib/schema/comment-words.ts'
import type { ElementKind, ElementRef } from '../../worker/elements.ts'
import { selectByRef } from '../selection.ts'
import type { ViewerSession } from '../session.ts'
import { PHONE } from '../view/phone.ts'
import { openView, viewNow } from '../view/saved-views.ts'
import type { CommentFilter, CommentReply, CommentThread } from './comments-state.ts'

/** What the panel and the pins do with comments. */

/** What the list shows. */
export const COMMENT_FILTERS = {
  open: { label: 'Open', query: { status: 'open' } },
  mine: { label: 'Assigned to me', query: { status: 'open', assignee: 'me' } },
  due: { label: 'Due by today', query: { status: 'open' } },
  resolved: { label: 'Resolved', query: { status: 'resolved' } },
  all: { label: 'All', query: {} },
} as const satisfies Record<CommentFilter, { label: string; query: Record<string, string> }>

/** A day of the reader's calendar, as YYYY-MM-DD. */
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

const tomorrow = () => dayOf(new Date(Date.now() + 24 * 3600 * 1000))

export type ThreadPage = { items: CommentThread[]; nextCursor: string | null /** Of the last change. */; seq: number }

/** Of a page; the newest first. */
const PAGE = 100

export function listThreads(
  { host }: Pick<ViewerSession, 'host'>,
  filter: CommentFilter,
  signal: AbortSignal,
  cursor?: string,
): Promise<ThreadPage> {
  const query = { ...COMMENT_FILTERS[filter].query, ...(filter === 'due' && { due_before: tomorrow() }) }
  return host.ask<ThreadPage>('list_comments', { ...query, limit: PAGE, ...(cursor !== undefined && { cursor }) }, signal)
}

/** Those whose authors saw one of these revisions, the newest first. */
export const listThreadsBetween = ({ host }: ViewerSession, from: number, to: number, signal: AbortSignal) =>
  host.ask<ThreadPage>('list_comments', { from_revision: from, to_revision: to, limit: PAGE }, signal)

/** A page goes downwards from its cursor. */
async function findThread({ host }: ViewerSession, number: number, signal: AbortSignal): Promise<CommentThread[]> {
  const { items } = await host.ask<ThreadPage>('list_comments', { cursor: String(number + 1), limit: 1 }, signal)
  return items.filter((thread) => thread.number === number)
}

type Changed = { items: (CommentThread | { number: number; deleted: true })[] }

/** Of changes that come at once. */
const MOST_CHANGES = 200

/**
 * The list as it is now, with those that were in it before and have left it by a change since: who looks at it sees what became of them.
 * `before`: as this gave it for the same filter. Of all threads, the one that is open is among them, however old it is.
 */
export async function followThreads(
  session: ViewerSession,
  filter: CommentFilter,
  before: ThreadPage | null,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const page = await withOpenThread(session, filter, await listThreads(session, filter, signal), signal)
  if (!before || before.seq === page.seq) return { ...page, items: before?.items ?? page.items }
  const query = { since: before.seq, limit: MOST_CHANGES }
  const { items } = await session.host.ask<Changed>('list_comments', query, signal)
  return { ...page, items: withChanged(page.items, before.items, items) }
}

async function withOpenThread(
  session: ViewerSession,
  filter: CommentFilter,
  page: ThreadPage,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const { chosen } = session.comments.get()
  if (filter !== 'all' || chosen === null || page.items.some(({ number }) => number === chosen)) return page
  return { ...page, items: [...page.items, ...(await findThread(session, chosen, signal))] }
}

/** The newest first. */
export function withChanged(
  now: readonly CommentThread[],
  before: readonly CommentThread[],
  changed: Changed['items'],
): CommentThread[] {
  const changes = new Map(changed.map((item) => [item.number, item]))
  const isListed = new Set(now.map(({ number }) => number))
  const stayed = before.flatMap((thread) => {
    if (isListed.has(thread.number)) return []
    const change = changes.get(thread.number) ?? thread
    return 'replies' in change ? change : []
  })
  return [...now, ...stayed].sort((a, b) => b.number - a.number)
}

export const isOverdue = ({ due, status }: Pick<CommentThread, 'due' | 'status'>): boolean =>
  due !== null && status === 'open' && due < dayOf(new Date())

/** How the viewer calls a kind of element. */
const VIEWER_KIND: Record<AnchorKind, ElementKind> = {
  frame: 'frame',
  node: 'node',
  area: 'area',
  support: 'support',
  grid_line: 'gridLine',
}

export const toRefs = (elements: readonly { kind: AnchorKind; id: string }[]): ElementRef[] =>
  elements.map(({ kind, id }) => ({ kind: VIEWER_KIND[kind], id }))

/** Who wrote it, and the app that wrote in their name. */
export const authorOf = ({ author, via, client }: CommentReply): { name: string; client: string | null } => ({
  name: author.name ?? (author.id === null ? 'Deleted account' : 'Somebody'),
  client: via === 'mcp' ? (client ?? 'an AI client') : null,
})

/** As a text is kept: a line end that a word processor wrote is one, other control characters are none. */
export const writtenText = (text: string): string =>
  text.replace(/(?![\t\n\r])\p{Cc}/gu, (one) => (one === '\v' || one === '\f' ? '\n' : '')).trim()

export type PersonOfModel = { userId: string | null; name: string | null; email?: string; role: string; state: string }

/** Who may be assigned: whoever has a role. */
export const listPeople = ({ host }: ViewerSession, signal: AbortSignal): Promise<PersonOfModel[]> =>
  host
    .ask<{ items: PersonOfModel[] }>('list_collaborators', {}, signal)
    .then(({ items }) => items.filter(({ userId, state }) => userId !== null && state === 'active'))

const MOST_ELEMENTS = 200

/** A view with what is selected in another: a sketch is begun with one selection and sent with another. Both as query texts. */
export function withSelection(view: string, other: string): string {
  const selected = new URLSearchParams(other).get('selected')
  const kept = view.split('&').filter((part) => !part.startsWith('selected='))
  return [...kept, ...(selected ? [`selected=${encodeURIComponent(selected)}`] : [])].join('&')
}

/** What a new comment is pinned to: the selection and the view, which is that of its sketch where there is one. */
export function anchorNow(session: ViewerSession): CommentAnchor {
  const kinds = new Map(Object.entries(VIEWER_KIND).map(([kind, viewerKind]) => [viewerKind, kind as AnchorKind]))
  const elements = session.view.get().selected.flatMap(({ kind, id }) => {
    const anchored = kinds.get(kind)
    return anchored ? [{ kind: anchored, id }] : []
  })
  const { sketching } = session.comments.get()
  if (sketching && sketching.sketch.shapes.length > 0) {
    const { view, viewport, shapes } = sketching.sketch
    const seen = withSelection(view, session.address())
    return { elements: elements.slice(0, MOST_ELEMENTS), view: seen, viewport, sketch: [...shapes] }
  }
  const now = viewNow(session)
  const size = session.rig?.size
  return {
    elements: elements.slice(0, MOST_ELEMENTS),
    ...('query' in now && { view: now.query }),
    ...(size && size.width >= 1 && size.height >= 1 && { viewport: { width: size.width, height: size.height } }),
  }
}

/** Flies to where the thread was begun, else to its elements; a sketch is looked at. In words what is not there any more. */
export async function showThread(session: ViewerSession, { anchor }: CommentThread): Promise<string> {
  const hasSketch = anchor.sketch.length > 0
  if (hasSketch) session.comments.set(({ looks }) => ({ looks: looks + 1 }))
  const says = anchor.view === null ? '' : await openView(session, { query: anchor.view, viewport: anchor.viewport })
  // On a phone the middle of the view lies under the text, and what it is about with it.
  const isCovered = !hasSketch && (session.rig?.size.width ?? PHONE) < PHONE
  const there = toRefs(anchor.elements.filter(({ exists }) => exists))
  if (anchor.view === null || (isCovered && there.length > 0)) await selectByRef(session, there, { fly: true })
  return says
}
