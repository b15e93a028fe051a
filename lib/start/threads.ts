import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Threads } from '#lib/aside.ts'
import { log } from '#lib/log.ts'

type Job = {
  message: { file: string; name: string; input: unknown }
  moves: ArrayBuffer[]
  resolve: (output: unknown) => void
  reject: (error: Error) => void
}

/** What a thread answers. */
export type Answer = { output: unknown } | { error: Error }

/** One core is left to the requests. Each thread may hold a whole large model. */
const MOST_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Then a thread ends, and with it what it has not yet collected. */
const IDLE_MS = 5 * 60_000

/** Threads that do one job at a time, first come first served. They start when there is work. */
export function startThreads(mostThreads = MOST_THREADS): Threads {
  const waiting: Job[] = []
  const idle: Thread[] = []
  let running = 0

  function next(): void {
    if (waiting.length === 0) return
    let thread = idle.pop()
    if (!thread && running < mostThreads) thread = begin()
    const job = thread && waiting.shift()
    if (job) thread?.do(job)
  }

  function begin(): Thread {
    running++
    const thread = new Thread(
      () => {
        idle.push(thread)
        next()
      },
      () => {
        running--
        const at = idle.indexOf(thread)
        if (at >= 0) idle.splice(at, 1)
        next()
      },
    )
    return thread
  }

  return {
    run: (task, input, moves) =>
      new Promise((resolve, reject) => {
        waiting.push({ message: { ...task, input }, moves, resolve, reject })
        next()
      }),
  }
}

class Thread {
  readonly #worker = new Worker(join(import.meta.dirname, 'thread.mjs'))
  #job: Job | undefined
  #rest: NodeJS.Timeout | undefined

  constructor(whenFree: () => void, whenEnded: () => void) {
    this.#worker.unref()
    this.#worker.on('message', (answer: Answer) => {
      const job = this.#job
      this.#job = undefined
      this.#rest = setTimeout(() => void this.#worker.terminate(), IDLE_MS).unref()
      if ('error' in answer) job?.reject(answer.error)
      else job?.resolve(answer.output)
      whenFree()
    })
    this.#worker.on('error', (error) => {
      log.error('a thread failed', { error })
      this.#job?.reject(error)
      this.#job = undefined
    })
    this.#worker.on('exit', () => {
      this.#job?.reject(new Error('the thread ended in the middle of its work'))
      whenEnded()
    })
  }

  do(job: Job): void {
    clearTimeout(this.#rest)
    this.#job = job
    this.#worker.postMessage(job.message, job.moves)
  }
}
