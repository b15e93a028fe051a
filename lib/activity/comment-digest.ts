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

type DigestLine = { kind: CommentNotificationKind; by: string; number: number; text: string }
type Gathering = {
  userId: string
  model: { id: string; name: string }
  entries: DigestLine[]
  more: number
  timer: NodeJS.Timeout
}

const state: { gatherings: Map<string, Gathering> } = { gatherings: new Map() }

/** After the commit. */
export function gatherForMail(userId: string, model: Gathering['model'], entry: DigestLine): void {
  if (!sendsMail()) return
  const key = `${userId} ${model.id}`
  const known = state.gatherings.get(key)
  if (!known) {
    const timer = setTimeout(() => send(key), GATHER_MS).unref()
    state.gatherings.set(key, { userId, model, entries: [entry], more: 0, timer })
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
  const { userId, model, more } = gathering
  const names = new Map<string, string>()
  for (const { by } of gathering.entries) if (!names.has(by)) names.set(by, await callName(by))
  const entries: CommentEntry[] = gathering.entries.map(({ by, ...entry }) => ({ ...entry, by: names.get(by) ?? 'Somebody' }))
  await mailTo(userId, 'comments', (to) => commentsLetter({ to, model, entries, more }))
}

/** Before the process ends, and before the outbox closes. */
export async function closeDigest(): Promise<void> {
  const sending = [...state.gatherings.keys()].map((key) =>
    sendNow(key).catch((error: unknown) => log.error('a mail about comments could not be written', { error })),
  )
  await Promise.all(sending)
}
