import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#lib/db/client.ts'
import { isDatabaseAway } from '#lib/db/database-away.ts'
import { newCaller, type Rest } from '#lib/fixtures/rest.ts'
import { TooBusy } from '#lib/http/busy-error.ts'
import { rates, takeTicket } from '#lib/http/rate-limit.ts'
import { toResponse } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { operation } from './operation.ts'
import { answer } from './serve.ts'

/** What goes wrong on our side, and what a caller hears of it. */

let rest: Rest
let key: string
beforeAll(async () => {
  const caller = await newCaller()
  rest = caller.rest
  key = caller.key
})
afterEach(() => vi.restoreAllMocks())

const request = () =>
  new Request('http://localhost:3000/broken', { headers: { authorization: `Bearer ${key}`, 'x-request-id': 'trace-1' } })

async function answered(fail: () => never): Promise<Response> {
  const broken = operation({
    id: 'broken',
    method: 'GET',
    path: '/broken',
    tag: 'Models',
    summary: 'Fails',
    description: 'Fails.',
    needs: 'read',
    run: async () => fail(),
  })
  return toResponse(await answer(request(), [broken]))
}

it('tells a failure of ours without its details, and logs it under the request’s id', async () => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line))
    return true
  })
  const response = await answered(() => {
    throw new TypeError('the inner workings')
  })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    type: 'http://localhost:3000/docs/errors#internal-error',
    title: 'Internal Server Error',
    status: 500,
    detail: 'Internal Server Error',
    code: 'internal_error',
    requestId: 'trace-1',
  })
  const [line] = lines.map((one) => JSON.parse(one))
  expect(line).toMatchObject({ level: 'error', requestId: 'trace-1', error: { message: 'the inner workings' } })
})

it('runs nothing for a path that is not its own', async () => {
  const path = '/api/construct-models/{model_id}/broken'
  const run = vi.fn(async () => ({ status: 204, headers: {}, body: null }))
  const elsewhere = operation({
    id: 'elsewhere',
    method: 'GET',
    path,
    tag: 'Models',
    summary: 'x',
    description: 'x',
    needs: 'read',
    run,
  })
  const response = toResponse(await answer(request(), [elsewhere]))
  expect([response.status, (await response.json()).detail, run.mock.calls.length]).toEqual([404, 'Not Found', 0])
})

it('asks to come back later when the database is away or a model too busy', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const away = connect('postgres://nobody@127.0.0.1:1/nowhere')
  const failure = await away.user.findFirst().catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  for (const error of [failure, new TooBusy('busy')]) {
    const response = await answered(() => {
      throw error
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ detail: 'Service Unavailable', retryAfter: 5 })
  }
  expect(isDatabaseAway(new TypeError('x'))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('unique'), { code: 'P2002' }))).toBe(false)
})

async function counting<T>(ask: () => Promise<T>): Promise<T> {
  const before = env.RATE_LIMIT
  env.RATE_LIMIT = 'on'
  try {
    return await ask()
  } finally {
    env.RATE_LIMIT = before
  }
}

it('answers 429 to a caller who asks too often, and says when to come back', async () => {
  const caller = await callerOf(request())
  if (typeof caller === 'string') throw new Error(caller)
  await counting(async () => {
    for (let i = 0; i < rates.read.points; i++) await takeTicket('read', caller.principal)
    const refused = await rest('GET', '/api/construct-models')
    expect([refused.status, refused.json.detail, refused.json.code]).toEqual([429, 'Too Many Requests', 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(String(refused.json.retryAfter)).toBe(refused.headers.get('retry-after'))
    expect(refused.headers.get('ratelimit')).toBe(`"reads";r=0;t=${refused.headers.get('retry-after')}`)
    expect((await rest('POST', '/api/construct-models', { body: { name: 'writes are counted apart' } })).status).toBe(201)
  })
})

it('says on each answer that was counted how many requests are left: of reading and writing, also when it is refused', async () => {
  const { rest } = await newCaller()
  const told = ({ headers }: { headers: Headers }) => [
    headers.get('ratelimit-policy'),
    headers.get('ratelimit')?.replace(/t=\d+$/, 't'),
  ]
  const left = (by: 'read' | 'write', used: number) => {
    const [name, { points }] = [`"${by}s"`, rates[by]]
    return [`${name};q=${points};w=60`, `${name};r=${points - used};t`]
  }
  await counting(async () => {
    expect(told(await rest('GET', '/api/construct-models'))).toEqual(left('read', 1))
    const key = { headers: { 'idempotency-key': 'counted' }, body: { name: 'counted' } }
    expect(told(await rest('POST', '/api/construct-models', key))).toEqual(left('write', 1))
    const again = await rest('POST', '/api/construct-models', key)
    expect([again.headers.get('idempotent-replayed'), ...told(again)]).toEqual(['true', ...left('write', 2)])
    expect(told(await rest('GET', '/api/construct-models/m_nowhere'))).toEqual(left('read', 2))
    expect(told(await rest('POST', '/api/construct-models', { body: {} }))).toEqual(left('write', 3))
    expect(told(await rest('GET', '/api/construct-models', { key: null }))).toEqual([null, undefined])
  })
  expect(told(await rest('GET', '/api/construct-models'))).toEqual([null, undefined])
})
