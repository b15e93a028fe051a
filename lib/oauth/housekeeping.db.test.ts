import { expect, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { approve, authorize, authorizeClient, exchange, refresh, registerClient } from '#lib/fixtures/oauth.ts'
import { writeLastUsed } from '#lib/last-used.ts'
import { callerOfAccessToken } from './bearer.ts'
import { disconnect } from './connected-apps.ts'
import { purgeNowAndThen, purgeOAuth } from './housekeeping.ts'

const DAY = 24 * 60 * 60 * 1000
const after = (days: number) => new Date(Date.now() + days * DAY)
const counts = async () => ({
  requests: await db().oAuthRequest.count(),
  grants: await db().oAuthGrant.count(),
  codes: await db().oAuthCode.count(),
  tokens: await db().oAuthToken.count(),
  clients: await db().oAuthClient.count({ where: { origin: 'dynamic' } }),
})

it('removes what has ended, and nothing that is still good', async () => {
  const alive = await authorizeClient()
  const ended = await authorizeClient()
  await disconnect(ended.user.id, ended.clientId)
  await authorize({ client_id: alive.clientId }, alive.cookie) // never decided
  await approve({ client_id: alive.clientId }, alive.cookie) // never exchanged
  await registerClient() // never used
  const before = await counts()
  await purgeOAuth()
  expect(await counts()).toEqual(before)
  expect(await callerOfAccessToken(alive.tokens.access_token)).not.toBeNull()

  await purgeOAuth(after(2))
  expect(await counts()).toEqual({ requests: 0, grants: 1, codes: 1, tokens: 1, clients: 3 })
  const next = await refresh(alive.clientId, alive.tokens.refresh_token)
  expect(next.status).toBe(200) // thirty idle days have not passed
  // A code shown again long after its use still ends what it bought.
  const tokens = await next.json()
  await exchange(alive.clientId, alive.code)
  expect(await callerOfAccessToken(tokens.access_token)).toBeNull()

  await writeLastUsed()
  await db().oAuthClient.updateMany({ where: { lastUsedAt: { not: null } }, data: { lastUsedAt: after(5) } })
  await purgeOAuth(after(31))
  expect(await counts()).toEqual({ requests: 0, grants: 0, codes: 0, tokens: 0, clients: 2 })
  await purgeOAuth(after(36))
  expect((await counts()).clients).toBe(0)
})

it('is done on the back of the requests that make rows', async () => {
  await db().oAuthRequest.create({ data: { handle: 'old', query: '', createdAt: new Date(0), expiresAt: new Date(0) } })
  purgeNowAndThen() // not again within the hour: the first request above made it
  await registerClient()
  expect(await db().oAuthRequest.count({ where: { handle: 'old' } })).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60 * 1000 })
  await registerClient()
  vi.useRealTimers()
  await expect.poll(() => db().oAuthRequest.count({ where: { handle: 'old' } })).toBe(0)
})
