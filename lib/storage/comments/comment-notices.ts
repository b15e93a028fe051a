import type { CommentNotificationKind } from '#lib/activity/notifications.ts'
import { notifyEach } from '#lib/activity/notifications.ts'
import type { Tx } from '#lib/db/client.ts'
import { type CommentAuthor, type CommentChange, clientOf } from './comment-change.ts'
import { decodeMentions } from './mentions.ts'

/** Who is to hear of a comment. People, section 10. */

/** What may be said to whom: of each person the first that fits. */
export type CommentNotices = readonly (readonly [kind: CommentNotificationKind, people: readonly (string | null)[]])[]

/** What goes out by mail after the commit. */
export type CommentNotice = { userId: string; kind: CommentNotificationKind; commentId: string; text: string }

/** What it is about; the text as it is stored. */
export type NoticedComment = { number: number; id: string; text: string | null; mentions: readonly string[] }

const MOST_CHARACTERS = 200

/**
 * In the transaction of the comment: nobody of what they did themselves (of what an AI client did in their name they are, but by no
 * mail), nobody who has no role any more or has blocked who wrote it.
 */
export async function notifyPeople(
  tx: Tx,
  { model }: CommentChange,
  author: CommentAuthor,
  comment: NoticedComment,
  notices: CommentNotices,
): Promise<CommentNotice[]> {
  const { userId: by, door } = author
  const isByHand = door !== 'mcp'
  const kindOf = new Map<string, CommentNotificationKind>()
  for (const [kind, people] of notices)
    for (const userId of people)
      if (userId !== null && !(isByHand && userId === by) && !kindOf.has(userId)) kindOf.set(userId, kind)
  if (kindOf.size === 0) return []
  const withRole = await tx.collaborator.findMany({
    where: { modelId: model.id, userId: { in: [...kindOf.keys()] } },
    select: { userId: true },
  })
  const blocking = await tx.block.findMany({
    where: { userId: { in: [...kindOf.keys()] }, blockedId: by },
    select: { userId: true },
  })
  const mayHear = new Set([model.ownerId, ...withRole.map(({ userId }) => userId)])
  for (const { userId } of blocking) mayHear.delete(userId)
  const notified = [...kindOf].filter(([userId]) => mayHear.has(userId))
  const text = await textForAll(tx, comment)
  const message = text === null ? null : [...text].slice(0, MOST_CHARACTERS).join('')
  const client = isByHand ? null : clientOf(author)
  const about = { comment: comment.number, commentId: comment.id, message, ...(client !== null && { client }) }
  for (const kind of new Set(notified.map(([, one]) => one))) {
    const people = notified.flatMap(([userId, one]) => (one === kind ? userId : []))
    await notifyEach(tx, people, { kind, modelId: model.id, by, model: model.name, ...about })
  }
  return notified.flatMap(([userId, kind]) => (userId === by ? [] : { userId, kind, commentId: comment.id, text: text ?? '' }))
}

/** With names where people are mentioned, since not everybody may see addresses. */
async function textForAll(tx: Tx, { text, mentions }: NoticedComment): Promise<string | null> {
  if (text === null || mentions.length === 0) return text
  const users = await tx.user.findMany({ where: { id: { in: [...mentions] } }, select: { id: true, name: true } })
  const names = new Map(users.map(({ id, name }) => [id, name ?? 'somebody']))
  return decodeMentions(text, mentions, (id) => names.get(id) ?? 'Deleted account')
}
