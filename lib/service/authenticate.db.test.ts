import { beforeEach, expect, it, vi } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { createApiKey } from '#lib/accounts/api-keys.ts'
import { db } from '#lib/db/client.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { callerOf } from '#lib/service/authenticate.ts'

/** Who asks, by what a request carries. */

let network = 0
const ask = (headers: Record<string, string>) =>
  callerOf(new Request(env.APP_URL, { headers: { 'x-forwarded-for': `192.0.2.${network}`, ...headers } }))
const byBearer = (credential: string) => ask({ authorization: credential })

const warned = vi.spyOn(log, 'warn').mockReturnValue()
beforeEach(() => {
  warned.mockClear()
  network++ // a refusal is told once a minute for a network
})

it('knows a session, a key and an app, each with what it may and under a name of its own', async () => {
  const { user, clientId, tokens, cookie } = await authorizeClient({ scopes: ['mcp:models:read'] })
  const { id: userId } = user
  expect(await ask({ cookie, 'sec-fetch-site': 'same-origin' })).toEqual({
    ...{ userId, via: 'session', scopes: new Set(SCOPES), principal: `user:${userId}` },
  })
  const scopes = ['mcp:models:write'] as const
  const { id, key } = await createApiKey(userId, { name: 'A script', scopes })
  const byKey = { userId, via: 'api_key', scopes: new Set(scopes), principal: `key:${id}`, clientName: 'A script' }
  expect(await byBearer(`Bearer ${key}`)).toEqual(byKey)
  const styled = await createApiKey(userId, { name: 'A script', scopes, toolNameStyle: 'underscore' })
  expect(await byBearer(`Bearer ${styled.key}`)).toEqual({
    ...{ ...byKey, principal: `key:${styled.id}`, toolNameStyle: 'underscore' },
  })
  expect(await byBearer(`Bearer ${tokens.access_token}`)).toEqual({
    ...{ userId, via: 'oauth', scopes: new Set(['mcp:models:read']), principal: `client:${clientId}:${userId}`, clientId },
    ...{ clientName: 'Test application', toolNameStyle: 'dotted' },
  })
  expect(warned).not.toHaveBeenCalled()
})

it('reads the scheme in any case and any number of spaces, and one credential (RFC 6750 §2.1)', async () => {
  const key = await newApiKey((await signUpUser()).id)
  for (const good of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])
    expect(await byBearer(good), good).toBeTypeOf('object')
  for (const bad of [
    key,
    `Bearer${key}`,
    `xBearer ${key}`,
    `Bearer ${key} x`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer =${key}`,
    'Bearer',
    '',
  ]) {
    expect(await byBearer(bad), bad).toBe('invalid')
  }
})

it('hears a cookie from our own pages alone, and none beside a bearer credential', async () => {
  const cookie = await signIn((await signUpUser()).id)
  expect(await ask({ cookie, origin: env.APP_URL })).toMatchObject({ via: 'session' })
  expect(await ask({ cookie, 'sec-fetch-site': 'cross-site' })).toBe('absent')
  expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe('absent')
  expect(await ask({ cookie, 'sec-fetch-site': 'same-origin', authorization: 'Bearer smk_x' })).toBe('invalid')
})

it('says in the log what was refused and why, with its name and never itself, once a minute for a network', async () => {
  const { user, tokens } = await authorizeClient()
  const { id, key } = await createApiKey(user.id, { name: 'A script', scopes: SCOPES, expiresAt: new Date(Date.now() - 1) })
  const grant = await db().oAuthGrant.findFirstOrThrow({ where: { userId: user.id } })
  await db().oAuthGrant.updateMany({ where: { id: grant.id }, data: { revokedAt: new Date() } })
  const address = `192.0.2.${network}`
  const unknown = { reason: 'unknown', id: undefined, userId: undefined, address }
  for (const [credential, words, about] of [
    [key, 'API key refused', { reason: 'expired', id, userId: user.id, address }],
    [tokens.access_token, 'access token refused', { reason: 'ended', id: grant.id, userId: user.id, address }],
    [`smk_${'A'.repeat(43)}`, 'API key refused', unknown],
    [`smt_at_${'A'.repeat(43)}`, 'access token refused', unknown],
    ['made-up', 'unknown credential refused', unknown],
  ] as const) {
    warned.mockClear()
    for (let times = 0; times < 2; times++) expect(await byBearer(`Bearer ${credential}`)).toBe('invalid')
    expect(warned.mock.calls).toEqual([[words, about]])
  }
  warned.mockClear()
  expect(await byBearer('Bearer another-made-up')).toBe('invalid') // what was made up is one credential
  expect(warned).not.toHaveBeenCalled()
  network++
  await byBearer('Bearer another-made-up')
  expect(warned).toHaveBeenCalledOnce()
})
