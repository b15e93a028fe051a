import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { callTool, newModel, portalFrame, read, type Service, send } from '#lib/fixtures/service.ts'
import { building, countOf, largeModels } from './building.ts'

const ELEMENTS = 490_000
const EVERY_MS = 10
const BATCHES = 3
const CHECKED = 300_000
const CHECKS = 6

/** How long small requests take, in milliseconds. */
export type Latency = { median: number; p99: number; worst: number }
export type Beside = { what: string; latency: Latency }

/** The portal frame read a hundred times a second, beside long work of each kind. */
export async function mixed(service: Service): Promise<Beside[]> {
  const path = `/api/construct-models/${await newModel(service, portalFrame())}`
  const batch = building(ELEMENTS)
  // As other programs write it: with the fields that say where an element comes from.
  for (const frame of batch.frames) Object.assign(frame, { rotation: 0 })
  const wrong = { ...batch, supports: [{ id: 'S', nodeId: 'nowhere' }] }
  const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value))
  const [right, refused] = [bytes(batch), bytes(wrong)]
  const call = (modelId: string, name: string, input: object = {}) =>
    bytes({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { modelId, ...input } } })

  const byRest = async () => void (await send(service, `/api/construct-models/${await newModel(service)}/elements`, right))
  const byMcp = async () => {
    const said = await callTool(service, call(await newModel(service), 'service.add_model_elements', batch))
    if (said.includes('"isError":true')) throw new Error(said)
  }
  const inVain = async () => {
    const at = `/api/construct-models/${await newModel(service)}/elements`
    await send(service, at, refused).then(
      () => {
        throw new Error('a wrong batch was taken')
      },
      (error: Error) => {
        if (!error.message.includes(': 422 ')) throw error
      },
    )
  }
  await byRest() // warms up
  const rows: Beside[] = []
  const beside = async (what: string, work: () => Promise<unknown>) => {
    rows.push({ what, latency: await whilePinging(service, path, work) })
  }
  const times = (count: number, work: () => Promise<unknown>) => async () => {
    for (let i = 0; i < count; i++) await work()
  }
  const size = `${countOf(batch)} elements, ${(right.length / 1024 / 1024).toFixed(0)} MB a batch`
  await beside('with nothing else to do', () => wait(5000))
  await beside(`while batches are written by REST (${size})`, times(BATCHES, byRest))
  await beside('while the same are written by MCP', times(BATCHES, byMcp))
  await beside('while the same are refused for one wrong id', times(BATCHES, inVain))
  const models = await largeModels(service, CHECKS, CHECKED)
  await beside(`while ${CHECKS} models of ${CHECKED} elements are checked`, () =>
    Promise.all(models.map((id) => read(service, `/api/construct-models/${id}/check`))),
  )
  await beside('while pictures of them are drawn', () =>
    Promise.all(models.map((id) => callTool(service, call(id, 'service.render_model')))),
  )
  return rows
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
