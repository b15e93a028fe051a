import { isOpen } from '#lib/access/invitation-key.ts'
import { type AssignableRole, may, type Role, toRole } from '#lib/access/roles.ts'
import { Email } from '#lib/accounts/users.ts'
import { roleLetter } from '#lib/activity/letters.ts'
import { callName, mailTo, notify } from '#lib/activity/notifications.ts'
import { sendsMail } from '#lib/activity/outbox.ts'
import { db, transaction } from '#lib/db/client.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { hasBlocked } from './blocks.ts'
import { type Invited, invite, sendInvitation } from './invitations.ts'
import { type Actor, checkPeopleLimit, endRoleInvitations, holdModel, holdOwnModel, note, setRole } from './rights.ts'

/** Who else may open a model. People, section 2. */

/** An e-mail address as it is kept; null for what is none. */
export const readAddress = (text: string): string | null => Email.safeParse(text).data ?? null

type Owned = { id: string; ownerId: string }

/** `gone`: the model is. */
export type Gone = 'gone'
export type RoleGrant =
  | { email: string; name: string | null; userId: string; role: AssignableRole; state: 'active'; mailed?: boolean }
  | ({ email: string; role: AssignableRole; state: 'invited' } & Invited)

/**
 * A role for an address. An account that has proved the address has it from now on; anybody else gets an invitation whose link is the
 * proof, for whoever signs up with somebody else's address must not get what is meant for them. One address is one row. Throws
 * TooManyPeople. Who has blocked the giver is treated like an address that nobody has confirmed, and hears of nothing.
 */
export async function giveRole(
  owned: Owned & { name: string },
  actor: Actor,
  { email, role, message }: { email: string; role: AssignableRole; message: string | null },
): Promise<RoleGrant | 'is_owner' | Gone> {
  const { id: modelId, ownerId, name: model } = owned
  const user = await db().user.findUnique({ where: { email } })
  if (user?.id === ownerId) return 'is_owner'
  const outcome = await transaction(async (tx) => {
    if (!(await holdOwnModel(tx, owned))) return 'gone'
    const before = user && (await tx.collaborator.findUnique({ where: { modelId_userId: { modelId, userId: user.id } } }))
    await endRoleInvitations(tx, modelId, email)
    const isQuiet = user !== null && (await hasBlocked(tx, user.id, actor.userId))
    const isKnown = user && !user.disabledAt && (before || (user.emailVerified && !isQuiet))
    if (!isKnown) {
      await checkPeopleLimit(tx, modelId)
      const made = await invite(tx, { id: modelId, name: model }, actor, { kind: 'role', email, role, message })
      await note(tx, modelId, actor, 'invitation.made', { email, role })
      return { ...made, isQuiet }
    }
    await setRole(tx, modelId, user.id, role, { by: actor.userId })
    await note(tx, modelId, actor, 'role.given', { userId: user.id, email, role })
    const isNew = before?.role !== role && !isQuiet
    if (isNew) await notify(tx, { userId: user.id, kind: 'role.given', modelId, by: actor.userId, model, role, message })
    return { userId: user.id, name: user.name, isNew }
  })
  if (typeof outcome === 'string') return outcome
  if ('token' in outcome) return { email, role, state: 'invited', ...(await sendInvitation(outcome, actor)) }
  const { isNew, userId, name } = outcome
  const active = { email, name, userId, role, state: 'active' as const }
  if (!isNew || !sendsMail() || (await takeTicket('roleLetter', `${userId} ${modelId}`))) return active
  const about = { by: await callName(actor.userId), model: { id: modelId, name: model }, role, message }
  return { ...active, mailed: await mailTo(userId, 'invitations', (to) => roleLetter({ to, ...about })) }
}

