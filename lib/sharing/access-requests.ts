import type { AssignableRole } from '#lib/access/roles.ts'
import { answerLetter, requestLetter } from '#lib/activity/letters.ts'
import { mailTo, notify } from '#lib/activity/notifications.ts'
import { behind } from '#lib/activity/outbox.ts'
import { db, transaction } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { hasBlocked } from './blocks.ts'
import { type Actor, holdModel, holdOwnModel, note, setRole } from './rights.ts'

/** Who came to a model's page without a role asks its owner for one. People, section 6. */

/** Days after a refusal in which the same person cannot ask again. */
const SILENT_DAYS = 7

const underWay = new Set<Promise<void>>()

/**
 * Says nothing, and takes as long for a model that there is as for one that there is not: what is to be stored is stored behind the
 * answer.
 */
export function askForAccess(modelId: string, actor: Actor, message: string | null): void {
  const storing = store(modelId, actor, message)
    .catch((error: unknown) => log.error('a request for access could not be kept', { modelId, error }))
    .finally(() => underWay.delete(storing))
  underWay.add(storing)
}

/** All that were made until now. */
export async function requestsStored(): Promise<void> {
  await Promise.all(underWay)
}

async function store(modelId: string, actor: Actor, message: string | null): Promise<void> {
  if (modelId.includes('\0')) return // PostgreSQL's text cannot hold it; no id has one
  const { userId } = actor
  const requestedModel = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return null // and nobody gives a role between what is read and what is written here
    const model = await tx.constructModel.findUniqueOrThrow({ where: { id: modelId }, select: { ownerId: true, name: true } })
    if (model.ownerId === userId || (await hasBlocked(tx, model.ownerId, userId))) return null
    const key = { modelId_userId: { modelId, userId } }
    if (await tx.collaborator.findUnique({ where: key })) return null
    const before = await tx.accessRequest.findUnique({ where: key })
    const { answeredAt, role } = before ?? {}
    if (before && !answeredAt) return null
    if (answeredAt && role === null && answeredAt.getTime() > Date.now() - SILENT_DAYS * DAY_MS) return null
    const fields = { message, createdAt: new Date(), answeredAt: null, role: null }
    await tx.accessRequest.upsert({ where: key, update: fields, create: { modelId, userId, ...fields } })
    await note(tx, modelId, actor, 'role.asked')
    await notify(tx, { userId: model.ownerId, kind: 'access.asked', modelId, by: userId, model: model.name, message })
    return model
  })
  if (!requestedModel) return
  const { name, email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } })
  const about = { by: name ?? email, email, model: { id: modelId, name: requestedModel.name }, message }
  behind(() => mailTo(requestedModel.ownerId, 'requests', (to) => requestLetter({ to, ...about })))
}

/**
 * Gives who asked a role, or refuses (null); a greater one that they got another way stays. False when there is no such request, or
 * somebody else owns the model by now. Throws TooManyPeople.
 */
export async function answerRequest(
  model: { id: string; ownerId: string; name: string },
  actor: Actor,
  { userId, role }: { userId: string; role: AssignableRole | null },
): Promise<boolean> {
  const { id: modelId, name } = model
  const granted = await transaction(async (tx) => {
    if (!(await holdOwnModel(tx, model))) return false
    const answered = await tx.accessRequest.updateMany({
      where: { modelId, userId, answeredAt: null },
      data: { answeredAt: new Date(), role: null },
    })
    if (answered.count === 0) return false
    const newRole = role && (await setRole(tx, modelId, userId, role, { by: actor.userId, raises: true }))
    await note(tx, modelId, actor, newRole ? 'role.given' : 'role.refused', { userId, ...(newRole && { role: newRole }) })
    await notify(tx, { userId, kind: 'access.answered', modelId, role: newRole, ...(newRole && { model: name }) })
    return { role: newRole }
  })
  if (!granted) return false
  behind(() =>
    mailTo(userId, 'requests', (to) => answerLetter({ to, modelId, granted: granted.role && { role: granted.role, name } })),
  )
  return true
}
