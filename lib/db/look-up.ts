import { setImmediate } from 'node:timers'
import { direct } from './client.ts'
import type { Value } from './direct.ts'
import { padded } from './pad-list.ts'

type LookupRequest<Row> = { key: string; resolve(row: Row | undefined): void; fail(error: unknown): void }

const MOST_KEYS = 64
const MOST_STATEMENTS = 2
const MOST_KEPT = 1000

/** What is to be answered in this turn, whichever table it is about: one look at the version serves all. */
let turn: (() => void)[] = []

function inThisTurn(answer: () => void): void {
  if (turn.length === 0) {
    setImmediate(() => {
      const answers = turn
      turn = []
      for (const one of answers) one()
      seen = undefined
    })
  }
  turn.push(answer)
}

/** The version as it was looked at in this turn. */
let seen: { version: number | undefined } | undefined

function versionNow(): number | undefined {
  seen ??= { version: direct().version() }
  return seen.version
}

/**
 * Rows by key, for what every request asks. The answer is never older than the question: what is asked in one turn of the process
 * is answered together at its end, who asks while a statement is on its way is answered by the next one, and a row is kept only
 * while the database says by its version that nothing at all was committed since. `sql` has the column "key" and a list of
 * placeholders.
 */
export function lookUp<Row extends { key: string }>(sql: (keys: string) => string): (key: string) => Promise<Row | undefined> {
  let waiting: LookupRequest<Row>[] = []
  let isDue = false
  let underWay = 0
  let [cached, cachedVersion] = [new Map<string, Row>(), -1]

  /** From memory as far as that is good; the rest is asked for. */
  function answer(): void {
    isDue = false
    try {
      if (versionNow() === cachedVersion) {
        waiting = waiting.filter(({ key, resolve }) => {
          const known = cached.get(key)
          if (known) resolve(known)
          return !known
        })
      }
    } catch (error) {
      for (const { fail } of waiting.splice(0)) fail(error)
    }
    while (waiting.length > 0 && underWay < MOST_STATEMENTS) void ask(waiting.splice(0, MOST_KEYS))
  }

  /** The version is asked before the rows: what is committed in between only makes us ask once more. */
  function cacheRows(version: number | undefined, rows: Row[]): void {
    if (version === undefined) return
    if (version !== cachedVersion || cached.size > MOST_KEPT) [cached, cachedVersion] = [new Map(), version]
    for (const row of rows) cached.set(row.key, row)
  }

  async function ask(requests: LookupRequest<Row>[]): Promise<void> {
    underWay++
    try {
      const version = direct().version()
      const rows = await direct().select<Row>(...statement([...new Set(requests.map(({ key }) => key))]))
      cacheRows(version, rows)
      const byKey = new Map(rows.map((row) => [row.key, row]))
      for (const { key, resolve } of requests) resolve(byKey.get(key))
    } catch (error) {
      for (const { fail } of requests) fail(error)
    } finally {
      underWay--
      if (waiting.length > 0) due()
    }
  }

  function statement(keys: string[]): [sql: string, values: Value[]] {
    const paddedKeys = padded(keys)
    return [sql(paddedKeys.map((_, i) => `$${i + 1}`).join(',')), paddedKeys]
  }

  function due(): void {
    if (!isDue) inThisTurn(answer)
    isDue = true
  }

  return (key) =>
    new Promise((resolve, fail) => {
      waiting.push({ key, resolve, fail })
      due()
    })
}
