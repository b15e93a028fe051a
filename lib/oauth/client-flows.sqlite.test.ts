import { beforeAll, describe, expect, it } from 'vitest'
import {
  answerOf,
  authorize,
  decide,
  exchange,
  handleOf,
  type Json,
  post,
  RESOURCE,
  refresh,
  registerClient,
  type Tokens,
} from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOfAccessToken } from './bearer.ts'
import { CURSOR_REDIRECT_URIS } from './vendor-documents.ts'

/** The flow of each client as it was observed in 2026-11: who it says it is, where it wants its answer, how its tools are named. */

type Style = 'dotted' | 'underscore'
type Recorded = {
  client: string
  /** A fixed id or a document's address; or what is registered dynamically. */
  identity: string | Json
  redirects: string[]
  style: Style
}

const both = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }

const RECORDED: Recorded[] = [
  {
    client: 'Claude web, Desktop and mobile, by document',
    identity: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirects: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    style: 'underscore',
  },
  {
    client: 'Claude web, registered dynamically',
    identity: {
      ...both,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:models:read mcp:models:write offline_access',
    },
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
    style: 'underscore',
  },
  {
    client: 'Claude Code, by document',
    identity: 'https://claude.ai/oauth/claude-code-client-metadata',
    redirects: ['http://localhost:54545/callback', 'http://127.0.0.1:61234/callback'],
    style: 'underscore',
  },
  {
    client: 'Claude Code, registered dynamically',
    identity: {
      ...both,
      client_name: 'Claude Code (structural)',
      redirect_uris: ['http://localhost:3118/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://localhost:3118/callback', 'http://localhost:54545/callback'],
    style: 'dotted',
  },
  {
    client: 'ChatGPT, by its document',
    identity: 'https://chatgpt.com/oauth/client.json',
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    style: 'underscore',
  },
  {
    client: "ChatGPT, by a connector's own document",
    identity: 'https://chatgpt.com/oauth/a1B2-c3_d4/client.json',
    redirects: ['https://chatgpt.com/connector/oauth/a1B2-c3_d4', 'https://chatgpt.com/connector_platform_oauth_redirect'],
    style: 'underscore',
  },
  {
    client: 'ChatGPT, registered dynamically',
    identity: {
      ...both,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    style: 'underscore',
  },
  {
    client: 'Codex, by document',
    identity: 'https://chatgpt.com/oauth/codex/client.json',
    redirects: ['http://127.0.0.1:1455/callback'],
    style: 'underscore',
  },
  {
    client: 'Codex, registered dynamically',
    identity: { client_name: 'Codex', redirect_uris: ['http://127.0.0.1:43210/callback'], token_endpoint_auth_method: 'none' },
    redirects: ['http://127.0.0.1:43210/callback'],
    style: 'underscore',
  },
  {
    client: 'Cursor, pre-registered',
    identity: 'cursor',
    redirects: [...CURSOR_REDIRECT_URIS, 'http://localhost:18787/callback', 'http://127.0.0.1:31787/callback'],
    style: 'underscore',
  },
  {
    client: 'Cursor, by document',
    identity: 'https://cursor.com/oauth/mcp-client.json',
    redirects: ['http://localhost:28787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    style: 'underscore',
  },
  {
    client: 'Cursor, registered dynamically',
    identity: {
      ...both,
      client_name: 'Cursor',
      redirect_uris: CURSOR_REDIRECT_URIS.slice(2, 7),
      token_endpoint_auth_method: 'none',
      scope: 'mcp:models:read mcp:models:write',
      logo_uri: 'https://cursor.com/logo.svg',
    },
    redirects: CURSOR_REDIRECT_URIS.slice(2, 7),
    style: 'underscore',
  },
  {
    client: 'VS Code, by document',
    identity: 'https://vscode.dev/oauth/client-metadata.json',
    redirects: ['http://127.0.0.1:33418/', 'http://127.0.0.1:33418', 'http://localhost:33418/', 'https://vscode.dev/redirect'],
    style: 'dotted',
  },
  {
    client: 'VS Code, registered dynamically',
    identity: {
      ...both,
      client_name: 'Visual Studio Code',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    redirects: ['http://127.0.0.1:33418', 'http://127.0.0.1:50001/', 'https://vscode.dev/redirect'],
    style: 'dotted',
  },
  {
    client: 'MCP Inspector',
    identity: {
      ...both,
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    redirects: ['http://localhost:6274/oauth/callback'],
    style: 'dotted',
  },
  {
    client: 'Copilot CLI',
    identity: {
      client_name: 'GitHub Copilot CLI',
      redirect_uris: ['http://127.0.0.1:37001/'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://127.0.0.1:37002/'],
    style: 'underscore',
  },
  {
    client: 'Gemini CLI',
    identity: {
      ...both,
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://localhost:41234/oauth/callback'],
    style: 'dotted',
  },
  {
    client: 'Antigravity',
    identity: { client_name: 'Antigravity', redirect_uris: ['https://antigravity.google/oauth-callback'] },
    redirects: ['https://antigravity.google/oauth-callback'],
    style: 'dotted',
  },
  {
    client: 'Warp',
    identity: { ...both, client_name: 'Warp', redirect_uris: ['warp://mcp/oauth2callback'], token_endpoint_auth_method: 'none' },
    redirects: ['warp://mcp/oauth2callback'],
    style: 'underscore',
  },
  {
    client: 'Raycast',
    identity: { ...both, client_name: 'Raycast', redirect_uris: ['raycast://oauth', 'com.raycast:/oauth'] },
    redirects: ['raycast://oauth', 'com.raycast:/oauth'],
    style: 'underscore',
  },
  {
    client: 'Goose',
    identity: { ...both, client_name: 'goose', redirect_uris: ['http://localhost:53682/oauth_callback'] },
    redirects: ['http://localhost:40001/oauth_callback'],
    style: 'underscore',
  },
  {
    client: 'LibreChat',
    identity: {
      ...both,
      client_name: 'LibreChat MCP Client',
      redirect_uris: ['https://chat.example/api/mcp/structural/oauth/callback'],
    },
    redirects: ['https://chat.example/api/mcp/structural/oauth/callback'],
    style: 'underscore',
  },
  {
    client: 'n8n',
    identity: { ...both, client_name: 'n8n', redirect_uris: ['https://n8n.example/rest/oauth2-credential/callback'] },
    redirects: ['https://n8n.example/rest/oauth2-credential/callback'],
    style: 'underscore',
  },
  {
    client: 'mcp-remote',
    identity: {
      ...both,
      client_name: 'MCP CLI Proxy',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://localhost:3334/oauth/callback', 'http://localhost:19483/oauth/callback'],
    style: 'dotted',
  },
  {
    client: 'Codex, registered for reading',
    identity: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:43210/callback'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:models:read offline_access',
    },
    redirects: ['http://127.0.0.1:43210/callback'],
    style: 'underscore',
  },
  {
    client: 'the client of the MCP SDK, as a program writes it',
    identity: {
      client_name: 'My script',
      redirect_uris: ['http://localhost:8090/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    redirects: ['http://localhost:8090/callback'],
    style: 'dotted',
  },
]

/** With and without `scope`; Claude asks for offline_access because it is listed. */
const SCOPES = [undefined, 'mcp:models:read mcp:models:write', 'mcp:models:read mcp:models:write offline_access']

let cookie: string
let userId: string
beforeAll(async () => {
  const user = await signUpUser()
  userId = user.id
  cookie = await signIn(user.id)
})

describe.each(RECORDED)('$client', ({ identity, redirects, style }) => {
  it.each(redirects)('connects, refreshes and leaves, with its answer at %s', async (redirect_uri) => {
    const clientId = typeof identity === 'string' ? identity : (await registerClient(identity)).client_id
    for (const scope of SCOPES) {
      const asked = await authorize({ client_id: clientId, redirect_uri, scope, state: 'opaque=state&of the client' }, cookie)
      const answer = answerOf(await decide(handleOf(asked), 'allow', cookie))
      expect(answer.to).toBe(redirect_uri)
      expect(answer.fields).toEqual({
        code: expect.stringMatching(/^smt_ac_/),
        iss: env.APP_URL,
        state: 'opaque=state&of the client',
      })

      const exchanged = await exchange(clientId, answer.fields.code ?? '', { redirect_uri, resource: RESOURCE })
      expect(exchanged.status).toBe(200)
      const first: Tokens = await exchanged.json()
      expect(first.scope).toBe('mcp:models:read mcp:models:write')
      expect(await callerOfAccessToken(first.access_token)).toMatchObject({ userId, clientId, toolNameStyle: style })

      const refreshed = await refresh(clientId, first.refresh_token, { resource: RESOURCE })
      expect(refreshed.status).toBe(200)
      const second: Tokens = await refreshed.json()
      expect(await callerOfAccessToken(second.access_token)).not.toBeNull()

      const left = await post('/oauth/revoke', { token: second.refresh_token, client_id: clientId })
      expect(left.status).toBe(200)
      expect(await callerOfAccessToken(second.access_token)).toBeNull()
    }
  })
})
