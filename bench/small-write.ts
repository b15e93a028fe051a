import { newModel, type Service } from '#lib/fixtures/service.ts'
import { startBare } from './bare-server.ts'
import { httpRequest, inTurn, type Result, requestsPerSecond } from './measure.ts'

/**
 * One node a request, each its own durable commit; against a server that does nothing but read the JSON, insert the node as one row
 * by the driver, commit, and answer with it. In a process of its own, as the service is: else the bare side would save the way.
 */
async function writesBy(connections: number, service: Service, databaseUrl: string): Promise<Result> {
  const bare = await startBare('bare-writer.ts', databaseUrl)
  const models: string[] = []
  for (let i = 0; i < connections; i++) models.push(await newModel(service))
  let n = 0
  const written = (address: string) => () =>
    requestsPerSecond(address, connections, (connection) => {
      const body = JSON.stringify({ nodes: [{ id: `N${n++}`, position: { x: n, y: 0, z: 0 } }] })
      const path = `/api/construct-models/${models[connection]}/nodes`
      return httpRequest('POST', address, path, { Authorization: `Bearer ${service.key}` }, body)
    })
  const speeds = await inTurn(written(service.address), written(bare.address)).finally(bare.stop)
  return {
    what: connections === 1 ? 'Small write' : `Small writes, ${connections} at once`,
    unit: 'writes/s',
    ...speeds,
    bareIs: 'node:http that inserts and commits by the driver',
    note: connections === 1 ? 'one node a request, one after the other' : 'one node a request, each client its own model',
  }
}

export const smallWrite = (service: Service, databaseUrl: string) => writesBy(1, service, databaseUrl)
export const smallWrites = (service: Service, databaseUrl: string) => writesBy(16, service, databaseUrl)
