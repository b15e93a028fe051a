import { Busy, TOO_MANY, UNAVAILABLE } from '#lib/http/busy-error.ts'
import { log } from '#lib/runtime/log.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { KB } from '#lib/values/bytes.ts'
import { CLASSES, type Class, Queue, type Turn } from './queue.ts'
import type { Stage } from './stage.ts'
import { type AnyTask, runHere, type Task } from './task.ts'

/**
 * Long work, for both doors: who asks waits for a turn (`queue.ts`), then a thread does it (`pool.ts`). Without threads, as in most
 * tests, the same functions run here.
 */

export type WorkRequest = {
  /** Whose turn it takes. */
  user: string
  /** The client: when it goes, so does what it waits for. A write that has begun is finished all the same. */
  signal?: AbortSignal | undefined
  /** Hears where the work stands; `ahead` while it waits: how many jobs come first. */
  onProgress?: ((stage: Stage, ahead?: number) => void) | undefined
  /** For the log. */
  about?: { model: string; revision: number } | undefined
}

/** What does a task, by its name: `pool.ts`, or a test's. `signal` ends the thread that works on it. */
export type Pool = {
  readonly threads: number
  run(
    task: string,
    input: unknown,
    moves: ArrayBuffer[],
    signal: AbortSignal,
    onProgress: (stage: Stage) => void,
  ): Promise<unknown>
}

/** What a job is given, once its turn has come. `moves`: memory that changes hands instead of being copied, and is gone here. */
export type JobInput<Input> = { input: Input; moves?: ArrayBuffer[] }

const MOST_WAIT_MS = 60_000
/** A job that has run so long is ended when somebody else has waited so long for its thread: well before that one is refused. */
const SHARE_MS = 30_000
const PATIENCE_MS = 15_000
const LOOK_MS = 1000
/** Retry-After, in seconds. */
const [LEAST_RETRY, MOST_RETRY] = [1, 30]
/** How long a task is expected to take before the first has run, in seconds. */
const UNKNOWN_SECONDS = 1

type Waiter = { request: WorkRequest; reject: (error: Error) => void; leave: () => void }

export class Job<Output = unknown> implements Turn {
  readonly class: Class
  readonly waiters = new Set<Waiter>()
  readonly ending = new AbortController()
  readonly result: Promise<Output>
  /** What the thread gave, which does this task. */
  answer!: (output: unknown) => void
  reject!: (error: Error) => void
  since = performance.now()
  state: 'waiting' | 'running' | 'done' = 'waiting'
  timer: NodeJS.Timeout | undefined

  constructor(
    readonly task: AnyTask,
    public user: string,
    readonly loadInput: () => Promise<JobInput<unknown>>,
    readonly about: WorkRequest['about'],
  ) {
    this.class = task.class
    this.result = new Promise((resolve, reject) => {
      this.answer = (output) => resolve(output as Output)
      this.reject = reject
    })
    this.result.catch(() => {}) // those who ask hear of it
  }

  reportProgress(stage: Stage, ahead?: number): void {
    for (const { request } of this.waiters) request.onProgress?.(stage, ahead)
  }
}

export class Scheduler {
  readonly #queue: Queue<Job>
  readonly #running = new Set<Job>()
  /** Seconds that each task took of late. */
  readonly #seconds = new Map<string, number>()
  #draining = false
  #looking: NodeJS.Timeout | undefined

  constructor(readonly pool: Pool) {
    this.#queue = new Queue(pool.threads, () => performance.now())
  }

