// `npm test`, on a machine with Node.js and nothing else: all the set-up, then every check. Its last line counts the tests.
// `node lib/start/test.mjs e2e`: only the parts named. What names no part chooses tests of e2e: `npm run e2e -- crash`.
// `npm run e2e -- --loaded`: beside twice as many busy processes as there are cores, which no test may mind.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#lib/runtime/program.mjs'
import { build } from './build/builds.mjs'
import { needChromium } from './build/chromium.mjs'
import { flakyStories } from './flaky.mjs'
import { freePort } from './free-port.mjs'
import { prepare } from './prepare.mjs'
import { giveUp, Refusal, run, say, step } from './progress.mjs'
import { slowestLines, spentByPlaywright, spentByVitest } from './slowest.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'structural-tests-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

const count = { passed: 0, failed: 0, skipped: 0 }
/** @type {import('./slowest.mjs').Spent[]} */
const spent = []
/** @type {string[]} */
const again = []
const args = process.argv.slice(2)

/** @param {string} path */
const tool = (path) => join(root, 'node_modules', path)
/** @param {string} path */
const report = (path) => JSON.parse(readFileSync(path, 'utf8'))

/**
 * A tool that only says whether all is well: what it says when it is not. TypeScript is a Go program, of which a sixth of the work is to
 * find memory that nobody uses, unless it has more of it (GOGC).
 * @param {[string, ...string[]]} command
 */
async function complaintOf(command) {
  const { code, output } = await run(process.execPath, command, { cwd: root, quiet: true, env: { GOGC: '800', ...process.env } })
  return code === 0 ? [] : [output.trim()]
}

/** @param {...[string, ...string[]]} commands That run beside each other. */
async function quiet(...commands) {
  const complaints = (await Promise.all(commands.map(complaintOf))).flat()
  if (complaints.length > 0) throw new Refusal(complaints.join('\n\n'))
}

/** They end with us, however we end. @param {number} count */
function busyProcesses(count) {
  const forever = `for (;;) { for (const end = Date.now() + 500; Date.now() < end; ); process.kill(${process.pid}, 0) }`
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', forever], { stdio: 'ignore' }))
}

/** Parts that count tests. */
const TESTS = ['vitest', 'e2e']

/** In this order: the quick ones first. @type {Record<string, () => Promise<void>>} */
const parts = {
  code: () =>
    step('Types, lint, format and dead code', async () => {
      await quiet([tool('next/dist/bin/next'), 'typegen'])
      await quiet(
        [tool('typescript/bin/tsc'), '--noEmit', '-p', root],
        [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
        [tool('knip/bin/knip.js'), '--no-progress'],
      )
    }),

  async vitest() {
    say('\n  Unit, and integration on SQLite and PostgreSQL')
    const file = join(scratch, 'vitest.json')
    const { code } = await run(
      process.execPath,
      [
        tool('vitest/vitest.mjs'),
        'run',
        '-c',
        'lib/fixtures/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${file}`,
      ],
      { cwd: root },
    )
    const found = report(file)
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = found
    spent.push(...spentByVitest(found))
    count.passed += numPassedTests
    count.failed += numFailedTests
    count.skipped += numPendingTests + numTodoTests
    // A file that cannot be loaded, or a server that cannot be started, fails no test but the run.
    if (code !== 0 && numFailedTests === 0) throw new Refusal('vitest ended with an error')
  },

  build: () => build(),

  async e2e() {
    const chromium = await needChromium({ shell: true })
    say('\n  End to end, against the built server')
    const file = join(scratch, 'playwright.json')
    const chosen = args.filter((word) => word !== '--loaded' && !(word in parts))
    const busy = args.includes('--loaded') ? busyProcesses(2 * availableParallelism()) : []
    // Beside 240 others a story is tried a second time before all that passed is refused with it; the end of the output names it.
    const retries = chosen.length === 0 ? ['--retries=1'] : []
    const command = [tool('@playwright/test/cli.js'), 'test', '-c', 'e2e', '--reporter=list,json', ...retries, ...chosen]
    const { code } = await run(process.execPath, command, {
      cwd: root,
      env: {
        ...process.env,
        CHROMIUM_PATH: chromium,
        E2E_PORT: String(await freePort()),
        E2E_DATA_DIR: join(scratch, 'data'),
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      },
    }).finally(() => busy.forEach((one) => void one.kill('SIGKILL')))
    const found = report(file)
    const { expected, unexpected, flaky, skipped } = found.stats
    spent.push(...spentByPlaywright(found))
    count.passed += expected + flaky
    count.failed += unexpected
    count.skipped += skipped
    again.push(...flakyStories(found))
    if (code !== 0 && unexpected === 0) throw new Refusal('playwright ended with an error')
  },
}

try {
  const since = Date.now()
  say('Structural Model Service: every check')
  // NODE_ENV is the runners' business: what is tested as production is started as production.
  const { NODE_ENV } = process.env
  await prepare()
  if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV')
  const named = args.filter((word) => word in parts)
  for (const [name, check] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue
    try {
      await check()
    } catch (error) {
      count.failed += 1
      say(error instanceof Error ? (error instanceof Refusal ? error.message : error.stack) : String(error))
    }
  }
  say(`\n  ${Math.round((Date.now() - since) / 1000)} s`)
  const isTested = named.length === 0 || named.some((name) => TESTS.includes(name))
  process.exitCode = count.failed === 0 && (count.passed > 0 || !isTested) ? 0 : 1
  if (!isTested) process.exit()
  if (spent.length > 0) say(['  The slowest files:', ...slowestLines(spent)].join('\n').replaceAll(`${root}/`, ''))
  if (again.length > 0) say(['  Failed at first, passed when tried again, and wants its cause found:', ...again].join('\n  '))
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
} catch (error) {
  giveUp(error)
}
