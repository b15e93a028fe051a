import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#lib/runtime/program.mjs'
import { giveUp, Refusal, run, say, step } from '#lib/start/progress.mjs'
import { counts } from './options.ts'

/**
 * `npm run mutation`: puts small faults into the code of a room (a sign turned round, a condition left out, a string emptied) and counts how
 * many its own tests notice. `npm run mutation -- model oauth --lines 200` tries some rooms, on so many lines of each, spread evenly from the
 * first; `--from 7` begins at the seventh and meets other lines; `geometry/extent.ts` is a file of a room, `geometry/area` all
 * whose name begins so; `--since HEAD` tries only lines that are not as they were in that commit. What survived is printed with its place. Stryker makes the faults, installed for the run alone: nothing
 * else needs it. It runs tests in one process, so what only another process or thread would do wrong is not seen.
 */

type Room = {
  /** Of the tests that show what the room does. */
  project: 'unit' | 'sqlite'
  /** Tests beside its own: of the doors through which it is reached. */
  doors?: string[]
}

/** Rooms of `lib/`. */
const ROOMS: Record<string, Room> = {
  geometry: { project: 'unit' },
  drawing: { project: 'unit' },
  model: {
    project: 'unit',
    doors: [
      ...['templates/templates', 'edit/verbs', 'edit/query/query', 'edit/turns', 'examples/conventions', 'geometry/area-face'],
      ...['tables/tables', 'turned', 'properties/properties'].map((file) => `../viewer/worker/${file}`),
    ],
  },
  edit: { project: 'sqlite', doors: ['service/model-edit', 'service/query-model', 'service/short-input', 'mcp/mistakes'] },
  access: { project: 'sqlite', doors: ['rest/people', 'rest/share-links', 'accounts/mail'] },
  oauth: { project: 'sqlite', doors: ['../app/api/account/apps/apps'] },
  storage: {
    project: 'sqlite',
    doors: [
      ...['operations', 'bin', 'undo', 'views', 'no-change', 'limits', 'people', 'activity', 'share-links', 'few-parts'].map(
        (file) => `rest/${file}`,
      ),
      ...['service/short-input', 'mcp/mistakes'],
    ],
  },
}
const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']

type Mutant = { status: string }
type Stryker = new (options: object) => { runMutationTest(): Promise<Mutant[]> }

const folder = join(root, 'bench/.cache/mutation')
const args = process.argv.slice(2)
const firstOption = args.findIndex((word) => word.startsWith('--'))
const named = firstOption < 0 ? args : args.slice(0, firstOption)

try {
  const [since, options] = sinceIn(args.slice(named.length))
  const { lines, from } = counts({ lines: 150, from: 1 }, options)
  const unknown = named.filter((name) => !(roomOf(name) in ROOMS))
  if (unknown.length > 0) throw new Refusal(`No such room: ${unknown}. There are ${Object.keys(ROOMS).join(', ')}.`)

  const stryker = await step('Fetching Stryker', installed)
  for (const [name, room] of Object.entries(ROOMS)) {
    const parts = named.filter((part) => roomOf(part) === name)
    if (named.length === 0 || parts.length > 0)
      await tryRoom(stryker, name, room, spread(linesOf(name, parts, since), lines, from))
  }
  process.exit(0)
} catch (error) {
  giveUp(error)
}

async function installed(): Promise<Stryker> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  // Vitest and what it is built on are the project's own, found in the folders above.
  const install = ['install', ...STRYKER, '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
  const { code, output } = await run('npm', install, { quiet: true, cwd: folder })
  if (code !== 0) throw new Error(output)
  const core = join(folder, 'node_modules/@stryker-mutator/core/dist/src/index.js')
  return (await import(pathToFileURL(core).href)).Stryker
}

function roomOf(name: string): string {
  return name.split('/')[0] ?? ''
}