  /** A job that waits for its turn. Throws Busy when there is too much of it. Who wants its result asks for it by `ask`. */
  begin<Input, Output>(
    task: Task<Input, Output>,
    user: string,
    loadInput: () => Promise<JobInput<Input>>,
    about?: WorkRequest['about'],
  ): Job<Output> {
    const job = new Job<Output>(task, user, loadInput, about)
    if (this.#draining) throw new Busy(503, UNAVAILABLE, this.retryAfter())
    const refusal = this.#queue.refusal(job)
    if (refusal) {
      measure(job, refusal)
      throw refusal === 'too_many' ? new Busy(429, TOO_MANY, this.retryAfter()) : new Busy(503, UNAVAILABLE, this.retryAfter())
    }
    this.#queue.push(job)
    job.timer = setTimeout(() => this.#giveUp(job, 'waited_too_long'), MOST_WAIT_MS).unref()
    this.#looking ??= setInterval(() => this.#endOverrun(), LOOK_MS).unref()
    this.#go()
    for (const running of this.#running) if (running.waiters.size === 0) this.#endIfUnwanted(running)
    return job
  }

  /** The job's result, for one who asks. Rejects with Busy when that one leaves, or when it could not be done. */
  ask<Output>(job: Job<Output>, request: WorkRequest): Promise<Output> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { request, reject, leave: () => this.#leave(job, waiter) }
      const { signal } = request
      job.waiters.add(waiter)
      if (signal?.aborted) return waiter.leave()
      signal?.addEventListener('abort', waiter.leave, { once: true })
      const removeListener = () => signal?.removeEventListener('abort', waiter.leave)
      job.result.finally(removeListener).then(resolve, reject)
      if (job.state !== 'waiting') return
      this.#queue.move(job, request.user)
      request.onProgress?.('waiting', this.#queue.ahead(job))
    })
  }

  #leave(job: Job, waiter: Waiter): void {
    if (job.state === 'running' && job.class === 'write') return
    job.waiters.delete(waiter)
    waiter.reject(new Busy(503, 'The client left', this.retryAfter()))
    if (job.waiters.size > 0) return
    if (job.state === 'waiting') this.#giveUp(job, 'left')
    else this.#endIfUnwanted(job)
  }

  /** A running job that nobody waits for any more: it is finished, since its result can be kept, unless another job needs the thread. */
  #endIfUnwanted(job: Job): void {
    if (job.class === 'read' && this.#queue.isWantedOf(job)) job.ending.abort(new Ended('left'))
  }

  /** Users take turns, but who runs for two minutes would let all others wait until they are refused. */
  #endOverrun(): void {
    const waiting = this.#queue.jobs()
    if (waiting.length === 0) {
      clearInterval(this.#looking)
      this.#looking = undefined
      return
    }
    const now = performance.now()
    const running = [...this.#running].sort((one, other) => one.since - other.since)
    if (running.some(({ ending }) => ending.signal.aborted)) return // a thread is about to be free
    const patient = waiting.filter((job) => job.class !== 'back' && now - job.since >= PATIENCE_MS)
    const overrun = running.find(
      (job) =>
        now - job.since >= SHARE_MS && patient.some((other) => other.user !== job.user && this.#queue.couldBegin(other, job)),
    )
    overrun?.ending.abort(new Ended('overran'))
  }

  #giveUp(job: Job, outcome: string): void {
    if (!this.#queue.remove(job)) return
    job.ending.abort(new Ended('left'))
    this.#settle(job, outcome)
    job.reject(new Busy(503, UNAVAILABLE, this.retryAfter()))
    this.#reportQueue()
  }

  #go(): void {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) void this.#run(job)
    this.#reportQueue()
  }

  #reportQueue(): void {
    for (const of of CLASSES) metrics().workWaiting.set({ class: of }, this.#queue.waiting(of))
    for (const job of this.#queue.jobs()) {
      const hasListener = [...job.waiters].some(({ request }) => request.onProgress)
      if (hasListener) job.reportProgress('waiting', this.#queue.ahead(job))
    }
  }

  async #run(job: Job): Promise<void> {
    const {
      task: { name, seconds },
      ending,
    } = job
    this.#running.add(job)
    clearTimeout(job.timer)
    job.state = 'running'
    job.since = performance.now()
    job.timer = setTimeout(() => ending.abort(new Ended('too_long')), seconds * 1000).unref()
    let outcome = 'ok'
    try {
      const { input, moves = [] } = await orEnded(job.loadInput(), ending.signal)
      const output = await this.pool.run(name, input, moves, ending.signal, (stage) => job.reportProgress(stage))
      job.answer(output)
    } catch (error) {
      const why: unknown = ending.signal.reason
      const reason = why instanceof Ended ? why.outcome : isOutOfMemory(error) ? 'out_of_memory' : 'failed'
      outcome = reason
      if (reason === 'failed') job.reject(error instanceof Error ? error : new Error(String(error)))
      else {
        const detail = wordsOfEnd(job.task)[reason]
        if (reason !== 'left') log.warn('long work was ended', { task: name, why: detail, ...job.about })
        job.reject(new Busy(503, detail, this.retryAfter()))
      }
    }
    this.#running.delete(job)
    this.#queue.end(job)
    this.#settle(job, outcome)
    this.#go()
  }

  #settle(job: Job, outcome: string): void {
    clearTimeout(job.timer)
    const seconds = measure(job, outcome)
    if (job.state === 'running' && outcome === 'ok') {
      this.#seconds.set(job.task.name, 0.7 * (this.#seconds.get(job.task.name) ?? seconds) + 0.3 * seconds)
    }
    job.state = 'done'
  }

  /** Seconds until it is worth another try: what waits, over the threads. */
  retryAfter(): number {
    const waiting = this.#queue.jobs().reduce((sum, { task }) => sum + (this.#seconds.get(task.name) ?? UNKNOWN_SECONDS), 0)
    return Math.min(MOST_RETRY, Math.max(LEAST_RETRY, Math.ceil(waiting / this.pool.threads)))
  }

  /** Nothing new is taken, what waits is refused, what runs is finished. */
  drain(): void {
    this.#draining = true
    for (const job of this.#queue.jobs()) this.#giveUp(job, 'draining')
  }

  /** What still runs is ended too. */
  end(): void {
    for (const { ending } of this.#running) ending.abort(new Ended('stopping'))
  }
}

/** Why a job was ended before it was done. */
class Ended extends Error {
  constructor(readonly outcome: 'too_long' | 'overran' | 'left' | 'stopping') {
    super(outcome)
  }
}

function orEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Messages for a task that was ended, by reason. */
export function wordsOfEnd({ label, seconds }: Pick<AnyTask, 'label' | 'seconds'>) {
  return {
    too_long: `${label} took longer than ${seconds} s`,
    overran: `${label} took longer than ${SHARE_MS / 1000} s while others waited`,
    out_of_memory: `${label} needed more memory than there is`,
    left: `${label} was given up`,
    stopping: `${label} was ended, since the service stops`,
  }
}

function measure({ task, state, since }: Job, outcome: string): number {
  const seconds = state === 'running' ? (performance.now() - since) / 1000 : 0
  metrics().workSeconds.observe({ task: task.name, outcome }, seconds)
  return seconds
}

let current: Scheduler | undefined

export function setScheduler(scheduler: Scheduler | undefined): void {
  current = scheduler
}

export const scheduler = (): Scheduler | undefined => current

/** Does a task when its turn has come. `given` is asked for then: until it begins, a job holds next to no memory. */
export async function work<Input, Output>(
  task: Task<Input, Output>,
  request: WorkRequest,
  loadInput: () => Promise<JobInput<Input>> | JobInput<Input>,
): Promise<Output> {
  const threads = current
  if (threads)
    return threads.ask(
      threads.begin(task, request.user, async () => loadInput(), request.about),
      request,
    )
  return here(task, (await loadInput()).input, request.onProgress)
}

/** Bytes of JSON below which work on a model is done before a thread would have started. */
export const SMALL_MODEL = 64 * KB

/** On the main thread: for work that is done before a thread would have started. */
export async function here<Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  onProgress?: WorkRequest['onProgress'],
): Promise<Output> {
  return (await runHere(task.name, input, (stage) => onProgress?.(stage))).output as Output
}
