import { db } from '#lib/db/client.ts'

/** Who has a role on a model. */
export type PersonOfModel = { id: string; name: string | null; email: string }

/** Owner and collaborators by their ids; accounts that are disabled are not among them. */
export async function peopleOfModel({ id, ownerId }: { id: string; ownerId: string }): Promise<Map<string, PersonOfModel>> {
  const rows = await db().collaborator.findMany({ where: { modelId: id }, select: { userId: true } })
  const users = await db().user.findMany({
    where: { id: { in: [ownerId, ...rows.map(({ userId }) => userId)] }, disabledAt: null },
    select: { id: true, name: true, email: true },
  })
  return new Map(users.map((user) => [user.id, user]))
}
