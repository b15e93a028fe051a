import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MB } from '#lib/values/bytes.ts'
import { causes } from './away.ts'

/** Whether there is room for the next write, where the database lies. */

/** With less a large batch and the log beside it may not fit. */
const LEAST_BYTES = 64 * MB
/** So long a failed write counts, unless one succeeds before: who sends requests elsewhere meanwhile must come back and try. */
const REMEMBERED_MS = 30_000

const FULL = /^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/

/** When a write last found none. */
let noRoomAt: number | undefined

/** Every write says so: how it ended, undefined when well. */
export function tellRoom(error?: unknown): void {
  if (error === undefined) noRoomAt = undefined
  else if (isNoRoom(error)) noRoomAt = Date.now()
}

export const isNoRoom = (error: unknown): boolean =>
  causes(error).some(({ code, originalCode }) => [code, originalCode].some((one) => FULL.test(String(one))))

/** `file`: the embedded database's; the disk of a database server is its own business until it refuses a write. */
export async function hasRoom(file: string | undefined, now = Date.now()): Promise<boolean> {
  if (noRoomAt !== undefined && now - noRoomAt < REMEMBERED_MS) return false
  if (file === undefined) return true
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize >= LEAST_BYTES
}
