import type { CommentNotificationKind } from '#lib/activity/notifications.ts'
import { notify } from '#lib/activity/notifications.ts'
import type { Tx } from '#lib/db/client.ts'
import type { CommentChange } from './comment-change.ts'

/** Who is to hear of a comment. People, section 10. */

/** What may be said to whom: of each person the first that fits. */
export type CommentNotices = readonly (readonly [kind: CommentNotificationKind, people: readonly (string | null)[]])[]

/** What goes out by mail after the commit. */
export type CommentNotice = { userId: string; kind: CommentNotificationKind }

const MOST_CHARACTERS = 200

/** In the transaction of the comment: nobody of what they did themselves, nobody who has no role any more. */
export async function notifyPeople(
  tx: Tx,
  { model }: CommentChange,
  by: string,
  comment: { number: number; id: string; text: string | null },
  notices: CommentNotices,
): Promise<CommentNotice[]> {
  const kindOf = new Map<string, CommentNotificationKind>()
  for (const [kind, people] of notices)
    for (const userId of people) if (userId !== null && userId !== by && !kindOf.has(userId)) kindOf.set(userId, kind)
  if (kindOf.size === 0) return []
  const withRole = await tx.collaborator.findMany({
    where: { modelId: model.id, userId: { in: [...kindOf.keys()] } },
    select: { userId: true },
  })
  const mayRead = new Set([model.ownerId, ...withRole.map(({ userId }) => userId)])
  const sent = [...kindOf].filter(([userId]) => mayRead.has(userId)).map(([userId, kind]) => ({ userId, kind }))
  const message = comment.text === null ? null : [...comment.text].slice(0, MOST_CHARACTERS).join('')
  for (const { userId, kind } of sent) {
    const about = { comment: comment.number, commentId: comment.id, message }
    await notify(tx, { userId, kind, modelId: model.id, by, model: model.name, ...about })
  }
  return sent
}
