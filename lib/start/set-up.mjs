import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressBuild } from './compress.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { Refusal, run, say, step } from './progress.mjs'
import { listViewerScripts } from './viewer-scripts.mjs'

/** What must be true before a server, a test or a command can run. Each part looks first and works only where something is missing. */

export const root = resolve(import.meta.dirname, '../..')
/** @param {string} path */
const at = (path) => join(root, path)
/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Held by the process that changes this folder. */
const LOCK = at('.set-up')

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

/** @param {string[]} files */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    if (!existsSync(file)) continue
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} folder */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Work whose result is known by a fingerprint of its sources, written last: an interrupted run leaves none.
 * @param {string} title
 * @param {string} stamp
 * @param {string} print
 * @param {() => Promise<void>} work
 */
async function once(title, stamp, print, work) {
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === print
  if (isDone()) return
  await oneAtATime(LOCK, async () => {
    if (isDone()) return
    await step(title, async () => {
      rmSync(stamp, { force: true })
      await work()
      writeFileSync(stamp, print)
    })
  })
}

export async function generateClient() {
  const print = fingerprint([
    at('prisma/schema.prisma'),
    at('prisma/generate.mjs'),
    at('prisma/prisma.config.ts'),
    at('node_modules/prisma/package.json'),
  ])
  await once('Making the database client', at('prisma/generated/.made-from'), print, async () => {
    const { code, output } = await run(process.execPath, [at('prisma/generate.mjs')], { cwd: root, quiet: true })
    if (code !== 0) throw new Error(`prisma/generate.mjs failed:\n${output}`)
  })
}

/** What the view is made of. */
export const VIEW_ROOMS = ['view', 'app/_viewer', 'lib/geometry', 'lib/model', 'lib/drawing', 'lib/edit', 'lib/profiles']

/** The view for conversations (`view/`): one file, which the server hands out as an MCP resource and reads as it starts. */
async function buildViewOnce() {
  const print = fingerprint([
    ...VIEW_ROOMS.flatMap((room) => filesUnder(at(room))),
    at('lib/start/shader-texts.mjs'),
    at('package-lock.json'),
  ])
  await once('Building the view', at('dist/view-built-from'), print, async () => {
    const { buildView } = await import('../../view/build.mjs') // esbuild is there only after the install
    await buildView()
  })
}

/** For processes that Next starts: they load what lies in lib. */
export function loadsTypeScript() {
  const { href } = pathToFileURL(at('lib/start/typescript.mjs'))
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${href}`.trim() }
}

/** Next's build, when what they are made from has changed. Tests, start-up and commands are not in it. */
export async function build() {
  const rooms = filesUnder(at('lib')).filter(
    (file) =>
      !/\.(test|db\.test)\.tsx?$/.test(file) && !/^lib\/(start|admin|fixtures)\//.test(relative(root, file).split(sep).join('/')),
  )
  const print = fingerprint([
    ...filesUnder(at('app')),
    ...rooms,
    at('prisma/schema.prisma'),
    at('next.config.ts'),
    at('lib/start/outside-bundle.mjs'),
    at('lib/start/shader-texts.mjs'),
    at('tsconfig.json'),
    at('package.json'),
    at('package-lock.json'),
  ])
  await once('Building the pages', at('.next/built-from'), print, async () => {
    const { code, output } = await run(process.execPath, [at('node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      quiet: true,
      env: { ...process.env, ...loadsTypeScript(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
    if (code !== 0) throw new Error(`next build failed:\n${output}`)
  })
  const sources = fingerprint([
    at('.next/built-from'),
    at('lib/start/compress.mjs'),
    at('lib/start/viewer-scripts.mjs'),
    ...filesUnder(at('public')),
  ])
  await once('Compressing scripts and styles', at('.next/compressed-from'), sources, async () => {
    await compressBuild(root)
    listViewerScripts(root)
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

/** Packages and client: enough to run TypeScript of ours. From here on `.ts` files can be imported. */
export async function prepare() {
  checkNode()
  process.chdir(root) // relative paths in variables are meant from here, wherever the command was typed
  readDotEnv()
  await installPackages()
  await generateClient()
  await buildViewOnce()
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' })
  const { register } = await import('tsx/esm/api')
  register()
}

/** The data folder, the secret in it, and the environment, or the list of all that is wrong with it. */
export async function openEnvironment() {
  process.umask(0o077) // what we write is for our own user only: the secret, the database
  const folder = resolve(root, process.env.DATA_DIR || 'data')
  openDataFolder(folder)
  secret(folder)
  try {
    return (await import('../env.ts')).env
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
  const { DatabaseNewerError, MigrationChangedError, migrate } = await import('../db/migrate.ts')
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
