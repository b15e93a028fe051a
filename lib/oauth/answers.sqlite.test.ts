import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import {
  approve,
  authorize,
  CODE_VERIFIER,
  decide,
  encode,
  type Fields,
  handleOf,
  post,
  refresh,
  registerClient,
  send,
} from '#lib/fixtures/oauth.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'

/**
 * What the endpoints answer, word for word with all headers: clients go by the codes, and those who write clients by the words. What is
 * drawn or taken from the clock is masked. `npm run golden -- lib/oauth` writes the files anew.
 */

const CALLBACK = 'https://app.example/callback'
const JSON_TYPE = { 'content-type': 'application/json' }

let cookie: string
let clientId: string
let withoutRefresh: string
beforeAll(async () => {
  cookie = await signIn((await signUpUser()).id)
  clientId = (await registerClient()).client_id
  withoutRefresh = (await registerClient({ grant_types: ['authorization_code'] })).client_id
})

const masked = (text: string) =>
  text
    .replace(/smt_(ac|at|rt)_[\w-]{43}/g, 'smt_$1_…')
    .replace(/smc_[\w-]{22}/g, 'smc_…')
    .replace(/(request=|continue%3D)[\w-]{43}/g, '$1…')
    .replace(/("client_id_issued_at":)\d+/g, '$1…')
    .replace(/<style>[^<]*/g, '<style>…')

/** Each asked in its turn. */
async function told(asked: Record<string, () => Promise<Response>>): Promise<string> {
  const all: string[] = []
  for (const [name, ask] of Object.entries(asked)) {
    const answer = await ask()
    const headers = [...answer.headers].map(([header, value]) => `${header}: ${value}`)
    all.push([`### ${name}`, answer.status, ...headers, '', await answer.text()].join('\n').trimEnd())
  }
  return masked(`${all.join('\n\n')}\n`)
}

const golden = (name: string) => `golden/${name}`

