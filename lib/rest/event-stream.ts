import type { Role } from '#lib/access/roles.ts'
import { log } from '#lib/runtime/log.ts'
import {
  type Ending,
  isEnding,
  type ModelEvent,
  type ModelEvents,
  REVISIONS_PER_PAGE,
  type RevisionEvent,
  type Standing,
} from '#lib/service/revisions/listen.ts'
import { KB } from '#lib/values/bytes.ts'

/**
 * Server-sent events (WHATWG HTML, section 9.2): one `revision` event per revision, its id the revision, so that a client that
 * comes back says by `Last-Event-ID` where it was. The others have no id: `beat` names the present revision and the client's role, so
 * that it can tell what it missed; `views` and `comments` tell that saved views and comments have changed; `access` tells that it has another role; `deleted`, `access` without a role, and `signed_out` say
 * why the stream ends.
 */

const BEAT_MS = 10_000
/** How long a client waits before it reconnects, in milliseconds. */
const RETRY_MS = 2_000
/** Bytes buffered for a client that does not read; the rest stays in the log until it does. */
const MOST_UNREAD = 64 * KB

const ENDINGS = { access: { role: null }, signed_out: {} }

const toEvent = (event: string, data: object, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type Controller = ReadableStreamDefaultController<Uint8Array>

/** `since`: the client's `Last-Event-ID`. Ends when the client leaves, when it may listen no longer, and when the server drains. */
export const eventStream = (source: ModelEvents, since?: number): ReadableStream<Uint8Array> =>
  new ReadableStream(new Events(source, since), new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }))

class Events implements UnderlyingDefaultSource<Uint8Array> {
  readonly #source: ModelEvents
  /** The last revision that the client was told. */
  #lastRevision: number | undefined
  #lastRole: Role
  /** What came while the past was read. */
  readonly #held = new Map<number, RevisionEvent>()
  #isReading = false
  /** The client knows all that is in the log, and reads what it is told. */
  #isLive = false
  #hasEnded = false
  #pendingStanding: Promise<Standing | undefined> | undefined
  #stop = () => {}

  constructor(source: ModelEvents, since: number | undefined) {
    this.#source = source
    this.#lastRevision = since
    this.#lastRole = source.role
  }

  start(controller: Controller): void {
    // Listening begins before the past is read, so that nothing falls between the two.
    const unsubscribe = this.#source.subscribe((event) => this.#onEvent(controller, event))
    const beat = setInterval(() => void this.#beat(controller), BEAT_MS)
    beat.unref()
    this.#stop = () => {
      clearInterval(beat)
      unsubscribe()
    }
    send(controller, `retry: ${RETRY_MS}\n\n`)
  }

  /** The past, as quickly as the client reads it. */
  async pull(controller: Controller): Promise<void> {
    this.#isReading = true
    try {
      while (!this.#isLive && !this.#hasEnded && hasSpace(controller)) {
        const missed = await this.#source.before(this.#lastRevision)
        if (this.#hasEnded) return
        for (const event of missed) this.#sendRevision(controller, event)
        if (missed.length < REVISIONS_PER_PAGE) this.#isLive = this.#sendHeldRevisions(controller, missed.length === 0)
      }
    } catch (error) {
      // Gone, or closed to this client, before its past was read?
      const now = await this.#source.standing().catch(() => undefined)
      if (this.#hasEnded) return
      if (now && isEnding(now)) return this.#end(controller, now)
      // It comes back in a moment and says where it was.
      log.warn('an event stream could not be read', { error })
      this.cancel()
      controller.close()
    } finally {
      this.#isReading = false
      this.#held.clear()
    }
  }

  cancel(): void {
    this.#hasEnded = true
    this.#stop()
  }

  #end(controller: Controller, why: Ending): void {
    if (this.#hasEnded) return
    this.cancel()
    send(controller, typeof why === 'string' ? toEvent(why, ENDINGS[why]) : toEvent('deleted', why))
    controller.close()
  }

  #onEvent(controller: Controller, event: ModelEvent): void {
    if (this.#hasEnded) return
    if ('purgeAt' in event) this.#end(controller, event)
    else if ('viewSeq' in event) send(controller, toEvent('views', { seq: event.viewSeq }))
    else if ('commentSeq' in event) send(controller, toEvent('comments', { seq: event.commentSeq }))
    else if ('accessSeq' in event)
      void Promise.resolve(this.#pendingStanding).then(() => this.#askAgain(controller)) // what is asked already may be older
    else if (this.#isLive && hasSpace(controller)) this.#sendRevision(controller, event)
    else if (this.#isReading) this.#hold(event)
    else this.#isLive = false // the log has it when the client reads again
  }

  async #beat(controller: Controller): Promise<void> {
    const now = this.#pendingStanding ? undefined : await this.#askAgain(controller)
    const text = now ? toEvent('beat', { revision: now.revision, role: now.role, commentSeq: now.commentSeq }) : ': \n\n'
    if (!this.#hasEnded && hasSpace(controller)) send(controller, text)
  }

  /** Whether this client may still listen: asked at each beat and when rights change. Undefined: it has ended, or cannot be told now. */
  #askAgain(controller: Controller): Promise<Standing | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined)
    this.#pendingStanding ??= this.#source
      .standing()
      .then((now) => (isEnding(now) ? void this.#end(controller, now) : this.#sendRole(controller, now)))
      // The database being away for a moment is no reason to send the client away.
      .catch((error) => void log.warn('an event stream could not be checked', { error }))
      .finally(() => {
        this.#pendingStanding = undefined
      })
    return this.#pendingStanding
  }

  #sendRole(controller: Controller, now: Standing): Standing {
    if (now.role !== this.#lastRole && !this.#hasEnded) send(controller, toEvent('access', { role: now.role }))
    this.#lastRole = now.role
    return now
  }

  #sendRevision(controller: Controller, { revision, changed }: RevisionEvent): void {
    if (this.#lastRevision !== undefined && revision <= this.#lastRevision) return
    const isFirst = this.#lastRevision === undefined
    this.#lastRevision = revision
    send(
      controller,
      toEvent(
        'revision',
        { revision, changed, ...(isFirst && { role: this.#lastRole, commentSeq: this.#source.commentSeq }) },
        revision,
      ),
    )
  }

  /** The latest of them: what is missing before them is in the log. */
  #hold(event: RevisionEvent): void {
    this.#held.set(event.revision, event)
    if (this.#held.size > REVISIONS_PER_PAGE) this.#held.delete(Math.min(...this.#held.keys()))
  }

  /** False when one before them is missing, which the log may have meanwhile. */
  #sendHeldRevisions(controller: Controller, isAll: boolean): boolean {
    const lastRevision = this.#lastRevision
    const events = [...this.#held.values()]
      .sort((a, b) => a.revision - b.revision)
      .filter(({ revision }) => revision > (lastRevision ?? 0))
    if (!isAll && events[0] && lastRevision !== undefined && events[0].revision > lastRevision + 1) return false
    this.#held.clear()
    for (const event of events) this.#sendRevision(controller, event)
    return true
  }
}

const send = (controller: Controller, text: string) => controller.enqueue(Buffer.from(text))

const hasSpace = ({ desiredSize }: Controller) => (desiredSize ?? 0) > 0
