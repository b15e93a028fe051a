import { createTransport, type Transporter } from 'nodemailer'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { MINUTE_MS } from '#lib/values/durations.ts'

/**
 * Letters on their way to the mail server: tried at once, and again later where it did not take them. Kept in memory: what
 * waits when the process ends is tried once more, and then told in the log.
 */

export type Letter = {
  to: string
  subject: string
  /** The whole of it, for mail programs that show no HTML. */
  text: string
  html: string
  /** Where who gets it turns letters like it off, without signing in. */
  unsubscribe?: string
}

/** After each try that failed. */
const AGAIN_AFTER_MS = [1, 5, 25].map((minutes) => minutes * MINUTE_MS)
/** How long an answer waits at most to learn whether its letter was sent. */
const MOMENT_MS = 3000
/** Least delay before work after an answer begins; up to as much again is added at random. */
const BEHIND_MS = 500
/** How long waiting letters are tried when the process ends. */
const LAST_MS = 5000
const MOST_UNSENT = 1000
const CONNECTIONS = 4
const AN_HOUR = { points: 20, duration: 60 * 60 }

/** A letter that waits for its next try. */
type Waiting = { letter: Letter; tries: number; timer: NodeJS.Timeout }

const state: {
  transport: { url: string; sender: Transporter } | undefined
  toOne: RateLimiterMemory
  underWay: Set<Promise<unknown>>
  waiting: Set<Waiting>
  isEnding: boolean
} = {
  transport: undefined,
  toOne: new RateLimiterMemory({ ...AN_HOUR, points: Math.ceil(AN_HOUR.points / env.WORKERS) }),
  underWay: new Set(),
  waiting: new Set(),
  isEnding: false,
}

export const sendsMail = (): boolean => env.SMTP_URL !== undefined

/**
 * Whether the server has taken it, as far as that is known within a moment. False too where no mail is sent, where this address had too
 * many within an hour, and where too many wait.
 */
export async function post(letter: Letter): Promise<boolean> {
  if (!sendsMail()) return false
  const refused = await whyNot(letter.to)
  if (refused) {
    log.warn('a mail was not sent', { ...about(letter), reason: refused })
    return false
  }
  return (await within(MOMENT_MS, send(letter, 0))) ?? false
}

/** Undefined where it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const about = ({ to, subject }: Letter) => ({ to, subject })

async function whyNot(to: string): Promise<string | undefined> {
  if (state.waiting.size + state.underWay.size >= MOST_UNSENT) return 'too many wait to be sent'
  if (env.RATE_LIMIT === 'off') return undefined
  try {
    await state.toOne.consume(to)
    return undefined
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return 'this address had too many within an hour'
    throw refused
  }
}

/** Never throws. */
function send(letter: Letter, tries: number): Promise<boolean> {
  const sending = attempt(letter, tries).finally(() => state.underWay.delete(sending))
  state.underWay.add(sending)
  return sending
}

async function attempt(letter: Letter, tries: number): Promise<boolean> {
  try {
    const { unsubscribe, ...content } = letter
    await transport().sendMail({
      ...content,
      from: env.MAIL_FROM,
      headers: {
        'Auto-Submitted': 'auto-generated', // RFC 3834: no holiday notes in return
        ...(unsubscribe !== undefined && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', // RFC 8058
        }),
      },
    })
    return true
  } catch (error) {
    const after = state.isEnding || isFinal(error) ? undefined : AGAIN_AFTER_MS[tries]
    if (after === undefined) {
      log.error('a mail could not be sent', { ...about(letter), tries: tries + 1, error })
      return false
    }
    log.warn('the mail server did not take a mail, it is tried again', { ...about(letter), inMinutes: after / MINUTE_MS, error })
    const waits: Waiting = { letter, tries: tries + 1, timer: setTimeout(() => again(waits), after).unref() }
    state.waiting.add(waits)
    return false
  }
}

function again(waits: Waiting): Promise<boolean> {
  clearTimeout(waits.timer)
  state.waiting.delete(waits)
  return send(waits.letter, waits.tries)
}

/** The server has read it and does not want it (RFC 5321, section 4.2.1): asking again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'code' in error &&
  error.code !== 'EAUTH'

function transport(): Transporter {
  const url = env.SMTP_URL ?? ''
  if (state.transport?.url === url) return state.transport.sender
  state.transport?.sender.close()
  const { username, hostname } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const sender = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: username !== '' && !isHere, // a password goes over no open line
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  state.transport = { url, sender }
  return sender
}

/**
 * Writes and sends letters behind the answer to whoever caused them: nobody waits for it, nor can tell by the time whether there is one. It
 * begins when the answer has gone, at a moment that nobody knows: begun at once it takes the thread from that answer, or from the next.
 */
export function behind(work: () => Promise<unknown>): void {
  const answered = new Promise<void>((resolve) => setTimeout(resolve, BEHIND_MS * (1 + Math.random())))
  const doing = answered
    .then(work)
    .catch((error: unknown) => log.error('a mail could not be written', { error }))
    .finally(() => state.underWay.delete(doing))
  state.underWay.add(doing)
}

/** Resolves when what is being sent has come to its end, whichever. */
export async function lettersSent(): Promise<void> {
  while (state.underWay.size > 0) await Promise.all(state.underWay)
}

/** Before the process ends, which does not wait for a server that says nothing. */
export async function closeOutbox(): Promise<void> {
  state.isEnding = true
  await within(
    LAST_MS,
    lettersSent().then(() => Promise.all([...state.waiting].map(again))),
  )
  const unsent = state.waiting.size + state.underWay.size
  if (unsent > 0) log.error('mails were not sent before the process ended', { mails: unsent })
  state.transport?.sender.close()
  state.transport = undefined
  state.isEnding = false
}
