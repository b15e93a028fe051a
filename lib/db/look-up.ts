import { direct } from './client.ts'
import type { Value } from './direct.ts'
import { padded } from './padded.ts'

type Asked<Row> = { key: string; tell(row: Row | undefined): void; fail(error: unknown): void }

const MOST_KEYS = 64
const MOST_STATEMENTS = 2
const MOST_KEPT = 1000

/**
 * Rows by key, for what every request asks. The answer is never older than the question: who asks while a statement is on its way
 * is answered by the next one, together with all who asked meanwhile, and a row is kept only while the database says by its version
 * that nothing at all was committed since. `sql` has the column "key" and a list of placeholders.
 */
export function lookUp<Row extends { key: string }>(sql: (keys: string) => string): (key: string) => Promise<Row | undefined> {
  let waiting: Asked<Row>[] = []
  let underWay = 0
  let [kept, keptAt] = [new Map<string, Row>(), -1]

  /** The version is asked before the rows: what is committed in between only makes us ask once more. */
  function keepFrom(version: number | undefined, rows: Row[]): void {
    if (version === undefined) return
    if (version !== keptAt || kept.size > MOST_KEPT) [kept, keptAt] = [new Map(), version]
    for (const row of rows) kept.set(row.key, row)
  }

  async function ask(): Promise<void> {
    const asked = waiting.slice(0, MOST_KEYS)
    waiting = waiting.slice(MOST_KEYS)
    underWay++
    try {
      const version = direct().version()
      const rows = await direct().select<Row>(...statement([...new Set(asked.map(({ key }) => key))]))
      keepFrom(version, rows)
      const byKey = new Map(rows.map((row) => [row.key, row]))
      for (const { key, tell } of asked) tell(byKey.get(key))
    } catch (error) {
      for (const { fail } of asked) fail(error)
    } finally {
      underWay--
      if (waiting.length > 0) void ask()
    }
  }

  function statement(keys: string[]): [sql: string, values: Value[]] {
    const asked = padded(keys)
    return [sql(asked.map((_, i) => `$${i + 1}`).join(',')), asked]
  }

  return async (key) => {
    const known = kept.get(key)
    if (known && direct().version() === keptAt) return known
    return new Promise((tell, fail) => {
      waiting.push({ key, tell, fail })
      if (underWay < MOST_STATEMENTS) void ask()
    })
  }
}
