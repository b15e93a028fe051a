import { expect, it, vi } from 'vitest'
import { HostError } from '../viewer-host.ts'
import { webHost } from './web-host.ts'

const addresses = { model: '/m', events: null, check: '/m/check', revisions: '/m/revisions', views: '/m/views' }
/** What panels are told where the service answers so. */
async function toldOf(status: number, body: unknown) {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
  const host = webHost({ place: 'embed', can: [], addresses })
  const error = await host.ask('make_view', { name: 'South', query: '' }).catch((failed: unknown) => failed)
  return error instanceof HostError && [error.reason, error.says]
}

it('says what the service says is wrong with what was asked', async () => {
  const msg = 'the model would have 201 saved views, the limit is 200'
  const detail = [{ type: 'limit_exceeded', loc: ['body'], msg, ctx: { limit: 200 } }]
  expect(await toldOf(422, { detail })).toEqual(['refused', msg])
  expect(await toldOf(422, '<html>')).toEqual(['refused', null])
  expect(await toldOf(403, { detail: 'no' })).toEqual(['forbidden', null])
  expect(await toldOf(500, '')).toEqual(['failed', null])
})
