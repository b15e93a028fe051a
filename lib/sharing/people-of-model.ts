import { type Role, toRole } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'

/** Who has a role on a model. */
export type PersonOfModel = { id: string; name: string | null; email: string; role: Role | null }

/** Owner and collaborators by their ids; accounts that are disabled are not among them. */
export async function peopleOfModel({ id, ownerId }: { id: string; ownerId: string }): Promise<Map<string, PersonOfModel>> {
  const rows = await db().collaborator.findMany({ where: { modelId: id }, select: { userId: true, role: true } })
  const users = await db().user.findMany({
    where: { id: { in: [ownerId, ...rows.map(({ userId }) => userId)] }, disabledAt: null },
    select: { id: true, name: true, email: true },
  })
  const roles = new Map(rows.map(({ userId, role }) => [userId, toRole(role)]))
  return new Map(users.map((user) => [user.id, { ...user, role: user.id === ownerId ? 'owner' : (roles.get(user.id) ?? null) }]))
}

/** By address or id. */
export function findPerson(people: ReadonlyMap<string, PersonOfModel>, name: string): PersonOfModel | undefined {
  const address = name.toLowerCase()
  return people.get(name) ?? [...people.values()].find(({ email }) => email === address)
}
