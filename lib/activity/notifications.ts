import { isOpen, nameOfInvitation } from '#lib/access/invitation-key.ts'
import { db, type Tx } from '#lib/db/client.ts'
import { readCursor, toCursor } from '#lib/http/date-cursor.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { MAIL_SWITCHES, type MailSwitch } from './mail-switches.ts'
import { mailsOffUrl } from './mails-off-token.ts'
import { type Letter, post } from './outbox.ts'

/**
 * What somebody is to be told: written in the transaction of what it tells of, shown under the bell, kept for NOTIFICATION_DAYS. Some of
 * it goes out by mail too, after the commit, unless the person does not want that.
 */

export const NOTIFICATION_KINDS = [
  'access.asked',
  'access.answered',
  'role.given',
  'role.taken',
  'invitation.made',
  'invitation.accepted',
  'invitation.declined',
  'transfer.offered',
  'transfer.accepted',
  'comment.assigned',
  'comment.mentioned',
  'comment.replied',
  'comment.made',
  'comment.resolved',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type CommentNotificationKind = Extract<NotificationKind, `comment.${string}`>

export const NOTIFICATION_DAYS = 90

/** `model`: as it was called then; absent where its name is not this person's to know. */
type NotificationData = {
  /** Who did it, where this person may know. */
  by?: string
  /** The AI client that did it in their name. */
  client?: string
  model?: string
  role?: string | null
  message?: string | null
  /** The number of the thread, and the id of the comment in it. */
  comment?: number
  commentId?: string
  /** By which somebody whose address it is opens the offer. */
  offer?: string
  /** Who else did the same on this model while it was unread, the first first. */
  others?: string[]
}

const MOST_OTHERS = 50

type New = { userId: string; kind: NotificationKind; modelId: string } & NotificationData

const row = ({ userId, kind, modelId, ...data }: New) => ({
  ...{ userId, kind, modelId, at: new Date() },
  data: JSON.stringify(data),
})

/**
 * What happens again on the same model while it is unread is one notification, which says the latest: changing a role eighty times is
 * one line. Of several people who did the same it names the last, and how many more. Of comments: in the same thread.
 */
export const notify = (tx: Tx, { userId, ...notification }: New): Promise<void> => notifyEach(tx, [userId], notification)

/** Of comments on one model so many of a kind are unread at most: the next one takes the place of the oldest. */
const MOST_UNREAD = 20

/** The same to several people, in as few statements as to one: whoever mentions two hundred in a comment holds up nobody. */
export async function notifyEach(tx: Tx, userIds: readonly string[], notification: Omit<New, 'userId'>): Promise<void> {
  const { kind, modelId, by, comment } = notification
  const unread = { userId: { in: [...userIds] }, kind, modelId, readAt: null }
  const inThread = comment === undefined ? {} : { data: { contains: `"comment":${comment},` } }
  const same = await tx.notification.findMany({
    where: { ...unread, ...inThread },
    orderBy: { at: 'asc' },
    select: { userId: true, id: true, data: true },
  })
  const before = new Map(same.map((one) => [one.userId, one]))
  const isNew = userIds.filter((userId) => !before.has(userId))
  const oldest = comment === undefined ? [] : await oldestOfMany(tx, { ...unread, userId: { in: isNew } })
  const replaced = [...before.values(), ...oldest]
  if (replaced.length > 0) {
    const [people, ids] = [replaced.map(({ userId }) => userId), replaced.map(({ id }) => id)]
    await tx.notification.deleteMany({ where: { userId: { in: people }, id: { in: ids }, readAt: null } })
  }
  const othersFor = (userId: string): string[] => {
    const { by: first, others = [] }: NotificationData = JSON.parse(before.get(userId)?.data ?? '{}') // written here
    return [...new Set([...others, ...(first === undefined ? [] : [first])])].filter((one) => one !== by).slice(-MOST_OTHERS)
  }
  await tx.notification.createMany({
    data: userIds.map((userId) => {
      const others = othersFor(userId)
      return row({ ...notification, userId, ...(others.length > 0 && { others }) })
    }),
  })
}

type Unread = { userId: { in: string[] }; kind: NotificationKind; modelId: string; readAt: null }

/** Of each person who has as many as there may be. */
async function oldestOfMany(tx: Tx, unread: Unread): Promise<{ userId: string; id: string }[]> {
  const counts = await tx.notification.groupBy({ by: ['userId'], where: unread, _count: { _all: true } })
  const crowded = counts.flatMap(({ userId, _count }) => (_count._all >= MOST_UNREAD ? userId : []))
  if (crowded.length === 0) return []
  const rows = await tx.notification.findMany({
    where: { ...unread, userId: { in: crowded } },
    orderBy: { at: 'desc' },
    select: { userId: true, id: true },
  })
  return [...new Map(rows.map((one) => [one.userId, one])).values()]
}

/**
 * What waits for an address that was confirmed just now: until then nobody but who had a link was to know of it. The account can accept
 * from its bell.
 */
export async function notifyInvitations(
  tx: Pick<Tx, 'invitation' | 'notification' | 'block'>,
  user: { id: string; email: string },
): Promise<void> {
  const blocked = await tx.block.findMany({ where: { userId: user.id }, select: { blockedId: true } })
  const open = await tx.invitation.findMany({
    where: {
      email: user.email,
      invitedBy: { notIn: blocked.map(({ blockedId }) => blockedId) },
      ...isOpen(),
      model: { deletedAt: null },
    },
    include: { model: { select: { name: true } } },
    orderBy: { createdAt: 'asc' },
  })
  await tx.notification.createMany({
    data: open.map((one) => {
      const { modelId, invitedBy: by, role, message } = one
      const kind = one.kind === 'transfer' ? 'transfer.offered' : 'invitation.made'
      return row({ userId: user.id, kind, modelId, by, model: one.model.name, role, message, offer: nameOfInvitation(one) })
    }),
  })
}

export type Notification = {
  id: string
  at: Date
  kind: NotificationKind
  /** Null where the account is gone, or this person is not to know. */
  by: { id: string; name: string | null } | null
  /** The AI client that did it in their name. */
  client: string | null
  /** How many more did the same on this model before it was read. */
  others: number
  modelId: string | null
  modelName: string | null
  role: string | null
  message: string | null
  /** The number of the thread that it is about. */
  comment: number | null
  commentId: string | null
  offer: string | null
  readAt: Date | null
}

export type NotificationPage = { items: Notification[]; unread: number; nextCursor: string | null }

/** A person's own, the latest first. Throws ModelError for a cursor that is none. */
export async function listNotifications(
  userId: string,
  { unread = false, cursor, limit }: { unread?: boolean | undefined; cursor?: string | undefined; limit: number },
): Promise<NotificationPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [rows, count] = await Promise.all([
    db().notification.findMany({
      where: {
        userId,
        ...(unread && { readAt: null }),
        ...(after && { OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }] }),
      },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    }),
    unreadNotifications(userId),
  ])
  const page = rows.slice(0, limit).map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as NotificationData })) // written above
  const last = page.at(-1)
  const people = await db().user.findMany({
    where: { id: { in: [...new Set(page.flatMap(({ data }) => data.by ?? []))] } },
    select: { id: true, name: true, email: true },
  })
  const names = new Map(people.map(({ id, name, email }) => [id, name ?? email]))
  return {
    items: page.flatMap(
      ({
        id,
        at,
        kind,
        modelId,
        readAt,
        data: { by = '', client, others = [], model, role, message, offer, comment, commentId },
      }) => {
        const known = NOTIFICATION_KINDS.find((one) => one === kind)
        if (!known) return [] // of a version to come
        return [
          {
            ...{ id, at, kind: known, modelId, readAt },
            by: names.has(by) ? { id: by, name: names.get(by) ?? null } : null,
            client: client ?? null,
            others: others.length,
            ...{ modelName: model ?? null, role: role ?? null, message: message ?? null, offer: offer ?? null },
            ...{ comment: comment ?? null, commentId: commentId ?? null },
          },
        ]
      },
    ),
    unread: count,
    nextCursor: rows.length > limit && last ? toCursor(last.at, last.id) : null,
  }
}

