import { AsyncLocalStorage } from 'node:async_hooks'

/** The connection was lost or could not be made, so it is not known whether the last statement took effect. */
export class DatabaseAway extends Error {
  readonly kind = 'DatabaseNotReachable'
}

/**
 * Whether an error says that the database cannot be asked now, rather than that we asked wrongly: Prisma's codes for
 * connections, pools and transactions, PostgreSQL's classes 08, 53 and 57P, its time-outs, and a database, login or table that is gone, SQLite's busy, full, unreadable or moved file, the system's for
 * sockets. Prisma wraps the driver's error, so causes are looked at too.
 */
export function isDatabaseAway(error: unknown): boolean {
  return causes(error).some(
    ({ code, originalCode, kind, extendedCode }) =>
      [code, originalCode].some((one) => CODES.test(String(one))) ||
      KINDS.has(String(kind)) ||
      (kind === 'sqlite' && SQLITE.has(Number(extendedCode ?? originalCode) & 0xff)),
  )
}

type Cause = { code?: unknown; kind?: unknown; cause?: unknown; originalCode?: unknown; extendedCode?: unknown }

/** The error and what it was made of; Prisma keeps the driver's in `cause` and in `meta.driverAdapterError`. */
export function causes(error: unknown): Cause[] {
  const found: Cause[] = []
  let one = error
  while (typeof one === 'object' && one !== null && found.length < 8) {
    found.push(one)
    const { cause, meta } = one as { cause?: unknown; meta?: { driverAdapterError?: unknown } }
    one = cause ?? meta?.driverAdapterError
  }
  return found
}

const CODES =
  /^(P10\d\d|P2024|P2028|08\w{3}|28000|28P01|3D000|42P01|P2021|53\w{3}|57P\w\w|57014|55P03|25P03|SQLITE_BUSY\w*|SQLITE_FULL|SQLITE_IOERR\w*|SQLITE_CANTOPEN\w*|SQLITE_READONLY\w*|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The same as numbers, as Prisma's adapter tells them: busy, read-only (moved), I/O, full, cannot open. */
const SQLITE = new Set([5, 8, 10, 13, 14])
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionAlreadyClosed',
])

const watched = new AsyncLocalStorage<{ away: boolean }>()

/**
 * For those who hand their work to somebody who makes what he likes of an error, as Next does with a page's and next-auth with a
 * sign-in's: whether the database was away meanwhile can then be asked.
 */
export function watchingForAway<T>(work: (wasAway: () => boolean) => T): T {
  const seen = { away: false }
  return watched.run(seen, () => work(() => seen.away))
}

/** Every connection of ours says so when it has given up. */
export function reportAway<E>(error: E): E {
  const seen = watched.getStore()
  if (seen && isDatabaseAway(error)) seen.away = true
  return error
}
