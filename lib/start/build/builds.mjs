import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { PROGRAM, root } from '#lib/runtime/program.mjs'
import { run, step } from '../progress.mjs'
import { compressBuild } from './compress.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { listViewerScripts } from './viewer-scripts.mjs'

/** What is made from the sources, and kept while they are as they were. */

/** Held by the process that changes this folder. */
export const LOCK = join(root, '.set-up')

/** @param {string} path */
const inRoot = (path) => join(root, path)

/** @param {string[]} files */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    if (!existsSync(file)) continue
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Without what benchmarks keep, which is copies of all this. @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== '.cache')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : []
    })
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

/** Prisma's two clients, `#db`. */
async function generateClient() {
  const print = fingerprint([
    inRoot('prisma/schema.prisma'),
    inRoot('prisma/generate.mjs'),
    inRoot('prisma/prisma.config.ts'),
    inRoot('node_modules/prisma/package.json'),
  ])
  await once('Making the database client', inRoot('prisma/generated/.made-from'), print, async () => {
    const { code, output } = await run(process.execPath, [inRoot('prisma/generate.mjs')], { cwd: root, quiet: true })
    if (code !== 0) throw new Error(`prisma/generate.mjs failed:\n${output}`)
  })
}

/** What the view is made of. */
export const VIEW_ROOMS = [
  'viewer',
  'lib/geometry',
  'lib/model',
  'lib/schema',
  'lib/drawing',
  'lib/edit',
  'lib/profiles',
  'lib/values',
]

/** The view for conversations (`viewer/chat/`): one file, which the server hands out as an MCP resource and reads as it starts. */
async function buildViewOnce() {
  const print = fingerprint([
    ...VIEW_ROOMS.flatMap((room) => filesUnder(inRoot(room))),
    inRoot('lib/start/build/shader-texts.mjs'),
    inRoot('lib/start/build/three-parts.mjs'),
    inRoot('package-lock.json'),
  ])
  await once('Building the view', inRoot('dist/view-built-from'), print, async () => {
    const { buildView } = await import('./chat-view.mjs') // esbuild is there only after the install
    await buildView()
  })
}

/**
 * Whose modules the program has, where they are there: an image has no e2e. Prisma's clients lie in the second, and benchmarks take the
 * last two.
 */
const PROGRAM_ROOMS = ['lib', 'prisma', 'bench', 'e2e/conformance', 'app/bench', 'viewer']

export async function buildProgramOnce() {
  const sources = PROGRAM_ROOMS.map(inRoot)
    .filter(existsSync)
    .flatMap(filesUnder)
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
  const print = fingerprint([
    ...sources,
    inRoot('lib/runtime/program.mjs'),
    inRoot('lib/start/build/build-program.mjs'),
    inRoot('package.json'),
    inRoot('package-lock.json'),
    inRoot('tsconfig.json'),
  ])
  await once('Building the program', join(PROGRAM, 'built-from'), print, async () => {
    const { buildProgram } = await import('./build-program.mjs') // esbuild is there only after the install
    await buildProgram(sources)
  })
}

/** What tests and commands need as much as a server. */
export async function buildParts() {
  await generateClient()
  await buildViewOnce()
  await buildProgramOnce()
}

/** Next's build, when what they are made from has changed. Tests, start-up and commands are not in it. */
export async function build() {
  const rooms = filesUnder(inRoot('lib')).filter(
    (file) =>
      !/\.(test|db\.test)\.tsx?$/.test(file) && !/^lib\/(start|admin|fixtures)\//.test(relative(root, file).split(sep).join('/')),
  )
  const print = fingerprint([
    ...['app', 'viewer', 'ui'].flatMap((folder) => filesUnder(inRoot(folder))),
    ...rooms,
    inRoot('prisma/schema.prisma'),
    inRoot('next.config.ts'),
    inRoot('lib/runtime/program.mjs'),
    inRoot('lib/start/build/outside-bundle.mjs'),
    inRoot('lib/start/build/shader-texts.mjs'),
    inRoot('lib/start/build/three-parts.mjs'),
    inRoot('tsconfig.json'),
    inRoot('package.json'),
    inRoot('package-lock.json'),
  ])
  await once('Building the pages', inRoot('.next/built-from'), print, async () => {
    const { code, output } = await run(process.execPath, [inRoot('node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      quiet: true,
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
    if (code !== 0) throw new Error(`next build failed:\n${output}`)
  })
  const sources = fingerprint([
    inRoot('.next/built-from'),
    inRoot('lib/start/build/compress.mjs'),
    inRoot('lib/start/build/viewer-scripts.mjs'),
    ...filesUnder(inRoot('public')),
  ])
  await once('Compressing scripts and styles', inRoot('.next/compressed-from'), sources, async () => {
    await compressBuild(root)
    listViewerScripts(root)
  })
}
