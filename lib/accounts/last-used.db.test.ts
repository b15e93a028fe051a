import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { db, disconnect } from '#lib/db/client.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { callRest, newCaller, newModel } from '#lib/fixtures/rest.ts'
import { PASSWORD, signIn } from '#lib/fixtures/verbs.ts'
import { holdWriteLock } from '#lib/fixtures/write-lock.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { forgetEverything } from '#lib/storage/index/memory.ts'
import { HOUR_MS } from '#lib/values/durations.ts'
import { openApiKey } from './api-keys.ts'
import { writeLastUsed } from './last-used.ts'
import { openSession } from './sign-ins.ts'
import { createUser } from './users.ts'

const isPostgres = !('sqlite' in inject('template'))
const longAgo = new Date('2026-01-01T00:00:00Z')
const lastUsed = async (userId: string) => (await db().apiKey.findFirstOrThrow({ where: { userId } })).lastUsedAt

let release: (() => Promise<void>) | undefined
afterEach(async () => {
  await release?.()
  release = undefined
})

describe('while another process holds the lock of writers', () => {
  it('reads are answered: by key, by token, by session, over REST and over MCP, from disk too', async () => {
    const { userId, key, rest } = await newCaller()
    const id = await newModel(rest)
    const { tokens } = await authorizeClient()
    const cookie = await signIn(userId)
    await db().signIn.updateMany({ where: { userId }, data: { lastSeenAt: longAgo } })
    release = await holdWriteLock()
    const signingUp = createUser({ email: 'waits@example.com', password: PASSWORD, name: null })
    forgetEverything()
    expect((await callRest('GET', `/api/construct-models/${id}`, { key })).json.revision).toBe(1)
    expect((await callRest('GET', '/api/construct-models', { key: tokens.access_token })).status).toBe(200)
    const session = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await callRest('GET', `/api/construct-models/${id}/revisions`, { headers: session })).status).toBe(200)
    const { data } = await callTool(key, 'service.get_viewer_model', { modelId: id })
    expect(data).toMatchObject({ modelId: id, revision: 1 })
    await release()
    release = undefined
    expect(await signingUp).toMatchObject({ email: 'waits@example.com' })
  })
})

it('is written for keys, sessions, approvals and applications, and never back in time', async () => {
  const { userId, key } = await newCaller()
  const { clientId, tokens } = await authorizeClient()
  const cookie = await signIn(userId)
  await db().signIn.updateMany({ where: { userId }, data: { lastSeenAt: longAgo } })
  const since = new Date()
  await openApiKey(key)
  await openSession(cookie.slice(cookie.indexOf('=') + 1))
  await callerOf(new Request(env.APP_URL, { headers: { authorization: `Bearer ${tokens.access_token}` } }))
  expect(await lastUsed(userId)).toBeNull()
  await writeLastUsed()
  const rows = [
    await lastUsed(userId),
    (await db().signIn.findFirstOrThrow({ where: { userId } })).lastSeenAt,
    (await db().oAuthGrant.findFirstOrThrow({ where: { clientId } })).lastUsedAt,
    (await db().oAuthClient.findUniqueOrThrow({ where: { id: clientId } })).lastUsedAt,
  ]
  for (const at of rows.slice(0, 3)) expect(at?.getTime()).toBeGreaterThanOrEqual(since.getTime())
  expect(rows[3]).toBeInstanceOf(Date) // when it was given its tokens

  const later = new Date(Date.now() + HOUR_MS)
  await db().apiKey.updateMany({ where: { userId }, data: { lastUsedAt: null } })
  await openApiKey(key)
  await db().apiKey.updateMany({ where: { userId }, data: { lastUsedAt: later } })
  await writeLastUsed()
  expect(await lastUsed(userId)).toEqual(later)
})

it('is told in the log when it cannot be written, and written later', async () => {
  const { userId, key } = await newCaller()
  await openApiKey(key)
  const told = vi.spyOn(log, 'warn').mockReturnValue()
  const { DATABASE_URL } = env
  await disconnect()
  env.DATABASE_URL = isPostgres ? 'postgres://127.0.0.1:1/nobody' : 'file:/nowhere/models.db'
  await writeLastUsed()
  expect(told).toHaveBeenCalledWith('times of last use could not be written', expect.anything())
  told.mockRestore()
  await disconnect()
  env.DATABASE_URL = DATABASE_URL
  await writeLastUsed()
  expect(await lastUsed(userId)).toBeInstanceOf(Date)
})
