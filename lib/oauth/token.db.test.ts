import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { changePassword } from '#lib/accounts/users.ts'
import { db } from '#lib/db/client.ts'
import {
  approve,
  authorizeClient,
  CODE_VERIFIER,
  encode,
  exchange,
  post,
  RESOURCE,
  refresh,
  registerClient,
  send,
  type Tokens,
} from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { callerOfAccessToken } from './bearer.ts'
import { disconnect } from './connected-apps.ts'
import { hashOf } from './store.ts'

let cookie: string
let clientId: string

beforeAll(async () => {
  cookie = await signIn((await signUpUser()).id)
  clientId = (await registerClient()).client_id
})

const newCode = (scope?: string) => approve({ client_id: clientId, scope }, cookie)

async function expectError(response: Response, error: string, status = 400) {
  expect(response.status).toBe(status)
  const body = await response.json()
  expect(body).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) })
  return body.error_description as string
}

const tokensOf = async (response: Response): Promise<Tokens> => {
  expect(response.status).toBe(200)
  return response.json()
}

const isGood = async (accessToken: string) => (await callerOfAccessToken(accessToken)) !== null

describe('D: POST /oauth/token', () => {
  it('D1: a wrong verifier is invalid_grant, none is invalid_request (RFC 7636 §4.6)', async () => {
    await expectError(await exchange(clientId, await newCode(), { code_verifier: `${CODE_VERIFIER}x` }), 'invalid_grant')
    await expectError(await exchange(clientId, await newCode(), { code_verifier: undefined }), 'invalid_request')
    await expectError(await exchange(clientId, '', { code: undefined }), 'invalid_request')
  })

  it('D2: another redirect_uri than the request had is invalid_grant (RFC 6749 §4.1.3)', async () => {
    await expectError(await exchange(clientId, await newCode(), { redirect_uri: 'https://app.example/other' }), 'invalid_grant')
    await tokensOf(await exchange(clientId, await newCode(), { redirect_uri: undefined }))
  })

  it('D3: the code of another client is invalid_grant, and stays good for its own (RFC 6749 §4.1.3)', async () => {
    const code = await newCode()
    const { client_id: other } = await registerClient()
    await expectError(await exchange(other, code), 'invalid_grant')
    await tokensOf(await exchange(clientId, code))
  })

  it('D4: a code is good for 60 seconds (RFC 6749 §4.1.2)', async () => {
    const code = await newCode()
    const { expiresAt, grantId } = await db().oAuthCode.findUniqueOrThrow({ where: { hash: hashOf(code) } })
    const { createdAt } = await db().oAuthGrant.findUniqueOrThrow({ where: { id: grantId } })
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)).toBe(60)
    await db().oAuthCode.update({ where: { hash: hashOf(code) }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expectError(await exchange(clientId, code), 'invalid_grant')
  })

  it('D5: a code shown twice is invalid_grant and ends the tokens it bought (RFC 6749 §4.1.2)', async () => {
    const code = await newCode()
    const { access_token, refresh_token } = await tokensOf(await exchange(clientId, code))
    expect(await isGood(access_token)).toBe(true)
    await expectError(await exchange(clientId, code), 'invalid_grant')
    expect(await isGood(access_token)).toBe(false)
    await expectError(await refresh(clientId, refresh_token), 'invalid_grant')
  })

  it('D5: a code shown eight times at once has at most one winner, whose tokens end too', async () => {
    for (let round = 0; round < 5; round++) {
      const code = await newCode()
      const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(clientId, code)))
      const winners = answers.filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
      const { access_token, refresh_token } = await tokensOf(winners[0]!)
      expect(await isGood(access_token)).toBe(false)
      await expectError(await refresh(clientId, refresh_token), 'invalid_grant')
    }
  })

  it('D6: a wrong verifier uses the code up', async () => {
    const code = await newCode()
    await expectError(await exchange(clientId, code, { code_verifier: CODE_VERIFIER.toLowerCase() }), 'invalid_grant')
    const { grant } = await db().oAuthCode.findUniqueOrThrow({ where: { hash: hashOf(code) }, include: { grant: true } })
    expect(grant.revokedAt).not.toBeNull() // nothing can come of it any more
    await expectError(await exchange(clientId, code), 'invalid_grant')
  })

  it('D7: a refresh gives a new access token and a new refresh token, with the same scopes unless narrowed (RFC 6749 §6)', async () => {
    const { tokens: first } = await authorizeClient()
    const client = (await db().oAuthGrant.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).clientId
    const second = await tokensOf(await refresh(client, first.refresh_token))
    expect(second.access_token).not.toBe(first.access_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.scope).toBe('mcp:models:read mcp:models:write')
    expect(await isGood(second.access_token)).toBe(true)

    const third = await tokensOf(await refresh(client, second.refresh_token, { scope: 'mcp:models:read', resource: RESOURCE }))
    expect(third.scope).toBe('mcp:models:read')
    expect([...(await callerOfAccessToken(third.access_token))!.scopes]).toEqual(['mcp:models:read'])
    const fourth = await tokensOf(await refresh(client, third.refresh_token, { scope: 'offline_access' }))
    expect(fourth.scope).toBe('mcp:models:read mcp:models:write')
  })

  /** Moves the token's first use into the past: the clock of the window is in the row. */
  const usedAgo = (refreshToken: string, seconds: number) =>
    db().oAuthToken.update({ where: { hash: hashOf(refreshToken) }, data: { usedAt: new Date(Date.now() - seconds * 1000) } })
  const againOf = async (refreshToken: string) =>
    (await db().oAuthToken.findUniqueOrThrow({ where: { hash: hashOf(refreshToken) } })).again

  it('D7: eight refreshes at once are eight pairs of the same family, all of them good', async () => {
    for (let round = 0; round < 3; round++) {
      const { tokens, clientId: client } = await authorizeClient()
      const pairs = await Promise.all(
        Array.from({ length: 8 }, async () => tokensOf(await refresh(client, tokens.refresh_token))),
      )
      expect(new Set(pairs.flatMap((pair) => [pair.access_token, pair.refresh_token])).size).toBe(16)
      for (const { access_token } of [tokens, ...pairs]) expect(await isGood(access_token)).toBe(true)
      expect(await againOf(tokens.refresh_token)).toBe(7)
      for (const { refresh_token } of pairs) await tokensOf(await refresh(client, refresh_token))
      expect(await db().oAuthGrant.count({ where: { clientId: client } })).toBe(1)
    }
  })

  it('D7: a token shown again 59 s after its first use buys another pair, as narrow as asked', async () => {
    const { tokens: first, clientId: client } = await authorizeClient()
    const second = await tokensOf(await refresh(client, first.refresh_token))
    await usedAgo(first.refresh_token, 59)
    const again = await tokensOf(await refresh(client, first.refresh_token, { scope: 'mcp:models:read' }))
    expect(again.scope).toBe('mcp:models:read')
    expect((await tokensOf(await refresh(client, again.refresh_token))).scope).toBe('mcp:models:read mcp:models:write')
    await tokensOf(await refresh(client, second.refresh_token))
  })

  it('D7: the window is not prolonged by what comes in it', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    await tokensOf(await refresh(client, tokens.refresh_token))
    const { usedAt } = await usedAgo(tokens.refresh_token, 30)
    await tokensOf(await refresh(client, tokens.refresh_token))
    expect((await db().oAuthToken.findUniqueOrThrow({ where: { hash: hashOf(tokens.refresh_token) } })).usedAt).toEqual(usedAt)
  })

  it('D8: a token shown 61 s after its first use ends the whole family, access tokens too (RFC 9700 §4.14.2)', async () => {
    const { tokens: first, clientId: client } = await authorizeClient()
    const second = await tokensOf(await refresh(client, first.refresh_token))
    await usedAgo(first.refresh_token, 61)
    await expectError(await refresh(client, first.refresh_token), 'invalid_grant')
    expect(await isGood(first.access_token)).toBe(false)
    expect(await isGood(second.access_token)).toBe(false)
    await expectError(await refresh(client, second.refresh_token), 'invalid_grant')
  })

  it('D8: a token may be shown again 30 times; the next time ends the family', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    const pairs: Tokens[] = []
    for (let use = 0; use <= 30; use++) pairs.push(await tokensOf(await refresh(client, tokens.refresh_token)))
    expect(await againOf(tokens.refresh_token)).toBe(30)
    await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
    for (const { access_token } of pairs) expect(await isGood(access_token)).toBe(false)
    await expectError(await refresh(client, pairs[30]!.refresh_token), 'invalid_grant')
  })

  describe('branches of a token that was shown again', () => {
    const SECOND = 1000
    const START = Date.now()
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }))
    const at = (seconds: number) => vi.setSystemTime(START + seconds * SECOND)
    /** A token of which two pairs were bought at once. */
    async function forked() {
      const { tokens, clientId: client } = await authorizeClient()
      const [one, other] = [
        await tokensOf(await refresh(client, tokens.refresh_token)),
        await tokensOf(await refresh(client, tokens.refresh_token)),
      ]
      return { client, one, other }
    }
    const isEnded = async (client: string, ...tokens: Tokens[]) => {
      for (const { access_token, refresh_token } of tokens) {
        expect(await isGood(access_token)).toBe(false)
        await expectError(await refresh(client, refresh_token), 'invalid_grant')
      }
    }

    it('live beside each other until the window closes', async () => {
      const { client, one, other } = await forked()
      at(59)
      const [next, otherNext] = [
        await tokensOf(await refresh(client, one.refresh_token)),
        await tokensOf(await refresh(client, other.refresh_token)),
      ]
      at(3000)
      for (const { access_token } of [one, other, next, otherNext]) expect(await isGood(access_token)).toBe(true)
    })

    it('end at the first use of one of them afterwards; what is shown of another then ends the family', async () => {
      for (const [used, stale] of [
        ['one', 'other'],
        ['other', 'one'],
      ] as const) {
        at(0)
        const warned = vi.spyOn(log, 'warn').mockReturnValue()
        const { client, ...pairs } = await forked()
        at(1800)
        const next = await tokensOf(await refresh(client, pairs[used].refresh_token))
        expect(await isGood(pairs[used].access_token)).toBe(true)
        expect(await isGood(pairs[stale].access_token)).toBe(false)
        expect(await isGood(next.access_token)).toBe(true)
        await isEnded(client, pairs[stale], pairs[used], next)
        expect(warned).toHaveBeenCalledWith(
          'refresh token reused, its connection ended',
          expect.objectContaining({ clientId: client }),
        )
      }
    })

    it('end with all that was bought by them within the window', async () => {
      const { client, one, other } = await forked()
      at(20)
      const second = await tokensOf(await refresh(client, other.refresh_token))
      at(40)
      const third = await tokensOf(await refresh(client, second.refresh_token))
      const fourth = await tokensOf(await refresh(client, second.refresh_token))
      at(61)
      const next = await tokensOf(await refresh(client, one.refresh_token))
      for (const { access_token } of [other, second, third, fourth]) expect(await isGood(access_token)).toBe(false)
      expect(await isGood(next.access_token)).toBe(true)
      await isEnded(client, fourth, next)
    })

    it('end whoever keeps on refreshing within the window: each window closes by itself', async () => {
      const { client, one, other } = await forked()
      let own = other
      for (let seconds = 10; seconds <= 70; seconds += 10) {
        at(seconds)
        await refresh(client, own.refresh_token) // and the same again, which opens another window
        own = await tokensOf(await refresh(client, own.refresh_token))
      }
      // At 60 s and after it was the branch in use, so the first one has ended.
      await isEnded(client, one, own)
    })

    it('of a client that refreshes in parallel every hour do not disturb it, whichever answer it keeps', async () => {
      const { tokens, clientId: client } = await authorizeClient()
      let kept = tokens
      for (let hour = 1; hour <= 6; hour++) {
        at(hour * 3600)
        const shown = kept.refresh_token
        const pairs: Tokens[] = []
        for (let call = 0; call < 4; call++) pairs.push(await tokensOf(await refresh(client, shown)))
        for (const { access_token } of pairs) expect(await isGood(access_token)).toBe(true)
        kept = pairs[hour % 4]!
      }
      expect(await isGood(kept.access_token)).toBe(true)
    })

    it('used at the same moment after the window do not both live on', async () => {
      for (let round = 0; round < 4; round++) {
        at(0)
        const { client, one, other } = await forked()
        at(90)
        const answers = await Promise.all([refresh(client, one.refresh_token), refresh(client, other.refresh_token)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
        const [next] = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => tokensOf(answer)))
        expect(await isGood(next!.access_token)).toBe(false) // whoever came second has shown that there are two
      }
    })
  })

  it('D7: what is wrong is refused in the window as before it, and is not counted', async () => {
    const { user, tokens, clientId: client } = await authorizeClient({ scopes: ['mcp:models:read'] })
    const { access_token } = await tokensOf(await refresh(client, tokens.refresh_token))
    await expectError(await refresh(clientId, tokens.refresh_token), 'invalid_grant')
    await expectError(await refresh(client, tokens.refresh_token, { scope: 'mcp:models:write' }), 'invalid_scope')
    await expectError(await refresh(client, tokens.refresh_token, { resource: 'https://evil.example/mcp' }), 'invalid_target')
    expect(await againOf(tokens.refresh_token)).toBe(0)
    expect(await isGood(access_token)).toBe(true)
    await disconnect(user.id, client)
    await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
    expect(await againOf(tokens.refresh_token)).toBe(0)
  })

  it('D7: with REFRESH_WINDOW_SECONDS=0 the second use ends the family', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    env.REFRESH_WINDOW_SECONDS = 0
    try {
      const next = await tokensOf(await refresh(client, tokens.refresh_token))
      await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
      expect(await isGood(next.access_token)).toBe(false)
    } finally {
      env.REFRESH_WINDOW_SECONDS = 60
    }
  })

  it('D7: a token shown again is counted and logged with its client, never with the token', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    const counted = async () => (await metrics().refreshAgain.get()).values[0]?.value ?? 0
    const before = await counted()
    await refresh(client, tokens.refresh_token)
    expect(await counted()).toBe(before)
    await refresh(client, tokens.refresh_token)
    await refresh(client, tokens.refresh_token)
    expect(await counted()).toBe(before + 2)
    expect(log.info).toHaveBeenCalledWith('refresh token shown again', { clientId: client, again: 2 })
  })

  it('D9: a refresh by another client, for more scopes or for another resource is refused and uses nothing up', async () => {
    const { tokens, clientId: client } = await authorizeClient({ scopes: ['mcp:models:read'] })
    await expectError(await refresh(clientId, tokens.refresh_token), 'invalid_grant')
    await expectError(await refresh(client, tokens.refresh_token, { scope: 'mcp:models:write' }), 'invalid_scope')
    await expectError(await refresh(client, tokens.refresh_token, { scope: 'everything' }), 'invalid_scope')
    await expectError(await refresh(client, tokens.refresh_token, { resource: 'https://evil.example/mcp' }), 'invalid_target')
    const next = await tokensOf(await refresh(client, tokens.refresh_token))
    expect(next.scope).toBe('mcp:models:read')
  })

  it('D9: an access token, a code and another kind of secret buy nothing at a refresh, and are left as they were', async () => {
    const { tokens, clientId: client, code } = await authorizeClient()
    for (const shown of [tokens.access_token, code, `${tokens.refresh_token}x`]) {
      await expectError(await refresh(client, shown), 'invalid_grant')
    }
    await expectError(await refresh(client, '', { refresh_token: undefined }), 'invalid_request')
    await expectError(await exchange(client, tokens.refresh_token), 'invalid_grant')
    expect(await isGood(tokens.access_token)).toBe(true)
    await tokensOf(await refresh(client, tokens.refresh_token))
  })

  it('D10: another resource than ours is invalid_target, and the code stays good (RFC 8707 §2.2)', async () => {
    const code = await newCode()
    for (const resource of ['https://evil.example/mcp', env.APP_URL, [RESOURCE, 'https://evil.example/mcp']]) {
      await expectError(await exchange(clientId, code, { resource }), 'invalid_target')
    }
    await tokensOf(await exchange(clientId, code, { resource: [RESOURCE, RESOURCE] }))
  })

  it('D11: other grant types are unsupported_grant_type (RFC 6749 §5.2)', async () => {
    for (const grant_type of ['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code']) {
      await expectError(await post('/oauth/token', { grant_type, client_id: clientId }), 'unsupported_grant_type')
    }
    await expectError(await post('/oauth/token', { client_id: clientId }), 'invalid_request')
  })

  it('D11: a client that registered without refresh_token gets none', async () => {
    const { tokens, clientId: client } = await authorizeClient({ metadata: { grant_types: ['authorization_code'] } })
    expect(tokens).not.toHaveProperty('refresh_token')
    await expectError(await refresh(client, 'smt_rt_x'), 'unauthorized_client')
  })

  it('D12: an unknown client, a secret or Basic authentication is 401 invalid_client (RFC 6749 §5.2)', async () => {
    const code = await newCode()
    await expectError(await exchange('nobody', code), 'invalid_client', 401)
    await expectError(await exchange('x\u0000', code), 'invalid_client', 401)
    await expectError(await exchange(clientId, code, { client_secret: 'mine' }), 'invalid_client', 401)
    await expectError(await exchange(clientId, code, { client_assertion: 'x' }), 'invalid_client', 401)
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    await expectError(await exchange(clientId, code, { client_assertion_type: type }), 'invalid_client', 401)
    const fields = { grant_type: 'authorization_code', code, code_verifier: CODE_VERIFIER }
    const basic = await post('/oauth/token', fields, { authorization: `Basic ${btoa(`${clientId}:`)}` })
    expect(basic.headers.get('www-authenticate')).toMatch(/^Basic /)
    await expectError(basic, 'invalid_client', 401)
    await tokensOf(await exchange(clientId, code))
  })

  it('D13: a JSON body or no media type is invalid_request (RFC 6749 §4.1.3)', async () => {
    const body = encode({ grant_type: 'authorization_code', client_id: clientId, code: 'x', code_verifier: CODE_VERIFIER })
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }, { 'content-type': '' }]) {
      await expectError(await send('/oauth/token', { method: 'POST', headers, body }), 'invalid_request')
    }
  })

  it('D14: a parameter that is there twice is invalid_request (RFC 6749 §3.2)', async () => {
    const code = await newCode()
    await expectError(await exchange(clientId, code, { code: [code, code] }), 'invalid_request')
    await expectError(await exchange(clientId, code, { client_id: [clientId, clientId] }), 'invalid_request')
    await expectError(await exchange(clientId, code, { foo: ['1', '2'] }), 'invalid_request')
    await tokensOf(await exchange(clientId, code))
  })

  it('D15: parameters in the query are not looked at (RFC 6749 §2.3.1)', async () => {
    const code = await newCode()
    const fields = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: CODE_VERIFIER }
    await expectError(await post(`/oauth/token?${encode(fields)}`, {}), 'invalid_request')
    const { client_id, ...others } = fields
    await expectError(await post(`/oauth/token?${encode({ client_id })}`, others), 'invalid_request')
    await tokensOf(await exchange(clientId, code))
  })

  it('D16: answers and errors are JSON that nothing caches and every origin may read, without credentials (RFC 6749 §5.1)', async () => {
    for (const response of [
      await exchange(clientId, await newCode()),
      await exchange(clientId, 'x'),
      await post('/oauth/token', {}),
    ]) {
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('pragma')).toBe('no-cache')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
    const preflight = await send('/oauth/token', { method: 'OPTIONS', headers: { origin: 'https://inspector.example' } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  })

  it('D17: GET is 405 with Allow (RFC 6749 §3.2)', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await send('/oauth/token', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  describe('with limits', () => {
    afterEach(() => {
      env.RATE_LIMIT = 'off'
    })
    it('D18: who keeps guessing is 429 with Retry-After; others are not held up', async () => {
      env.RATE_LIMIT = 'on'
      const from = (address: string) => ({ 'x-forwarded-for': address })
      const guess = (address: string) =>
        post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x' }, from(address))
      let response = await guess('192.0.2.1')
      for (let i = 0; i < 1000 && response.status === 400; i++) response = await guess('192.0.2.1')
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await guess('192.0.2.2')).status).toBe(400)
    })

    it('D18: a network of IPv6 counts as one, since one customer has all of its addresses', async () => {
      env.RATE_LIMIT = 'on'
      const guess = (address: string) =>
        post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId }, { 'x-forwarded-for': address })
      const statuses = new Set<number>()
      for (let i = 1; i <= 101; i++) statuses.add((await guess(`2001:db8:0:7::${i}`)).status)
      expect([...statuses]).toEqual([400, 429])
      expect((await guess('2001:db8:0:8::1')).status).toBe(400)
    })
  })

  it('D19: success is a Bearer token for an hour, a refresh token and the scopes (RFC 6749 §5.1)', async () => {
    const answer = await (await exchange(clientId, await newCode())).json()
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^smt_at_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^smt_rt_[\w-]{43}$/),
      scope: 'mcp:models:read mcp:models:write',
    })
    const kept = await db().oAuthToken.findMany({ where: { hash: { in: [answer.access_token, answer.refresh_token] } } })
    expect(kept).toEqual([]) // only their hashes are
  })

  it('D20: a disabled user, a new password or a revoked connection counts at once', async () => {
    const ends: Record<string, (userId: string, clientId: string) => Promise<unknown>> = {
      disabled: (id) => db().user.update({ where: { id }, data: { disabledAt: new Date() } }),
      'new password': (id) => changePassword({ id, sessionVersion: 0 }, 'another horse battery staple'),
      revoked: (id, client) => disconnect(id, client),
    }
    for (const [name, end] of Object.entries(ends)) {
      const { user, clientId: client, cookie: theirs, tokens } = await authorizeClient()
      const code = await approve({ client_id: client }, theirs)
      expect(await isGood(tokens.access_token), name).toBe(true)
      await end(user.id, client)
      expect(await isGood(tokens.access_token), name).toBe(false)
      await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
      await expectError(await exchange(client, code), 'invalid_grant')
    }
  })

  it('D21: unknown, expired, used and foreign read alike', async () => {
    const expired = await newCode()
    await db().oAuthCode.update({ where: { hash: hashOf(expired) }, data: { expiresAt: new Date(0) } })
    const used = await newCode()
    await exchange(clientId, used)
    const foreign = await approve({ client_id: (await registerClient()).client_id }, cookie)
    const said = new Set<string>()
    for (const code of ['smt_ac_unknown', '\u0000', expired, used, foreign]) {
      said.add(await expectError(await exchange(clientId, code), 'invalid_grant'))
    }
    said.add(await expectError(await refresh(clientId, 'smt_rt_unknown'), 'invalid_grant'))
    expect(said.size).toBe(1)
  })

  it('refuses a refresh token after 30 idle days', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    const hash = hashOf(tokens.refresh_token)
    const { createdAt, expiresAt } = await db().oAuthToken.findUniqueOrThrow({ where: { hash } })
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(30 * 24 * 3600 * 1000)
    await db().oAuthToken.update({ where: { hash }, data: { expiresAt: new Date(Date.now() - 1) } })
    await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
  })
})

