import type { OneStatement, Step } from './direct.ts'

const INSERT = /^(INSERT INTO [^(]+\([^)]*\))\s*VALUES \(([^)]*)\)$/

/**
 * A step that may change no row, and rows that are inserted when it does, as one statement: they hang on what the first returns.
 * `inserts` are of one row each. Not SQLite's: it has no WITH that writes.
 */
export function inOneStatement<Reason extends string>(
  first: Step<Reason>,
  inserts: readonly Step[],
  locks: string,
): OneStatement<Reason> {
  const values = [...first.values]
  const clauses = inserts.map((insert, i) => {
    const [, into, row] = INSERT.exec(insert.sql) ?? []
    if (!into || !row) throw new TypeError(`no INSERT of one row: ${insert.sql}`)
    const before = values.length
    values.push(...insert.values)
    return `, i${i} AS (${into} SELECT ${row.replace(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`)} FROM first)`
  })
  const sql = `WITH first AS (${first.sql} RETURNING 1)${clauses.join('')} SELECT 1 FROM first`
  return { ...first, sql, values, locks }
}
