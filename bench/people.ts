import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startMailServer } from '#lib/fixtures/mail-server.ts'
import { type OwnServer, startServer } from '#lib/fixtures/server-process.ts'
import { newModel, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { Refusal, say, step } from '#lib/start/progress.mjs'
import { MB } from '#lib/values/bytes.ts'
import { grouped } from '#lib/values/count-text.ts'
import { building } from './building.ts'
import { median } from './measure.ts'
import { writePart } from './write-part.ts'

/**
 * `npm run bench -- people`: what a copy and a download of all data take of memory beyond what the process has, and whether the time of
 * an answer tells what its words do not. Into docs/speed.md.
 */

export const PEOPLE = { elements: 1_000_000, batch: 450_000, pairs: 50 }

/** Promised of both. */
const MOST_BYTES = 100 * MB
const MOST_TIMES = 2
const REST_MS = 3000

type Memory = { what: string; took: number }
type Pair = { what: string; times: number }

/** The most that the process takes during the work, beyond what it had before: Linux begins its high-water mark anew when told so. */
async function beyond(server: OwnServer, work: () => Promise<unknown>): Promise<number> {
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
  await wait(REST_MS)
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const before = read('VmRSS')
  await work()
  return read('VmHWM') - before
}

async function large(service: Service, { elements, batch }: typeof PEOPLE): Promise<string> {
  const id = await newModel(service)
  const { nodes, frames, ...rest } = building(elements)
  for (const [kind, all] of Object.entries({ nodes, frames })) {
    for (let from = 0; from < all.length; from += batch) {
      const body = { ...(kind === 'nodes' && from === 0 && rest), [kind]: all.slice(from, from + batch) }
      await send(service, `/api/construct-models/${id}/elements`, JSON.stringify(body))
    }
  }
  return id
}

/** Of a part, which is up to 2000 elements, what was replaced lies elsewhere. */
async function changed(service: Service, id: string, { elements }: typeof PEOPLE): Promise<void> {
  const frames = building(elements).frames.filter((_, i) => i % 1000 === 0)
  const body = { frames: frames.map((frame) => ({ ...frame, rotation: 90 })) }
  await send(service, `/api/construct-models/${id}/elements`, JSON.stringify(body))
}

/** Reads to the end and keeps nothing. */
async function drain(answer: Response): Promise<number> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  return bytes
}

