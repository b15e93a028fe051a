/**
 * Whether an error says that the database cannot be asked now, rather than that we asked wrongly: Prisma's codes for
 * connections, pools and transactions, PostgreSQL's classes 08, 53 and 57P, SQLite's busy, the system's for sockets. Prisma wraps
 * the driver's error, so causes are looked at too.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error, depth = 0; typeof one === 'object' && one !== null && depth < 8; depth++) {
    const { code, kind, cause } = one as { code?: unknown; kind?: unknown; cause?: unknown }
    if (CODES.test(String(code)) || KINDS.has(String(kind))) return true
    one = cause
  }
  return false
}

const CODES =
  /^(P10\d\d|P2024|P2028|08\w{3}|53\w{3}|57P\w\w|SQLITE_BUSY\w*|SQLITE_FULL|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionAlreadyClosed',
])
