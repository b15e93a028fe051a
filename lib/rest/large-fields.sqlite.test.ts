import { beforeAll, expect, it } from 'vitest'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { LARGE_BODY } from '#lib/http/body-reservation.ts'
import { limits } from '#lib/runtime/limits.ts'
import { startPool } from '#lib/work/pool.ts'
import { Scheduler, setScheduler } from '#lib/work/scheduler.ts'
import { operations } from './operations.ts'

/** Large bodies that hold no elements, which threads read too: each operation says of one what it says of a short one. */

let rest: Rest
beforeAll(async () => {
  rest = (await newCaller()).rest
  const threads = startPool(2)
  setScheduler(new Scheduler(threads))
  return async () => {
    setScheduler(undefined)
    await threads.close()
  }
})

const taking = operations.filter(({ body, judge, path }) => body && !judge && !path.includes('{token}'))
const LONG = 'x'.repeat(LARGE_BODY)

it.each(taking.map(({ id, ...one }) => [id, one] as const))('%s', async (_, { method, path }) => {
  const id = await newModel(rest)
  const at = path.replace('{model_id}', id).replace(/\{\w+\}/g, '1')
  const told = async (body: unknown) => {
    const { status, json } = await rest(method, at, { body })
    return { status, detail: json?.detail }
  }
  for (const [short, long] of [
    [{ 'no field': 1 }, { 'no field': LONG }],
    ['[1]', `[${'1,'.repeat(LARGE_BODY / 2)}1]`],
    ['7', `7${' '.repeat(LARGE_BODY)}`],
    ['null', `null${' '.repeat(LARGE_BODY)}`],
    ['{"a":tru', `{"a":tru${' '.repeat(LARGE_BODY)}`],
  ])
    expect(await told(long)).toEqual(await told(short))
})

it('a question of many ids is answered', async () => {
  const nodes = [{ id: 'N', position: { x: 0, y: 0, z: 0 } }]
  const at = `/api/construct-models/${await newModel(rest, { name: 'Asked', nodes })}/query`
  const ids = ['N', ...Array.from({ length: 999 }, (_, i) => `*${i}${'-'.repeat(250)}*`)]
  const label = ids.slice(1).map((pattern) => pattern.replace('*', '**'))
  const answer = await rest('POST', at, { body: { select: { ids, not: { label } } } })
  expect([answer.status, answer.json.matched]).toEqual([200, { nodes: 1 }])
})

it('one that is longer than such bodies may be is refused for its length', async () => {
  const at = `/api/construct-models/${await newModel(rest)}/undo`
  const { status, json } = await rest('POST', at, { body: { count: 1, more: 'x'.repeat(limits.fieldsBytes) } })
  const [limit, actual] = [limits.fieldsBytes, limits.fieldsBytes + 21]
  const msg = `a body of ${actual} bytes, the limit is ${limit}`
  expect([status, json.detail]).toEqual([422, [{ type: 'limit_exceeded', loc: ['body'], msg, ctx: { limit, actual } }]])
})
