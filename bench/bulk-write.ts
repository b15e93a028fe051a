import { newModel, type Service, send } from '#lib/fixtures/service.ts'
import { openBare, type Row } from './bare-database.ts'
import { building, countOf } from './building.ts'
import { inTurn, type Result, timed } from './measure.ts'

const ELEMENTS = 100_000

/**
 * A large building in one batch: sent, parsed, checked, stored, committed, and the whole model sent back; against the database's
 * own bulk load of the same elements as ready rows.
 */
export async function bulkWrite(service: Service, databaseUrl: string): Promise<Result> {
  const batch = building(ELEMENTS)
  const units = countOf(batch)
  const body = new TextEncoder().encode(JSON.stringify(batch))
  const rows: Row[] = Object.entries(batch).flatMap(
    ([kind, elements]) =>
      elements.map((element) => ({ kind, id: (element as { id: string }).id, body: JSON.stringify(element) })), // every element has one
  )
  const bare = await openBare(databaseUrl)
  const speeds = await inTurn(
    async () => {
      const id = await newModel(service)
      return { units, seconds: (await timed(() => send(service, `/api/construct-models/${id}/elements`, body))).seconds }
    },
    async () => ({ units, seconds: (await timed(() => bare.load(rows))).seconds }),
  ).finally(() => bare.close())
  const megabytes = (body.length / 1024 / 1024).toFixed(0)
  return {
    what: 'Bulk write',
    unit: 'elements/s',
    ...speeds,
    bareIs: "the database's bulk load of ready rows",
    note: `${units} elements, ${megabytes} MB, one batch`,
  }
}
