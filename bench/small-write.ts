import { openBare } from './bare-database.ts'
import { inTurn, type Result, timed } from './measure.ts'
import { newModel, type Service, send } from './service.ts'

const WRITES = 200

/** One node a request, one request after the other; against one row a commit by the bare driver. */
export async function smallWrite(service: Service, databaseUrl: string): Promise<Result> {
  const bare = await openBare(databaseUrl)
  const id = await newModel(service)
  let n = 0
  const node = () => ({ id: `N${n++}`, position: { x: n, y: 0, z: 0 } })
  const times = (work: () => Promise<unknown>) => async () => {
    const { seconds } = await timed(async () => {
      for (let i = 0; i < WRITES; i++) await work()
    })
    return { units: WRITES, seconds }
  }
  const speeds = await inTurn(
    times(() => send(service, `/api/construct-models/${id}/nodes`, JSON.stringify({ nodes: [node()] }))),
    times(() => {
      const one = node()
      return bare.insert({ kind: 'nodes', id: one.id, body: JSON.stringify(one) })
    }),
  ).finally(() => bare.close())
  return {
    what: 'Small write',
    unit: 'writes/s',
    ...speeds,
    bareIs: 'insert and commit by the driver, in the same process',
    note: 'one node a request, one after the other',
  }
}
