import { expect, it, vi } from 'vitest'
import { writeLastUsed } from '#lib/accounts/last-used.ts'
import { db } from '#lib/db/client.ts'
import { approve, authorize, authorizeClient, exchange, refresh, registerClient } from '#lib/fixtures/oauth.ts'
import { signUpUser } from '#lib/fixtures/verbs.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { callerOfAccessToken } from './bearer.ts'
import type { Client } from './clients.ts'
import { disconnect, makeManualClient } from './connected-apps.ts'
import { purgeNowAndThen, purgeOAuth } from './housekeeping.ts'

const after = (days: number) => new Date(Date.now() + days * DAY_MS)
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

it('keeps who made an application by hand, what came with us, and of published ones what is used', async () => {
  const user = await signUpUser()
  const { id } = (await makeManualClient(user.id, 'Our script', ['https://app.example/cb'])) as Client // sound
  const { clientId: used } = await authorizeClient({ user })
  const row = { name: 'x', redirectUris: '[]', grantTypes: '[]', scopes: '', toolNameStyle: 'dotted', metadata: '{}' }
  const old = { ...row, createdAt: after(-31) }
  await db().oAuthClient.createMany({
    data: [
      { ...old, id: 'ours', origin: 'preregistered' },
      { ...old, id: 'https://a.example/c', origin: 'document' },
      { ...old, id: 'https://b.example/c', origin: 'document', lastUsedAt: after(-29) },
      { ...old, id: 'https://c.example/c', origin: 'document', lastUsedAt: after(-31) },
      { ...row, id: 'https://d.example/c', origin: 'document', createdAt: after(-29) },
    ],
  })
  for (const client of [id, used]) {
    await db().oAuthClient.update({ where: { id: client }, data: { createdAt: after(-31), lastUsedAt: null } })
  }
  await purgeOAuth()
  const left = await db().oAuthClient.findMany({ where: { createdAt: { lt: after(-28) } }, orderBy: { id: 'asc' } })
  expect(left.map((client) => client.id).sort()).toEqual(['https://b.example/c', 'https://d.example/c', 'ours', id, used].sort())
})

it('keeps what was ended for a day, so that who shows it again is told so', async () => {
  const { user, clientId } = await authorizeClient()
  await disconnect(user.id, clientId)
  const there = () => db().oAuthGrant.count({ where: { clientId } })
  const endedAgo = (hours: number) =>
    db().oAuthGrant.updateMany({ where: { clientId }, data: { revokedAt: new Date(Date.now() - hours * 60 * 60 * 1000) } })
  await endedAgo(23)
  await purgeOAuth()
  expect(await there()).toBe(1)
  await endedAgo(25)
  await purgeOAuth()
  expect(await there()).toBe(0)
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
