import { beforeAll, describe, expect, it } from 'vitest'
import { bearer, callTool, legacy, modern, modernMeta, modernRequest, post } from '#lib/fixtures/mcp.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { toResponse } from '#lib/http/reply.ts'
import { serveMcp } from './serve.ts'
import { tools } from './tools/tools.ts'

let token: string
let userId: string
beforeAll(async () => {
  userId = (await signUpUser()).id
  token = await newApiKey(userId)
})

const PRM = 'http://localhost:3000/.well-known/oauth-protected-resource/mcp'
const BOTH = 'mcp:models:read mcp:models:write'
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }
const serve = async (request: Request) => toResponse(await serveMcp(request))
const request = (method: string, headers: Record<string, string> = {}) =>
  serve(new Request('http://localhost:3000/mcp', { method, headers }))

describe('order of checks', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    'E10: answers %s with 405 and Allow: POST, before any token',
    async (method) => {
      const response = await request(method)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    },
  )

  it('answers the preflight of an allowed origin only', async () => {
    const ours = await request('OPTIONS', { Origin: 'http://localhost:6274', 'Access-Control-Request-Method': 'POST' })
    expect(ours.status).toBe(204)
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
    expect(ours.headers.get('access-control-allow-headers')).toContain('Authorization')
    const foreign = await request('OPTIONS', { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' })
    expect(foreign.status).toBe(405)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([{ Origin: 'https://evil.example' }, { Host: 'evil.example' }, { Origin: 'null' }])(
    'E7: refuses a foreign Origin or Host with 403, before any token: %o',
    async (headers) => {
      const response = await post(list, headers)
      expect(response.status).toBe(403)
      const body = await response.json()
      expect(body.error.code).toBe(-32000)
      expect('id' in body).toBe(false)
    },
  )

  it('E7: lets loopback hosts and origins through on any port, as APP_URL is one', async () => {
    for (const name of ['localhost:4001', '127.0.0.1:9', '[::1]:80', 'localhost']) {
      expect((await post(list, { ...bearer(token), Host: name, Origin: `http://${name}` })).status).toBe(200)
    }
  })

  it('E8: needs no Origin', async () => {
    expect((await post(list, bearer(token))).status).toBe(200)
  })

  it('E1: no token is 401 without an error code (RFC 6750 §3.1, RFC 9728 §5.1)', async () => {
    const response = await post(list)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${PRM}", scope="${BOTH}"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(await response.json())).toEqual(['error', 'error_description'])
  })

  it('E1: asks initialize and server/discover for a token too', async () => {
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })).status).toBe(401)
    const { message, headers } = modernRequest('server/discover')
    expect((await post(message, headers)).status).toBe(401)
  })

  it.each(['Bearer smk_unknown', 'Bearer smt_at_unknown', 'Bearer ', 'Bearer a b', 'Basic dTpw', 'Bearer eyJ.a.b'])(
    'E2: %s is 401 invalid_token (RFC 6750 §3.1)',
    async (Authorization) => {
      const response = await post(list, { Authorization })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        new RegExp(`^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="${PRM}", scope="${BOTH}"$`),
      )
      expect((await response.json()).error).toBe('invalid_token')
    },
  )

  it('takes no session cookie', async () => {
    const cookie = await signIn(userId)
    expect((await post(list, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(401)
  })

  it('E4: ignores an access token in the query or the body (RFC 6750 §2, RFC 9700)', async () => {
    const url = `http://localhost:3000/mcp?access_token=${token}`
    const inQuery = await serve(
      new Request(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(list) }),
    )
    expect(inQuery.status).toBe(401)
    expect((await post({ ...list, access_token: token })).status).toBe(401)
  })

  it('E11: answers 415, 406, 413 and 400 for what is no JSON text', async () => {
    const asked = async (body: string, headers: Record<string, string | undefined>) => {
      const response = await post(body, { ...bearer(token), ...headers })
      const { id, error } = await response.json()
      // JSON-RPC 2.0: of what cannot be read nobody knows the id.
      expect(id).toBe(error.code === -32700 ? null : undefined)
      return [response.status, error.code]
    }
    const good = JSON.stringify(list)
    expect(await asked(good, { 'Content-Type': 'text/plain' })).toEqual([415, -32000])
    expect(await asked(good, { 'Content-Encoding': 'gzip' })).toEqual([415, -32000])
    expect(await asked(good, { Accept: 'text/event-stream' })).toEqual([406, -32000])
    expect(await asked(good, { Accept: 'application/json;q=0' })).toEqual([406, -32000])
    expect(await asked(good, { 'Content-Length': String(65 * 1024 * 1024) })).toEqual([413, -32000])
    expect(await asked('{"jsonrpc":', {})).toEqual([400, -32700])
    expect(await asked('', {})).toEqual([400, -32700])
    expect(await asked(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`, {})).toEqual([400, -32700])
  })

  it.each(['application/json', '*/*', 'application/*', undefined])('E12: serves Accept: %s', async (Accept) => {
    expect((await post(list, { ...bearer(token), Accept })).status).toBe(200)
  })

  it.each([
    ['[]', []],
    ['id: null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['a fractional id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
    ['params as a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }],
    ['text', '"hello"'],
    ['null', 'null'],
    ['a batch with one bad message', [{ jsonrpc: '2.0', id: 1, method: 'ping' }, 5]],
    ['two requests with one id', [list, list]],
  ])('answers %s with 400 and -32600', async (_, body) => {
    const response = await post(body, bearer(token))
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32600])
  })

  it('E9: ignores Mcp-Session-Id and Last-Event-ID, and never makes one', async () => {
    const response = await post(list, { ...bearer(token), 'Mcp-Session-Id': 'x', 'Last-Event-ID': '5' })
    expect(response.status).toBe(200)
    expect(response.headers.get('mcp-session-id')).toBeNull()
  })

  it('keeps the request id, or makes one', async () => {
    expect((await post(list, { ...bearer(token), 'X-Request-Id': 'abc-1' })).headers.get('x-request-id')).toBe('abc-1')
    expect((await post(list)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('scopes', () => {
  it('E5: a read-only credential on a write tool is 403 insufficient_scope, and nothing is stored (RFC 6750 §3.1)', async () => {
    const reader = await newApiKey(userId, ['mcp:models:read'])
    const params = { name: 'service_create_model', arguments: { name: 'Not to be' } }
    for (const send of [
      () => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer(reader)),
      () => {
        const { message, headers } = modernRequest('tools/call', params)
        return post(message, { ...headers, ...bearer(reader) })
      },
      () => post([list, { jsonrpc: '2.0', id: 8, method: 'tools/call', params }], bearer(reader)),
    ]) {
      const response = await send()
      expect(response.status).toBe(403)
      expect(response.headers.get('www-authenticate')).toMatch(
        new RegExp(`^Bearer error="insufficient_scope", scope="${BOTH}", resource_metadata="${PRM}", error_description="[^"]+"$`),
      )
      const { error, error_description } = await response.json()
      expect(error).toBe('insufficient_scope')
      expect(error_description).toBe('this API key may only read; make one with mcp:models:write under Settings, API keys')
    }
    expect((await callTool(reader, 'service.list_models', { q: 'Not to be' })).data.items).toEqual([])
  })

  it('E5: a write-only credential on a read tool is 403 as well', async () => {
    const writer = await newApiKey(userId, ['mcp:models:write'])
    expect((await modern(writer, 'tools/call', { name: 'service.list_models' })).status).toBe(403)
    expect((await modern(writer, 'tools/list')).status).toBe(200)
  })

  it('a key is told of the tools that its scopes cover, so that its AI meets no refusal; all of them can be called', async () => {
    const nameOf = ({ name }: { name: string }) => name
    const told = async (key: string) =>
      Promise.all([legacy, modern].map(async (ask) => (await ask(key, 'tools/list')).body.result.tools.map(nameOf) as string[]))
    const [all, reading, writing] = await Promise.all([
      told(token),
      told(await newApiKey(userId, ['mcp:models:read'])),
      told(await newApiKey(userId, ['mcp:models:write'])),
    ])
    expect(all[0]).toEqual(tools.map(nameOf))
    for (const era of [0, 1]) {
      expect([...reading[era]!, ...writing[era]!].sort()).toEqual([...all[era]!].sort())
      expect(reading[era]).toContain('service.render_model')
      expect(writing[era]).toContain('service.create_model')
    }
    const refused = new Set<number>()
    const reader = await newApiKey(userId, ['mcp:models:read'])
    for (const name of reading[0]!) refused.add((await modern(reader, 'tools/call', { name, arguments: {} })).status)
    expect([...refused]).toEqual([200])
  })
})

