import { randomBytes } from 'node:crypto'
import type { Caller } from '#lib/access/caller.ts'
import { isDatabaseAway } from '#lib/db/away.ts'
import { db, direct } from '#lib/db/client.ts'
import type { Step } from '#lib/db/direct.ts'
import { env } from '#lib/env.ts'
import { log, withoutSecrets } from '#lib/log.ts'

/**
 * The operational log (specification, section 5, point 8): who called which tool through what, with which scopes, on which
 * model, with what input, and how it ended. Kept for AUDIT_RETENTION_DAYS and shown to its user only.
 */

/** Most of an input that is kept, in bytes of UTF-8. */
const INPUT_BYTES = 4 * 1024
const PRUNE_EVERY_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export type ToolResult = 'ok' | 'refused' | 'failed' | 'insufficient_scope'

/** `modelId`: as the client sent it, so anything. */
export type ToolCall = { caller: Caller; tool: string; modelId: unknown; input: unknown; result: ToolResult; durationMs: number }

type Entry = {
  id: string
  at: Date
  userId: string
  clientId: string | null
  clientName: string | null
  scopes: string
  tool: string
  modelId: string | null
  input: string
  result: ToolResult
  durationMs: number
}
const COLUMNS = [
  'id',
  'at',
  'userId',
  'clientId',
  'clientName',
  'scopes',
  'tool',
  'modelId',
  'input',
  'result',
  'durationMs',
] as const

/** Beyond these a call waits until some are written. */
const MOST_WAITING = 10_000
const WRITE_MS = 250
/** SQLite takes numbered parameters in a time that grows with their square. */
const ROWS_PER_STATEMENT = 64

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.audit')
type Shared = {
  waiting: Entry[]
  timer: NodeJS.Timeout | undefined
  writing: Promise<void> | undefined
  /** The last attempt found no database that takes writes. */
  isAway: boolean
  prunedAt: number
  made: number
}
const shared = globalThis as { [KEY]?: Shared }
shared[KEY] ??= { waiting: [], timer: undefined, writing: undefined, isAway: false, prunedAt: 0, made: 0 }
const state = shared[KEY]

/**
 * One line per call. It is written behind the answer, so a database that is away undoes no answer: what finds no more room then is
 * told in the log.
 */
export async function record({ caller, tool, modelId, input, result, durationMs }: ToolCall): Promise<void> {
  while (state.waiting.length >= MOST_WAITING && !state.isAway) await write()
  const at = new Date()
  const entry: Entry = {
    id: entryId(at),
    at,
    userId: caller.userId,
    clientId: caller.clientId ?? null,
    clientName: caller.clientName ?? null,
    scopes: [...caller.scopes].join(' '),
    tool,
    modelId: modelIdOf(modelId),
    input: kept(input),
    result,
    durationMs: Math.round(durationMs),
  }
  if (state.waiting.length >= MOST_WAITING) return lose(entry, 'the database is away')
  state.waiting.push(entry)
  state.timer ??= setTimeout(() => void write(), WRITE_MS).unref()
}

/** In the order of the calls, those of one millisecond too. */
function entryId(at: Date): string {
  state.made = (state.made + 1) % 36 ** 4
  const order = at.getTime().toString(36).padStart(9, '0') + state.made.toString(36).padStart(4, '0')
  return `a${order}${randomBytes(8).toString('hex')}`
}

/** Resolves when all calls that were recorded are written, or cannot be now. Also before the process ends. */
export async function activityWritten(): Promise<void> {
  do await write()
  while (state.waiting.length > 0 && !state.isAway)
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
      if (!wasAway) log.warn('tool calls cannot be recorded now', { waiting: entries.length, error })
      return
    }
    for (const entry of entries) await insert([entry]).catch((reason: unknown) => lose(entry, reason))
  }
  state.isAway = false
  state.waiting.splice(0, entries.length)
  await prune(new Date())
}

