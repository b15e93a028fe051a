import type { CommentNotificationKind } from '#lib/activity/notifications.ts'
import { notify } from '#lib/activity/notifications.ts'
import type { Tx } from '#lib/db/client.ts'
import type { CommentChange } from './comment-change.ts'
import { decodeMentions } from './mentions.ts'

/** Who is to hear of a comment. People, section 10. */

/** What may be said to whom: of each person the first that fits. */
export type CommentNotices = readonly (readonly [kind: CommentNotificationKind, people: readonly (string | null)[]])[]

/** What goes out by mail after the commit. */
export type CommentNotice = { userId: string; kind: CommentNotificationKind; commentId: string; text: string }

/** What it is about; the text as it is stored. */
export type NoticedComment = { number: number; id: string; text: string | null; mentions: readonly string[] }

const MOST_CHARACTERS = 200

/** In the transaction of the comment: nobody of what they did themselves, nobody who has no role any more. */
export async function notifyPeople(
  tx: Tx,
  { model }: CommentChange,
  by: string,
  comment: NoticedComment,
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
  const told = [...kindOf].filter(([userId]) => mayRead.has(userId))
  const text = await textForAll(tx, comment)
  const message = text === null ? null : [...text].slice(0, MOST_CHARACTERS).join('')
  for (const [userId, kind] of told) {
    const about = { comment: comment.number, commentId: comment.id, message }
    await notify(tx, { userId, kind, modelId: model.id, by, model: model.name, ...about })
  }
  return told.map(([userId, kind]) => ({ userId, kind, commentId: comment.id, text: text ?? '' }))
}

/** With names where people are mentioned, since not everybody may see addresses. */
async function textForAll(tx: Tx, { text, mentions }: NoticedComment): Promise<string | null> {
  if (text === null || mentions.length === 0) return text
  const users = await tx.user.findMany({ where: { id: { in: [...mentions] } }, select: { id: true, name: true } })
  const names = new Map(users.map(({ id, name }) => [id, name ?? 'somebody']))
  return decodeMentions(text, mentions, (id) => names.get(id) ?? 'Deleted account')
}