describe('the era of a request', () => {
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const send = async (method: string, params: object | undefined, headers: Record<string, string>) => {
    const response = await post({ jsonrpc: '2.0', id: 5, method, params }, { ...bearer(token), ...headers })
    const { id, result, error } = await response.json()
    expect([5, null]).toContain(id) // the SDK has no id for a version that it refuses
    return [response.status, ...(error ? [error.code] : []), ...(result?.resultType ? [result.resultType] : [])]
  }
  const claim = (version: unknown) => ({ _meta: { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': version } })
  const version = (name: string) => ({ 'MCP-Protocol-Version': name })

  /** As @modelcontextprotocol/server 2.4.0 judges them, but for the last. */
  it.each<[string, Record<string, string>, object | undefined, (number | string)[]]>([
    ['initialize', { 'Mcp-Method': 'initialize' }, initialize, [200]],
    ['tools/list', { 'Mcp-Method': 'tools/list' }, undefined, [200]],
    ['tools/list', { 'Mcp-Method': 'tools/list' }, claim('2026-07-28'), [400, -32020]],
    ['tools/list', version('2026-07-28'), undefined, [400, -32602]],
    ['tools/list', version('2027-01-01'), undefined, [400, -32602]],
    ['tools/list', version('1999-01-01'), undefined, [400, -32000]],
    ['tools/list', version('2025-11-25'), claim('2026-07-28'), [400, -32020]],
    [
      'initialize',
      { ...version('2026-07-28'), 'Mcp-Method': 'initialize' },
      { ...initialize, ...claim('2026-07-28') },
      [404, -32601],
    ],
    ['initialize', version('2026-07-28'), initialize, [400, -32020]],
    ['tools/list', {}, claim('2025-11-25'), [400, -32020]],
  ])('%s with %o and params %o: %o', async (method, headers, params, answer) => {
    expect(await send(method, params, headers)).toEqual(answer)
  })

  it('is the older one for initialize whose claim is no newer name, and for all else without a claim', async () => {
    expect(await send('initialize', { ...initialize, ...claim('2025-11-25') }, {})).toEqual([200])
    expect(await send('initialize', { ...initialize, ...claim(7) }, {})).toEqual([200])
    expect(await send('initialize', { ...initialize, ...claim('2025-11-25') }, version('2026-07-28'))).toEqual([400, -32020])
    expect(await send('tools/list', {}, { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'x' })).toEqual([200])
    expect(await send('tools/list', { _meta: { progressToken: 1 } }, version(' 2025-06-18 '))).toEqual([200])
  })

  it('is the newer one for any claim, good or bad', async () => {
    for (const bad of [7, null, { a: 1 }]) expect(await send('tools/list', claim(bad), {})).toEqual([400, -32602])
    expect(await send('tools/list', claim('1999-01-01'), version('1999-01-01'))).toEqual([400, -32022])
    const headers = { ...version(' 2026-07-28 '), 'Mcp-Method': 'tools/list' }
    expect(await send('tools/list', claim('2026-07-28'), headers)).toEqual([200, 'complete'])
  })

  it('is the older one for a batch; a claim in it refuses the whole, and nothing is run', async () => {
    const name = 'Not by a batch'
    const create = { name: 'service.create_model', arguments: { name } }
    const response = await post(
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: create },
        { jsonrpc: '2.0', id: 2, method: 'tools/list', params: claim('2026-07-28') },
      ],
      bearer(token),
    )
    expect([response.status, (await response.json()).error.code]).toEqual([400, -32600])
    expect((await callTool(token, 'service.list_models', { q: name })).data.items).toEqual([])
  })
})

describe('2026-07-28', () => {
  const ask = async (change: (asked: ReturnType<typeof modernRequest>) => void, method = 'tools/list', params = {}) => {
    const asked = modernRequest(method, params)
    change(asked)
    const response = await post(asked.message, { ...asked.headers, ...bearer(token) })
    return [response.status, await response.json()] as const
  }

  it('discovers', async () => {
    const { body } = await modern(token, 'server/discover')
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        extensions: { 'io.modelcontextprotocol/ui': {}, 'io.modelcontextprotocol/skills': {} },
      },
      ttlMs: 60000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'structural-model-service' } },
    })
    expect(body.result.instructions).toContain('Z is up')
  })

  it.each([
    ['no _meta', undefined],
    ['no protocolVersion', { 'io.modelcontextprotocol/clientCapabilities': {} }],
    ['a protocolVersion that is no text', { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': 1 }],
    ['no clientCapabilities', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }],
    ['clientCapabilities as a list', { ...modernMeta(), 'io.modelcontextprotocol/clientCapabilities': [] }],
  ])('row 1: %s is 400 -32602', async (_, meta) => {
    const [status, body] = await ask(({ message }) => Object.assign(message.params, { _meta: meta }))
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32602])
  })

  it('row 1: clientInfo is optional', async () => {
    const { 'io.modelcontextprotocol/clientInfo': _, ...meta } = modernMeta()
    expect((await ask(({ message }) => Object.assign(message.params, { _meta: meta })))[0]).toBe(200)
  })

  it.each([undefined, '2025-11-25', '2026-07-29'])('row 2, E13: MCP-Protocol-Version %s is 400 -32020', async (version) => {
    const [status, body] = await ask(({ headers }) => Object.assign(headers, { 'MCP-Protocol-Version': version }))
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32020])
  })

  it('row 3: an unsupported version is 400 -32022 and names what is supported', async () => {
    const [status, body] = await ask(({ message, headers }) => {
      Object.assign(headers, { 'MCP-Protocol-Version': 'v999' })
      Object.assign(message.params._meta, { 'io.modelcontextprotocol/protocolVersion': 'v999' })
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: 'v999' } })
  })

  it.each([undefined, 'Tools/List', 'tools/call'])('row 4, E13: Mcp-Method %s is 400 -32020', async (method) => {
    const [status, body] = await ask(({ headers }) => Object.assign(headers, { 'Mcp-Method': method }))
    expect([status, body.error.code]).toEqual([400, -32020])
  })

  it('row 5, E13: Mcp-Name that is absent or another is 400 -32020, before aliases are looked up', async () => {
    for (const name of [undefined, 'service_list_models', '=?base64?bm8=?=', '=?base64?%?=']) {
      const [status, body] = await ask(({ headers }) => Object.assign(headers, { 'Mcp-Name': name }), 'tools/call', {
        name: 'service.list_models',
      })
      expect([status, body.error.code]).toEqual([400, -32020])
    }
  })

  it('row 5: decodes =?base64?…?=', async () => {
    const name = `=?base64?${Buffer.from('service.list_models').toString('base64')}?=`
    const [status] = await ask(({ headers }) => Object.assign(headers, { 'Mcp-Name': name }), 'tools/call', {
      name: 'service.list_models',
    })
    expect(status).toBe(200)
  })

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'no/such', 'constructor'])(
    'row 6: %s is 404 -32601',
    async (method) => {
      const [status, body] = await ask(() => {}, method)
      expect([status, body.id, body.error.code]).toEqual([404, 1, -32601])
    },
  )

  it('row 8: an unknown tool, prompt or resource is 200 -32602', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 'constructor' }],
      ['tools/call', { name: 'service-create_model' }],
      ['prompts/get', { name: 'none' }],
      ['resources/read', { uri: 'structural://none' }],
    ] as const) {
      const { status, body } = await modern(token, method, params)
      expect([status, body.error?.code]).toEqual([200, -32602])
    }
  })

  it('row 9: bad input is a result with isError and no structuredContent', async () => {
    const { status, body } = await modern(token, 'tools/call', { name: 'service.create_model', arguments: {} })
    expect([status, body.result.isError, body.result.structuredContent]).toEqual([200, true, undefined])
  })

  it('answers a notification with 202 and nothing', async () => {
    const { message, headers } = modernRequest('notifications/cancelled')
    const { id: _, ...notification } = message
    const response = await post(notification, { ...headers, ...bearer(token) })
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    'says how long %s may be kept',
    async (method) => {
      const { body } = await modern(token, method)
      expect(body.result).toMatchObject({ resultType: 'complete', ttlMs: 60000 })
      expect(body.result.cacheScope).toBe(method === 'tools/list' ? 'private' : 'public')
    },
  )

  it('refuses a cursor that it never gave out', async () => {
    expect((await modern(token, 'tools/list', { cursor: 'x' })).body.error?.code).toBe(-32602)
  })
})

