import { newModel, portalFrame, type Service } from '#lib/fixtures/service.ts'
import { startBareBody } from './bare-server.ts'
import { httpRequest, inTurn, type Result, requestsPerSecond } from './measure.ts'

/** The portal frame read with an API key, over 32 connections; against the same bytes from node:http. */
export async function tinyRequest(service: Service): Promise<Result> {
  const path = `/api/construct-models/${await newModel(service, portalFrame())}`
  const headers = { authorization: `Bearer ${service.key}` }
  const body = new Uint8Array(await (await fetch(service.address + path, { headers })).arrayBuffer())
  const bare = await startBareBody(body)
  const asked = (address: string) => {
    const request = httpRequest('GET', address, path, headers)
    return () => requestsPerSecond(address, 32, () => request)
  }
  const speeds = await inTurn(asked(service.address), asked(bare.address))
  bare.stop()
  return {
    what: 'Tiny request',
    unit: 'requests/s',
    ...speeds,
    bareIs: 'the same bytes by node:http',
    note: `${body.length} bytes, 32 connections`,
  }
}
