import { db } from '#lib/db/client.ts'
import { notesIn } from '#lib/model/notes.ts'

/** How people are called, by their ids; whose account is gone is not among them. */
export async function namesOf(ids: readonly string[]): Promise<Map<string, string | null>> {
  const users = await db().user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** How many notes these models have, by the model; those without are not among them. */
export async function noteCountsOf(modelIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db().constructModel.findMany({
    where: { id: { in: [...modelIds] }, metadata: { not: null } },
    select: { id: true, metadata: true },
  })
  const counts = rows.map(({ id, metadata }) => [id, notesIn(JSON.parse(metadata ?? 'null'))?.length ?? 0] as const)
  return new Map(counts.filter(([, count]) => count > 0))
}

/** Who shared these models with a user, by the model; what nobody shared with them is not among them. */
export async function sharersOf(userId: string, modelIds: readonly string[]): Promise<Map<string, string>> {
  const ids = modelIds.filter((id) => !id.includes('\0')) // PostgreSQL's text cannot hold it; no id has one
  if (ids.length === 0) return new Map()
  const rows = await db().collaborator.findMany({
    where: { userId, modelId: { in: ids } },
    select: { modelId: true, addedBy: true },
  })
  if (rows.length === 0) return new Map()
  const names = await namesOf(rows.map(({ addedBy }) => addedBy))
  return new Map(rows.map(({ modelId, addedBy }) => [modelId, names.get(addedBy) ?? 'another person']))
}
