import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { built, root } from '#lib/runtime/program.mjs'
import { buildProgramOnce, VIEW_ROOMS } from './build/builds.mjs'
import { buildView } from './build/chat-view.mjs'
import { say } from './progress.mjs'

/** An editor that saves writes several times. */
const PAUSE_MS = 150
/** Requests that are still answered then are cut. */
const MOST_END_MS = 500

/** What the server does not load while it runs. */
const NO_PART = /\.test\.tsx?$|^(?:fixtures|lint|admin)[\\/]|[\\/]golden[\\/]/

/**
 * The server as it is shipped, with pages by Next's development server: they are made anew as they are saved, and open ones change. When
 * lib changes the server is started anew, since a module that runs cannot be exchanged; the database and who is signed in stay.
 */
export function develop() {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let isStopping = false

  function start() {
    const environment = { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' }
    const one = spawn(process.execPath, [built('lib/start/worker.ts'), 'development'], {
      cwd: root,
      stdio: 'inherit',
      env: /** @type {NodeJS.ProcessEnv} */ (environment),
    })
    child = one
    one.once('exit', (code) => {
      if (isStopping) process.exit(code ?? 1)
      if (child !== one) return
      child = undefined
      if (code !== 0) say('  The server has ended; it is started again when something in lib is saved.')
    })
  }

  let program = Promise.resolve()
  /** The server that runs goes on where the program cannot be built. */
  function buildAnew() {
    program = program.then(buildProgramOnce).then(startAnew, (error) => say(String(error)))
  }

  function startAnew() {
    if (isStopping) return
    const old = child
    child = undefined
    if (!old) return start()
    const cut = setTimeout(() => old.kill('SIGKILL'), MOST_END_MS)
    old.once('exit', () => {
      clearTimeout(cut)
      if (!isStopping) start()
    })
    old.kill('SIGTERM')
  }

  /** @param {string} room @param {() => void} act */
  const whenSaved = (room, act) => {
    /** @type {NodeJS.Timeout | undefined} */
    let soon
    watch(join(root, room), { recursive: true }, (_, file) => {
      if (file === null || NO_PART.test(file)) return
      clearTimeout(soon)
      soon = setTimeout(act, PAUSE_MS)
    })
  }
  whenSaved('lib', buildAnew)
  // The view in a chat is one file, which the server reads anew while it is developed.
  for (const room of VIEW_ROOMS) whenSaved(room, () => void buildView().catch((error) => say(String(error))))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      isStopping = true
      if (child) child.kill(signal)
      else process.exit(0)
    })
  }
  start()
}
