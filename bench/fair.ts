import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, rename, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { building, largeModels } from './building.ts'
import { timed } from './measure.ts'

/**
 * What a write of one user takes while checks of large models of another user are under way, against what it takes alone. Load, sections
 * 8 and 13: at most 12 times. On SQLite: the database has no part in it.
 */

export const FAIR = { checks: 6, elements: 300_000, turns: 5 }
export const MOST_TIMES = 12
const BYTES = 324 * 1024
/** Until the checks are on their threads. */
const BEGUN_MS = 300

/** In milliseconds; `checks`: what they took in all, the last time. */
export type Fair = { bytes: number; alone: number[]; behind: number[]; checks: number; times: number }

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function bodyOf(bytes: number): string {
  for (let elements = 2000; ; elements += 100) {
    const text = JSON.stringify(building(elements))
    if (text.length >= bytes) return text
  }
}

export async function fair({ checks, elements, turns }: typeof FAIR): Promise<Fair> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-fair-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const writer = await signUp(server.address, 'writer@example.com')
    const checker = await signUp(server.address, 'checker@example.com')
    const body = bodyOf(BYTES)
    const write = async () => {
      const id = await newModel(writer)
      return (await timed(() => send(writer, `/api/construct-models/${id}/elements`, body))).seconds * 1000
    }
    const many = async (once: (turn: number) => Promise<number>) => {
      const took: number[] = []
      for (let turn = 0; turn < turns; turn++) took.push(await once(turn))
      return took
    }
    const alone = await step('A write alone', async () => {
      await write() // warms up
      return many(write)
    })
    const models = await step(`${checks} models of ${elements} elements`, () => largeModels(checker, checks, elements))
    let all = 0
    const behind = await step(`The write behind ${checks} checks`, () =>
      many(async (turn) => {
        await Promise.all(models.map((id) => rename(checker, id, `turn ${turn}`))) // a new revision: no result of it is kept
        const since = performance.now()
        const checked = Promise.all(models.map((id) => read(checker, `/api/construct-models/${id}/check`)))
        await wait(BEGUN_MS)
        const took = await write()
        await checked
        all = performance.now() - since
        return took
      }),
    )
    return { bytes: body.length, alone, behind, checks: all, times: median(behind) / median(alone) }
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run bench -- fair`. */
export async function reportFair(options: typeof FAIR): Promise<void> {
  const { bytes, alone, behind, checks, times } = await fair(options)
  const ms = (values: readonly number[]) => values.map((value) => Math.round(value)).join(', ')
  const elements = options.elements.toLocaleString('en')
  const text = `# Fairness

Written by \`npm run bench -- fair\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end.

| a write of ${Math.round(bytes / 1024)} kB | median | each |
|---|---|---|
| alone | ${Math.round(median(alone))} ms | ${ms(alone)} |
| behind ${options.checks} checks of ${elements} elements by another user (${(checks / 1000).toFixed(1)} s in all) | ${Math.round(median(behind))} ms | ${ms(behind)} |

**${times.toFixed(1)} ×** its own time; the goal is at most ${MOST_TIMES} ×.
`
  writeFileSync(join(import.meta.dirname, 'fair.md'), text)
  say(`\n${text}\nWritten to bench/fair.md`)
}
