import type { HeaderFields } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import type { Stage } from '#lib/work/stage.ts'
import type { Message, RequestId } from './json-rpc.ts'

/**
 * Progress of a call that asks for it: its answer turns into a short event stream at the first notification, of which the answer is
 * the last event. What is done before stays plain JSON. For both eras; there is no resumption, so events have no ids.
 */

/** `progress` only grows. */
export type Progress = { progress: number; total: number; message?: string }

/** Work that does not wait is told of when it has run for so long. */
const FIRST_AFTER_MS = 500
/** At most four notifications in a second. */
const EVERY_MS = 250
/** A comment keeps proxies from giving the stream up. */
const BEAT_MS = 15_000

/** Of whatever names none itself: every write, and what is unknown. */
const OF_WRITES: readonly Stage[] = ['waiting', 'read', 'judged', 'packed', 'stored']

/** What the work says of itself, from before it is known whether anybody wants to hear of it. */
export class ProgressRelay {
  #last: Parameters<NonNullable<WorkRequest['onProgress']>> | undefined
  readonly since = performance.now()
  /** Set by who listens. */
  listener: WorkRequest['onProgress']

  readonly onProgress: NonNullable<WorkRequest['onProgress']> = (...stage) => {
    this.#last = stage
    this.listener?.(...stage)
  }

  listen(listener: NonNullable<WorkRequest['onProgress']>): void {
    this.listener = listener
    if (this.#last) listener(...this.#last)
  }
}

/** The token of a call whose client wants to hear, and can. */
export function progressToken({ id, method, params }: Message, headers: HeaderFields): RequestId | undefined {
  const token = isDictionary(params?._meta) ? params._meta.progressToken : undefined
  if (id === undefined || method !== 'tools/call' || !takesEvents(headers.get('accept'))) return undefined
  if (typeof token === 'number') return Number.isSafeInteger(token) ? token : undefined
  return typeof token === 'string' ? token : undefined
}

/** Names event streams itself: a wildcard does not mean that the client reads them. */
const takesEvents = (accept: string | null) =>
  (accept ?? '').split(',').some((part) => {
    const [range, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const weight = parameters.find((word) => word.startsWith('q='))
    return range === 'text/event-stream' && (weight === undefined || Number(weight.slice(2)) > 0)
  })

/** Which part of the whole a stage is; waiting grows with the queue that shortens. */
export function progressOf(stages = OF_WRITES): (stage: Stage, ahead?: number) => Progress {
  let most = 0
  return (stage, ahead) => {
    const total = stages.length
    if (stage !== 'waiting') return { progress: stages.indexOf(stage) + 1, total, message: stage }
    most = Math.max(most, ahead ?? 0)
    const message = ahead ? `${ahead} ${ahead === 1 ? 'job' : 'jobs'} first` : stage
    return { progress: 1 - (ahead ?? 0) / (most + 1), total, message }
  }
}

/**
 * The answer of `run`, as it is or at the end of a stream. `over` resolves when the call is over, also where the stream goes on after
 * this has resolved; `left` is called when the client leaves the stream.
 */
export async function withProgress(
  stages: readonly Stage[] | undefined,
  token: RequestId,
  relay: ProgressRelay,
  run: (notify: (progress: Progress) => void) => Promise<Reply>,
  left: () => void,
): Promise<{ reply: Reply; over: Promise<void> }> {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let begin = () => {}
  const begun = new Promise<'begun'>((resolve) => {
    begin = () => resolve('begun')
  })
  const waiting: string[] = []
  const send = (text: string) => {
    if (controller) controller.enqueue(Buffer.from(text))
    else waiting.push(text)
  }
  let reached = Number.NEGATIVE_INFINITY
  const notify = (progress: Progress) => {
    if (progress.progress <= reached) return
    reached = progress.progress
    send(toEvent({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, ...progress } }))
    begin()
  }

  const inSteps = throttled(notify)
  const toProgress = progressOf(stages)
  let latest: Progress | undefined
  let isLate = false
  const first = setTimeout(
    () => {
      isLate = true
      if (latest) inSteps.notify(latest)
    },
    Math.max(0, FIRST_AFTER_MS - (performance.now() - relay.since)),
  )
  relay.listen((stage, ahead) => {
    latest = toProgress(stage, ahead)
    if (isLate || stage === 'waiting') inSteps.notify(latest)
  })

  const done = run(notify).finally(() => {
    clearTimeout(first)
    inSteps.stop()
    relay.listener = undefined
  })
  const over = done.then(
    () => {},
    () => {},
  )
  const either = await Promise.race([done, begun])
  if (either !== 'begun') return { reply: either, over }

  const beat = setInterval(() => send(': beat\n\n'), BEAT_MS).unref()
  over.finally(() => clearInterval(beat))
  const body = new ReadableStream<Uint8Array>({
    async start(own) {
      controller = own
      for (const text of waiting) send(text)
      // `run` answers whatever happens; the status is 200 by now.
      const { body: last } = await done
      controller = undefined
      try {
        own.enqueue(Buffer.from('event: message\ndata: '))
        for (const chunk of Array.isArray(last) ? last : []) own.enqueue(chunk)
        own.enqueue(Buffer.from('\n\n'))
        own.close()
      } catch {
        // Closed: the client has left.
      }
    },
    cancel() {
      controller = undefined
      left()
    },
  })
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  return { reply: { status: 200, headers, body }, over }
}

const toEvent = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`

/** The first at once, then the latest of each quarter of a second. */
function throttled(notify: (progress: Progress) => void) {
  let timer: NodeJS.Timeout | undefined
  let next: Progress | undefined
  const go = () => {
    timer = undefined
    if (!next) return
    notify(next)
    next = undefined
    timer = setTimeout(go, EVERY_MS)
  }
  return {
    notify(progress: Progress) {
      next = progress
      if (!timer) go()
    },
    stop: () => clearTimeout(timer),
  }
}
