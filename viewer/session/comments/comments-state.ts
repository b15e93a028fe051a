import type { AnchorKind } from '#lib/schema/comment-bodies.ts'
import type { Vector3 } from '#lib/schema/schema.ts'

/** Comments on the model, as the server answers them (people, section 12), and what of them is open. */

type Person = { id: string | null; name: string | null }

export type CommentReply = {
  id: string
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
    elements: { kind: AnchorKind; id: string; exists: boolean }[]
    point: Vector3 | null
    view: string | null
    state: 'whole' | 'partly' | 'orphaned' | 'free'
  }
  assignee: Person | null
  due: string | null
  resolvedBy: Person | null
  mayResolve?: boolean
  replies: CommentReply[]
}

/** What the panel, the pins and the address have in common. */
export type CommentsState = {
  /** Rises when something about comments has changed. */
  count: number
  /** The number of the thread that is open. */
  chosen: number | null
  isWriting: boolean
  /** What the list shows. */
  shown: readonly CommentThread[]
}
export const NO_COMMENTS: CommentsState = { count: 0, chosen: null, isWriting: false, shown: [] }

/** The thread that a link leads to is open. */
export function commentsAt(query: string): CommentsState {
  const text = new URLSearchParams(query).get('comment') ?? ''
  return { ...NO_COMMENTS, chosen: /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null }
}
