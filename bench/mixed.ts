import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { building, countOf } from './building.ts'
import { newModel, portalFrame, type Service, send } from './service.ts'

const ELEMENTS = 490_000
const EVERY_MS = 10
const BATCHES = 4

/** How long small requests take, in milliseconds. */
export type Latency = { median: number; p99: number; worst: number }
export type Mixed = { quiet: Latency; busy: Latency; note: string }

/** The portal frame read a hundred times a second: with nothing else to do, and while batches of 50 MB are written one after another. */
export async function mixed(service: Service): Promise<Mixed> {
  const path = `/api/construct-models/${await newModel(service, portalFrame())}`
  const batch = building(ELEMENTS)
  // As other programs write it: with the fields that say where an element comes from.
  for (const frame of batch.frames) Object.assign(frame, { rotation: 0 })
  const body = new TextEncoder().encode(JSON.stringify(batch))
  const write = async () => void (await send(service, `/api/construct-models/${await newModel(service)}/elements`, body))
  await write() // warms up
  const quiet = await whilePinging(service, path, () => wait(5000))
  const since = performance.now()
  const busy = await whilePinging(service, path, async () => {
    for (let i = 0; i < BATCHES; i++) await write()
  })
  const seconds = (performance.now() - since) / 1000 / BATCHES
  const note = `${countOf(batch)} elements, ${(body.length / 1024 / 1024).toFixed(0)} MB a batch, ${seconds.toFixed(1)} s each`
  return { quiet, busy, note }
}

async function whilePinging({ address, key }: Service, path: string, work: () => Promise<unknown>): Promise<Latency> {
  const workerData = { address, path, headers: { authorization: `Bearer ${key}` }, everyMs: EVERY_MS }
  const pinger = new Worker(join(import.meta.dirname, 'pinger.mjs'), { workerData })
  const took = new Promise<number[]>((resolve, reject) => {
    pinger.once('message', resolve)
    pinger.once('error', reject)
  })
  await work()
  pinger.postMessage('stop')
  const sorted = (await took).sort((a, b) => a - b)
  await pinger.terminate()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99), worst: at(1) }
}
