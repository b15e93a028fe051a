import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#lib/fixtures/server-process.ts'
import { giveUp, say, step } from '#lib/start/progress.mjs'
import { build } from '#lib/start/set-up.mjs'
import { building } from './building.ts'
import { timed } from './measure.ts'
import { largeModels, newModel, read, rename, send, signUp } from './service.ts'

/**
 * `npm run bench -- fair`: what a write of one user takes while six checks of large models of another user are under way, against what
 * it takes alone. Load, sections 8 and 13: at most 12 times. On SQLite: the database has no part in it.
 */

const GOAL = 12
const BYTES = 324 * 1024
const CHECKS = 6
const ELEMENTS = 300_000
const ROUNDS = 5
/** Until the checks are on their threads. */
const BEGUN_MS = 300

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function bodyOf(bytes: number): string {
  for (let elements = 2000; ; elements += 100) {
    const text = JSON.stringify(building(elements))
    if (text.length >= bytes) return text
  }
}

const folder = mkdtempSync(join(tmpdir(), 'structural-fair-'))
try {
  await build()
  const server = await startServer({ DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'models.db')}` })
  const writer = await signUp(server.address, 'writer@example.com')
  const checker = await signUp(server.address, 'checker@example.com')
  const body = bodyOf(BYTES)
  const write = async () => {
    const id = await newModel(writer)
    return (await timed(() => send(writer, `/api/construct-models/${id}/elements`, body))).seconds * 1000
  }
  const alone = await step('alone', async () => {
    await write() // warms up
    return many(write)
  })
  const models = await step(`${CHECKS} models of ${ELEMENTS} elements`, () => largeModels(checker, CHECKS, ELEMENTS))
  let checksTook = 0
  const behind = await step(`behind ${CHECKS} checks`, () =>
    many(async (round) => {
      await Promise.all(models.map((id) => rename(checker, id, `round ${round}`))) // a new revision: no result of it is kept
      const since = performance.now()
      const checks = Promise.all(models.map((id) => read(checker, `/api/construct-models/${id}/check`)))
      await wait(BEGUN_MS)
      const took = await write()
      await checks
      checksTook = performance.now() - since
      return took
    }),
  )
  await server.stop('SIGTERM')
  const ratio = median(behind) / median(alone)
  const ms = (values: readonly number[]) => values.map((value) => Math.round(value)).join(', ')
  const text = `# Fairness

Written by \`npm run bench -- fair\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end.

| a write of ${Math.round(body.length / 1024)} kB | median | each |
|---|---|---|
| alone | ${Math.round(median(alone))} ms | ${ms(alone)} |
| behind ${CHECKS} checks of ${ELEMENTS.toLocaleString('en')} elements by another user (${(checksTook / 1000).toFixed(1)} s in all) | ${Math.round(median(behind))} ms | ${ms(behind)} |

**${ratio.toFixed(1)} ×** its own time; the goal is at most ${GOAL} ×.
`
  writeFileSync(join(import.meta.dirname, 'fair.md'), text)
  say(`\n${text}\nWritten to bench/fair.md`)
  process.exit(0)
} catch (error) {
  giveUp(error)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function many(once: (round: number) => Promise<number>): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) took.push(await once(round))
  return took
}
