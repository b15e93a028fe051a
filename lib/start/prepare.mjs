import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#lib/runtime/program.mjs'
import { buildParts, LOCK } from './build/builds.mjs'
import { oneAtATime } from './build/one-at-a-time.mjs'
import { Refusal, run, step } from './progress.mjs'
import { begin } from './set-up.mjs'

/** What a clone needs before a server, a test or a command can run. Each part looks first and works only where something is missing. */

/** @param {string} path */
const inRoot = (path) => join(root, path)
/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * True when every package of the lock file lies in node_modules in its version. npm writes its own list there as the last
 * act of an install, so an interrupted one is seen.
 */
export function installed(lockFile = inRoot('package-lock.json'), modules = inRoot('node_modules')) {
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

/** Packages, client and program: enough to run TypeScript of ours. From here on modules of the program can be loaded. */
export async function prepare() {
  begin()
  await installPackages()
  await buildParts()
  Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' })
}
