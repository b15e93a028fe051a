import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#lib/fixtures/server-process.ts'
import { newModel, rename, type Service, send, signUp } from '#lib/fixtures/service.ts'
import { say } from '#lib/start/progress.mjs'
import { isDictionary } from '#lib/values/dictionary.ts'
import { building } from './building.ts'
import { OPERATIONS, type Operation } from './dearest-seeds.ts'

/**
 * `npm run bench -- dearest`: looks for the dearest kilobyte of every operation, by changing requests at random and keeping the dear
 * ones, and writes it to dearest.json, which `npm run guarantees -- fair` sends. Cost is the server's processor time, so that
 * neither the network nor other work counts; on Linux alone, where /proc tells it.
 */

export const DEAREST = { seconds: 30, elements: 20_000 }
const MOST_BYTES = 1024
/** Requests of an operation that are changed further. */
const KEPT = 8
const GIVE_UP_MS = 150_000
/** What is dearer is told as it is found. */
const TELL_SECONDS = 5

/** `seconds`: processor time of the server; `main`: of its main thread, which all others wait for. */
export type Dear = { operation: string; seconds: number; main: number; status: number; body: object }
const FILE = join(import.meta.dirname, 'dearest.json')
export const dearest = (): Dear[] => JSON.parse(readFileSync(FILE, 'utf8'))

/** A regular building with what selections and comparisons ask for. */
export async function trialModel(service: Service, elements: number): Promise<string> {
  const batch = building(elements)
  const id = await newModel(service)
  const line = (axis: string, i: number, coordinate: number) => ({ id: `${axis}${i}`, axis, coordinate, label: `${axis}${i}` })
  const gridLines = Array.from({ length: 12 }, (_, i) => [line('X', i, i * 6.5), line('Y', i, i * 5.25), line('Z', i, i * 3.4)])
  await send(service, `/api/construct-models/${id}/elements`, JSON.stringify({ ...batch, gridLines: gridLines.flat() }))
  const moved = { ops: [{ select: { ids: ['N1*'] }, move: { z: 0.1 } }] }
  await send(service, `/api/construct-models/${id}/edit`, JSON.stringify(moved))
  await rename(service, id, 'A model of the trial')
  return id
}

/** The answer's status; 0 where none came in time. */
export async function ask(service: Service, { method, path, tool }: Operation, body: object, model: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  }
  const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]))
  const params = { name: `service.${tool}`, arguments: { modelId: model, ...body } }
  const sent = tool ? { jsonrpc: '2.0', id: 1, method: 'tools/call', params } : body
  const at = service.address + path.replace('MODEL', model)
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const answer =
      method === 'GET'
        ? await fetch(`${at}?${query}`, { headers, signal })
        : await fetch(at, { method, headers, signal, body: JSON.stringify(sent) })
    const bytes = await answer.arrayBuffer()
    if (answer.status === 201) {
      const { id } = JSON.parse(new TextDecoder().decode(bytes))
      for (const end of ['', '?purge=true']) await fetch(`${at}/${id}${end}`, { method: 'DELETE', headers })
    }
    return answer.status
  } catch (error) {
    if (error instanceof DOMException) return 0
    throw error
  }
}

function used(pid: number): { seconds: number; main: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [ns] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, main: Number(ns) / 1e9 }
}

