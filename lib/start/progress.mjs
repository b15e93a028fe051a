import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Words for the person at the terminal go to stderr: stdout stays free for results (`npm run admin`). */
export function say(line = '') {
  process.stderr.write(`${line}\n`)
}

/** Something the person can mend. Told as its message alone, without a stack. */
export class Refusal extends Error {}

/**
 * One line, then a non-zero end; the stack only where the fault is ours.
 * @param {unknown} error
 */
export function giveUp(error) {
  say(`\n${error instanceof Refusal ? error.message : error instanceof Error ? error.stack : error}`)
  process.exit(1)
}

/** @param {number} since */
const seconds = (since) => `${Math.max(1, Math.round((Date.now() - since) / 1000))} s`

/**
 * Says what goes on, and while it lasts that it still does: a counter in a terminal, a line every 15 seconds in a log.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = Date.now()
  const terminal = process.stderr.isTTY
  process.stderr.write(terminal ? `  … ${title}` : `  … ${title}\n`)
  const tick = setInterval(
    () => process.stderr.write(terminal ? `\r  … ${title} (${seconds(since)})` : `  … ${title}: ${seconds(since)} so far\n`),
    terminal ? 1000 : 15_000,
  )
  /** @param {string} mark */
  const end = (mark) => {
    clearInterval(tick)
    process.stderr.write(`${terminal ? '\r' : ''}  ${mark} ${title} (${seconds(since)})\n`)
  }
  try {
    const result = await work()
    end('✓')
    return result
  } catch (error) {
    end('✗')
    throw error
  }
}

/** Children that run now: a signal that reaches us must reach them. */
const running = new Set()
/** @type {NodeJS.Signals | undefined} */
let endedBy
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  const pass = () => {
    if (running.size === 0) {
      // Nobody else listens (the server adds its own listener): die of the signal, as a program without a listener does.
      if (process.listenerCount(signal) === 1) {
        process.off(signal, pass)
        process.kill(process.pid, signal)
      }
      return
    }
    endedBy = signal
    for (const child of running) child.kill(signal)
  }
  process.on(signal, pass)
}

/**
 * Runs a program without stdin and resolves with its exit code and what it said. `quiet` keeps the output for the error; else it
 * goes straight through.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd, env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2] })
    running.add(child)
    let output = ''
    /** @param {Buffer} chunk */
    const append = (chunk) => {
      output = (output + chunk).slice(-20_000)
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.on('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.on('close', (code) => {
      running.delete(child)
      if (endedBy) process.exit(128 + constants.signals[endedBy]) // as a shell would say it
      resolve({ code: code ?? 1, output })
    })
  })
}
