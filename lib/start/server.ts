import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import next from 'next'
import { purgeClosed } from '#lib/accounts/close-account.ts'
import { writeLastUsed } from '#lib/accounts/last-used.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { closeDigest } from '#lib/activity/comment-digest.ts'
import { pruneNotifications } from '#lib/activity/notifications.ts'
import { closeOutbox } from '#lib/activity/outbox.ts'
import { databaseFile, direct, disconnect } from '#lib/db/client.ts'
import { bePresent } from '#lib/db/presence.ts'
import { REFERENCE_PAGES } from '#lib/rest/reference-pages.ts'
import { framers } from '#lib/rest/share-previews.ts'
import type { Env } from '#lib/runtime/env.ts'
import { hourly } from '#lib/runtime/hourly.ts'
import { consoleToLog, log, outliveReader } from '#lib/runtime/log.ts'
import { commands, root } from '#lib/runtime/program.mjs'
import { pruneTickets } from '#lib/service/file-tickets.ts'
import { startDraining } from '#lib/service/health.ts'
import { writeOpenings } from '#lib/sharing/link-openings.ts'
import { emptyBins } from '#lib/storage/bin.ts'
import { pruneComments } from '#lib/storage/comments/threads.ts'
import { stopCompaction } from '#lib/storage/log/compaction.ts'
import { shareOfThreads, startPool } from '#lib/work/pool.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import { setTasks } from '#lib/work/task.ts'
import { cachedPages } from './front/cached-page.ts'
import { createFront } from './front/front.ts'
import { staticFiles } from './front/static-files.ts'
import { say } from './progress.mjs'
import { sayReady } from './ready.ts'
import { routeAt } from './routes.ts'
import { portRefusal } from './set-up.mjs'
import { tasks } from './tasks.ts'

/** The table, and below it the files of the build and of public/. */
function withFiles(): Parameters<typeof createFront>[0]['routeAt'] {
  const fileAt = staticFiles(root)
  return (pathname) => {
    const route = routeAt(pathname)
    const answer = route ? undefined : fileAt(pathname)
    return answer ? { door: 'file', answer } : route
  }
}

/** For what runs after an error that nobody caught: what state the process is in is not known. */
const FAULT_DRAIN_MS = 5_000
/** Long work that does not fit is refused so long before the connections are cut, that its client hears of it. */
const LAST_WORD_MS = 1_000
/** Each write looks by itself; this is for when there is none. */
const FILE_CHECK_MS = 5_000
const HELP = `Put the file back, or a backup in its place (${commands.admin} restore FILE), before the next start: where there is no file that makes an empty database.`

/** Next then takes the configuration that it wrote as it built the pages, and needs no compiler to read `next.config.ts`. */
function takeBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(join(root, '.next/required-server-files.json'), 'utf8'))
  Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) })
}

/**
 * Serves until SIGTERM or SIGINT, then finishes what runs, closes the database and ends the process. `development`: pages are made by
 * Next's development server; all else is as it is shipped.
 */
export async function startServer(env: Env, { development = false } = {}): Promise<void> {
  outliveReader()
  if (!development) consoleToLog()
  // On the server that it is given, Next listens for `upgrade` and then holds every socket that offers one for ever. Without a
  // listener node:http answers as if nothing had been offered (RFC 9110, section 7.8), so Next gets one that nobody connects to.
  const nowhere = new EventEmitter() as Server
  if (!development) takeBuiltConfig()
  const app = next({ dev: development, dir: root, hostname: env.HOST, port: env.PORT, httpServer: nowhere })
  await app.prepare()
  setTasks(tasks)
  const threads = startPool(shareOfThreads(env.WORKERS, env.WORK_THREADS), { workers: env.WORKERS })
  const work = new Scheduler(threads)
  setScheduler(work)
  const pages = app.getRequestHandler()
  const front = development
    ? createFront({ env, routeAt, pages, framers, development })
    : createFront({ env, routeAt: withFiles(), pages, framers, cachedPage: cachedPages(REFERENCE_PAGES, pages, env) })
  const { server, drain, cut } = front
  // How a page hears that it was changed.
  if (development) server.on('upgrade', (...args) => nowhere.emit('upgrade', ...args))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portRefusal(error, env.PORT, env.HOST)))
    server.listen({ port: env.PORT, host: env.HOST }, resolve)
  })
  const leave = await bePresent()
  const stops = [
    emptyBins(),
    hourly('take away closed accounts', () => purgeClosed()),
    hourly('take away old notifications', () => pruneNotifications()),
    hourly('take away deleted comments', () => pruneComments()),
    hourly('take away old links to files', () => pruneTickets()),
  ]

  let ending = false
  /** Answers for `delayMs`, finishes what runs within `mostMs` then, and ends the process. */
  const end = async (code: 0 | 1, delayMs: number, mostMs: number) => {
    ending = true
    startDraining()
    work.drain()
    setTimeout(() => work.end(), delayMs + mostMs - Math.min(LAST_WORD_MS, mostMs / 2))
    setTimeout(() => {
      log.warn('cut the connections that were still open', { afterMs: delayMs + mostMs, answers: cut() })
      // After a fault nothing may be relied on, not even that this comes to an end.
      if (code !== 0) process.exit(code)
    }, delayMs + mostMs)
    await drain(wait(delayMs))
    await stopCompaction()
    await Promise.all(stops.map((stop) => stop()))
    await threads.close()
    await activityWritten()
    await writeLastUsed()
    await writeOpenings()
    await closeDigest()
    await closeOutbox()
    // Not after a fault: closing a database whose file was replaced would take the log away from the new one.
    if (code === 0) {
      await leave().catch((error: unknown) => log.warn('this process could not say that it stops', { error }))
      await disconnect()
    }
    process.exit(code)
  }

  let stopping: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    // A terminal's Ctrl-C reaches us twice, from the terminal and from npm: only a later one means "at once".
    if (stopping !== undefined) {
      if (Date.now() - stopping > 1000) process.exit(1)
      return
    }
    stopping = Date.now()
    if (cluster.isPrimary) {
      say(`\n${signal}: finishing what runs, then stopping.`)
      process.on('exit', () => say('Stopped.'))
    }
    // Whoever stops it by hand sends nobody elsewhere first.
    await end(0, signal === 'SIGTERM' ? env.STOP_DELAY_SECONDS * 1000 : 0, env.DRAIN_SECONDS * 1000)
  }
  const fail = (error: unknown) => {
    if (ending) log.error('nobody caught this, while ending', { error })
    else {
      log.fatal('nobody caught this: ending', { error })
      void end(1, 0, FAULT_DRAIN_MS).catch(() => process.exit(1))
    }
  }
  setInterval(() => {
    if (ending || direct().isThere?.() !== false) return
    log.fatal('the database file was deleted or replaced under this process: ending', { file: databaseFile(), help: HELP })
    void end(1, 0, FAULT_DRAIN_MS).catch(() => process.exit(1))
  }, FILE_CHECK_MS).unref()
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)
  if (cluster.isPrimary) sayReady(env)
}
