import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#lib/fixtures/postgres.ts'
import { startServer } from '#lib/fixtures/server-process.ts'
import { signUp } from '#lib/fixtures/service.ts'
import { build } from '#lib/start/build/builds.mjs'
import { giveUp, say, step } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { bulkWrite } from './bulk-write.ts'
import { CHECK, reportCheck } from './check.ts'
import { DEAREST, reportDearest } from './dearest.ts'
import { EDITS, reportEdits } from './edits.ts'
import { FAIR, reportFair } from './fair.ts'
import { FILES, reportFiles } from './files.ts'
import type { Result } from './measure.ts'
import { MEMORY, reportMemory } from './memory.ts'
import { type Beside, mixed } from './mixed.ts'
import { counts } from './options.ts'
import { PEOPLE, reportPeople } from './people.ts'
import { PLAIN, reportPlain } from './plain.ts'
import { query } from './query.ts'
import { smallWrite, smallWrites } from './small-write.ts'
import { reportStatics, STATICS } from './statics.ts'
import { tinyRequest } from './tiny-request.ts'
import { reportTokens } from './tokens.ts'
import { FIRST_PICTURE, reportFirstPicture } from './viewer/first-picture.ts'
import { IN_CHAT, reportInChat } from './viewer/in-chat.ts'
import { wholeRead } from './whole-read.ts'
import { writePart } from './write-part.ts'

/** `npm run bench`: the numbers we publish, each against the same work without the service, on both databases, into docs/speed.md. */

type Found = { results: Result[]; beside: Beside[] }

async function onDatabase(name: string, databaseUrl: string, folder: string): Promise<Found> {
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: databaseUrl })
  const service = await signUp(server.address)
  const results: Result[] = []
  for (const measure of [tinyRequest, smallWrite, smallWrites, bulkWrite, wholeRead, query]) {
    results.push(await step(`${name}: ${measure.name}`, () => measure(service, databaseUrl)))
  }
  const beside = await step(`${name}: small requests beside long work`, () => mixed(service))
  await server.stop('SIGTERM')
  return { results, beside }
}

const round = (speed: number) => (speed < 100 ? speed.toFixed(1) : grouped(Math.round(speed)))

function table(name: string, { results, beside }: Found): string {
  const rows = results.map(
    ({ what, unit, ours, bare, ratio, bareIs, note }) =>
      `| ${what} | ${round(ours)} ${unit} | ${round(bare)} ${unit} | **${ratio.toFixed(2)}** | ${note ?? ''}; against ${bareIs} |`,
  )
  const latencies = beside.map(
    ({ what, latency: { median, p99, worst } }) =>
      `| ${what} | ${median.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${worst.toFixed(0)} ms |`,
  )
  return [
    ...[`### ${name}`, '', '| | service | bare | ratio | |', '|---|---|---|---|---|', ...rows, ''],
    ...['| a small read, 100 a second | median | p99 | worst |', '|---|---|---|---|'],
    ...[...latencies, ''],
  ].join('\n')
}

/** What is measured by itself, each with counts that may be said: `npm run bench -- fair --elements 10000`. */
const alone: Record<string, () => Promise<void>> = {
  dearest: () => reportDearest(counts(DEAREST, process.argv.slice(3))),
  check: () => reportCheck(counts(CHECK, process.argv.slice(3))),
  statics: () => reportStatics(counts(STATICS, process.argv.slice(3))),
  edits: () => reportEdits(counts(EDITS, process.argv.slice(3))),
  fair: () => reportFair(counts(FAIR, process.argv.slice(3))),
  files: () => reportFiles(counts(FILES, process.argv.slice(3))),
  chat: () => reportInChat(counts(IN_CHAT, process.argv.slice(3))),
  'first-picture': () => reportFirstPicture(counts(FIRST_PICTURE, process.argv.slice(3))),
  memory: () => reportMemory(counts(MEMORY, process.argv.slice(3))),
  people: () => reportPeople(counts(PEOPLE, process.argv.slice(3))),
  plain: () => reportPlain(counts(PLAIN, process.argv.slice(3))),
  tokens: reportTokens,
}
const one = alone[process.argv[2] ?? '']
if (one) {
  try {
    await build()
    await one()
    process.exit(0)
  } catch (error) {
    giveUp(error)
  }
}
// `npm run bench -- viewer` measures the viewer instead, and ends the process.
if (process.argv[2] === 'viewer') await import('./viewer/viewer.ts')
// `npm run bench -- sheets` measures how long all plans and elevations of an office take as sheets.
if (process.argv[2] === 'sheets') await import('./sheets.ts')
// `npm run bench -- shapes` measures the shapes that cost most to draw and to check.
if (process.argv[2] === 'shapes') await import('./shapes.ts')

const folder = mkdtempSync(join(tmpdir(), 'structural-bench-'))
try {
  await build()
  const sqlite = await onDatabase('SQLite', `file:${join(folder, 'models.db')}`, folder)
  const postgres = await startPostgres({ durable: true })
  const onPostgres = await onDatabase('PostgreSQL', postgres.url, folder).finally(() => postgres.stop())
  const { model } = cpus()[0] ?? { model: 'unknown' }
  const head = `\`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model}. Client, service and database share the
machine, which had other work too (load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores at the end). Each line is the median of several turns, service and
bare in turn, the ratio that of turns next to each other. Look at the ratios, not at the speeds.
`
  const text = [head, table('SQLite', sqlite), table('PostgreSQL', onPostgres)].join('\n')
  writePart('docs/speed.md', 'bench', text)
  say(`\n${text}\nWritten to docs/speed.md`)
  await reportEdits(EDITS)
  process.exit(0)
} catch (error) {
  giveUp(error)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
