import { describe, expect, it } from 'vitest'
import { writeLastUsed } from '#lib/accounts/last-used.ts'
import { db } from '#lib/db/client.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { callerOfAccessToken } from './bearer.ts'
import { chooseToolNameStyle } from './connected-apps.ts'
import { hashOf } from './store.ts'

const as = (headers: Record<string, string>, path = '/mcp', init: RequestInit = {}) =>
  callerOf(new Request(`${env.APP_URL}${path}`, { ...init, headers }))

describe('E: the resource server', () => {
  it('knows whose token it is, through which client, and what it allows', async () => {
    const { user, clientId, tokens } = await authorizeClient({ metadata: { client_name: 'Frame checker' } })
    expect(await as({ authorization: `Bearer ${tokens.access_token}` })).toEqual({
      userId: user.id,
      via: 'oauth',
      scopes: new Set(['mcp:models:read', 'mcp:models:write']),
      principal: `client:${clientId}:${user.id}`,
      clientId,
      clientName: 'Frame checker',
      toolNameStyle: 'dotted',
    })
  })

  it('E1: without a token nobody is known (RFC 6750 §3.1)', async () => {
    expect(await as({})).toBe('absent')
  })

  it('E2: a malformed, expired, revoked or foreign token, or Basic, is invalid (RFC 6750 §3.1)', async () => {
    const { tokens } = await authorizeClient()
    for (const authorization of [
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Bearer smt_at_x',
      `Bearer ${tokens.access_token}x`,
      `Bearer ${tokens.access_token.slice(0, -1)}`,
      `Bearer ${tokens.refresh_token}`,
      `Basic ${btoa(`user:${tokens.access_token}`)}`,
      tokens.access_token,
    ]) {
      expect(await as({ authorization }), authorization).toBe('invalid')
    }
    const hash = hashOf(tokens.access_token)
    await db().oAuthToken.update({ where: { hash }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await as({ authorization: `Bearer ${tokens.access_token}` })).toBe('invalid')
  })

  it('E3: a token for another resource is invalid (RFC 8707 §2.2)', async () => {
    const { clientId, tokens } = await authorizeClient()
    await db().oAuthGrant.updateMany({ where: { clientId }, data: { resource: 'https://other.example/mcp' } })
    expect(await as({ authorization: `Bearer ${tokens.access_token}` })).toBe('invalid')
  })

  it('E4: a token in the query or the body is not looked at (RFC 9700 §4.3.2)', async () => {
    const { tokens } = await authorizeClient()
    const parameters = `access_token=${tokens.access_token}`
    expect(await as({}, `/mcp?${parameters}`)).toBe('absent')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await as(form, '/mcp', { method: 'POST', body: parameters })).toBe('absent')
  })

  it('E5: a token has the scopes that were approved and no others', async () => {
    for (const scope of ['mcp:models:read', 'mcp:models:write']) {
      const { tokens } = await authorizeClient({ scopes: [scope] })
      expect((await callerOfAccessToken(tokens.access_token))?.scopes).toEqual(new Set([scope]))
    }
  })

  it('E14: nothing kept would let a reader of the database act as anybody', async () => {
    const { code, tokens } = await authorizeClient()
    const everything = JSON.stringify([
      await db().oAuthToken.findMany(),
      await db().oAuthCode.findMany(),
      await db().oAuthGrant.findMany(),
      await db().oAuthRequest.findMany(),
    ])
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) expect(everything).not.toContain(secret)
  })

  it('says when a connection was last used, once a minute', async () => {
    const { clientId, tokens } = await authorizeClient()
    const useAt = async (before: Date | null) => {
      await db().oAuthGrant.updateMany({ where: { clientId }, data: { lastUsedAt: before } })
      await callerOfAccessToken(tokens.access_token)
      await writeLastUsed()
      return (await db().oAuthGrant.findFirstOrThrow({ where: { clientId } })).lastUsedAt
    }
    const since = Date.now()
    expect((await useAt(null))?.getTime()).toBeGreaterThanOrEqual(since)
    const now = new Date(Date.now() + 30_000)
    expect(await useAt(now)).toEqual(now)
    expect((await useAt(new Date(0)))?.getTime()).toBeGreaterThanOrEqual(since)
  })

  it("spells tool names as the client's default says, or as the user chose for the connection", async () => {
    const { user, clientId, tokens } = await authorizeClient({
      metadata: { redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://app.example/callback'] },
    })
    const style = async () => (await callerOfAccessToken(tokens.access_token))?.toolNameStyle
    expect(await style()).toBe('underscore')
    await chooseToolNameStyle(user.id, clientId, 'dotted')
    expect(await style()).toBe('dotted')
  })
})