async function insert(entries: readonly Entry[]): Promise<void> {
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

function lose({ tool, userId, result }: Entry, error: unknown): void {
  log.error('a tool call could not be recorded', { tool, userId, result, error })
}

export type Activity = {
  id: string
  at: Date
  clientName: string | null
  clientId: string | null
  scopes: string[]
  tool: string
  modelId: string | null
  result: string
  durationMs: number
}

export type ActivityFilter = { tool?: string; modelId?: string; result?: string; before?: string }

const PAGE = 25

/** A user's own calls, the latest first; `older` continues the list. */
export async function listActivity(
  userId: string,
  { tool, modelId, result, before }: ActivityFilter,
): Promise<{ entries: Activity[]; older: string | null }> {
  const from = before ? await db().auditEntry.findFirst({ where: { id: before, userId }, select: { id: true, at: true } }) : null
  const rows = await db().auditEntry.findMany({
    where: {
      userId,
      ...(tool ? { tool } : {}),
      ...(modelId ? { modelId } : {}),
      ...(result ? { result } : {}),
      ...(from ? { OR: [{ at: { lt: from.at } }, { at: from.at, id: { lt: from.id } }] } : {}),
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
    omit: { input: true, userId: true },
  })
  const entries = rows.slice(0, PAGE).map((row) => ({ ...row, scopes: row.scopes.split(' ').filter(Boolean) }))
  return { entries, older: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** The tools that a user's log names. */
export async function toolsUsed(userId: string): Promise<string[]> {
  const rows = await db().auditEntry.findMany({
    where: { userId },
    distinct: ['tool'],
    select: { tool: true },
    orderBy: { tool: 'asc' },
  })
  return rows.map(({ tool }) => tool)
}

/** What one call was given, cut; null when it is not this user's. */
export async function inputOf(userId: string, id: string): Promise<string | null> {
  const row = await db().auditEntry.findFirst({ where: { id, userId }, select: { input: true } })
  return row?.input ?? null
}

/** Now and then, on the back of the calls: a service that nobody calls has nothing to prune. */
async function prune(now: Date): Promise<void> {
  if (now.getTime() - state.prunedAt < PRUNE_EVERY_MS) return
  state.prunedAt = now.getTime()
  await pruneActivity(now).catch((error: unknown) => log.error('old tool calls could not be removed', { error }))
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

/** JSON of the input up to 4 kB, without secrets; the rest is never written out. */
function kept(input: unknown): string {
  const text = withoutSecrets(jsonUpTo(input, INPUT_BYTES + 1))
  const bytes = Buffer.from(text)
  if (bytes.length <= INPUT_BYTES) return text
  let end = INPUT_BYTES - 3 // room for the ellipsis
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end-- // not in the middle of a character
  return `${bytes.subarray(0, end).toString()}…`
}

const SECRET_NAME = /password|secret|token|verifier|authorization|api[-_]?key/i

/** The beginning of `JSON.stringify(value)`, at least `most` characters of it where there are so many. */
function jsonUpTo(value: unknown, most: number): string {
  let text = ''
  const write = (item: unknown): void => {
    if (text.length > most) return
    if (Array.isArray(item)) {
      text += '['
      for (const [i, one] of item.entries()) {
        if (text.length > most) return
        if (i > 0) text += ','
        write(one)
      }
      text += ']'
    } else if (typeof item === 'object' && item !== null) {
      text += '{'
      let first = true
      for (const [key, one] of Object.entries(item)) {
        if (text.length > most) return
        text += `${first ? '' : ','}${JSON.stringify(key)}:`
        first = false
        write(SECRET_NAME.test(key) && typeof one === 'string' ? '[redacted]' : one)
      }
      text += '}'
    } else {
      text += JSON.stringify(typeof item === 'string' ? item.slice(0, most) : item) ?? 'null'
    }
  }
  write(value)
  return text
}
