import type { Reader } from '#lib/access/caller.ts'
import { type Role, toRole } from '#lib/access/roles.ts'
import { direct } from '#lib/db/client.ts'

/**
 * The role of whoever asks; null: none. `ownerId` is undefined where there is no such model: who does not own it waits as long for
 * that as for a model of somebody else's. Asked anew each time, so a role that was taken away is gone with the next request.
 */
export async function roleOf(reader: Reader, modelId: string, ownerId: string | undefined): Promise<Role | null> {
  if (reader.via === 'link') return ownerId !== undefined && reader.modelId === modelId ? 'viewer' : null
  if (ownerId === reader.userId) return 'owner'
  if (modelId.includes('\0')) return null // PostgreSQL's text cannot hold it; no id has one
  const [row] = await direct().select<{ role: string }>(
    `SELECT "role" FROM "Collaborator" WHERE "modelId" = $1 AND "userId" = $2`,
    [modelId, reader.userId],
  )
  return row && ownerId !== undefined ? toRole(row.role) : null
}
