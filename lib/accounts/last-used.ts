import { direct } from '#lib/db/client.ts'
import type { Step, Value } from '#lib/db/direct.ts'
import { padded } from '#lib/db/pad-list.ts'
import { log } from '#lib/runtime/log.ts'
import { keysOf } from '#lib/values/object-keys.ts'

/**
 * When keys, sessions, approvals and applications were last used. That is told at every request, so it is remembered here and
 * written now and then, one statement a table: no request waits for it, nor for a database that takes no writes.
 */

const COLUMNS = { ApiKey: 'lastUsedAt', SignIn: 'lastSeenAt', OAuthGrant: 'lastUsedAt', OAuthClient: 'lastUsedAt' } as const
type Table = keyof typeof COLUMNS
const TABLES = keysOf(COLUMNS)

const WRITE_MS = 30_000
/** SQLite takes numbered parameters in a time that grows with their square. */
const ROWS_PER_STATEMENT = 512

type State = { uses: Record<Table, Map<string, Date>>; timer: NodeJS.Timeout | undefined; last: Promise<void> }
const state: State = { uses: nothing(), timer: undefined, last: Promise.resolve() }

function nothing(): Record<Table, Map<string, Date>> {
  return { ApiKey: new Map(), SignIn: new Map(), OAuthGrant: new Map(), OAuthClient: new Map() }
}

export function used(table: Table, id: string, time = new Date()): void {
  const known = state.uses[table].get(id)
  if (!known || known < time) state.uses[table].set(id, time)
  state.timer ??= setTimeout(() => void writeLastUsed(), WRITE_MS).unref()
}

/** Writes what is remembered, also before the process ends. What cannot be written is told in the log, and tried again. */
export function writeLastUsed(): Promise<void> {
  state.last = state.last.then(write)
  return state.last
}

async function write(): Promise<void> {
  clearTimeout(state.timer)
  state.timer = undefined
  const { uses } = state
  const steps = TABLES.flatMap((table) => stepsFor(table, [...uses[table]]))
  if (steps.length === 0) return
  state.uses = nothing()
  try {
    await direct().atomically(steps)
  } catch (error) {
    log.warn('times of last use could not be written', { error })
    for (const table of TABLES) for (const [id, time] of uses[table]) used(table, id, time)
  }
}

/** In the order of their ids, so that two processes that write the same rows wait for each other in one direction only. */
function stepsFor(table: Table, uses: [id: string, at: Date][]): Step[] {
  uses.sort(([one], [other]) => (one < other ? -1 : 1))
  const steps: Step[] = []
  for (let from = 0; from < uses.length; from += ROWS_PER_STATEMENT) {
    const several = padded(uses.slice(from, from + ROWS_PER_STATEMENT))
    const values: Value[] = several.flat()
    const rows = several.map((_, i) => `($${2 * i + 1}, $${2 * i + 2})`)
    const column = `"${COLUMNS[table]}"`
    steps.push({
      // The first row, which is nobody's, gives PostgreSQL the type of the column.
      sql: `WITH "used" ("id", "at") AS (VALUES ('', CAST(NULL AS TIMESTAMP)), ${rows.join(', ')})
        UPDATE "${table}" SET ${column} = "used"."at" FROM "used"
        WHERE "${table}"."id" = "used"."id" AND ("${table}".${column} IS NULL OR "${table}".${column} < "used"."at")`,
      values,
    })
  }
  return steps
}
