import { db } from '#lib/db/client.ts'
import { log } from '#lib/runtime/log.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'
import { type CommentEntry, commentsLetter } from './letters.ts'
import { type CommentNotificationKind, callName, mailTo } from './notifications.ts'
import { behind, sendsMail } from './outbox.ts'

/**
 * What was said in comments, gathered for a while per person and model, so that a conversation is one letter. In memory: what waits when
 * the process ends is sent at once.
 */

const GATHER_MS = 10 * MINUTE_MS
const MOST_ENTRIES = 50

type DigestLine = { kind: CommentNotificationKind; by: string; number: number; commentId: string; text: string }
type Gathering = {
  userId: string
  modelId: string
  entries: DigestLine[]
  more: number
  timer: NodeJS.Timeout
}

const state: { gatherings: Map<string, Gathering> } = { gatherings: new Map() }

/** After the commit. */
export function gatherForMail(userId: string, modelId: string, entry: DigestLine): void {
  if (!sendsMail()) return
  const key = `${userId} ${modelId}`
  const known = state.gatherings.get(key)
  if (!known) {
    const timer = setTimeout(() => send(key), GATHER_MS).unref()
    state.gatherings.set(key, { userId, modelId, entries: [entry], more: 0, timer })
  } else if (known.entries.length < MOST_ENTRIES) known.entries.push(entry)
  else known.more++
}

function send(key: string): void {
  behind(() => sendNow(key))
}

async function sendNow(key: string): Promise<void> {
  const gathering = state.gatherings.get(key)
  if (!gathering) return
  clearTimeout(gathering.timer)
  state.gatherings.delete(key)
  const { userId, modelId, entries, more } = gathering
  const model = await modelFor(userId, modelId)
  const lines = model ? await linesStillSaid(modelId, entries) : []
  if (!model || lines.length + more === 0) return
  const names = new Map<string, string>()
  for (const { by } of lines) if (!names.has(by)) names.set(by, await callName(by))
  const said: CommentEntry[] = lines.map(({ by, ...entry }) => ({ ...entry, by: names.get(by) ?? 'Somebody' }))
  await mailTo(userId, 'comments', (to) => commentsLetter({ to, model, entries: said, more }))
}

/** Null to whom has no role any more, or when it is in the bin. */
const modelFor = (userId: string, id: string): Promise<{ id: string; name: string } | null> =>
  db().constructModel.findFirst({
    where: { id, deletedAt: null, OR: [{ ownerId: userId }, { collaborators: { some: { userId } } }] },
    select: { id: true, name: true },
  })

/** What was deleted meanwhile is not mailed. */
async function linesStillSaid(modelId: string, lines: readonly DigestLine[]): Promise<DigestLine[]> {
  const where = { modelId, id: { in: lines.map(({ commentId }) => commentId) }, text: { not: null } }
  const rows = await db().comment.findMany({ where, select: { id: true } })
  const isThere = new Set(rows.map(({ id }) => id))
  return lines.filter(({ commentId }) => isThere.has(commentId))
}

/** Before the process ends, and before the outbox closes. */
export async function closeDigest(): Promise<void> {
  const sending = [...state.gatherings.keys()].map((key) =>
    sendNow(key).catch((error: unknown) => log.error('a mail about comments could not be written', { error })),
  )
  await Promise.all(sending)
}
