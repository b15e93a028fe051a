/**
 * How long a database may take, in milliseconds. The first three are set in each transaction, so that a pooler that gives every
 * transaction another connection takes them too; on PostgreSQL they end what a lost client has left behind.
 */
export const patience = {
  statementMs: 60_000,
  idleInTransactionMs: 30_000,
  lockMs: 15_000,
  /** The same of a group of writes: after that each is sent alone, and waits for nobody's lock but its own. */
  groupLockMs: 100,
  /** For an answer to anything sent: then the connection is thrown away, for nobody may be at its other end. */
  answerMs: 90_000,
  /** SQLite, while another process writes: of a write, and of what only reads. */
  writeMs: 30_000,
  readMs: 2_000,
}
