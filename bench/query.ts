import { newModel, read, type Service, send } from '#lib/fixtures/service.ts'
import { building, countOf } from './building.ts'
import { inTurn, type Result, timed } from './measure.ts'

/** "How long are the frames of each section?" asked of 100,000 elements; against the whole read, parsed and added up by the client. */
export async function query(service: Service): Promise<Result> {
  const batch = building(100_000)
  const model = `/api/construct-models/${await newModel(service, { units: { length: 'm' }, ...batch })}`
  const elements = countOf(batch)
  let asked = 0
  // Each question is another one, or its answer would be known already.
  const ours = async () => {
    const body = JSON.stringify({ select: { kinds: ['frames'] }, groupBy: ['section'], show: ['length'], limit: ++asked })
    const { seconds } = await timed(() => send(service, `${model}/query`, body))
    return { units: elements, seconds }
  }
  const bare = async () => {
    const { seconds } = await timed(async () => added(JSON.parse(Buffer.from(await read(service, model)).toString())))
    return { units: elements, seconds }
  }
  const speeds = await inTurn(ours, bare)
  return {
    what: 'Query',
    unit: 'elements/s',
    ...speeds,
    bareIs: 'the whole read, parsed and added up',
    note: `${elements} elements, on a thread`,
  }
}

type Place = { x: number; y: number; z: number }
type Read = {
  nodes: { id: string; position: Place }[]
  frames: { startNodeId: string; endNodeId: string; sectionId: string }[]
}

function added({ nodes, frames }: Read): Map<string, number> {
  const at = new Map(nodes.map(({ id, position }) => [id, position]))
  const lengths = new Map<string, number>()
  for (const { startNodeId, endNodeId, sectionId } of frames) {
    const [a, b] = [at.get(startNodeId)!, at.get(endNodeId)!]
    lengths.set(sectionId, (lengths.get(sectionId) ?? 0) + Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z))
  }
  return lengths
}