/** Takes a role or an open invitation away, by the address that it was given to or is of now. */
export async function takeRole(
  { id: modelId, name: model }: Owned & { name: string },
  actor: Actor,
  email: string,
): Promise<'done' | 'unknown'> {
  const user = await db().user.findUnique({ where: { email }, select: { id: true } })
  return transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return 'unknown'
    const taken = user ? await tx.collaborator.deleteMany({ where: { modelId, userId: user.id } }) : { count: 0 }
    const ended = await endRoleInvitations(tx, modelId, email)
    if (user && taken.count > 0) {
      const isSelf = user.id === actor.userId
      await note(tx, modelId, actor, isSelf ? 'role.left' : 'role.taken', { userId: user.id, email })
      if (!isSelf) await notify(tx, { userId: user.id, kind: 'role.taken', modelId, model })
    }
    if (ended.count > 0) await note(tx, modelId, actor, 'invitation.withdrawn', { email })
    return taken.count + ended.count > 0 ? 'done' : 'unknown'
  })
}

export type Person = {
  userId: string | null
  name: string | null
  /** For those alone who may write. */
  email?: string
  role: Role
  state: 'active' | 'invited'
  since: Date
  expiresAt?: Date
  addedBy: { id: string; name: string | null } | null
}

export type AccessRequest = { userId: string; name: string | null; email: string; message: string | null; at: Date }

/** Who has access, as far as somebody with this role is to know: the owner first. Requests are the owner's to answer. */
export async function listCollaborators(
  { id: modelId, ownerId, createdAt }: Owned & { createdAt: Date },
  callerRole: Role,
): Promise<{ items: Person[]; requests: AccessRequest[] }> {
  const [rows, open, requests] = await Promise.all([
    db().collaborator.findMany({ where: { modelId }, orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }] }),
    may(callerRole, 'write') ? db().invitation.findMany({ where: { modelId, ...isOpen() }, orderBy: { createdAt: 'asc' } }) : [],
    may(callerRole, 'own')
      ? db().accessRequest.findMany({ where: { modelId, answeredAt: null }, orderBy: { createdAt: 'asc' } })
      : [],
  ])
  const ids = [ownerId, ...rows.flatMap((row) => [row.userId, row.addedBy]), ...[...open].map(({ invitedBy }) => invitedBy)]
  const users = await db().user.findMany({
    where: { id: { in: [...new Set([...ids, ...requests.map(({ userId }) => userId)])] } },
    select: { id: true, name: true, email: true },
  })
  const known = new Map(users.map((user) => [user.id, user]))
  const emailOf = (email: string | undefined) => (email !== undefined && may(callerRole, 'write') ? { email } : {})
  const by = (id: string) => ({ id, name: known.get(id)?.name ?? null })
  const active = (userId: string, role: Role, since: Date, addedBy: Person['addedBy']): Person[] => {
    const user = known.get(userId)
    if (!user) return [] // deleted since
    return [{ userId, name: user.name, ...emailOf(user.email), role, state: 'active', since, addedBy }]
  }
  return {
    items: [
      ...active(ownerId, 'owner', createdAt, null),
      ...rows.flatMap(({ userId, role, addedBy, createdAt: since }) =>
        active(userId, toRole(role) ?? 'viewer', since, by(addedBy)),
      ),
      ...[...open].map(({ email, kind, role, createdAt: since, expiresAt, invitedBy }) => ({
        ...{ userId: null, name: null, email, state: 'invited' as const, since, expiresAt, addedBy: by(invitedBy) },
        role: kind === 'transfer' ? ('owner' as const) : (toRole(role) ?? ('viewer' as const)),
      })),
    ],
    requests: requests.flatMap(({ userId, message, createdAt: time }) => {
      const user = known.get(userId)
      return user ? [{ userId, name: user.name, email: user.email, message, at: time }] : []
    }),
  }
}

/** Those of these models on which somebody has a role, and so can leave. */
export async function modelsSharedWith(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db().collaborator.findMany({
    where: { userId, modelId: { in: [...new Set(ids)] }, model: { deletedAt: null } },
    select: { modelId: true },
  })
  return new Set(rows.map(({ modelId }) => modelId))
}

/** Whether this is the address of whoever asks: they leave. */
export async function isOwnAddress({ userId }: Pick<Actor, 'userId'>, email: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { email }, select: { id: true } })
  return user?.id === userId
}
