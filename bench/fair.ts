import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, read, rename, send, signUp } from '#lib/fixtures/service.ts'
import { say, step } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { building, largeModels } from './building.ts'
import { ask, dearest, trialModel } from './dearest.ts'
import { OPERATIONS } from './dearest-seeds.ts'
import { median, timed } from './measure.ts'

/**
 * What a write of one user takes while checks of large models of another user are under way, against what it takes alone. Load,
 * section 2: at most 12 times. On SQLite: the database has no part in it.
 */

export const FAIR = { checks: 6, elements: 300_000, turns: 5 }
export const MOST_TIMES = 12
const BYTES = 324 * 1024
/** Until the checks are on their threads. */
const BEGUN_MS = 300

/** In milliseconds, turn by turn; `checks`: what they took in all, the last time; `times`: the median of behind to alone. */
export type Fair = { bytes: number; alone: number[]; behind: number[]; checks: number; times: number }

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
    const models = await step(`${checks} models of ${elements} elements`, () => largeModels(checker, checks, elements))
    const [alone, behind]: [number[], number[]] = [[], []]
    let all = 0
    await write() // warms up
    await step(`A write alone and behind ${checks} checks, ${turns} times`, async () => {
      for (let turn = 0; turn < turns; turn++) {
        alone.push(await write()) // in turn, so that both meet the same weather
        await Promise.all(models.map((id) => rename(checker, id, `turn ${turn}`))) // a new revision: no result of it is kept
        const since = performance.now()
        const checked = Promise.all(models.map((id) => read(checker, `/api/construct-models/${id}/check`)))
        await wait(BEGUN_MS)
        behind.push(await write())
        await checked
        all = performance.now() - since
      }
    })
    const times = median(behind.map((took, turn) => took / (alone[turn] ?? Number.NaN)))
    return { bytes: body.length, alone, behind, checks: all, times }
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of requests that are dear: users who send them, and how many at once each. */
const [DEAR_USERS, AT_ONCE] = [2, 2]

export type BesideDear = { requests: number; alone: number[]; behind: number[]; seconds: number; wrong: string[] }

/** What a write takes while others send the dearest kilobyte of every operation (`dearest.ts`), each of them all. */
export async function besideDear(elements: number): Promise<BesideDear> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-dear-'))
  const server = await startServer({ DATA_DIR: folder })
  try {
    const writer = await signUp(server.address, 'writer@example.com')
    const body = bodyOf(BYTES)
    const write = async () => {
      const id = await newModel(writer)
      return (await timed(() => send(writer, `/api/construct-models/${id}/elements`, body))).seconds * 1000
    }
    const [alone, behind, wrong]: [number[], number[], string[]] = [[], [], []]
    await write() // warms up
    for (let turn = 0; turn < FAIR.turns; turn++) alone.push(await write())
    const requests = dearest()
    let seconds = 0
    let left = DEAR_USERS * AT_ONCE
    const sendAll = async (place: number) => {
      const service = await signUp(server.address)
      const model = await trialModel(service, elements)
      const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
        const from = Math.floor(((place * AT_ONCE + lane) / (DEAR_USERS * AT_ONCE)) * requests.length)
        for (const { operation: name, body: sent } of [...requests.slice(from), ...requests.slice(0, from)]) {
          const operation = OPERATIONS.find((one) => one.name === name)
          if (!operation) throw new Error(`no operation is called ${name}`)
          const took = await timed(() => ask(service, operation, sent, model))
          seconds = Math.max(seconds, took.seconds)
          if (took.result === 0 || (took.result >= 500 && took.result !== 503)) wrong.push(`${name}: ${took.result}`)
        }
        left--
      })
      await Promise.all(lanes)
    }
    await step(`A write beside ${requests.length} dear requests of ${DEAR_USERS} others, ${AT_ONCE} at once each`, async () => {
      const sent = Promise.all(Array.from({ length: DEAR_USERS }, (_, place) => sendAll(place)))
      while (left > 0) {
        const took = await Promise.race([write(), sent.then(() => undefined)])
        if (took !== undefined) behind.push(took)
      }
      await sent
    })
    return { requests: requests.length, alone, behind, seconds, wrong }
  } finally {
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run bench -- fair`. */
export async function reportFair(options: typeof FAIR): Promise<void> {
  const { bytes, alone, behind, checks, times } = await fair(options)
  const ms = (values: readonly number[]) => values.map((value) => Math.round(value)).join(', ')
  const elements = grouped(options.elements)
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
