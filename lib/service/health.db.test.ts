import { expect, it } from 'vitest'
import { databaseFile } from '#lib/db/client.ts'
import { hasFreeSpace, isDiskFull, reportWrite } from '#lib/db/disk-space.ts'
import { through } from '#lib/fixtures/through.ts'
import { env } from '#lib/runtime/env.ts'
import { healthRoutes } from './health.ts'

const health = through(healthRoutes)

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await health(new Request(`http://a${path}`, { headers }))
  if (!answer) throw new Error(`nobody answers ${path}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

it('is not ready while the last write found no room, and ready again after one that did', async () => {
  expect((await ask('/readyz')).status).toBe(200)
  reportWrite(Object.assign(new Error('database or disk is full'), { code: databaseFile() ? 'SQLITE_FULL' : '53100' }))
  const full = await ask('/readyz')
  expect([full.status, full.headers.get('retry-after'), JSON.parse(full.text)]).toEqual([503, '5', { status: 'disk' }])
  reportWrite(new Error('another fault says nothing of the room'))
  expect((await ask('/readyz')).status).toBe(503)
  reportWrite()
  expect((await ask('/readyz')).status).toBe(200)
})

it('lets somebody try again two seconds after the last refusal', async () => {
  const now = performance.now()
  reportWrite(Object.assign(new Error(), { code: 'ENOSPC' }))
  expect(await hasFreeSpace(undefined, now + 1_500)).toBe(false)
  expect(await hasFreeSpace(undefined, now + 60_000)).toBe(true)
  reportWrite()
})

it('has room again, however little, once a write has worked', async () => {
  let free = 4096
  const has = () => hasFreeSpace('/some/file', performance.now() + 5_000, async () => free)
  expect(await hasFreeSpace('/some/file', undefined, async () => free)).toBe(false)
  reportWrite()
  expect(await has()).toBe(true)
  reportWrite(Object.assign(new Error(), { code: 'ENOSPC' }))
  expect(await has()).toBe(false) // the refusal counts no more, and there is little all the same
  free = 1e9
  expect(await has()).toBe(true)
  reportWrite()
})

it('knows a full disk by the code of whoever told first, wrapped or not', () => {
  const coded = (code: string) => Object.assign(new Error(), { code })
  expect(isDiskFull(new Error('x', { cause: coded('SQLITE_FULL') }))).toBe(true)
  expect([coded('53100'), coded('EDQUOT')].map(isDiskFull)).toEqual([true, true])
  expect([coded('SQLITE_BUSY'), coded('53300'), undefined].map(isDiskFull)).toEqual([false, false, false])
})

it('tells its figures to who has the token alone, when there is one', async () => {
  const { METRICS, METRICS_TOKEN } = env
  try {
    Object.assign(env, { METRICS: 'on', METRICS_TOKEN: undefined })
    expect((await ask('/metrics')).status).toBe(200)
    env.METRICS_TOKEN = 'sixteen characters'
    for (const authorization of ['', 'Bearer sixteen character', 'Bearer sixteen charactersx', 'sixteen characters']) {
      const refused = await ask('/metrics', authorization ? { authorization } : {})
      expect([refused.status, refused.headers.get('www-authenticate')], authorization).toEqual([401, 'Bearer'])
      expect(refused.text).not.toContain('process_cpu')
    }
    expect((await ask('/metrics', { authorization: 'Bearer sixteen characters' })).text).toContain('process_cpu')
    env.METRICS = 'off'
    expect((await ask('/metrics')).status).toBe(404)
  } finally {
    Object.assign(env, { METRICS, METRICS_TOKEN })
  }
})