async function memory(server: OwnServer, service: Service, options: typeof PEOPLE): Promise<Memory[]> {
  const id = await step(`A model of ${options.elements} elements`, () => large(service, options))
  const asked = { headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' } }
  const copy = () =>
    fetch(`${service.address}/api/construct-models/${id}/duplicate`, { ...asked, method: 'POST', body: '{}' }).then(drain)
  const download = () => fetch(`${service.address}/api/account/export`, asked).then(drain)
  const measured: [string, () => Promise<unknown>][] = [
    ['a copy', copy],
    ['a copy once more', copy],
    ['a download of all data, three such models', download],
  ]
  const found: Memory[] = []
  for (const [what, work] of measured) found.push({ what, took: await step(what, () => beyond(server, work)) })
  await step('A change in each part', () => changed(service, id, options))
  const what = 'a copy once one frame in 1,000 was changed'
  return [...found, { what, took: await step(what, () => beyond(server, copy)) }]
}

type Ask = () => Promise<Response>

/** One and the other in turn; how much longer the slower takes in the median. */
async function compared(pairs: number, one: Ask, other: Ask): Promise<number> {
  const took: [number[], number[]] = [[], []]
  for (let n = 0; n < pairs + 5; n++) {
    for (const [i, ask] of [one, other].entries()) {
      const since = performance.now()
      await (await ask()).arrayBuffer()
      if (n >= 5) took[i]!.push(performance.now() - since) // the first few warm up
    }
  }
  const [a, b] = [median(took[0]), median(took[1])]
  return Math.max(a / b, b / a)
}

async function alike(service: Service, { pairs }: typeof PEOPLE): Promise<Pair[]> {
  const { address, key, cookies } = service
  const other = await signUp(address)
  const foreign = await newModel(other)
  const api =
    (path: string, init: RequestInit = {}) =>
    () =>
      fetch(`${address}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
      })
  const link = async (body: object = {}) =>
    JSON.parse(new TextDecoder().decode(await send(other, `/api/construct-models/${foreign}/share-links`, JSON.stringify(body))))
  const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? ''
  const revoked = await link()
  await fetch(`${address}/api/construct-models/${foreign}/share-links/${revoked.id}`, {
    ...{ method: 'DELETE', headers: { authorization: `Bearer ${other.key}` } },
  })
  const expired = await link({ expiresAt: new Date(Date.now() + 1500).toISOString() })
  await wait(2000)
  const unknown = `${tokenOf(revoked).slice(0, -4)}AAAA`
  const shared = (token: string) => api(`/api/share/${token}`)
  const session = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), origin: address }
  const posted = (path: string, body: object) => () =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...session },
      body: JSON.stringify(body),
    })
  const asks = (id: string) => posted(`/api/construct-models/${id}/access-requests`, {})
  const forgotten = (email: string) => posted('/api/account/forgot-password', { email })
  const known = `known-${process.pid}@example.com`
  await signUp(address, known)
  const cases: [string, Ask, Ask][] = [
    [
      'a model that is unknown, one of somebody else',
      api('/api/construct-models/m_unknown'),
      api(`/api/construct-models/${foreign}`),
    ],
    ['a share link that is unknown, one that was revoked', shared(unknown), shared(tokenOf(revoked))],
    ['a share link that is unknown, one that has expired', shared(unknown), shared(tokenOf(expired))],
    ['a request for access to an unknown model, to one that there is', asks('m_unknown'), asks(foreign)],
    ['a forgotten password of nobody, of somebody', forgotten('nobody@example.com'), forgotten(known)],
  ]
  const found: Pair[] = []
  for (const [what, one, another] of cases) found.push({ what, times: await step(what, () => compared(pairs, one, another)) })
  return found
}

export async function reportPeople(options: typeof PEOPLE): Promise<void> {
  if (process.platform !== 'linux') throw new Refusal('The peak of a process is read under /proc, which Linux has.')
  const folder = mkdtempSync(join(tmpdir(), 'structural-people-'))
  const mail = await startMailServer()
  const letters = { SMTP_URL: mail.url, MAIL_FROM: 'models@example.com', ADMIN_CONTACT: 'admin@example.com' }
  const server = await startServer({ DATA_DIR: folder, QUOTA_GB: '0', WORKERS: '1', ...letters })
  try {
    const service = await signUp(server.address)
    const pairs = await alike(service, options)
    const took = await memory(server, service, options)
    const mb = (bytes: number) => `${Math.round(bytes / MB)} MB`
    const text = `\`npm run bench -- people\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, SQLite, load average ${loadavg()[0]?.toFixed(1)} at the end.

Resident memory of the server's process beyond what it had before, at most, of a model of ${grouped(options.elements)} elements that it has just written; at most
${mb(MOST_BYTES)} are promised.

| | beyond |
|---|---|
${took.map((one) => `| ${one.what} | **${mb(one.took)}** |`).join('\n')}

Answers that are to tell nothing, ${options.pairs} pairs in turn: how much longer the slower takes in the median; at most ${MOST_TIMES} × is promised.

| | times |
|---|---|
${pairs.map(({ what, times }) => `| ${what} | **${times.toFixed(2)}** |`).join('\n')}
`
    writePart('docs/speed.md', 'people', text)
    say(`\n${text}\nWritten to docs/speed.md`)
    const wrong = [
      ...took.filter((one) => one.took > MOST_BYTES).map(({ what }) => what),
      ...pairs.filter(({ times }) => times > MOST_TIMES).map(({ what }) => what),
    ]
    if (wrong.length > 0) throw new Refusal(`Not held: ${wrong.join('; ')}.`)
  } finally {
    await server.stop('SIGTERM')
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
