import type { Role } from '#lib/access/roles.ts'
import { log } from '#lib/log.ts'
import { type Deleted, type Heard, REVISIONS_PER_PAGE, type RevisionEvent } from '#lib/storage/announce.ts'

/**
 * Server-sent events (WHATWG HTML, section 9.2): one `revision` event per revision, its id the revision, so that a client that
 * comes back says by `Last-Event-ID` where it was. The others have no id: `beat` names the present revision and the client's role, so
 * that it can tell what it missed; `views` tells that saved views have changed; `access` tells that it has another role; `deleted`, `access` without a role, and `signed_out` say
 * why the stream ends.
 */

const BEAT_MS = 10_000
/** What a client that lost the connection waits before it comes back. */
const RETRY_MS = 2_000
/** What waits for a client that does not read; the rest stays in the log until it does. */
const MOST_UNREAD = 64 * 1024

export type Ending = Deleted | 'access' | 'signed_out'

const ENDINGS = { access: { role: null }, signed_out: {} }

const toEvent = (event: string, data: object, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Where the model stands, and what the client may do. */
export type Standing = { revision: number; role: Role }

type Source = {
  /** The client's role as the stream begins. */
  role: Role
  /** From now on; returns the way to stop. */
  subscribe(hear: (heard: Heard) => void): () => void
  /**
   * The revisions after one that the client knows of, in order and a page at a time; undefined: it knows of none, and is told where
   * the model stands.
   */
  before(told: number | undefined): Promise<RevisionEvent[]>
  /** How things stand, or why this client may listen no longer; asked at each beat, and when rights have changed. */
  standing(): Promise<Standing | Ending>
}

/** `since`: the client's `Last-Event-ID`. Ends when the client leaves, when it may listen no longer, and when the server drains. */
export function eventStream({ role, subscribe, before, standing }: Source, since?: number): ReadableStream<Uint8Array> {
  let told = since
  let toldRole = role
  /** What came while the past was read. */
  const held = new Map<number, RevisionEvent>()
  let isReading = false
  /** The client knows all that is in the log, and reads what it is told. */
  let isLive = false
  let hasEnded = false
  let leave = () => {}
  let end: (why: Ending) => void = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => controller.enqueue(Buffer.from(text))
        // Listening begins before the past is read, so that nothing falls between the two.
        const unsubscribe = subscribe((heard) => {
          if (hasEnded) return
          if ('purgeAt' in heard) end(heard)
          else if ('viewSeq' in heard) send(toEvent('views', { seq: heard.viewSeq }))
          else if ('accessSeq' in heard)
            void Promise.resolve(asking).then(askAgain) // what is asked already may be older
          else if (isLive && hasRoom(controller)) tell(controller, heard)
          else if (isReading) hold(heard)
          else isLive = false // the log has it when the client reads again
        })
        const beat = setInterval(() => void sendBeat(), BEAT_MS)
        beat.unref()
        async function sendBeat(): Promise<void> {
          const now = asking ? undefined : await askAgain()
          const text = now ? toEvent('beat', { revision: now.revision, role: now.role }) : ': \n\n'
          if (!hasEnded && hasRoom(controller)) send(text)
        }
        let asking: Promise<Standing | undefined> | undefined
        /** Whether this client may still listen: asked at each beat and when rights change. Undefined: it has ended, or cannot be told now. */
        function askAgain(): Promise<Standing | undefined> {
          if (hasEnded) return Promise.resolve(undefined)
          asking ??= standing()
            .then((now) => (isEnding(now) ? void end(now) : tellRole(now)))
            // The database being away for a moment is no reason to send the client away.
            .catch((error) => void log.warn('an event stream could not be checked', { error }))
            .finally(() => {
              asking = undefined
            })
          return asking
        }
        function tellRole(now: Standing): Standing {
          if (now.role !== toldRole && !hasEnded) send(toEvent('access', { role: now.role }))
          toldRole = now.role
          return now
        }
        end = (why) => {
          if (hasEnded) return
          leave()
          send(typeof why === 'string' ? toEvent(why, ENDINGS[why]) : toEvent('deleted', why))
          controller.close()
        }
        leave = () => {
          hasEnded = true
          clearInterval(beat)
          unsubscribe()
        }
        send(`retry: ${RETRY_MS}\n\n`)
      },

      /** The past, as quickly as the client reads it. */
      async pull(controller) {
        isReading = true
        try {
          while (!isLive && !hasEnded && hasRoom(controller)) {
            const missed = await before(told)
            if (hasEnded) return
            for (const event of missed) tell(controller, event)
            if (missed.length < REVISIONS_PER_PAGE) isLive = tellHeld(controller, missed.length === 0)
          }
        } catch (error) {
          // Gone, or closed to this client, before its past was read?
          const now = await standing().catch(() => undefined)
          if (hasEnded) return
          if (now && isEnding(now)) return end(now)
          // It comes back in a moment and says where it was.
          log.warn('an event stream could not be read', { error })
          leave()
          controller.close()
        } finally {
          isReading = false
          held.clear()
        }
      },

      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
  )

  function tell(controller: ReadableStreamDefaultController<Uint8Array>, { revision, changed }: RevisionEvent): void {
    if (told !== undefined && revision <= told) return
    const isFirst = told === undefined
    told = revision
    controller.enqueue(Buffer.from(toEvent('revision', { revision, changed, ...(isFirst && { role: toldRole }) }, revision)))
  }

  /** The latest of them: what is missing before them is in the log. */
  function hold(event: RevisionEvent): void {
    held.set(event.revision, event)
    if (held.size > REVISIONS_PER_PAGE) held.delete(Math.min(...held.keys()))
  }

  /** False when one before them is missing, which the log may have meanwhile. */
  function tellHeld(controller: ReadableStreamDefaultController<Uint8Array>, isAll: boolean): boolean {
    const events = [...held.values()].sort((a, b) => a.revision - b.revision).filter(({ revision }) => revision > (told ?? 0))
    if (!isAll && events[0] && told !== undefined && events[0].revision > told + 1) return false
    held.clear()
    for (const event of events) tell(controller, event)
    return true
  }
}

export const isEnding = (now: object | Ending): now is Ending => typeof now === 'string' || 'purgeAt' in now

const hasRoom = ({ desiredSize }: ReadableStreamDefaultController<Uint8Array>) => (desiredSize ?? 0) > 0