describe('up to 2025-11-25', () => {
  const initialize = (protocolVersion: unknown) => ({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })

  it.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('initialize with %s answers %s', async (asked, answered) => {
    const response = await post(initialize(asked), bearer(token))
    const { result } = await response.json()
    expect(response.status).toBe(200)
    expect(result.protocolVersion).toBe(answered)
    expect(result.capabilities).toEqual({
      ...{ tools: {}, resources: {}, prompts: {}, completions: {} },
      extensions: { 'io.modelcontextprotocol/ui': {}, 'io.modelcontextprotocol/skills': {} },
    })
    expect(result.instructions).toContain('Z is up')
    expect(response.headers.get('mcp-session-id')).toBeNull()
  })

  it('says who it is as the newer revision does: title, version, address, icons', async () => {
    const { result } = await (await post(initialize('2025-11-25'), bearer(token))).json()
    const discovered = (await modern(token, 'server/discover')).body.result
    expect(result.serverInfo).toEqual(discovered._meta['io.modelcontextprotocol/serverInfo'])
    expect(result.serverInfo).toMatchObject({ title: 'Structural Model Service', websiteUrl: 'http://localhost:3000' })
    expect(result.serverInfo.icons).toHaveLength(4)
  })

  it("answers a bad initialize in its own words, not the schema library's", async () => {
    const body = await (await post({ ...initialize('2025-11-25'), params: { protocolVersion: 5 } }, bearer(token))).json()
    expect(body).toEqual({ jsonrpc: '2.0', id: 0, error: { code: -32602, message: expect.stringContaining('initialize needs') } })
  })

  it('answers ping, and a call without initialize', async () => {
    expect((await legacy(token, 'ping')).body.result).toEqual({})
    expect(
      (await legacy(token, 'tools/call', { name: 'service.list_models' })).body.result.structuredContent.items,
    ).toBeInstanceOf(Array)
  })

  it('answers unknown methods and tools with 200 and an error', async () => {
    const unknown = await legacy(token, 'no/such')
    expect([unknown.status, unknown.body.error]).toEqual([200, { code: -32601, message: 'Method not found' }])
    const tool = await legacy(token, 'tools/call', { name: 'constructor' })
    expect([tool.status, tool.body.error]).toEqual([200, { code: -32602, message: 'Unknown tool: constructor' }])
    expect((await legacy(token, 'tools/call', {})).body.error?.code).toBe(-32602)
  })

  it('answers an unknown resource with -32002', async () => {
    const { body } = await legacy(token, 'resources/read', { uri: 'structural://none' })
    expect(body.error).toEqual({ code: -32002, message: 'Resource not found', data: { uri: 'structural://none' } })
  })

  it('answers notifications with 202', async () => {
    const response = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, bearer(token))
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  it('E11: takes batches of 1 to 100, in revision 2025-03-26 or without a version', async () => {
    const batch = (count: number) => Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const one = await post(batch(1), bearer(token))
    expect(await one.json()).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }])
    expect(await (await post(batch(100), { ...bearer(token), 'MCP-Protocol-Version': '2025-03-26' })).json()).toHaveLength(100)
    expect((await post(batch(101), bearer(token))).status).toBe(400)
    expect((await post(batch(2), { ...bearer(token), 'MCP-Protocol-Version': '2025-11-25' })).status).toBe(400)
    expect((await post([{ jsonrpc: '2.0', method: 'notifications/x' }], bearer(token))).status).toBe(202)
    expect((await post([initialize('2025-03-26')], bearer(token))).status).toBe(400)
  })

  it('answers a batch that cancels its own request', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const response = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }, cancel], bearer(token))
    expect(await response.json()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })
})
