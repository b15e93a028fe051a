import {
  Client as NewerClient,
  StreamableHTTPClientTransport as NewerTransport,
  auth as newerAuth,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { answerOf, decide, handleOf, RESOURCE, send } from '#lib/fixtures/oauth.ts'
import { through } from '#lib/fixtures/through.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { mcpRoutes } from '#lib/mcp/routes.ts'
import { disconnect } from './connected-apps.ts'
import { oauthRoutes } from './handlers.ts'

/** The clients that the Model Context Protocol publishes, from a 401 to a model, with the person in between. */

let cookie: string
let userId: string
beforeAll(async () => {
  userId = (await signUpUser()).id
  cookie = await signIn(userId)
})

/** Requests go to the doors without a network. */
const ask = through([...mcpRoutes, ...oauthRoutes])
const here = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
  (await ask(new Request(input, init))) ?? new Response(null, { status: 404 })

type Kept = {
  client?: { client_id: string }
  tokens?: { access_token: string; refresh_token?: string }
  verifier?: string
  asked?: URL
  discovered?: OAuthDiscoveryState
}
type Application = ReturnType<typeof application>

/** What an application keeps between two visits of its person. */
function application(name: string, scope?: string) {
  const kept: Kept = {}
  const redirectUrl = 'http://127.0.0.1:4999/callback'
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope && { scope }),
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: { client_id: string }) => {
      kept.client = client
    },
    tokens: () => kept.tokens as { access_token: string; token_type: string } | undefined,
    saveTokens: (tokens: { access_token: string }) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (state: OAuthDiscoveryState) => {
      kept.discovered = state
    },
    discoveryState: () => kept.discovered,
  }
  return { provider, kept }
}

/** The person allows what the application sent them to; the parameters of the answer. */
async function allow({ asked }: Kept): Promise<URLSearchParams> {
  const response = await decide(
    handleOf(await send(`${asked?.pathname}${asked?.search}`, { headers: { cookie } })),
    'allow',
    cookie,
  )
  return new URLSearchParams(answerOf(response).fields)
}

type Generation = (authProvider: Application['provider']) => {
  connect(): Promise<void>
  finish(answer: URLSearchParams): Promise<void>
  listModels(): Promise<{ isError?: boolean }>
}
const LIST_MODELS = { name: 'service.list_models', arguments: {} }

const older: Generation = (authProvider) => {
  const transport = new OlderTransport(new URL(RESOURCE), { authProvider, fetch: here })
  const client = new OlderClient({ name: 'older', version: '1' })
  return {
    connect: () => client.connect(transport),
    finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
    listModels: async () => ({ isError: (await client.callTool(LIST_MODELS)).isError === true }),
  }
}
const newer: Generation = (authProvider) => {
  const transport = new NewerTransport(new URL(RESOURCE), { authProvider, fetch: here })
  const client = new NewerClient({ name: 'newer', version: '1' })
  return {
    connect: () => client.connect(transport),
    finish: (answer) => transport.finishAuth(answer),
    listModels: async () => ({ isError: (await client.callTool(LIST_MODELS)).isError === true }),
  }
}

it.each([
  ['SDK 1.32.2', older],
  ['client 2.4.0', newer],
])('%s keeps its connection when the hour ends under several calls, until it is disconnected', async (name, generation) => {
  const { provider, kept } = application(name)
  const unknown = generation(provider)
  await expect(unknown.connect()).rejects.toThrow('Unauthorized')
  await unknown.finish(await allow(kept))
  const { connect, listModels } = generation(provider)
  await connect()
  const good = { isError: false }
  expect(await listModels()).toEqual(good)

  const { client_id: clientId } = kept.client ?? { client_id: '' }
  for (let hour = 0; hour < 3; hour++) {
    await db().oAuthToken.updateMany({ where: { grant: { clientId }, kind: 'access' }, data: { expiresAt: new Date(0) } })
    expect(await Promise.all([listModels(), listModels(), listModels()])).toEqual([good, good, good])
    expect(await listModels()).toEqual(good)
  }
  expect(await disconnect(userId, clientId)).toBe(true)
  await expect(listModels()).rejects.toThrow()
})

it('client 2.4.0, registered for reading, is refused a write, asks its person for both, and writes', async () => {
  const { provider, kept } = application('Reader', 'mcp:models:read')
  expect(await newerAuth(provider, { serverUrl: RESOURCE, scope: 'mcp:models:read', fetchFn: here })).toBe('REDIRECT')
  const answer = await allow(kept)
  const authorizationCode = answer.get('code') ?? ''
  await newerAuth(provider, { serverUrl: RESOURCE, authorizationCode, iss: answer.get('iss') ?? '', fetchFn: here })
  expect(kept.tokens).toMatchObject({ scope: 'mcp:models:read' })

  const transport = new NewerTransport(new URL(RESOURCE), { authProvider: provider, fetch: here })
  const client = new NewerClient({ name: 'Reader', version: '1' })
  await client.connect(transport)
  const write = () => client.callTool({ name: 'service.create_model', arguments: { name: 'Allowed at last' } })
  delete kept.asked
  await expect(write()).rejects.toThrow('Unauthorized') // 403, and the way to the person
  expect(kept.asked!.searchParams.get('scope')).toContain('mcp:models:read mcp:models:write')
  await transport.finishAuth(await allow(kept))
  expect((await write()).structuredContent).toMatchObject({ name: 'Allowed at last', revision: 1 })
  await client.close()
})
