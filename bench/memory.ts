import { setMaxListeners } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '#lib/fixtures/server-process.ts'
import { callTool, newModel, read, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { circle, crossing, modelOf, riddled, scattered } from '#lib/fixtures/shapes.ts'
import { availableMemory } from '#lib/runtime/available-memory.ts'
import { memoryCeiling } from '#lib/start/memory-ceiling.ts'
import { Refusal, say, step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'
import { grouped } from '#lib/values/count-text.ts'
import { building } from './building.ts'

/**
 * The most memory that the process takes under what weighs most, against the ceiling that docs/guarantees.md publishes: uploads at once, many large
 * models touched once, event streams that nobody reads, pictures of the shapes that cost most. On SQLite, which adds its own cache.
 */

export const MEMORY = { uploads: 20, megabytes: 59, models: 1000, elements: 100_000, streams: 500, rest: 75 }

const USERS = 4
const STREAMS_OF_A_USER = 64
/** Of each model that has unread streams: more than what waits for a client before its stream ends. */
const REVISIONS = 400

/** In bytes. `refused`: uploads that were told to come again. */
export type Memory = { ceiling: number; steps: { what: string; peak: number }[]; peak: number; rest: number; refused: number }

export async function memory({ uploads, megabytes, models, elements, streams, rest }: typeof MEMORY): Promise<Memory> {
  if (process.platform !== 'linux') throw new Refusal('The peak of a process is read under /proc, which Linux has.')
  const folder = mkdtempSync(join(tmpdir(), 'structural-memory-'))
  const server = await startServer({ DATA_DIR: folder, QUOTA_GB: '0', QUOTA_MODELS: '0', WORKERS: '1' })
  const inKb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
  const steps: Memory['steps'] = []
  const measured = async (what: string, work: () => Promise<unknown>) => {
    await step(what, work)
    steps.push({ what, peak: inKb('VmHWM') })
  }
  const leave = new AbortController()
  setMaxListeners(0, leave.signal)
  try {
    const people: Service[] = []
    for (let n = 0; n < Math.max(USERS, Math.ceil(streams / STREAMS_OF_A_USER)); n++) {
      people.push(await signUp(server.address, `person-${n}@example.com`))
    }
    const person = (n: number) => people[n % people.length]!
    let refused = 0
    await measured('started', async () => {})
    const large = padded(megabytes * MB)
    await measured(`${uploads} uploads of ${megabytes} MB at once`, () =>
      Promise.all(
        Array.from({ length: uploads }, async (_, n) => {
          const { address, key } = person(n)
          const path = `${address}/api/construct-models/${await newModel(person(n))}/elements`
          for (;;) {
            const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
            const answer = await fetch(path, { method: 'POST', headers, body: large as BodyInit })
            const said = await answer.text()
            if (answer.status === 200) return
            if (answer.status !== 503) throw new Error(`${answer.status} ${said}`)
            refused += 1
            await wait(1000 * Number(answer.headers.get('retry-after')))
          }
        }),
      ),
    )
    const body = new TextEncoder().encode(JSON.stringify(building(elements)))
    let made = 0
    await measured(`${models} models of ${elements} elements, each read once`, () =>
      Promise.all(
        people.slice(0, USERS).map(async (one) => {
          while (made < models) {
            made += 1
            const id = await newModel(one)
            await send(one, `/api/construct-models/${id}/elements`, body)
            await read(one, `/api/construct-models/${id}`)
          }
        }),
      ),
    )
    await measured(`${streams} event streams that nobody reads`, async () => {
      const ids = await Promise.all(people.map((one) => newModel(one)))
      await Promise.all(
        Array.from({ length: streams }, (_, n) => {
          const who = Math.floor(n / STREAMS_OF_A_USER)
          return openStream(people[who]!, ids[who]!, leave.signal)
        }),
      )
      await Promise.all(
        people.map(async (one, who) => {
          for (let n = 0; n < REVISIONS; n++) {
            const nodes = [{ id: `${n}`, position: { x: n, y: 0, z: 0 } }]
            await send(one, `/api/construct-models/${ids[who]}/nodes`, JSON.stringify({ nodes }))
          }
        }),
      )
    })
    await measured('pictures of the shapes that cost most', () =>
      Promise.all(
        [circle(130_000), scattered(500), scattered(20_000), riddled(5000)]
          .map((shape) => modelOf(shape))
          .concat(crossing(20_000))
          .map(async ({ nodes, areas, frames }, n) => {
            const modelId = await newModel(person(n))
            const batch = JSON.stringify({ nodes, ...(areas?.length && { areas }), ...(frames?.length && { frames }) })
            await send(person(n), `/api/construct-models/${modelId}/elements`, batch)
            const params = { name: 'service.render_model', arguments: { modelId, view: 'plan' } }
            const said = await callTool(person(n), JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
            if (said.includes('"isError":true')) throw new Error(said)
          }),
      ),
    )
    leave.abort()
    await step('Rest', () => wait(1000 * rest))
    return { ceiling: memoryCeiling(1), steps, peak: inKb('VmHWM'), rest: inKb('VmRSS'), refused }
  } finally {
    leave.abort()
    await server.stop('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A building as a batch of so many bytes: its nodes have labels as long as that takes. */
function padded(bytes: number): Uint8Array {
  const batch = building(Math.min(490_000, Math.ceil(bytes / 150)))
  const short = bytes - JSON.stringify(batch).length
  const label = 'x'.repeat(Math.max(0, Math.floor(short / batch.nodes.length) - ',"label":""'.length))
  for (const node of batch.nodes) Object.assign(node, { label })
  return new TextEncoder().encode(JSON.stringify(batch))
}

function openStream({ address, key }: Service, id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'last-event-id': '1' }
    const asked = request(`${address}/api/construct-models/${id}/events`, { agent: false, headers, signal }, (answer) => {
      answer.on('error', () => {}) // it ends when we leave, or when too much is unread
      answer.pause()
      if (answer.statusCode === 200) resolve()
      else reject(new Error(`no stream: ${answer.statusCode}`))
    })
    asked.on('error', reject)
    asked.end()
  })
}

const mb = (bytes: number) => `${grouped(Math.round(bytes / MB))} MB`

/** `npm run bench -- memory`. */
export async function reportMemory(options: typeof MEMORY): Promise<void> {
  const { ceiling, steps, peak, rest, refused } = await memory(options)
  const rows = steps.map((one) => `| ${one.what} | ${mb(one.peak)} |`)
  const text = `# Memory

Written by \`npm run bench -- memory\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, ${mb(availableMemory())} of memory. Resident
memory of the server's process, the most of it so far, as Linux counts it (\`VmHWM\`).

| after | the most so far |
|---|---|
${rows.join('\n')}

At most **${mb(peak)}** of the ${mb(ceiling)} that docs/guarantees.md names for this machine; ${mb(rest)} after ${options.rest} s of rest. ${refused} of the uploads were
told to come again (503, \`Retry-After\`), and did.
`
  writeFileSync(join(import.meta.dirname, 'memory.md'), text)
  say(`\n${text}\nWritten to bench/memory.md`)
  if (peak > ceiling) throw new Refusal('More than the ceiling.')
}
