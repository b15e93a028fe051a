import { log } from '#lib/log.ts'
import type { RevisionEvent } from '#lib/storage/announce.ts'

/**
 * Server-sent events (WHATWG HTML, section 9.2): one `revision` event per revision, its id the revision, so that a client that
 * comes back says by `Last-Event-ID` where it was.
 */

const BEAT_MS = 15_000
/** What a client that lost the connection waits before it comes back. */
const RETRY_MS = 2_000

export const toEvent = ({ revision, changed }: RevisionEvent): string =>
  `id: ${revision}\nevent: revision\ndata: ${JSON.stringify({ revision, changed })}\n\n`

type Source = {
  /** From now on; returns the way to stop. */
  subscribe(hear: (event: RevisionEvent) => void): () => void
  /** What the client missed, or where the model stands. */
  before(): Promise<RevisionEvent[]>
  /** Whether this client may still listen; asked at each heartbeat. */
  mayListen(): Promise<boolean>
}

/** Ends when the client leaves, when it may listen no longer, and when the server drains. */
export function eventStream({ subscribe, before, mayListen }: Source): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        let told = -1
        const waiting: RevisionEvent[] = []
        let live = false
        let stopped = false
        const send = (text: string) => controller.enqueue(Buffer.from(text))
        const tell = (event: RevisionEvent) => {
          if (event.revision <= told) return
          told = event.revision
          send(toEvent(event))
        }
        // Listening begins before the past is read, so that nothing falls between the two.
        const unsubscribe = subscribe((event) => (live ? tell(event) : waiting.push(event)))
        const beat = setInterval(async () => {
          try {
            send(': beat\n\n')
            if ((await mayListen()) || stopped) return
            stop()
            controller.close()
          } catch (error) {
            // The database being away for a moment is no reason to send the client away.
            log.warn('an event stream could not be checked', { error })
          }
        }, BEAT_MS)
        beat.unref()
        stop = () => {
          stopped = true
          clearInterval(beat)
          unsubscribe()
        }
        try {
          send(`retry: ${RETRY_MS}\n\n`)
          for (const event of [...(await before()), ...waiting]) tell(event)
          live = true
        } catch (error) {
          stop()
          throw error
        }
      },
      cancel: () => stop(),
    },
    // A client that reads slowly gets few events, and they are small: nothing is worth waiting for.
    { highWaterMark: 64 },
  )
}
