import cluster, { type Worker } from 'node:cluster'
import type { Env } from '#lib/runtime/env.ts'
import { log, outliveReader } from '#lib/runtime/log.ts'
import { built } from '#lib/runtime/program.mjs'
import { Refusal, say } from './progress.mjs'
import { sayReady } from './ready.ts'
import { gatherMetrics } from './worker-metrics.ts'

/**
 * `WORKERS=n`: n processes that serve one port, and this one, which deals connections out to them, starts anew who ends, and ends
 * all together. Between them everything holds as between machines: they share the database and nothing else.
 */

/** Before an ended worker is started anew; longer each time, until one has lived as long as the longest. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Who has not ended so long after it should have cut what is still open is killed. */
const MORE_MS = 3_000

/** Serves until SIGTERM or SIGINT, then lets all workers finish what runs, and ends the process. */
export async function startWorkers(env: Env): Promise<void> {
  outliveReader()
  cluster.setupPrimary({ exec: built('lib/start/worker.ts') })
  if (env.METRICS === 'on') gatherMetrics()
  let stopping: number | undefined

  function begin(number: number, wait: number, listens: () => void, fails: () => void): void {
    const worker = cluster.fork()
    const since = Date.now()
    const about = { worker: number, pid: worker.process.pid }
    worker.once('listening', () => {
      log.info('a worker serves', about)
      listens()
    })
    worker.once('exit', (code, signal) => {
      if (stopping !== undefined) return
      const next = Date.now() - since > LONGEST_WAIT_MS ? FIRST_WAIT_MS : wait
      log.error('a worker ended', { ...about, exitCode: code, signal, anewInMs: next })
      fails()
      setTimeout(() => {
        if (stopping === undefined) begin(number, Math.min(2 * next, LONGEST_WAIT_MS), listens, fails)
      }, next)
    })
  }

  // One that has ended stays listed until its channel has closed as well.
  const living = (): Worker[] =>
    Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []))
  const kill = (signal: NodeJS.Signals) => {
    for (const worker of living()) worker.process.kill(signal)
  }
  const stop = (signal: NodeJS.Signals) => {
    // A terminal's Ctrl-C reaches us twice, from the terminal and from npm: only a later one means "at once".
    if (stopping !== undefined) {
      if (Date.now() - stopping > 1000) {
        kill('SIGKILL')
        process.exit(1)
      }
      return
    }
    stopping = Date.now()
    say(`\n${signal}: finishing what runs, then stopping.`)
    let exitCode = 0
    const end = () => {
      if (living().length > 0) return
      say('Stopped.')
      process.exit(exitCode)
    }
    cluster.on('exit', end)
    kill(signal)
    const afterMs = (env.STOP_DELAY_SECONDS + env.DRAIN_SECONDS) * 1000 + MORE_MS
    setTimeout(() => {
      log.warn('killed the workers that had not ended', { afterMs, workers: living().length })
      exitCode = 1
      kill('SIGKILL')
    }, afterMs)
    end()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)

  try {
    // One that cannot even begin has said why.
    const refused = () => new Refusal('A worker ended before it served.')
    const starts = Array.from(
      { length: env.WORKERS },
      (_, i) => new Promise<void>((listens, fails) => begin(i + 1, FIRST_WAIT_MS, listens, () => fails(refused()))),
    )
    await Promise.all(starts)
  } catch (error) {
    kill('SIGKILL')
    throw error
  }
  sayReady(env)
}
