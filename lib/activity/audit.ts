import { randomBytes } from 'node:crypto'
import type { Caller } from '#lib/access/caller.ts'
import { db, direct } from '#lib/db/client.ts'
import { isDatabaseAway } from '#lib/db/database-away.ts'
import type { Step } from '#lib/db/direct.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { DAY_MS, HOUR_MS } from '#lib/values/durations.ts'
import { auditDetail } from './audit-detail.ts'

/**
 * The log of an account, as it is written (`activity.ts` reads it). Who called which tool through what, with which scopes, on which model, with what input, and how it ended
 * (the operational log of the specification, section 5, point 8); and what happened to the account itself (`account-event.ts`). Kept
 * for AUDIT_RETENTION_DAYS and shown to its user only.
 */

const PRUNE_EVERY_MS = HOUR_MS

export const RESULTS = ['ok', 'refused', 'insufficient_scope', 'failed', 'throttled'] as const
export type Result = (typeof RESULTS)[number]
/** What a call of a tool can come to. */
export type ToolResult = Exclude<Result, 'throttled'>

type Entry = {
  userId: string
  via: 'mcp' | 'rest' | 'web' | 'admin'
  clientId?: string | undefined
  clientName?: string | undefined
  scopes?: Iterable<string>
  action: string
  /** As the client sent it, so anything. */
  modelId?: unknown
  result: Result
  /** Cut, and without secrets. */
  detail: unknown
  durationMs?: number
}

/** A row of the table. */
type Row = {
  userId: string
  id: string
  at: Date
  via: string
  clientId: string | null
  clientName: string | null
  scopes: string
  action: string
  modelId: string | null
  result: Result
  detail: string
  durationMs: number | null
}
const COLUMNS = [
  'userId',
  'id',
  'at',
  'via',
  'clientId',
  'clientName',
  'scopes',
  'action',
  'modelId',
  'result',
  'detail',
  'durationMs',
] as const satisfies readonly (keyof Row)[]

/** Beyond these a call waits until some are written. */
const MOST_WAITING = 10_000
const WRITE_MS = 250
/** SQLite takes numbered parameters in a time that grows with their square. */
const ROWS_PER_STATEMENT = 64

const state: {
  waiting: Row[]
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
  /** The last attempt found no database that takes writes. */
  isAway: boolean
  prunedAt: number
  made: number
} = { waiting: [], timer: undefined, writing: undefined, isAway: false, prunedAt: 0, made: 0 }

/**
 * Written behind the answer to what it is about, so a database that is away undoes no answer: what finds no more room then is told in
 * the log.
 */
export async function record({ modelId, detail, scopes = [], clientId, clientName, durationMs, ...what }: Entry): Promise<void> {
  while (state.waiting.length >= MOST_WAITING && !state.isAway) await write()
  const time = new Date()
  const entry: Row = {
    ...what,
    id: entryId(time),
    at: time,
    clientId: clientId ?? null,
    clientName: clientName ?? null,
    scopes: [...scopes].join(' '),
    modelId: modelIdOf(modelId),
    detail: auditDetail(detail),
    durationMs: durationMs === undefined ? null : Math.round(durationMs),
  }
  if (state.waiting.length >= MOST_WAITING) return lose(entry, 'the database is away')
  state.waiting.push(entry)
  state.timer ??= setTimeout(() => void write(), WRITE_MS).unref()
}

/** In the order of what happened, within one millisecond too. */
function entryId(time: Date): string {
  state.made = (state.made + 1) % 36 ** 4
  const order = time.getTime().toString(36).padStart(9, '0') + state.made.toString(36).padStart(4, '0')
  return `a${order}${randomBytes(8).toString('hex')}`
}

/** Resolves when all that was recorded is written, or cannot be now. Also before the process ends. */
export async function activityWritten(): Promise<void> {
  do await write()
  while (state.waiting.length > 0 && !state.isAway)
}

/** As `activityWritten`, but for what others record meanwhile, and without waiting for a database that is away. */
export async function recordedSoFar(): Promise<void> {
  if (state.isAway) return
  await state.writing
  await write()
}

/** Never throws. */
function write(): Promise<void> {
  state.writing ??= writeWaiting().finally(() => {
    state.writing = undefined
    if (state.waiting.length > 0) state.timer ??= setTimeout(() => void write(), WRITE_MS).unref()
  })
  return state.writing
}

async function writeWaiting(): Promise<void> {
  clearTimeout(state.timer)
  state.timer = undefined
  const entries = [...state.waiting]
  if (entries.length === 0) return
  try {
    await insert(entries)
  } catch (error) {
    const wasAway = state.isAway
    state.isAway = isDatabaseAway(error)
    if (state.isAway) {
      if (!wasAway) log.warn('the logs of accounts cannot be written now', { waiting: entries.length, error })
      return
    }
    for (const entry of entries) await insert([entry]).catch((reason: unknown) => lose(entry, reason))
  }
  state.isAway = false
  state.waiting.splice(0, entries.length)
  await prune(new Date())
}

async function insert(entries: readonly Row[]): Promise<void> {
  const steps: Step[] = []
  for (let from = 0; from < entries.length; from += ROWS_PER_STATEMENT) {
    const rows = entries.slice(from, from + ROWS_PER_STATEMENT)
    const places = rows.map((_, row) => `(${COLUMNS.map((_, i) => `$${row * COLUMNS.length + i + 1}`).join(',')})`)
    // A commit whose answer was lost is tried again.
    steps.push({
      sql: `INSERT INTO "AuditEntry" (${COLUMNS.map((name) => `"${name}"`).join(',')}) VALUES ${places.join(',')}
        ON CONFLICT DO NOTHING`,
      values: rows.flatMap((row) => COLUMNS.map((name) => row[name])),
    })
  }
  await direct().atomically(steps)
}

function lose({ action, userId, result }: Row, error: unknown): void {
  log.error('an entry of an account’s log could not be kept', { action, userId, result, error })
}

export type ToolCall = { caller: Caller; tool: string; modelId: unknown; input: unknown; result: ToolResult; durationMs: number }

/** One entry per call. */
export const recordCall = ({ caller, tool, input, ...call }: ToolCall): Promise<void> => {
  const { userId, clientId, clientName, scopes } = caller
  return record({ ...call, userId, via: 'mcp', clientId, clientName, scopes, action: tool, detail: input })
}

/** Now and then, on the back of an entry: a service that nobody calls has nothing to prune. */
async function prune(now: Date): Promise<void> {
  if (now.getTime() - state.prunedAt < PRUNE_EVERY_MS) return
  state.prunedAt = now.getTime()
  await pruneActivity(now).catch((error: unknown) => log.error('old entries of accounts’ logs could not be removed', { error }))
}

export async function pruneActivity(now = new Date()): Promise<number> {
  const { count } = await db().auditEntry.deleteMany({
    where: { at: { lt: new Date(now.getTime() - env.AUDIT_RETENTION_DAYS * DAY_MS) } },
  })
  return count
}

/** The id as sent, when it can be one: anything may stand in its place. */
function modelIdOf(id: unknown): string | null {
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null
}
