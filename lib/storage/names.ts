import { db } from '#lib/db/client.ts'

/** How people are called, by their ids; whose account is gone is not among them. */
export async function namesOf(ids: readonly string[]): Promise<Map<string, string | null>> {
  const users = await db().user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}
