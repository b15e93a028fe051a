import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { AnchorKind, SketchColour } from '#lib/schema/comment-words.ts'
import type { Vector3 } from '#lib/schema/schema.ts'
import type { Store } from '../store.ts'

/** Comments on the model, as the server answers them (people, section 12), and what of them is open. */

type Size = { width: number; height: number }
type Person = { id: string | null; name: string | null }

export type CommentReply = {
  id: string
  /** The one that its author saw. */
  revision: number
  author: Person
  via: string
  client?: string | null
  createdAt: string
  changedAt: string | null
  text: string | null
  mayChange?: boolean
  mayDelete?: boolean
}

export type CommentThread = CommentReply & {
  number: number
  status: 'open' | 'resolved'
  anchor: {
    /** `removedIn`: the revision in which it went, where that is known. */
    elements: { kind: AnchorKind; id: string; exists: boolean; removedIn?: number }[]
    point: Vector3 | null
    view: string | null
    viewport: Size | null
    sketch: SketchShape[]
    /** The revisions whose comparison it is about. */
    comparison: { from: number; to: number } | null
    state: 'whole' | 'partly' | 'orphaned' | 'free'
  }
  assignee: Person | null
  due: string | null
  resolvedAt: string | null
  resolvedBy: Person | null
  resolvedClient?: string | null
  /** How it had been resolved, of one that is open again. */
  wasResolved: { at: string; by: Person; client?: string | null; undoneIn: number | null } | null
  mayResolve?: boolean
  replies: CommentReply[]
}

/** What the list shows: those that are open, assigned to the reader, due by today, resolved, or all. */
export type CommentFilter = 'open' | 'mine' | 'due' | 'resolved' | 'all'

/** Marks over a view: from where it is seen, and the size of its picture in CSS pixels, which they are in. */
export type Sketch = { view: string; viewport: Size; shapes: readonly SketchShape[] }

/** A sketch of a comment that is being written. */
export type Sketching = {
  sketch: Sketch
  /** The pointer draws; else it is done, and waits for the comment to be sent. */
  isDrawing: boolean
  tool: SketchShape['type']
  colour: SketchColour
  /** What the next mark of the tool `text` says. */
  words: string
}

/** What the panel, the pins and the address have in common. */
export type CommentsState = {
  /** Rises when something about comments has changed. */
  count: number
  /** The number of the thread that is open. */
  chosen: number | null
  /** The one that the address leads to, until it is shown. */
  linked: number | null
  /** Which of them the list shows. */
  filter: CommentFilter
  isWriting: boolean
  /** Rises when the panel is to be opened. */
  openings: number
  sketching: Sketching | null
  /** Rises when the picture is to be looked at, more than what is said. */
  looks: number
  /** The camera is not where the sketch that is open was made. */
  isSketchAway: boolean
  /** What the list shows. */
  shown: readonly CommentThread[]
}
export const NO_COMMENTS: CommentsState = {
  count: 0,
  chosen: null,
  linked: null,
  filter: 'open',
  isWriting: false,
  openings: 0,
  sketching: null,
  looks: 0,
  isSketchAway: false,
  shown: [],
}

/** Opens the panel with what is to be written. */
export const beginComment = ({ comments }: { comments: Store<CommentsState> }) =>
  comments.set(({ openings }) => ({ isWriting: true, openings: openings + 1 }))

/** The thread that a link leads to is open. */
export function commentsAt(query: string): CommentsState {
  const text = new URLSearchParams(query).get('comment') ?? ''
  const chosen = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
  return { ...NO_COMMENTS, chosen, linked: chosen, filter: chosen === null ? 'open' : 'all' }
}

/** Opens the panel with a thread, and leaves the picture as it is. */
export const openThread = ({ comments }: { comments: Store<CommentsState> }, number: number) =>
  comments.set(({ openings }) => ({ chosen: number, filter: 'all', isWriting: false, openings: openings + 1 }))
