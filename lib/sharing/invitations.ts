import { type InvitationToken, isOpen, nameOfInvitation, readInvitationToken } from '#lib/access/invitation-key.ts'
import { type AssignableRole, type Role, toRole } from '#lib/access/roles.ts'
import { confirmEmail } from '#lib/accounts/users.ts'
import { invitationLetter, offerLetter } from '#lib/activity/letters.ts'
import { callName, notify } from '#lib/activity/notifications.ts'
import { post, sendsMail } from '#lib/activity/outbox.ts'
import { db, type Tx, transaction } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { hasBlocked } from './blocks.ts'
import { isSealedFor, newInvitationToken, sealed } from './invitation-token.ts'
import { type Actor, clearRowsOfOwner, holdModel, note, setRole } from './rights.ts'
import { isLive } from './share-links.ts'

/**
 * A role, or the model itself, offered by a link. The link is the secret, so whoever has it may accept, and the owner sees which account
 * did; it is good once. People, sections 2 and 6.
 */

const DAYS = 14

/** `inviteUrl` is told to whoever invites; `mailed`, where the server sends mail, whether a letter has gone to the address. */
export type Invited = { expiresAt: Date; inviteUrl: string; mailed?: boolean }
type Offer =
  | { kind: 'role'; email: string; role: AssignableRole; message: string | null }
  | { kind: 'transfer'; email: string; role: 'owner'; message: null }
/** As it was made: nothing of it is told before the commit. `isQuiet`: nor after it, to somebody who has blocked who invites. */
export type NewInvitation = Offer & { model: Offered; token: string; hash: string; expiresAt: Date; isQuiet?: boolean }
type Offered = { id: string; name: string }

/** Ends the one before: to this address, or of the model where it is the model that is offered. */
export async function invite(tx: Tx, model: Offered, actor: Pick<Actor, 'userId'>, offer: Offer): Promise<NewInvitation> {
  const { id: modelId } = model
  const { token, hash } = newInvitationToken(modelId)
  const now = new Date()
  const expiresAt = new Date(now.getTime() + DAYS * DAY_MS)
  const before = offer.kind === 'role' ? { email: offer.email } : {}
  await tx.invitation.updateMany({ where: { modelId, kind: offer.kind, ...before, ...isOpen(now) }, data: { endedAt: now } })
  await tx.invitation.create({
    data: { modelId, hash, ...offer, invitedBy: actor.userId, mailed: false, createdAt: now, expiresAt },
  })
  return { ...offer, model, token, hash, expiresAt }
}

const urlOf = (token: string) => `${env.APP_URL}/invite/${token}`

/** After the commit: by mail too, where this server sends any. */
export async function sendInvitation(made: NewInvitation, actor: Pick<Actor, 'userId'>): Promise<Invited> {
  const { model, token, hash, email: to, expiresAt } = made
  const invited = { expiresAt, inviteUrl: urlOf(token) }
  if (!sendsMail()) return invited
  if (made.isQuiet) return { ...invited, mailed: false }
  const about = { to, by: await callName(actor.userId), model, url: urlOf(sealed(token, to)), expiresAt }
  const mailed = await post(made.kind === 'role' ? invitationLetter({ ...about, ...made }) : offerLetter(about))
  if (mailed) await db().invitation.updateMany({ where: { modelId: model.id, hash }, data: { mailed } })
  return { ...invited, mailed }
}

export type OpenInvitation = {
  modelId: string
  modelName: string
  ownerId: string
  kind: 'role' | 'transfer'
  role: Role
  email: string
  message: string | null
  invitedBy: string | null
  expiresAt: Date
}

/** The account of whoever looks, if they have signed in. */
type Visitor = { userId: string } | null

const accountOf = (visitor: Visitor) =>
  visitor && db().user.findUnique({ where: { id: visitor.userId }, select: { email: true, emailVerified: true } })

/**
 * Null for one that is unknown, used, withdrawn or too old, whose model is gone, or that is named by somebody whose address it is not
 * for: which of them is nobody's business.
 */
export async function readInvitation(text: string, visitor: Visitor): Promise<OpenInvitation | null> {
  const token = readInvitationToken(text)
  return token && (await openInvitation(token, visitor))
}

async function openInvitation({ modelId, hash, shown }: InvitationToken, visitor: Visitor): Promise<OpenInvitation | null> {
  const row = await db().invitation.findUnique({
    where: { modelId_hash: { modelId, hash } },
    include: { model: { select: { name: true, ownerId: true, deletedAt: true } } },
  })
  if (!row || row.acceptedAt || row.endedAt || row.expiresAt <= new Date() || row.model.deletedAt) return null
  const { kind, email, message, expiresAt, model } = row
  if (shown) {
    const account = await accountOf(visitor)
    if (!account?.emailVerified || account.email !== email) return null
  }
  // What the model's owner of then offered, its owner of now does not.
  if (row.kind === 'transfer' && row.invitedBy !== model.ownerId) return null
  const inviter = await db().user.findUnique({ where: { id: row.invitedBy }, select: { name: true, email: true } })
  return {
    ...{ modelId, modelName: model.name, ownerId: model.ownerId, email, message, expiresAt },
    kind: kind === 'transfer' ? 'transfer' : 'role',
    role: kind === 'transfer' ? 'owner' : (toRole(row.role) ?? 'viewer'),
    invitedBy: inviter && (inviter.name ?? inviter.email),
  }
}