describe('POST /oauth/revoke (RFC 7009)', () => {
  const revoke = (fields: Record<string, string | undefined>) => post('/oauth/revoke', fields)
  async function expectDone(response: Response) {
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }

  it('ends an access token and leaves its family', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    await expectDone(await revoke({ token: tokens.access_token, client_id: client, token_type_hint: 'refresh_token' }))
    expect(await isGood(tokens.access_token)).toBe(false)
    await tokensOf(await refresh(client, tokens.refresh_token))
  })

  it('ends a refresh token with its family (§2.1)', async () => {
    const { tokens, clientId: client } = await authorizeClient()
    await expectDone(await revoke({ token: tokens.refresh_token, client_id: client }))
    expect(await isGood(tokens.access_token)).toBe(false)
    await expectError(await refresh(client, tokens.refresh_token), 'invalid_grant')
    await expectDone(await revoke({ token: tokens.refresh_token, client_id: client }))
  })

  it('answers 200 for an unknown token (§2.2), and for the one of another client, which it leaves', async () => {
    const { tokens } = await authorizeClient()
    await expectDone(await revoke({ token: 'unknown', client_id: clientId }))
    for (const token of [tokens.refresh_token, tokens.access_token]) {
      const response = await revoke({ token, client_id: clientId })
      expect(response.headers.get('cache-control')).toBe('no-store')
      await expectDone(response)
    }
    expect(await isGood(tokens.access_token)).toBe(true)
  })

  it('wants a token, a known client and POST', async () => {
    await expectError(await revoke({ client_id: clientId }), 'invalid_request')
    await expectError(await revoke({ token: 'x' }), 'invalid_request')
    await expectError(await revoke({ token: 'x', client_id: 'nobody' }), 'invalid_client', 401)
    expect((await send('/oauth/revoke')).headers.get('allow')).toBe('POST, OPTIONS')
  })
})