describe('word for word', () => {
  it('the token endpoint', async () => {
    const token = (fields: Fields, headers = {}) => post('/oauth/token', { client_id: clientId, ...fields }, headers)
    const exchange = (code: string, fields: Fields = {}) =>
      token({ grant_type: 'authorization_code', code, code_verifier: CODE_VERIFIER, ...fields })
    const newCode = (client_id = clientId) => approve({ client_id }, cookie)
    const refreshToken = async (fields: Fields = {}) =>
      (await (await exchange(await approve({ client_id: clientId, ...fields }, cookie))).json()).refresh_token
    const asked = {
      'another method': () => send('/oauth/token'),
      'what a browser asks before': () => send('/oauth/token', { method: 'OPTIONS' }),
      'a body of another type': () => send('/oauth/token', { method: 'POST', headers: JSON_TYPE, body: '{}' }),
      'a body that is too large': () => token({ x: 'x'.repeat(16 * 1024) }),
      'a parameter twice': () => token({ grant_type: ['refresh_token', 'refresh_token'] }),
      'two resources': () => token({ resource: ['https://one.example', 'https://other.example'] }),
      'no grant_type': () => token({}),
      'another grant_type': () => token({ grant_type: 'password' }),
      'credentials in the header': () => token({ grant_type: 'refresh_token' }, { authorization: 'Basic eDp5' }),
      'a client_secret': () => token({ grant_type: 'refresh_token', client_secret: 'x' }),
      'a client_assertion': () => token({ grant_type: 'refresh_token', client_assertion: 'x' }),
      'a client_assertion_type': () => token({ grant_type: 'refresh_token', client_assertion_type: 'x' }),
      'no client_id': () => token({ grant_type: 'refresh_token', client_id: undefined }),
      'an unknown client_id': () => token({ grant_type: 'refresh_token', client_id: 'nobody' }),
      'a client that may not refresh': () => refresh(withoutRefresh, 'x'),
      'no code': () => token({ grant_type: 'authorization_code' }),
      'no code_verifier': () => token({ grant_type: 'authorization_code', code: 'x' }),
      'an unknown code': () => exchange('x'),
      'a code for another resource': async () => exchange(await newCode(), { resource: 'https://elsewhere.example' }),
      'another code_verifier': async () => exchange(await newCode(), { code_verifier: CODE_VERIFIER.replace('d', 'e') }),
      'a code': async () => exchange(await newCode()),
      'a code of a client that may not refresh': async () =>
        exchange(await newCode(withoutRefresh), { client_id: withoutRefresh }),
      'no refresh_token': () => token({ grant_type: 'refresh_token' }),
      'an unknown refresh_token': () => refresh(clientId, 'x'),
      'a refresh_token for another resource': async () =>
        refresh(clientId, await refreshToken(), { resource: 'https://elsewhere.example' }),
      'a refresh_token for a scope beyond it': async () =>
        refresh(clientId, await refreshToken({ scope: 'mcp:models:read' }), { scope: 'mcp:models:write' }),
      'a refresh_token': async () => refresh(clientId, await refreshToken()),
    }
    await expect(await told(asked)).toMatchFileSnapshot(golden('token.txt'))
  })

  it('registration and revocation', async () => {
    const register = (metadata: unknown, headers: Record<string, string> = JSON_TYPE) =>
      send('/oauth/register', {
        method: 'POST',
        headers,
        body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
      })
    const of = (metadata: object) => register({ client_name: 'A checker', redirect_uris: [CALLBACK], ...metadata })
    const all = {
      ...{ client_uri: 'https://app.example', logo_uri: 'https://app.example/logo.png', tos_uri: 'https://app.example/tos' },
      ...{
        policy_uri: 'https://app.example/policy',
        contacts: ['a@app.example'],
        software_id: 'checker',
        software_version: '1.2',
      },
      ...{ scope: 'mcp:models:read offline_access openid', grant_types: ['authorization_code', 'implicit'] },
      ...{ response_types: ['code', 'token'], token_endpoint_auth_method: 'client_secret_basic', jwks_uri: '' },
    }
    const asked = {
      'another method': () => send('/oauth/register'),
      'what a browser asks before': () => send('/oauth/register', { method: 'OPTIONS' }),
      'a body of another type': () => register('{}', { 'content-type': 'text/plain' }),
      'a body that is no JSON': () => register('{'),
      'a body that is no object': () => register('[]'),
      'a body that is too large': () => of({ client_name: 'x'.repeat(16 * 1024) }),
      'no redirect_uris': () => of({ redirect_uris: undefined }),
      'redirect_uris of another type': () => of({ redirect_uris: 'https://app.example' }),
      'a redirect_uri that may not be': () => of({ redirect_uris: [CALLBACK, 'javascript:alert(1)'] }),
      'a redirect_uri that is too long': () => of({ redirect_uris: [`${CALLBACK}?${'x'.repeat(2048)}`] }),
      'too many redirect_uris': () => of({ redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}/${n}`) }),
      'a name that is too long': () => of({ client_name: 'x'.repeat(101) }),
      'a page that is none': () => of({ client_uri: 'ftp://app.example' }),
      'no way to a code': () => of({ grant_types: ['refresh_token'] }),
      'no answer with a code': () => of({ response_types: ['token'] }),
      'the least': () => register({ redirect_uris: [CALLBACK] }),
      'all that there is': () => of(all),
      'revoking without a token': () => post('/oauth/revoke', { client_id: clientId }),
      'revoking by nobody': () => post('/oauth/revoke', { token: 'x' }),
      'revoking what is unknown': () => post('/oauth/revoke', { client_id: clientId, token: 'x' }),
      'revoking by another method': () => send('/oauth/revoke'),
    }
    await expect(await told(asked)).toMatchFileSnapshot(golden('register.txt'))
  })

  it('what a browser is sent to', async () => {
    const ask = (fields: Fields = {}, as = cookie) => authorize({ client_id: clientId, ...fields }, as)
    const asked_ = async () => handleOf(await ask())
    const json = { accept: 'application/json' }
    const decided = async (headers: Record<string, string>) => {
      const handle = await asked_()
      const code = await decide(handle, 'allow', cookie)
      expect(code.status).toBe(303)
      return decide(handle, 'allow', cookie, headers)
    }
    const outdated = async () => {
      const handle = new URL((await ask({}, '')).headers.get('location') ?? '').searchParams.get('callbackUrl') ?? ''
      await db().oAuthRequest.updateMany({ data: { expiresAt: new Date(0) } })
      return send(handle, { headers: { cookie } })
    }
    const cursor = { client_id: 'cursor', redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' }
    const post_ = (body: string, headers: Record<string, string>) =>
      send('/oauth/consent/decision', { method: 'POST', body, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } })
    const asked = {
      'nobody knows for whom': () => ask({ client_id: 'nobody' }),
      'a request that is over': outdated,
      'somebody who is to sign in': () => ask({}, ''),
      'an error that goes back': () => ask({ scope: 'everything' }),
      'a silent request of nobody': () => authorize({ ...cursor, prompt: 'none' }, ''),
      'a sound request': () => ask(),
      'another method': () => send('/oauth/authorize', { method: 'POST' }),
      allowed: async () => decide(await asked_(), 'allow', cookie),
      denied: async () => decide(await asked_(), 'deny', cookie),
      'allowed, to a script': async () => decide(await asked_(), 'allow', cookie, json),
      'decided already': () => decided({}),
      'decided already, to a script': () => decided(json),
      'from elsewhere': async () => decide(await asked_(), 'allow', cookie, { 'sec-fetch-site': 'cross-site' }),
      'from elsewhere, to a script': async () =>
        decide(await asked_(), 'allow', cookie, { 'sec-fetch-site': 'cross-site', ...json }),
      'no form': () => post_('{}', { ...JSON_TYPE, ...json }),
      'signed out': async () => decide(await asked_(), 'allow', '', json),
      'no request': () => post_(encode({ decision: 'allow' }), { 'content-type': 'application/x-www-form-urlencoded', ...json }),
      'no decision': async () => decide(await asked_(), '', cookie, json),
    }
    await expect(await (await ask({ client_id: 'nobody' })).text()).toMatchFileSnapshot(golden('page.html'))
    await expect(await told(asked)).toMatchFileSnapshot(golden('browser.txt'))
  })

  it('the documents', async () => {
    const paths = [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-authorization-server',
      'openid-configuration',
    ]
    const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']
    const asked = paths.flatMap((path) =>
      methods.map((method) => [`${method} ${path}`, () => send(`/.well-known/${path}`, { method })] as const),
    )
    await expect(await told(Object.fromEntries(asked))).toMatchFileSnapshot(golden('documents.txt'))
  })
})
