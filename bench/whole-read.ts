import { get } from 'node:http'
import { newModel, type Service, send } from '#lib/fixtures/service.ts'
import { MB } from '#lib/values/bytes.ts'
import { startBareBody } from './bare-server.ts'
import { building } from './building.ts'
import { inTurn, type Result, timed } from './measure.ts'

const ELEMENTS = 100_000

/** Reads and drops; the number of bytes. */
export function download(address: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address + path, { headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode}`)),
      )
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** A large model as JSON, not compressed; against the same bytes from memory over node:http. */
export async function wholeRead(service: Service): Promise<Result> {
  const id = await newModel(service)
  const bytes = await send(service, `/api/construct-models/${id}/elements`, JSON.stringify(building(ELEMENTS)))
  const bare = await startBareBody(bytes)
  const read = (address: string, path: string) => async () => {
    const { seconds, result } = await timed(() => download(address, path, { authorization: `Bearer ${service.key}` }))
    return { units: result / MB, seconds }
  }
  const speeds = await inTurn(read(service.address, `/api/construct-models/${id}`), read(bare.address, '/'), 9)
  bare.stop()
  return {
    what: 'Whole read',
    unit: 'MB/s',
    ...speeds,
    bareIs: 'the same bytes from memory by node:http',
    note: `${(bytes.length / MB).toFixed(0)} MB`,
  }
}
