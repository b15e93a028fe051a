import { describe, expect, it } from 'vitest'
import { writeLastUsed } from '#lib/accounts/last-used.ts'
import { db } from '#lib/db/client.ts'
import { answerOf, approve, authorize, authorizeClient, decide, exchange, handleOf, refresh } from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { callerOfAccessToken } from './bearer.ts'
import {
  chooseToolNameStyle,
  connectedApps,
  deleteManualClient,
  disconnect,
  MAX_MANUAL_CLIENTS,
  makeManualClient,
  manualClients,
} from './connected-apps.ts'

const owner = (userId: string) => ({ userId, sessionVersion: 0 })

describe('connected apps', () => {
  it('are the approvals of one client together, newest first', async () => {
    const user = await signUpUser()
    const metadata = {
      client_name: 'Frame checker',
      redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
    }
    const { clientId, cookie, tokens } = await authorizeClient({ user, metadata, scopes: ['mcp:models:read'] })
    await callerOfAccessToken(tokens.access_token)
    await exchange(clientId, await approve({ client_id: clientId, scope: 'mcp:models:write' }, cookie))
    const other = await authorizeClient({ user })
    await writeLastUsed()
    expect(await connectedApps(owner(user.id))).toEqual([
      expect.objectContaining({ clientId: other.clientId, connections: 1, lastUsedAt: null }),
      {
        clientId,
        name: 'Frame checker',
        origin: 'dynamic',
        returnsTo: ['app.example', 'this computer'],
        scopes: ['mcp:models:read', 'mcp:models:write'],
        since: expect.any(Date),
        latestAt: expect.any(Date),
        lastUsedAt: expect.any(Date),
        connections: 2,
        toolNameStyle: 'dotted',
      },
    ])
  })

  it('end at once when they are disconnected, for this user only', async () => {
    const first = await authorizeClient()
    const second = await signUpUser()
    const cookie = await signIn(second.id)
    const code = await approve({ client_id: first.clientId }, cookie)
    const theirs = await (await exchange(first.clientId, code)).json()
    expect(await disconnect(first.user.id, first.clientId)).toBe(true)
    expect(await disconnect(first.user.id, first.clientId)).toBe(false)
    expect(await connectedApps(owner(first.user.id))).toEqual([])
    expect(await callerOfAccessToken(first.tokens.access_token)).toBeNull()
    expect(await callerOfAccessToken(theirs.access_token)).not.toBeNull()
  })

  it('that ended with a new password, or were never finished, are not shown', async () => {
    const { user, clientId, cookie } = await authorizeClient()
    expect(await connectedApps({ userId: user.id, sessionVersion: 1 })).toEqual([])
    await disconnect(user.id, clientId)
    await approve({ client_id: clientId }, cookie)
    expect(await connectedApps(owner(user.id))).toHaveLength(1) // its code is good for a minute
    await db().oAuthCode.updateMany({ data: { expiresAt: new Date(0) } })
    expect(await connectedApps(owner(user.id))).toEqual([])
  })

  it('whose tokens have all expired or been used are not shown, though their code was young', async () => {
    const { user, clientId, tokens } = await authorizeClient()
    const shown = async () => (await connectedApps(owner(user.id))).length
    const inPast = { data: { expiresAt: new Date(Date.now() - 1) } }
    await db().oAuthToken.updateMany({ where: { grant: { clientId }, kind: 'access' }, ...inPast })
    expect(await shown()).toBe(1) // it can refresh
    await refresh(clientId, tokens.refresh_token)
    await db().oAuthToken.updateMany({ where: { grant: { clientId }, usedAt: null }, ...inPast })
    expect(await shown()).toBe(0)
  })

  it('say since when, when last connected and when last used, of all their connections together', async () => {
    const { user, clientId, cookie } = await authorizeClient()
    for (let i = 0; i < 2; i++) await exchange(clientId, await approve({ client_id: clientId }, cookie))
    const grants = await db().oAuthGrant.findMany({ where: { clientId } })
    const days = (n: number) => new Date(Date.UTC(2026, 0, n))
    for (const [i, { id }] of grants.entries()) {
      await db().oAuthGrant.update({ where: { id }, data: { createdAt: days(i + 1), lastUsedAt: days(9 - i) } })
    }
    expect(await connectedApps(owner(user.id))).toMatchObject([
      { connections: 3, since: days(1), latestAt: days(3), lastUsedAt: days(9) },
    ])
    await disconnect(user.id, clientId)
    expect(await chooseToolNameStyle(user.id, clientId, 'underscore')).toBe(false)
  })

  it('keep the tool name style that the user chose, through a new approval too', async () => {
    const { user, clientId, cookie } = await authorizeClient()
    expect(await chooseToolNameStyle(user.id, clientId, 'underscore')).toBe(true)
    const again = await (await exchange(clientId, await approve({ client_id: clientId }, cookie))).json()
    expect((await callerOfAccessToken(again.access_token))?.toolNameStyle).toBe('underscore')
    expect(await chooseToolNameStyle(user.id, 'nobody', 'dotted')).toBe(false)
  })
})

describe('clients made by hand', () => {
  it('can be connected, and end every connection when they are deleted', async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const client = await makeManualClient(user.id, 'Our script', ['http://localhost/callback'])
    if (client === 'too_many' || 'error' in client) throw new Error('not made')
    expect(await manualClients(user.id)).toEqual([
      { id: client.id, name: 'Our script', redirectUris: ['http://localhost/callback'], createdAt: expect.any(Date) },
    ])
    const redirect_uri = 'http://localhost:9999/callback'
    const asked = await authorize({ client_id: client.id, redirect_uri }, cookie)
    const { fields } = answerOf(await decide(handleOf(asked), 'allow', cookie))
    const tokens = await (await exchange(client.id, fields.code ?? '', { redirect_uri })).json()
    expect(await callerOfAccessToken(tokens.access_token)).toMatchObject({ clientName: 'Our script' })

    expect(await deleteManualClient((await signUpUser()).id, client.id)).toBe(false)
    const registered = await authorizeClient({ user })
    await db().oAuthClient.update({ where: { id: registered.clientId }, data: { ownerId: user.id } })
    expect(await deleteManualClient(user.id, registered.clientId)).toBe(false) // not made by hand
    expect(await deleteManualClient(user.id, client.id)).toBe(true)
    expect(await callerOfAccessToken(tokens.access_token)).toBeNull()
    expect(await manualClients(user.id)).toEqual([])
  })

  it('obey the rules of registration, and have an end', async () => {
    const user = await signUpUser()
    expect(await makeManualClient(user.id, 'x', ['http://app.example/cb'])).toMatchObject({ error: 'invalid_redirect_uri' })
    for (let i = 0; i < MAX_MANUAL_CLIENTS; i++) await makeManualClient(user.id, `${i}`, ['https://app.example/cb'])
    expect(await makeManualClient(user.id, 'one more', ['https://app.example/cb'])).toBe('too_many')
    const other = await signUpUser()
    const made = await makeManualClient(other.id, 'the first', ['https://app.example/cb'])
    expect(made).toMatchObject({ name: 'the first', origin: 'manual' })
    expect((await manualClients(other.id)).map(({ name }) => name)).toEqual(['the first'])
  })
})
