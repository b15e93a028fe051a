import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#lib/db/client.ts'
import { hearTogether } from '#lib/fixtures/hear-together.ts'
import { killUnderLoad } from '#lib/fixtures/kill-under-load.ts'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { startProxy } from '#lib/fixtures/postgres-proxy.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { writeTogether } from '#lib/fixtures/write-together.ts'
import { root } from '#lib/runtime/program.mjs'
import { build } from '#lib/start/build/builds.mjs'
import { giveUp, Refusal, run, say, step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'
import { besideDear, FAIR, fair, MOST_TIMES } from './fair.ts'
import { median } from './measure.ts'
import { MEMORY, memory } from './memory.ts'
import { counts } from './options.ts'
import { writePart } from './write-part.ts'

/**
 * `npm run guarantees`: what docs/guarantees.md promises, tried for long, on every engine that is found; the report is the end of that
 * page, and what `npm test` does of it is shorter. `npm run guarantees -- ordered durable --rounds 3` tries some of it, with another
 * count, and leaves the page alone.
 * ENGINES: empty databases of other engines, postgres://… with commas between.
 */

const ORDINARY = {
  ...{ rounds: 200, writers: 16, batches: 200, listeners: 20, revisions: 3000 },
  ...FAIR,
  ...MEMORY,
}
/** Elements of the models on which the dear requests work. */
const DEAR_ELEMENTS = 20_000
/** Servers on one database, and programs that write while others listen. */
const [SERVERS, WRITERS] = [2, 3]

type Engine = { name: string; says: string; url?: string }
type Row = { guarantee: string; where: string; tried: string; found: string; wrong: readonly string[] }

const args = process.argv.slice(2)
const firstOption = args.findIndex((word) => word.startsWith('--'))
const named = firstOption < 0 ? args : args.slice(0, firstOption)
const folder = mkdtempSync(join(tmpdir(), 'structural-guarantees-'))
const rows: Row[] = []
try {
  const many = counts(ORDINARY, args.slice(named.length))
  await build()
  const postgres = await startPostgres({ durable: true })
  const engines = await step('Engines', () =>
    find([undefined, postgres.url, ...(process.env.ENGINES ?? '').split(',').filter(Boolean)]),
  )
  const show: Record<string, () => Promise<void>> = {
    durable: () => onEach(engines, (engine) => durable(engine, many.rounds)),
    isolated: () => onEach(engines, (engine) => isolated(engine, many.writers, many.batches)),
    ordered: () => onEach(engines, (engine) => ordered(engine, many.listeners, many.revisions)),
    fair: () => notStarved(many).then(notHeldUp),
    memory: () => boundedMemory(many),
    exhaustive,
  }
  const unknown = named.filter((name) => !(name in show))
  if (unknown.length > 0) throw new Refusal(`No such guarantee: ${unknown}. There are ${Object.keys(show).join(', ')}.`)
  for (const [name, shows] of Object.entries(show)) if (named.length === 0 || named.includes(name)) await shows()
  await postgres.stop()
  say(`\n${report(engines)}`)
  if (named.length === 0) {
    writePart('docs/guarantees.md', 'tried', report(engines))
    say('Written to docs/guarantees.md')
  }
  const wrong = rows.flatMap((row) => row.wrong.map((what) => `${row.guarantee}, ${row.where}: ${what}`))
  if (wrong.length > 0) throw new Refusal(`Not held:\n${wrong.join('\n')}`)
  process.exit(0)
} catch (error) {
  giveUp(error)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Each database says itself what it is. Undefined: SQLite, in a file of our own. */
async function find(urls: readonly (string | undefined)[]): Promise<Engine[]> {
  const engines: Engine[] = []
  for (const url of urls) {
    const database = connect(url ?? `file:${join(folder, 'engine.db')}`)
    const sql = url ? 'SELECT version() AS "says"' : 'SELECT sqlite_version() AS "says"'
    const [row] = await database.$queryRawUnsafe<{ says: string }[]>(sql)
    await database.$disconnect()
    const says = row?.says ?? ''
    if (!url) engines.push({ name: 'SQLite', says: `SQLite ${says} (libSQL)` })
    else engines.push({ name: says.split(' ').slice(0, 2).join(' '), says, url })
  }
  return engines
}

async function onEach(engines: readonly Engine[], show: (engine: Engine) => Promise<void>): Promise<void> {
  for (const engine of engines) await show(engine)
}

/** Variables of servers on the engine: on SQLite a new file, elsewhere the database that is there, with people of their own. */
function dataOn({ url }: Engine): Record<string, string> {
  return { DATA_DIR: mkdtempSync(join(folder, 'data-')), ...(url && { DATABASE_URL: url }) }
}

async function withServers<T>(data: Record<string, string>, work: (addresses: string[]) => Promise<T>): Promise<T> {
  const servers: OwnServer[] = []
  try {
    for (let n = 0; n < SERVERS; n++) servers.push(await startServer(data))
    return await work(servers.map(({ address }) => address))
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')))
  }
}

async function durable(engine: Engine, rounds: number): Promise<void> {
  const { acknowledged, refused, lost, torn, miscounted } = await step(`${engine.name}: ${rounds} times kill -9`, () =>
    killUnderLoad(dataOn(engine), rounds),
  )
  rows.push({
    ...{ guarantee: 'durable, atomic', where: engine.name },
    tried: `${rounds} times kill -9 while 8 programs wrote batches of 5 nodes`,
    found: `${acknowledged} batches acknowledged; ${lost.length} lost, ${torn.length} torn, ${refused} refused`,
    wrong: [
      ...lost.map((batch) => `${batch} is lost`),
      ...torn.map((batch) => `${batch} is torn`),
      ...miscounted.map((round) => `the revision after round ${round} is not the count of batches`),
      ...(refused > 0 ? [`${refused} refused`] : []),
    ],
  })
}

async function isolated(engine: Engine, writers: number, batches: number): Promise<void> {
  const { revision, wrong } = await step(`${engine.name}: ${writers} writers of one model`, () =>
    withServers(dataOn(engine), (addresses) => writeTogether(addresses, writers, batches)),
  )
  rows.push({
    ...{ guarantee: 'isolated', where: engine.name, wrong },
    tried: `${writers} programs through ${SERVERS} processes wrote ${batches} batches each to one model, then read, added one and wrote back`,
    found: `revision ${revision}, ${wrong.length === 0 ? 'no update lost' : 'updates lost'}`,
  })
}

async function ordered(engine: Engine, listeners: number, revisions: number): Promise<void> {
  const hear = async (where: string, data: Record<string, string>) => {
    const { revisions: told, wrong } = await step(`${where}: ${listeners} listeners`, () =>
      withServers(data, (addresses) => hearTogether(addresses, { listeners, writers: WRITERS, revisions })),
    )
    rows.push({
      ...{ guarantee: 'ordered', where, wrong },
      tried: `${WRITERS} programs through ${SERVERS} processes wrote ${told} revisions while ${listeners} listened`,
      found: `${listeners - wrong.length} of ${listeners} heard each revision once and in order`,
    })
  }
  await hear(engine.name, dataOn(engine))
  if (!engine.url) return
  const proxy = await startProxy(engine.url, (sql) => (/\bLISTEN\b|pg_notify/.test(sql) ? { sqlstate: '0A000' } : undefined))
  await hear(`${engine.name} without LISTEN`, { ...dataOn(engine), DATABASE_URL: proxy.url }).finally(() => proxy.close())
}

async function notStarved(options: typeof FAIR): Promise<void> {
  const { bytes, times } = await fair(options)
  rows.push({
    ...{ guarantee: 'fair', where: 'SQLite' },
    tried: `${options.turns} writes of ${Math.round(bytes / 1024)} kB, each behind ${options.checks} checks of ${options.elements} elements by another user`,
    found: `${times.toFixed(1)} × their own time in the median`,
    wrong: times > MOST_TIMES ? [`${times.toFixed(1)} ×, at most ${MOST_TIMES} × is promised`] : [],
  })
}

async function notHeldUp(): Promise<void> {
  const { requests, alone, behind, seconds, wrong } = await besideDear(DEAR_ELEMENTS)
  const times = median(behind) / median(alone)
  rows.push({
    ...{ guarantee: 'fair', where: 'SQLite' },
    tried: `${behind.length} writes beside the dearest kilobyte of every operation, ${requests} of them, which two others sent two at a time`,
    found: `${times.toFixed(1)} × their own time in the median, at most ${(Math.max(...behind) / 1000).toFixed(1)} s; the dearest request took ${seconds.toFixed(0)} s`,
    wrong: [...wrong, ...(times > MOST_TIMES ? [`${times.toFixed(1)} ×, at most ${MOST_TIMES} × is promised`] : [])],
  })
}

async function boundedMemory(options: typeof MEMORY): Promise<void> {
  const { ceiling, peak, rest } = await memory(options)
  const mb = (all: number) => `${Math.round(all / MB)} MB`
  const { uploads, megabytes, models, elements, streams } = options
  rows.push({
    ...{ guarantee: 'bounded memory', where: 'SQLite' },
    tried: `${uploads} uploads of ${megabytes} MB at once, ${models} models of ${elements} elements, ${streams} unread event streams, pictures of the worst shapes`,
    found: `at most ${mb(peak)} of ${mb(ceiling)}, ${mb(rest)} after ${options.rest} s of rest`,
    wrong: peak > ceiling ? [`${mb(peak)}, at most ${mb(ceiling)} is promised`] : [],
  })
}

/** The tests and stories that ask for it, with every seed and variant and at full size. */
async function exhaustive(): Promise<void> {
  const asking = (files: string): string[] =>
    execFileSync('git', ['grep', '-l', 'fixtures/exhaustive.ts', '--', files], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const [tests, stories] = [asking('*.test.ts'), asking('e2e/*.spec.ts')]
  const [vitest, test] = [join(root, 'node_modules/vitest/vitest.mjs'), join(root, 'lib/start/test.mjs')]
  for (const [guarantee, where, tried, command, NODE_ENV] of [
    [
      'each law of the tests',
      'SQLite, PostgreSQL',
      `${tests.length} files of tests with every seed and at full size`,
      [vitest, 'run', '-c', 'lib/fixtures/vitest.config.ts', ...tests],
      'test',
    ],
    ['each story', 'Chromium', `${stories.length} files of stories in every variant`, [test, 'e2e', ...stories], 'production'],
  ] as const) {
    const { code } = await step(tried, () =>
      run(process.execPath, [...command], { cwd: root, env: { ...process.env, NODE_ENV, EXHAUSTIVE: 'on' } }),
    )
    const isHeld = code === 0
    rows.push({ guarantee, where, tried, found: isHeld ? 'all pass' : 'some fail', wrong: isHeld ? [] : ['some fail'] })
  }
}

function report(engines: readonly Engine[]): string {
  const cells = rows.map(
    ({ guarantee, where, tried, found, wrong }) =>
      `| ${guarantee} | ${where} | ${tried} | ${found} | ${wrong.length === 0 ? 'yes' : '**no**'} |`,
  )
  return `\`npm run guarantees${args
    .map((word) => ` ${word}`)
    .join('')
    .replace(
      /^ /,
      ' -- ',
    )}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the
end. Engines found: ${engines.map(({ says }) => says).join('; ')}.

| guarantee | on | tried | found | held |
|---|---|---|---|---|
${cells.join('\n')}`
}