export async function reportDearest({ seconds, elements }: typeof DEAREST): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'structural-dearest-'))
  const server = await startServer({ DATA_DIR: folder })
  const found: Dear[] = []
  try {
    const service = await signUp(server.address)
    const model = await trialModel(service, elements)
    const only = process.env.ONLY
    for (const operation of OPERATIONS.filter(({ name }) => !only || name.includes(only))) {
      const dear = await search(operation, seconds, async (body) => {
        const before = used(server.pid)
        const status = await ask(service, operation, body, model)
        const after = used(server.pid)
        return { status, seconds: after.seconds - before.seconds, main: after.main - before.main }
      })
      found.push(...dear)
      for (const one of dear) say(toLine(one))
    }
  } finally {
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  if (process.env.ONLY === undefined) writeFileSync(FILE, `[\n${found.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
}

const toLine = ({ operation, seconds, main, status, body }: Dear) =>
  `${operation}: ${seconds.toFixed(2)} s, ${main.toFixed(2)} s of the main thread, ${status}: ${JSON.stringify(body)}`

type Cost = Pick<Dear, 'seconds' | 'main' | 'status'>

/** The dearest request in all, and the dearest of the main thread where that is another one; and each that fails with 5xx. */
async function search(operation: Operation, seconds: number, cost: (body: object) => Promise<Cost>): Promise<Dear[]> {
  const all: Dear[] = []
  const failed: Dear[] = []
  const known = new Set<string>()
  const tryOne = async (body: object) => {
    const text = JSON.stringify(body)
    if (text.length > MOST_BYTES || known.has(text)) return
    known.add(text)
    const one = { operation: operation.name, ...(await cost(body)), body }
    if (one.seconds > TELL_SECONDS) say(toLine(one))
    if (one.status >= 500 || one.status === 0) failed.push(one)
    all.push(one)
    all.sort((a, b) => weight(b) - weight(a))
    all.splice(KEPT)
  }
  for (const body of operation.bodies) await tryOne(body)
  const until = performance.now() + seconds * 1000
  const material = operation.bodies.flatMap(valuesIn)
  while (performance.now() < until) await tryOne(changed(pick(all).body, material))
  return [...new Set([...all.slice(0, 1), ...failed.slice(0, 5)])]
}

/** What the main thread does costs everybody. */
const weight = ({ seconds, main }: Cost) => seconds + 10 * main

const NUMBERS = [0, 1, -1, 2, 1e-9, 0.1, 50, 200, 1000, 500_000, 1e9, 1e15, 1e308, -1e308]
const TEXTS = [
  '',
  '*',
  '*a*',
  '0..1e15',
  '1..500000',
  '1..1e6',
  '{i}',
  '{i/3}',
  'x{i}',
  '1/0',
  'i/3',
  'id',
  'N*',
  'A..Z',
  'IPE300',
  'é'.repeat(50),
]

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]! // never of an empty one

function valuesIn(value: unknown): unknown[] {
  const below = Array.isArray(value) ? value : isDictionary(value) ? Object.values(value) : []
  return [value, ...below.flatMap(valuesIn)]
}

/** The request with a few places changed. */
function changed(body: object, material: readonly unknown[]): object {
  const whole: unknown = structuredClone(body)
  for (let n = 1 + Math.floor(Math.random() * 3); n > 0; n--) change(whole, material)
  return isDictionary(whole) ? whole : body
}

function change(whole: unknown, material: readonly unknown[]): void {
  const holders = valuesIn(whole).filter((one): one is object => typeof one === 'object' && one !== null)
  const holder = pick(holders)
  const keys = Object.keys(holder)
  if (keys.length === 0) return
  const key = pick(keys)
  const value: unknown = Reflect.get(holder, key)
  const chance = Math.random()
  if (Array.isArray(holder) && chance < 0.4) holder.push(structuredClone(chance < 0.3 ? value : pick(holder)))
  else if (chance < 0.1 && !Array.isArray(holder)) Reflect.deleteProperty(holder, key)
  else if (chance < 0.3) {
    // A value of the same form from elsewhere, or a field of it.
    const like = material.filter((one) => typeof one === typeof value && Array.isArray(one) === Array.isArray(value))
    if (like.length > 0) Reflect.set(holder, key, structuredClone(pick(like)))
  } else if (typeof value === 'number')
    Reflect.set(holder, key, Math.random() < 0.5 ? pick(NUMBERS) : value * pick([10, 0.1, -1, 2]))
  else if (typeof value === 'string')
    Reflect.set(holder, key, Math.random() < 0.5 ? pick(TEXTS) : value + pick([value, ...TEXTS]))
  else if (isDictionary(value)) {
    const other = pick(material.filter(isDictionary))
    Object.assign(value, structuredClone(other))
  }
}
