import { direct } from './client.ts'
import type { Value } from './direct.ts'

type Asked<Row> = { key: string; tell(row: Row | undefined): void; fail(error: unknown): void }

const MOST_KEYS = 64
const MOST_STATEMENTS = 2

/**
 * Rows by key, for what every request asks. Nothing is kept: who asks while a statement is on its way is answered by the next one,
 * together with all who asked meanwhile, so the answer is never older than the question. `sql` has the column "key" and a list of
 * placeholders.
 */
export function lookUp<Row extends { key: string }>(sql: (keys: string) => string): (key: string) => Promise<Row | undefined> {
  let waiting: Asked<Row>[] = []
  let underWay = 0

  async function ask(): Promise<void> {
    const asked = waiting.slice(0, MOST_KEYS)
    waiting = waiting.slice(MOST_KEYS)
    underWay++
    try {
      const rows = await direct().select<Row>(...statement([...new Set(asked.map(({ key }) => key))]))
      const byKey = new Map(rows.map((row) => [row.key, row]))
      for (const { key, tell } of asked) tell(byKey.get(key))
    } catch (error) {
      for (const { fail } of asked) fail(error)
    } finally {
      underWay--
      if (waiting.length > 0) void ask()
    }
  }

  /** As many placeholders as the next power of two, so that there are few statements to prepare. */
  function statement(keys: string[]): [sql: string, values: Value[]] {
    while ((keys.length & (keys.length - 1)) !== 0) keys.push(keys[0]!)
    return [sql(keys.map((_, i) => `$${i + 1}`).join(',')), keys]
  }

  return (key) =>
    new Promise((tell, fail) => {
      waiting.push({ key, tell, fail })
      if (underWay < MOST_STATEMENTS) void ask()
    })
}
