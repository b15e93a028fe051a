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
import { load, root } from '#lib/runtime/program.mjs'
import { buildParts, LOCK } from './build/builds.mjs'
import { oneAtATime } from './build/one-at-a-time.mjs'
import { Refusal, run, say, step } from './progress.mjs'

/** What must be true before a server, a test or a command can run. Each part looks first and works only where something is missing. */

/** @param {string} path */
const at = (path) => join(root, path)
/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

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
  if (existsSync(at('.env'))) process.loadEnvFile(at('.env'))
}

/** Which variables it sets. */
const namesInDotEnv = () => (existsSync(at('.env')) ? Object.keys(util.parseEnv(readFileSync(at('.env'), 'utf8'))) : [])

/**
 * True when every package of the lock file lies in node_modules in its version. npm writes its own list there as the last
 * act of an install, so an interrupted one is seen.
 */
export function installed(lockFile = at('package-lock.json'), modules = at('node_modules')) {
  const listed = join(modules, '.package-lock.json')
  if (!existsSync(listed)) return false
  let present
  try {
    present = json(listed).packages
  } catch {
    return false
  }
  return Object.entries(json(lockFile).packages).every(([path, wanted]) => {
    if (path === '' || wanted.link || wanted.extraneous) return true
    const found = present[path]
    if (!found) return wanted.optional === true // made for another platform
    return found.version === wanted.version && existsSync(join(modules, '..', path, 'package.json'))
  })
}

export async function installPackages() {
  if (installed()) return
  await oneAtATime(LOCK, install)
}

async function install() {
  if (installed()) return
  await step('Installing packages', async () => {
    const npm = process.env.npm_execpath
    // No install scripts: the one that would run downloads an engine of Prisma that is never used here.
    const args = [
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
    ]
    const { code, output } = npm?.endsWith('.js')
      ? await run(process.execPath, [npm, ...args], { cwd: root, quiet: true })
      : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: root, quiet: true })
    if (code !== 0 || !installed()) {
      const errors = output.split(/^npm error$/m)[0] ?? '' // after it npm repeats its manual
      throw new Refusal(`The packages could not be installed. npm ci says:\n${errors.trim()}`)
    }
  })
}

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
    return new Refusal(`Port ${port} is in use by another program. Stop it, or choose another one: PORT=${port + 1} npm start`)
  }
  if (error.code === 'EACCES') return new Refusal(`Port ${port} needs more rights than this user has. Choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL') return new Refusal(`HOST=${host} is not an address of this machine.`)
  return error
}

/** Packages, client and program: enough to run TypeScript of ours. From here on modules of the program can be loaded. */
export async function prepare() {
  checkNode()
  process.chdir(root) // relative paths in variables are meant from here, wherever the command was typed
  readDotEnv()
  await installPackages()
  await buildParts()
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' })
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
