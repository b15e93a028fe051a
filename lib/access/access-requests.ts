import { db, transaction } from '#lib/db/client.ts'
import { isDuplicate } from '#lib/db/races.ts'
import { log } from '#lib/log.ts'
import { answerLetter, requestLetter } from '#lib/mail/letters.ts'
import { behind } from '#lib/mail/outbox.ts'
import { mailTo, notify } from '#lib/notifications.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { type Actor, holdModel, note, setRole } from './rights.ts'
import type { GivenRole } from './roles.ts'

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
  const asked = await transaction(async (tx) => {
    const model = await tx.constructModel.findFirst({
      where: { id: modelId, deletedAt: null },
      select: { ownerId: true, name: true },
    })
    if (!model || model.ownerId === userId) return null
    const key = { modelId_userId: { modelId, userId } }
    if (await tx.collaborator.findUnique({ where: key })) return null
    const before = await tx.accessRequest.findUnique({ where: key })
    const { answeredAt, role } = before ?? {}
    if (before && !answeredAt) return null
    if (answeredAt && role === null && answeredAt.getTime() > Date.now() - SILENT_DAYS * DAY_MS) return null
    const asked = { message, createdAt: new Date(), answeredAt: null, role: null }
    // Of two that ask at once, here or in another process, the second finds what the first wrote: one letter leaves.
    if (!before) await tx.accessRequest.create({ data: { modelId, userId, ...asked } })
    else {
      const { count } = await tx.accessRequest.updateMany({
        where: { modelId, userId, answeredAt: before.answeredAt },
        data: asked,
      })
      if (count === 0) return null
    }
    await note(tx, modelId, actor, 'role.asked')
    await notify(tx, { userId: model.ownerId, kind: 'access.asked', modelId, by: userId, model: model.name, message })
    return model
  }).catch((error: unknown) => {
    if (isDuplicate(error)) return null
    throw error
  })
  if (!asked) return
  const { name, email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } })
  const about = { by: name ?? email, email, model: { id: modelId, name: asked.name }, message }
  behind(() => mailTo(asked.ownerId, 'requests', (to) => requestLetter({ to, ...about })))
}

/** Grants a role, or refuses (null). False when there is no such request. */
export async function answerRequest(
  { id: modelId, name }: { id: string; name: string },
  actor: Actor,
  { userId, role }: { userId: string; role: GivenRole | null },
): Promise<boolean> {
  const isAnswered = await transaction(async (tx) => {
    if (!(await holdModel(tx, modelId))) return false
    const answered = await tx.accessRequest.updateMany({
      where: { modelId, userId, answeredAt: null },
      data: { answeredAt: new Date(), role },
    })
    if (answered.count === 0) return false
    if (role) await setRole(tx, modelId, userId, role, actor)
    await note(tx, modelId, actor, role ? 'role.given' : 'role.refused', { userId, ...(role && { role }) })
    await notify(tx, { userId, kind: 'access.answered', modelId, role, ...(role && { model: name }) })
    return true
  })
  if (isAnswered) {
    behind(() => mailTo(userId, 'requests', (to) => answerLetter({ to, modelId, given: role && { role, name } })))
  }
  return isAnswered
}
