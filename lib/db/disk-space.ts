import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MB } from '#lib/values/bytes.ts'
import { causes } from './database-away.ts'

/** Whether there is room for the next write, where the database lies. */

/** With less a large batch and the log beside it may not fit. */
const LEAST_BYTES = 64 * MB
/** So long a failed write counts, unless one succeeds before: who sends requests elsewhere meanwhile must come back and try. */
const REMEMBERED_MS = 2_000

const FULL = /^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/

/** When a write last found none, when one last worked, and since when the disk was seen to have little. */
let fullSince: number | undefined
let workedAt = Number.NEGATIVE_INFINITY
let littleSince: number | undefined

/** Every write says so: how it ended, undefined when well. */
export function reportWrite(error?: unknown): void {
  if (error === undefined) {
    fullSince = undefined
    workedAt = performance.now()
  } else if (isDiskFull(error)) {
    fullSince = performance.now()
    workedAt = Number.NEGATIVE_INFINITY
  }
}

export const isDiskFull = (error: unknown): boolean =>
  causes(error).some(({ code, originalCode }) => [code, originalCode].some((one) => FULL.test(String(one))))

/**
 * `file`: the embedded database's; the disk of a database server is its own business until it refuses a write. Little room is none until
 * a write has worked with it.
 */
export async function hasFreeSpace(file: string | undefined, now = performance.now(), free = freeBytes): Promise<boolean> {
  if (fullSince !== undefined && now - fullSince < REMEMBERED_MS) return false
  if (file === undefined) return true
  if ((await free(file)) >= LEAST_BYTES) {
    littleSince = undefined
    return true
  }
  littleSince ??= now
  return workedAt > littleSince
}

async function freeBytes(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file))
  return bavail * bsize
}