export const unreadNotifications = (userId: string): Promise<number> =>
  db().notification.count({ where: { userId, readAt: null } })

/** These of the person's own, or all. */
export async function readNotifications(userId: string, ids?: readonly string[]): Promise<void> {
  const which = ids && { id: { in: [...ids] } }
  await db().notification.updateMany({ where: { userId, readAt: null, ...which }, data: { readAt: new Date() } })
}

export async function pruneNotifications(now = new Date()): Promise<number> {
  const { count } = await db().notification.deleteMany({
    where: { at: { lt: new Date(now.getTime() - NOTIFICATION_DAYS * DAY_MS) } },
  })
  return count
}

/** How somebody is called in a letter. */
export async function callName(userId: string): Promise<string> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { name: true, email: true } })
  return user?.name ?? user?.email ?? 'Somebody'
}

/** By mail to an account, as far as it wants that. Whether the letter has gone. */
export async function mailTo(userId: string, about: MailSwitch, letter: (to: string) => Letter): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true, disabledAt: true, mailsOff: true } })
  if (!user || user.disabledAt || mailsOff(user).has(about)) return false
  // Requests and roles concern one person each; comments are what a mail program may take for a list.
  const isList = about === 'comments'
  return post({ ...letter(user.email), ...(isList && { unsubscribe: mailsOffUrl(userId, about) }) })
}

const mailsOff = ({ mailsOff: text }: { mailsOff: string }) => new Set(text.split(' '))

/** Which mails an account gets. */
export async function mailsOf(userId: string): Promise<Record<MailSwitch, boolean>> {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { mailsOff: true } })
  const off = mailsOff(user)
  return { requests: !off.has('requests'), invitations: !off.has('invitations'), comments: !off.has('comments') }
}

/** Of an account that may be gone by now: then nothing is mailed to it anyway. */
export async function turnMailsOff(userId: string, about: MailSwitch): Promise<void> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { id: true } })
  if (user) await chooseMails(userId, { ...(await mailsOf(userId)), [about]: false })
}

export async function chooseMails(userId: string, wanted: Record<MailSwitch, boolean>): Promise<void> {
  const off = MAIL_SWITCHES.filter((one) => !wanted[one]).join(' ')
  await db().user.update({ where: { id: userId }, data: { mailsOff: off } })
}
