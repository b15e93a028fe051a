import type { AnchorElement, SketchShape } from '#lib/schema/comment-bodies.ts'
import type { Vector3 } from '#lib/schema/schema.ts'

/** A comment as the database has it. */
export type CommentRow = {
  id: string
  threadId: string
  number: number | null
  seq: number
  revision: number
  authorId: string | null
  authorName: string | null
  via: string
  client: string | null
  text: string | null
  mentions: string
  elements: string
  foreign: string | null
  point: string | null
  view: string | null
  viewport: string | null
  markup: string | null
  assigneeId: string | null
  due: string | null
  createdAt: Date
  changedAt: Date | null
  modifiedAt: Date | null
  deletedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedClient: string | null
  resolvedRevision: number | null
  wasResolved: string | null
  /** What undid its resolution; the row is as one that was opened again. */
  undoneIn?: number | null
}

/** In lengths that were multiplied so often since the model began; those kept before there was `scaled` are taken as they are. */
export type StoredPoint = Vector3 & { scaled?: number }

/** In the lengths of a model that are multiplied so often. */
export function pointIn(point: StoredPoint | null, scaled: number): Vector3 | null {
  if (!point) return null
  const factor = point.scaled === undefined ? 1 : scaled / point.scaled
  return { x: point.x * factor, y: point.y * factor, z: point.z * factor }
}

/** Where a thread is pinned. */
export type StoredAnchor = {
  elements: AnchorElement[]
  point: StoredPoint | null
  view: string | null
  viewport: { width: number; height: number } | null
  sketch: SketchShape[]
  /** Components of other programs' files. */
  foreign: unknown[]
}

export type StoredComment = {
  id: string
  threadId: string
  revision: number
  /** Null where somebody without an account here wrote it. */
  authorId: string | null
  authorName: string | null
  via: string
  client: string | null
  /** With mentions as <@userId>; null: deleted. */
  text: string | null
  mentions: string[]
  createdAt: Date
  changedAt: Date | null
}

export type StoredThread = StoredComment & {
  number: number
  seq: number
  anchor: StoredAnchor
  assigneeId: string | null
  due: string | null
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedClient: string | null
  /** Of one that is open again. `undoneIn`: the revision that undid it; null: somebody opened it. */
  wasResolved: { at: string; by: string | null; client: string | null; undoneIn: number | null } | null
  /** When the thread itself last changed, beside its replies. */
  modifiedAt: Date | null
  replies: StoredComment[]
}

export function toComment(row: CommentRow): StoredComment {
  const { id, threadId, revision, authorId, authorName, via, client, text, mentions, createdAt, changedAt } = row
  return {
    ...{ id, threadId, revision, authorId, authorName, via, client, text, createdAt, changedAt },
    mentions: JSON.parse(mentions),
  }
}

export function toThread(row: CommentRow, replies: readonly CommentRow[]): StoredThread {
  const { number, seq, assigneeId, due, resolvedAt, resolvedBy, resolvedClient, wasResolved, undoneIn = null, modifiedAt } = row
  if (number === null) throw new Error('a reply is no thread')
  return {
    ...toComment(row),
    ...{ number, seq, assigneeId, due, resolvedAt, resolvedBy, resolvedClient, modifiedAt },
    wasResolved: resolvedAt === null && wasResolved !== null ? { ...JSON.parse(wasResolved), undoneIn } : null,
    anchor: toAnchor(row),
    replies: replies.map(toComment),
  }
}

/** What the columns hold was parsed on its way in. */
const toAnchor = ({ elements, point, view, viewport, markup, foreign }: CommentRow): StoredAnchor => ({
  elements: JSON.parse(elements),
  point: point === null ? null : JSON.parse(point),
  view,
  viewport: viewport === null ? null : JSON.parse(viewport),
  sketch: markup === null ? [] : JSON.parse(markup),
  foreign: foreign === null ? [] : JSON.parse(foreign),
})

export const anchorColumns = ({ elements, point, view, viewport, sketch, foreign }: StoredAnchor) => ({
  elements: JSON.stringify(elements),
  point: point && JSON.stringify(point),
  view,
  viewport: viewport && JSON.stringify(viewport),
  markup: sketch.length > 0 ? JSON.stringify(sketch) : null,
  foreign: foreign.length > 0 ? JSON.stringify(foreign) : null,
})
