import type { Signals } from './signals.ts'

/**
 * The driver without Prisma, for what every request asks and every write does: there Prisma's own work is ten times the
 * database's (`bench/`). One SQL text for both databases, parameters as `$1`; everything else goes through Prisma's client.
 */
export type Direct = {
  /** The rows of one SELECT, by column name, as committed: never inside a transaction. */
  select<Row>(sql: string, values: readonly Value[]): Promise<Row[]>
  /**
   * The steps in their order, all or nothing. Where one of them changes no row although it says `orElse`, nothing has happened
   * and that is the answer; null when everything is done and durable. `one` does the same in one statement, for a database to
   * which the way there and back costs more than the work.
   */
  atomically<Reason extends string>(steps: readonly Step<Reason>[], one?: OneStatement<Reason>): Promise<Reason | null>
  /**
   * Changes with every commit of whomever, another process too, so that rows read under one version are good while it stays.
   * Undefined where asking for it costs as much as asking for the rows.
   */
  version(): number | undefined
  /** Whether an embedded database is still the file that was opened. */
  isThere?(): boolean
  /** How processes tell each other; undefined where the database has no such thing. */
  readonly signals: Signals | undefined
  close(): Promise<void>
}

export type Value = string | number | boolean | null | Date | Uint8Array
export type Step<Reason extends string = never> = { sql: string; values: readonly Value[]; orElse?: Reason }

/**
 * Like the last step that says `orElse`, it has no row to show where nothing is to happen. It fails where the steps would have
 * found a reason on their way, and those are asked then. `locks` names the row that it changes: groups take those in one order.
 */
export type OneStatement<Reason extends string = never> = Step<Reason> & { locks: string }