/** What came of it. `is_owner`: of the model already. `links`: that still open a model which has a new owner. */
export type Accepted = { modelId: string; role: Role; links?: number } | 'is_owner' | 'gone'

/**
 * Whoever has a greater role already keeps it. `mayHold` is asked, in the transaction, before somebody becomes the owner; it throws
 * where they have no room for the model. What came by mail to the address of whoever accepts has proved that address. Throws
 * TooManyPeople: a model that is transferred keeps its former owner as an editor.
 */
export async function acceptInvitation(
  text: string,
  actor: Actor,
  mayHold: (tx: Tx, modelId: string) => Promise<void>,
): Promise<Accepted> {
  const token = readInvitationToken(text)
  const offer = token && (await openInvitation(token, actor))
  if (!token || !offer) return 'gone'
  const { modelId, hash } = token
  const { userId } = actor
  return transaction(async (tx): Promise<Accepted> => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    const { ownerId } = await tx.constructModel.findUniqueOrThrow({ where: { id: modelId }, select: { ownerId: true } })
    if (ownerId === userId) return 'is_owner'
    if (offer.kind === 'transfer') await mayHold(tx, modelId)
    const used = await tx.invitation.updateMany({
      where: { modelId, hash, ...isOpen(), ...(offer.kind === 'transfer' && { invitedBy: ownerId }) },
      data: { acceptedAt: new Date(), acceptedBy: userId },
    })
    if (used.count === 0) return 'gone'
    if (isSealedFor(offer.email, token)) await confirmEmail(tx, { id: userId, email: offer.email })
    if (offer.kind === 'transfer') return becomeOwner(tx, modelId, actor, ownerId)
    const role = await beLetIn(tx, offer, actor)
    await notify(tx, { userId: ownerId, kind: 'invitation.accepted', modelId, by: userId, model: offer.modelName, role })
    return { modelId, role }
  })
}

async function beLetIn(
  tx: Tx,
  { modelId, ownerId, email, role: offered }: OpenInvitation,
  actor: Actor,
): Promise<AssignableRole> {
  const { userId } = actor
  const role = await setRole(tx, modelId, userId, toRole(offered) ?? 'viewer', { by: ownerId, raises: true })
  await note(tx, modelId, actor, 'invitation.accepted', { email, role })
  return role
}

async function becomeOwner(tx: Tx, modelId: string, actor: Actor, from: string): Promise<Accepted> {
  const { userId } = actor
  const { name } = await tx.constructModel.update({ where: { id: modelId }, data: { ownerId: userId }, select: { name: true } })
  await clearRowsOfOwner(tx, userId, modelId)
  await setRole(tx, modelId, from, 'editor', { by: userId })
  await note(tx, modelId, actor, 'transfer.accepted', { from })
  await notify(tx, { userId: from, kind: 'transfer.accepted', modelId, by: userId, model: name })
  const links = await tx.shareLink.count({ where: { modelId, ...isLive() } })
  return { modelId, role: 'owner', links }
}

/** Whoever has the link may say no. False when it was over already. */
export async function declineInvitation(text: string, actor: Actor): Promise<boolean> {
  const token = readInvitationToken(text)
  const offer = token && (await openInvitation(token, actor))
  if (!token || !offer) return false
  const { modelId, hash } = token
  return transaction(async (tx) => {
    const ended = await tx.invitation.updateMany({ where: { modelId, hash, ...isOpen() }, data: { endedAt: new Date() } })
    if (ended.count === 0) return false
    await note(tx, modelId, actor, 'invitation.declined', { email: offer.email })
    const { modelName: model, ownerId: userId } = offer
    if (userId !== actor.userId) await notify(tx, { userId, kind: 'invitation.declined', modelId, by: actor.userId, model })
    return true
  })
}

/** Nobody is given a model unasked: it needs the other's yes. An account with this address hears of it under its bell, too. */
export async function offerModel(model: Offered, actor: Actor, email: string): Promise<Invited | 'gone'> {
  const { id: modelId } = model
  const made = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    const invited = await invite(tx, model, actor, { kind: 'transfer', email, role: 'owner', message: null })
    await note(tx, modelId, actor, 'transfer.offered', { email })
    const account = await tx.user.findUnique({ where: { email }, select: { id: true, emailVerified: true, disabledAt: true } })
    if (account && (await hasBlocked(tx, account.id, actor.userId))) return { ...invited, isQuiet: true }
    if (account?.emailVerified && !account.disabledAt) {
      const offer = nameOfInvitation({ modelId, hash: invited.hash })
      await notify(tx, { userId: account.id, kind: 'transfer.offered', modelId, by: actor.userId, model: model.name, offer })
    }
    return invited
  })
  return made === 'gone' ? made : sendInvitation(made, actor)
}

/** False where none was offered. */
export async function withdrawModel(modelId: string, actor: Actor): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await tx.invitation.updateMany({
      where: { modelId, kind: 'transfer', ...isOpen() },
      data: { endedAt: new Date() },
    })
    if (ended.count > 0) await note(tx, modelId, actor, 'transfer.withdrawn')
    return ended.count > 0
  })
}
