import { db, type Tx, transaction } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'
import { keyOfInvitation, newInvitationToken } from './invitation-token.ts'
import { type Actor, holdModel, note, setRole } from './rights.ts'
import { GIVEN_ROLES, type GivenRole, type Role, toRole } from './roles.ts'

/**
 * A role, or the model itself, offered by a link. The link is the secret, so whoever has it may accept, and the owner sees which account
 * did; it is good once. People, sections 2 and 6.
 */

const DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Neither used nor ended, and not too old. */
export const isOpen = (now = new Date()) => ({ acceptedAt: null, endedAt: null, expiresAt: { gt: now } })

export type Invited = { expiresAt: Date; inviteUrl: string }
type Offer =
  | { kind: 'role'; email: string; role: GivenRole; message: string | null }
  | { kind: 'transfer'; email: string; role: 'owner'; message: null }

/** Ends the one before: to this address, or of the model where it is the model that is offered. */
export async function invite(tx: Tx, modelId: string, actor: Pick<Actor, 'userId'>, offer: Offer): Promise<Invited> {
  const token = newInvitationToken(modelId)
  const now = new Date()
  const expiresAt = new Date(now.getTime() + DAYS * DAY_MS)
  const before = offer.kind === 'role' ? { email: offer.email } : {}
  await tx.invitation.updateMany({ where: { modelId, kind: offer.kind, ...before, ...isOpen(now) }, data: { endedAt: now } })
  const { hash } = keyOfInvitation(token)! // made here
  await tx.invitation.create({
    data: { modelId, hash, ...offer, invitedBy: actor.userId, mailed: false, createdAt: now, expiresAt },
  })
  return { expiresAt, inviteUrl: `${env.APP_URL}/invite/${token}` }
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

/** Null for one that is unknown, used, withdrawn or too old, or whose model is gone: which of them is nobody's business. */
export async function readInvitation(token: string): Promise<OpenInvitation | null> {
  const key = keyOfInvitation(token)
  if (!key) return null
  const row = await db().invitation.findUnique({
    where: { modelId_hash: key },
    include: { model: { select: { name: true, ownerId: true, deletedAt: true } } },
  })
  if (!row || row.acceptedAt || row.endedAt || row.expiresAt <= new Date() || row.model.deletedAt) return null
  const { kind, email, message, expiresAt, model } = row
  // What the model's owner of then offered, its owner of now does not.
  if (row.kind === 'transfer' && row.invitedBy !== model.ownerId) return null
  const inviter = await db().user.findUnique({ where: { id: row.invitedBy }, select: { name: true, email: true } })
  return {
    ...{ modelId: key.modelId, modelName: model.name, ownerId: model.ownerId, email, message, expiresAt },
    kind: kind === 'transfer' ? 'transfer' : 'role',
    role: kind === 'transfer' ? 'owner' : (toRole(row.role) ?? 'viewer'),
    invitedBy: inviter && (inviter.name ?? inviter.email),
  }
}

/** What came of it. `is_owner`: of the model already. */
export type Accepted = { modelId: string; role: Role } | 'is_owner' | 'gone'

/** Whoever has a greater role already keeps it. */
export async function acceptInvitation(token: string, actor: Actor): Promise<Accepted> {
  const offer = await readInvitation(token)
  const key = keyOfInvitation(token)
  if (!offer || !key) return 'gone'
  const { modelId } = key
  const { userId } = actor
  return transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    const { ownerId } = await tx.constructModel.findUniqueOrThrow({ where: { id: modelId }, select: { ownerId: true } })
    if (ownerId === userId) return 'is_owner'
    const used = await tx.invitation.updateMany({
      where: { ...key, ...isOpen(), ...(offer.kind === 'transfer' && { invitedBy: ownerId }) },
      data: { acceptedAt: new Date(), acceptedBy: userId },
    })
    if (used.count === 0) return 'gone'
    if (offer.kind === 'transfer') {
      await tx.constructModel.updateMany({ where: { id: modelId }, data: { ownerId: userId } })
      await tx.collaborator.deleteMany({ where: { modelId, userId } })
      await setRole(tx, modelId, ownerId, 'editor', actor)
      await note(tx, modelId, actor, 'transfer.accepted', { from: ownerId })
      return { modelId, role: 'owner' }
    }
    const offered = toRole(offer.role) ?? 'viewer'
    const before = await tx.collaborator.findUnique({ where: { modelId_userId: { modelId, userId } } })
    const role = greater(offered, before && toRole(before.role))
    await setRole(tx, modelId, userId, role, { userId: ownerId })
    await note(tx, modelId, actor, 'invitation.accepted', { email: offer.email, role })
    return { modelId, role }
  })
}

const greater = (one: GivenRole, other: GivenRole | null): GivenRole =>
  GIVEN_ROLES.find((role) => role === one || role === other) ?? one

/** Whoever has the link may say no. False when it was over already. */
export async function declineInvitation(token: string, actor: Actor): Promise<boolean> {
  const key = keyOfInvitation(token)
  const offer = await readInvitation(token)
  if (!key || !offer) return false
  return transaction(async (tx) => {
    const ended = await tx.invitation.updateMany({ where: { ...key, ...isOpen() }, data: { endedAt: new Date() } })
    if (ended.count > 0) await note(tx, key.modelId, actor, 'invitation.declined', { email: offer.email })
    return ended.count > 0
  })
}

/** Nobody is given a model unasked: it needs the other's yes. */
export async function offerModel(modelId: string, actor: Actor, email: string): Promise<Invited | 'gone'> {
  return transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'gone'
    const invited = await invite(tx, modelId, actor, { kind: 'transfer', email, role: 'owner', message: null })
    await note(tx, modelId, actor, 'transfer.offered', { email })
    return invited
  })
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
