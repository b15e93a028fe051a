import type { SheetComment } from '#lib/drawing/sheet/comment-marks.ts'
import { add, dot, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerSession } from '../session.ts'
import { pointsOf } from '../view/scene-points.ts'
import { isOverdue, listThreads, toRefs } from './comments.ts'
import type { CommentThread } from './comments-state.ts'

/** Where threads are pinned in what is drawn. */

export type ThreadState = 'open' | 'resolved' | 'overdue' | 'orphaned'

export function stateOfThread(thread: CommentThread): ThreadState {
  if (thread.anchor.state === 'orphaned') return 'orphaned'
  return isOverdue(thread) ? 'overdue' : thread.status
}

/** At the first of its elements that is there, which it follows, else at its point; about the scene's origin. */
export async function placeOfThread(session: ViewerSession, thread: CommentThread): Promise<Vec | null> {
  const { drawn } = session.model.state.get()
  if (!drawn) return null
  const point = pointOf(thread, drawn.scene.origin)
  return (await placeAtElement(session, thread, point)) ?? point
}

async function placeAtElement({ model }: ViewerSession, { anchor }: CommentThread, point: Vec | null): Promise<Vec | null> {
  const refs = toRefs(anchor.elements.filter(({ exists }) => exists).slice(0, 1))
  if (refs.length === 0) return null
  const found = await model.ask('drawnBy', { refs })
  const { drawn } = model.state.get()
  if (!drawn) return null
  const points = found.slice(0, 1).flatMap((element) => pointsOf(drawn.scene, element))
  return placeAmong(points, point)
}

/** Of the ends of a frame the place between them that is nearest to the point; of other points their middle. */
export function placeAmong(points: readonly Vec[], point: Vec | null): Vec | null {
  const [start, end, ...others] = points
  if (!start) return null
  const along = end && subtract(end, start)
  const square = along ? dot(along, along) : 0
  if (!along || others.length > 0 || !point || !(square > 0)) return scale(points.reduce<Vec>(add, [0, 0, 0]), 1 / points.length)
  const share = Math.min(1, Math.max(0, dot(subtract(point, start), along) / square))
  return add(start, scale(along, share))
}

const pointOf = ({ anchor: { point } }: CommentThread, [x, y, z]: readonly number[]): Vec | null =>
  point && [point.x - (x ?? 0), point.y - (y ?? 0), point.z - (z ?? 0)]

/** Pages of a hundred: a sheet has no room for more. */
const MOST_PAGES = 5

/** For sheets, in model axes: those that are open, or all; without a place there is none on paper. */
async function commentsForSheets(session: ViewerSession, which: 'open' | 'all', signal: AbortSignal): Promise<SheetComment[]> {
  const threads: CommentThread[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, nextCursor } = await listThreads(session, which, signal, cursor)
    threads.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const placed = threads.map(async (thread): Promise<SheetComment[]> => {
    const at = await placeOfThread(session, thread)
    const { drawn } = session.model.state.get()
    if (!at || !drawn) return []
    const { number, text } = thread
    return [{ number, at: add(at, drawn.scene.origin), text: text ?? 'Deleted', state: stateOfThread(thread) }]
  })
  return (await Promise.all(placed)).flat()
}

/** For as many sheets as there are asked for once, and anew when something was said. */
const asked = new WeakMap<ViewerSession, { key: string; comments: Promise<SheetComment[]> }>()

export function commentsOnSheets(session: ViewerSession, which: 'none' | 'open' | 'all'): Promise<SheetComment[]> {
  if (which === 'none' || !session.host.can.has('comments')) return Promise.resolve([])
  const key = `${which} ${session.comments.get().count} ${session.model.state.get().drawn?.summary.revision}`
  const before = asked.get(session)
  if (before?.key === key) return before.comments
  // Of no one sheet: who turns to another goes on waiting for the same.
  const comments = commentsForSheets(session, which, new AbortController().signal)
  asked.set(session, { key, comments })
  // What failed is asked for again.
  comments.catch(() => asked.delete(session))
  return comments
}