async function tryRoom(Tried: Stryker, name: string, { project, doors = [] }: Room, mutate: string[]): Promise<void> {
  if (mutate.length === 0) return say(`\nlib/${name}: no lines to try`)
  // Its pure tests are run in the other project too: of two projects Stryker cannot ask which tests reach a mutant.
  const doorTests = doors.map((file) =>
    (project === 'unit' ? [''] : ['.db', '.sqlite']).map((kind) => join('lib', `${file}${kind}.test.ts`)),
  )
  const lost = doorTests.filter((files) => git('ls-files', '-co', '--exclude-standard', '--', ...files) === '')
  if (lost.length > 0) throw new Refusal(`Doors of ${name} without a test: ${lost.map((files) => files.join(' or ')).join(', ')}`)
  const tests = [join('lib', name, '**/*.test.ts'), ...doorTests.flat()]
  Object.assign(process.env, { MUTATION_PROJECT: project, MUTATION_TESTS: tests.join(' ') })
  const sandbox = join(folder, `sandbox-${process.pid}`)
  const mutants = await new Tried({
    testRunner: 'ours',
    plugins: [
      join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(root, 'bench/mutation-runner.mjs'),
    ],
    dryRunTimeoutMinutes: 20,
    vitest: { configFile: 'bench/mutation.vitest.config.ts', related: false },
    mutate,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // What is worked out as a file is loaded (schemas, tables) takes every test there is, a minute a fault.
    ignoreStatic: project === 'unit',
    // On a busy machine a test with a database is slow, which is no sign of a fault: only what hangs counts as noticed by it.
    timeoutMS: 20_000,
    ignorePatterns: ['.next', 'data', 'dist', 'bench/.cache', 'test-results', 'playwright-report'],
    tempDirName: sandbox,
    reporters: ['progress-append-only', 'missed'],
    logLevel: 'error',
    // It reads the file by a compiler's interface that TypeScript 7 does not have.
    tsconfigFile: 'none.json',
  }).runMutationTest()
  rmSync(sandbox, { recursive: true, force: true })
  report(name, mutants)
}

/** The commit that is named by `--since`, and the other words. */
function sinceIn(words: readonly string[]): [commit: string | undefined, others: string[]] {
  const at = words.indexOf('--since')
  if (at < 0) return [undefined, [...words]]
  const commit = words[at + 1]
  if (!commit) throw new Refusal('--since names a commit: --since HEAD')
  return [commit, words.toSpliced(at, 2)]
}

/** The lines of a room's code, or of its files whose path begins with one of `parts`; `since`: those that have changed. */
function linesOf(room: string, parts: readonly string[], since?: string): string[] {
  return readdirSync(join(root, 'lib', room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => parts.length === 0 || parts.some((part) => file.startsWith(part)))
    .sort()
    .flatMap((file) => codeLines(`lib/${file}`, since))
}

/** Some of all lines, as far apart as their number allows: the same ones each time. */
function spread(all: readonly string[], lines: number, from: number): string[] {
  const stride = Math.max(1, all.length / lines)
  const some = Array.from({ length: Math.min(lines, all.length) }, (_, k) => all[Math.floor(k * stride) + from - 1])
  return some.filter((line) => line !== undefined)
}

/** `path:line-line` of each line that is neither empty, nor a comment, nor an import. */
function codeLines(path: string, since?: string): string[] {
  const isMeant = since === undefined ? () => true : changedIn(path, since)
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, k) => {
      const isCode = !/^\s*($|\/\/|\/?\*|import |export \{)/.test(line)
      return isCode && isMeant(k + 1) ? [`${path}:${k + 1}-${k + 1}`] : []
    })
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' })
}

/** Of a line, counted from 1, whether it has changed; a file that is new has changed in all of them. */
function changedIn(path: string, since: string): (line: number) => boolean {
  if (git('ls-tree', since, '--', path) === '') return () => true
  const stretches = [...git('diff', '-U0', since, '--', path).matchAll(/^@@ .*\+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, first, count = '1']) => ({ first: Number(first), end: Number(first) + Number(count) }),
  )
  return (line) => stretches.some(({ first, end }) => line >= first && line < end)
}

function report(room: string, mutants: readonly Mutant[]): void {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const tried = noticed + mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length
  say(`\nlib/${room}: ${noticed} of ${tried} noticed, ${tried ? ((100 * noticed) / tried).toFixed(1) : '0'} %`)
}
