import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import * as util from 'node:util'
import { commands, load, root } from '#lib/runtime/program.mjs'
import { Refusal, say } from './progress.mjs'

/** What must be true before a server or a command can run, in a clone and in a packed folder. */

/** @param {string} path */
const inRoot = (path) => join(root, path)

/** Before anything else, in words that Node 12 can still say. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const good = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!good) {
    throw new Refusal(`Node.js ${version} is too old or unsupported: 20.19, 22.12, 24 or newer is needed (https://nodejs.org).`)
  }
}

/** `.env` beside package.json, where there is one; what the environment already says wins. */
export function readDotEnv() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'))
}

/** Which variables it sets. */
const namesInDotEnv = () => (existsSync(inRoot('.env')) ? Object.keys(util.parseEnv(readFileSync(inRoot('.env'), 'utf8'))) : [])

/**
 * Makes the folder that holds secret and database; says in one line why it cannot.
 * @param {string} folder
 */
export function openDataFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder')
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Refusal(`The data folder ${folder} cannot be written (${reason(error)}). Set DATA_DIR to a folder that can.`)
  }
}

/** @param {unknown} error */
const reason = (error) => (error instanceof Error ? error.message.split(',')[0] : String(error))

/**
 * The secret that signs sessions: AUTH_SECRET, else a file of this installation, made at the first start, for its owner's eyes only.
 * @param {string} folder
 */
export function secret(folder) {
  if (process.env.AUTH_SECRET) return
  const file = join(folder, 'secret')
  if (!existsSync(file)) {
    const draft = join(folder, `.secret-${process.pid}`)
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file) // whole or not at all; of two that start at once, the first one's stays
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  process.env.AUTH_SECRET = readFileSync(file, 'utf8').trim()
}

/**
 * Asked before the build, so that nobody waits two minutes for "address in use".
 * @param {number} port
 * @param {string} host
 */
export function checkPort(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portRefusal(error, port, host)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 * @param {string} host
 */
export function portRefusal(error, port, host) {
  if (error.code === 'EADDRINUSE') {
    return new Refusal(
      `Port ${port} is in use by another program. Stop it, or choose another one: PORT=${port + 1} ${commands.start}`,
    )
  }
  if (error.code === 'EACCES') return new Refusal(`Port ${port} needs more rights than this user has. Choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL') return new Refusal(`HOST=${host} is not an address of this machine.`)
  return error
}

/** From here on relative paths in variables are meant from the folder of the program, wherever the command was typed. */
export function begin() {
  checkNode()
  process.chdir(root)
  readDotEnv()
}

/** The data folder, the secret in it, and the environment, or the list of all that is wrong with it. */
export async function openEnvironment() {
  process.umask(0o077) // what we write is for our own user only: the secret, the database
  const folder = resolve(root, process.env.DATA_DIR || 'data')
  openDataFolder(folder)
  secret(folder)
  try {
    /** @type {typeof import('#lib/runtime/unknown-variables.ts')} */
    const { namesInFile } = await load('lib/runtime/unknown-variables.ts')
    for (const name of namesInDotEnv()) namesInFile.add(name)
    /** @type {typeof import('#lib/runtime/env.ts')} */
    const { env } = await load('lib/runtime/env.ts')
    return env
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'EnvError') throw error
    throw new Refusal(`These variables are not right (.env.example says what each means):\n${error.message.replace(/^/gm, '  ')}`)
  }
}

/**
 * Brings the database up to this code.
 * @param {string} url
 */
export async function openDatabase(url) {
  /** @type {typeof import('../db/migrate.ts')} */
  const { DatabaseNewerError, MigrationChangedError, migrate } = await load('lib/db/migrate.ts')
  try {
    const { applied } = await migrate(url)
    if (applied.length > 0) say(`  ✓ Database brought up to date (${applied.join(', ')})`)
  } catch (error) {
    if (error instanceof DatabaseNewerError || error instanceof MigrationChangedError) {
      throw new Refusal(`This database cannot be served: ${error.message}. Start the version that wrote it, or restore a backup.`)
    }
    const where = url.startsWith('file:') ? url : new URL(url).host
    throw new Refusal(`The database ${where} cannot be opened: ${reason(error)}`)
  }
}

/**
 * Serves on an opened database, in this process or in several.
 * @param {import('#lib/runtime/env.ts').Env} env
 */
export async function serve(env) {
  if (env.WORKERS > 1) {
    /** @type {typeof import('./workers.ts')} */
    const { startWorkers } = await load('lib/start/workers.ts')
    await startWorkers(env)
  } else {
    /** @type {typeof import('./server.ts')} */
    const { startServer } = await load('lib/start/server.ts')
    await startServer(env)
  }
}

/**
 * Runs a module as a command, on the database as this code needs it.
 * @param {string} file such as lib/admin/admin.ts
 * @param {string[]} args
 */
export async function runCommand(file, args) {
  const env = await openEnvironment()
  await openDatabase(env.DATABASE_URL_DIRECT)
  /** @type {typeof import('#lib/work/task.ts')} */
  const { setTasks } = await load('lib/work/task.ts')
  /** @type {typeof import('./tasks.ts')} */
  const { tasks } = await load('lib/start/tasks.ts')
  setTasks(tasks)
  process.argv = [process.execPath, file, ...args]
  await load(file)
}
