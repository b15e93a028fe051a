import { beforeAll, describe, expect, it } from 'vitest'
import { askRest, callRest, newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'

/** Whatever a client sends, the answer is ours, small and never a 5xx. Errors, sections 2 to 6. */

let rest: Rest
let key: string
let model: string
const at = (path = '') => `/api/construct-models/${model}${path}`

beforeAll(async () => {
  const caller = await newCaller()
  rest = caller.rest
  key = caller.key
  model = await newModel(rest)
})

const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
const items = (answer: { json: { detail: { type: string; loc: unknown[] }[] } }) =>
  answer.json.detail.map(({ type, loc }) => [type, loc.join('.')])

describe('order of checks', () => {
  it('knows paths before methods, methods before credentials', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nope',
      '/api/construct-models/',
      at('/'),
      at('/nope'),
      at('/nodes/'),
      at('/elements/x'),
    ]) {
      const answer = await callRest('POST', path)
      expect([path, answer.status, answer.json.detail]).toEqual([path, 404, 'Not Found'])
    }
    for (const [method, path, allow] of [
      ['GET', at('/nodes'), 'POST, OPTIONS'],
      ['HEAD', at('/nodes'), 'POST, OPTIONS'],
      ['DELETE', '/api/construct-models', 'POST, GET, HEAD, OPTIONS'],
      ['POST', at(), 'GET, PATCH, DELETE, HEAD, OPTIONS'],
      ['PUT', at('/elements/delete'), 'POST, OPTIONS'],
      ['POST', at('/events'), 'GET, HEAD, OPTIONS'],
    ]) {
      const answer = await callRest(method!, path!)
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow])
      if (method !== 'HEAD') expect(answer.json.detail).toBe('Method Not Allowed')
    }
    const options = await callRest('OPTIONS', at('/units'))
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'PUT, OPTIONS', ''])
  })

  it('asks for credentials before the model, and says where to get them', async () => {
    const none = await callRest('POST', '/api/construct-models/nope/nodes', { body: 'not json' })
    expect([none.status, none.json.detail]).toEqual([401, 'Not authenticated'])
    expect(none.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp", scope="mcp:models:read mcp:models:write"',
    )
    const bad = await callRest('GET', at(), { key: 'smk_unknown' })
    expect(bad.status).toBe(401)
    expect(bad.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/)
  })

  it('gives one answer for a model that is not there and one that is not the caller’s', async () => {
    const stranger = await newCaller()
    const bodies = []
    for (const id of [model, 'm_unknown', 'a%00b', 'a%2Fb', '%F0%9F%98%80', '..', 'x'.repeat(5000)]) {
      if (id === '..') continue
      const answer = await stranger.rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [node('N')] } })
      expect(answer.status).toBe(404)
      bodies.push({ ...answer.json, requestId: '' })
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0].detail).toBe('Model not found')
  })

  it('refuses a path that is not well encoded', async () => {
    for (const id of ['%zz', '%', '%ff', '%c3%28']) {
      const answer = await rest('GET', `/api/construct-models/${id}`)
      expect([id, answer.status, answer.json.detail]).toEqual([id, 400, 'Malformed path'])
    }
  })

  it('asks for the scope after the model', async () => {
    const { id } = await signUpUser()
    const reader = await newApiKey(id, ['mcp:models:read'])
    const writer = await newApiKey(id, ['mcp:models:write'])
    const own = await newModel((method, path, asked) => callRest(method, path, { key: writer, ...asked }))
    const path = `/api/construct-models/${own}`
    expect((await callRest('GET', path, { key: reader })).status).toBe(200)
    expect((await callRest('POST', '/api/construct-models', { key: reader, body: 'x' })).status).toBe(403)
    const refused = await callRest('POST', `${path}/nodes`, { key: reader, body: 'no json' })
    expect([refused.status, refused.json.detail]).toEqual([403, 'Not enough permissions'])
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/)
    expect((await callRest('GET', path, { key: writer })).status).toBe(403)
    expect((await callRest('GET', '/api/construct-models', { key: writer })).status).toBe(403)
    expect((await callRest('POST', at('/nodes'), { key: reader, body: {} })).status).toBe(404)
  })

  it('takes the session of a browser from our own pages only', async () => {
    const { id } = await signUpUser()
    const cookie = await signIn(id)
    const body = { name: 'from the page' }
    const own = await callRest('POST', '/api/construct-models', { body, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(own.status).toBe(201)
    const elsewhere: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]
    for (const headers of elsewhere) {
      expect((await callRest('POST', '/api/construct-models', { body, headers: { cookie, ...headers } })).status).toBe(401)
    }
  })
})

describe('bodies as bytes', () => {
  it.each([
    ['a compressed body', new Uint8Array([31, 139]), { 'content-encoding': 'gzip' }, 415, 'Unsupported Content-Encoding'],
    ['UTF-16 with a mark', Buffer.from('\ufeff{}', 'utf16le'), {}, 400, 'There was an error parsing the body'],
    ['UTF-16 without', Buffer.from('{}', 'utf16le'), {}, 400, 'There was an error parsing the body'],
    ['UTF-16 big-endian', Buffer.from('{}', 'utf16le').swap16(), {}, 400, 'There was an error parsing the body'],
    ['Latin-1', Buffer.from('{"name":"é"}', 'latin1'), {}, 400, 'There was an error parsing the body'],
    [
      'a surrogate in UTF-8',
      Buffer.from('{"name":"\u00ed\u00a0\u0080"}', 'latin1'),
      {},
      400,
      'There was an error parsing the body',
    ],
  ])('refuses %s', async (_, body, headers, status, detail) => {
    const answer = await rest('POST', at('/nodes'), { body, headers: headers as Record<string, string> })
    expect([answer.status, answer.json.detail]).toEqual([status, detail])
  })

  it('takes identity for no coding', async () => {
    const answer = await rest('POST', at('/nodes'), { body: { nodes: [node('N')] }, headers: { 'content-encoding': 'identity' } })
    expect(answer.status).toBe(200)
  })

  it('refuses more than 64 MB: by its length before reading, else when the limit is passed', async () => {
    const told = await rest('POST', at('/nodes'), { body: '{}', headers: { 'content-length': '67108865' } })
    expect([told.status, told.json.detail]).toEqual([413, 'Request body too large'])
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1 << 20
        controller.enqueue(new Uint8Array(1 << 20).fill(32))
      },
    })
    const passed = await rest('POST', at('/nodes'), { body: endless })
    expect([passed.status, passed.json.detail]).toEqual([413, 'Request body too large'])
    expect(sent).toBeLessThan(80 << 20)
  })

  it('does not fail when the client leaves in the middle', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('{"nodes":['))
        controller.error(new Error('the client is gone'))
      },
    })
    expect((await rest('POST', at('/nodes'), { body: broken })).status).toBe(400)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'application/jsonx',
    '',
  ])('wants JSON, not %j', async (contentType) => {
    const answer = await rest('POST', at('/nodes'), { body: '{"nodes":[]}', contentType })
    expect(items(answer)).toEqual([['model_attributes_type', 'body']])
  })
  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/geo+json'])('takes %s', async (contentType) => {
    expect((await rest('POST', at('/nodes'), { body: { nodes: [node('N')] }, contentType })).status).toBe(200)
  })
})

describe('bodies as JSON', () => {
  const nested = (levels: number) =>
    `{"nodes":[{"id":"N","position":{"x":0,"y":0,"z":0},"source":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}]}`

  it('takes 64 levels and refuses 65, before it parses', async () => {
    expect((await rest('POST', at('/nodes'), { body: nested(61) })).status).toBe(200)
    const refused = await rest('POST', at('/nodes'), { body: nested(62) })
    expect(refused.json.detail).toEqual([
      { type: 'value_error', loc: ['body'], msg: 'Value error, nested deeper than 64 levels', ctx: { error: {} } },
    ])
    const unclosed = await rest('POST', at('/nodes'), { body: '['.repeat(5_000_000) })
    expect(items(unclosed)).toEqual([['value_error', 'body']])
  })

  it('tells the position in code points, after a byte-order mark', async () => {
    const answer = await rest('POST', at('/nodes'), { body: '\ufeff{"😀":tru}' })
    expect(answer.json.detail).toEqual([
      { type: 'json_invalid', loc: ['body', 5], msg: 'JSON decode error', ctx: { error: 'Expecting value' } },
    ])
  })

  it('finds nothing in the prototype of an object', async () => {
    const body = '{"__proto__":{"nodes":[]},"constructor":1,"toString":2}'
    expect(items(await rest('POST', at('/nodes'), { body }))).toEqual([['missing', 'body.nodes']])
    const everywhere =
      '{"__proto__":{"x":1},"name":"p","metadata":{"__proto__":{"a":{"__proto__":2}}},"units":{"__proto__":{"force":"N"}},' +
      '"nodes":[{"__proto__":null,"id":"__proto__","position":{"__proto__":[],"x":1,"y":2,"z":3},"source":{"__proto__":{"b":1}}}],' +
      '"sections":[{"id":"constructor","type":"custom","dimensions":{"__proto__":5,"hasOwnProperty":6}}]}'
    const made = await rest('POST', '/api/construct-models', { body: everywhere })
    expect(made.status).toBe(201)
    expect(made.text).toContain('"metadata":{"__proto__":{"a":{"__proto__":2}}}')
    expect(made.text).toContain('"source":{"__proto__":{"b":1}}')
    expect(made.text).toContain('"dimensions":{"__proto__":5,"hasOwnProperty":6}')
    expect(made.json.nodes[0].position).toEqual({ x: 1, y: 2, z: 3 })
    expect(made.json.units).toEqual({})
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('refuses NUL and lone surrogates in values, keys and free-form objects', async () => {
    const body =
      '{"name":"a\\u0000","metadata":{"k\\ud800":1,"list":[{"\\u0000":"x"},"\\udfff"]},"source":{"system":"\\ud83d"},' +
      '"units":{"force":"\\u0000"},"materials":[{"id":"M\\u0000"}]}'
    expect(items(await rest('POST', '/api/construct-models', { body }))).toEqual([
      ['value_error', 'body.name'],
      ['string_unicode', 'body.metadata'],
      ['value_error', 'body.metadata.list.0'],
      ['string_unicode', 'body.metadata.list.1'],
      ['string_unicode', 'body.source.system'],
      ['value_error', 'body.units.force'],
      ['value_error', 'body.materials.0.id'],
    ])
  })

  it('refuses numbers that are not finite, wherever they stand', async () => {
    const body = `{"nodes":[{"id":"N","position":{"x":1e999,"y":-1e999,"z":${'9'.repeat(400)}},"source":{"a":[1e999]}}]}`
    expect(items(await rest('POST', at('/nodes'), { body }))).toEqual([
      ['finite_number', 'body.nodes.0.position.x'],
      ['finite_number', 'body.nodes.0.position.y'],
      ['finite_number', 'body.nodes.0.position.z'],
      ['finite_number', 'body.nodes.0.source.a.0'],
    ])
  })
})

describe('everything at once', () => {
  it('mixes field errors and errors of meaning in schema order, then by index', async () => {
    const body = {
      supports: [{ id: 'S', nodeId: 'gone' }],
      sections: [{ id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.5, tf: 0.3 }, materialId: 'M0', polygon: null }],
      nodes: [node('A'), { id: 'A', position: { x: 'x', y: 0, z: 0 } }, node('')],
      members: [{ id: 'M', frameIds: ['F1', 'F1', 3, 'F9'] }],
      frames: [
        { id: 'F1', startNodeId: 'A', endNodeId: 'B', rotation: 'x' },
        { id: 'F1', startNodeId: 7, endNodeId: 'C' },
      ],
      areas: [{ id: 'W', nodeIds: ['A', 'A'], openingNodeIds: [['Q']] }],
    }
    expect(items(await rest('POST', at('/elements'), { body }))).toEqual([
      ['too_short', 'body.areas.0.nodeIds'],
      ['reference_not_found', 'body.areas.0.openingNodeIds.0.0'],
      ['reference_not_found', 'body.frames.0.endNodeId'],
      ['float_parsing', 'body.frames.0.rotation'],
      ['duplicate_id', 'body.frames.1.id'],
      ['string_type', 'body.frames.1.startNodeId'],
      ['reference_not_found', 'body.frames.1.endNodeId'],
      ['duplicate_id', 'body.members.0.frameIds.1'],
      ['string_type', 'body.members.0.frameIds.2'],
      ['reference_not_found', 'body.members.0.frameIds.3'],
      ['duplicate_id', 'body.nodes.1.id'],
      ['float_parsing', 'body.nodes.1.position.x'],
      ['string_too_short', 'body.nodes.2.id'],
      ['value_error', 'body.sections.0.dimensions'],
      ['reference_not_found', 'body.sections.0.materialId'],
      ['reference_not_found', 'body.supports.0.nodeId'],
    ])
  })

  it('refuses a load of other components than x, y and z, which would be a load of nothing', async () => {
    const own = await newModel(rest, { name: 'Loads', nodes: [node('A')], loadCases: [{ id: 'D' }] })
    const load = (id: string, more: object) => ({ id, caseId: 'D', nodeId: 'A', ...more })
    const loads = [
      load('1', { force: { fz: -5 } }),
      load('2', { moment: { MX: 1, MY: 2 } }),
      load('3', { type: 'displacement', displacement: { uz: 0.01 }, rotation: { rx: 0.1 } }),
      load('4', { force: { z: 0 } }),
    ]
    const want = [
      ['body.loads.0.force', "Value error, components are x, y and z; none is 'fz'"],
      ['body.loads.1.moment', "Value error, components are x, y and z; none is 'MX', 'MY'"],
      ['body.loads.2.displacement', "Value error, components are x, y and z; none is 'uz'"],
      ['body.loads.2.rotation', "Value error, components are x, y and z; none is 'rx'"],
    ]
    for (const path of ['/loads', '/elements']) {
      const { status, json } = await rest('POST', `/api/construct-models/${own}${path}`, { body: { loads } })
      expect(status).toBe(422)
      expect(json.detail.map(({ loc, msg }: { loc: unknown[]; msg: string }) => [loc.join('.'), msg])).toEqual(want)
    }
  })

  it('lets no error follow from another', async () => {
    const long = 'L'.repeat(257)
    const body = {
      nodes: [{ id: 'half', position: null }, node(long)],
      frames: 'none',
      supports: [
        { id: 'S1', nodeId: 'half' },
        { id: 'S2', nodeId: long },
        { id: 'S3', nodeId: null },
      ],
      members: [{ id: 'M', frameIds: ['F1'] }],
      sections: [{ id: 'S', type: 'pipe', dimensions: { t3: 'x', tw: -1 } }],
    }
    expect(items(await rest('POST', at('/elements'), { body }))).toEqual([
      ['list_type', 'body.frames'],
      ['model_attributes_type', 'body.nodes.0.position'],
      ['string_too_long', 'body.nodes.1.id'],
      ['float_parsing', 'body.sections.0.dimensions.t3'],
      ['string_type', 'body.supports.2.nodeId'],
    ])
  })

  it('does so at creation as well', async () => {
    const body = { name: 5, source: {}, frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B', length: 'long' }] }
    expect(items(await rest('POST', '/api/construct-models', { body }))).toEqual([
      ['string_type', 'body.name'],
      ['missing', 'body.source.system'],
      ['reference_not_found', 'body.frames.0.startNodeId'],
      ['reference_not_found', 'body.frames.0.endNodeId'],
      ['float_parsing', 'body.frames.0.length'],
    ])
  })

  it('tells the parts of a request in the order path, query, header, body', async () => {
    const answer = await rest('POST', at('/nodes'), { body: { nodes: [{}] }, headers: { 'idempotency-key': 'with space' } })
    expect(items(answer)).toEqual([
      ['string_pattern_mismatch', 'header.idempotency-key'],
      ['missing', 'body.nodes.0.id'],
      ['missing', 'body.nodes.0.position'],
    ])
    expect(items(await rest('GET', '/api/construct-models?limit=0&cursor=%00&q=%00'))).toEqual([
      ['greater_than_equal', 'query.limit'],
      ['value_error', 'query.cursor'],
      ['value_error', 'query.q'],
    ])
    expect(items(await rest('GET', '/api/construct-models?cursor=zzz'))).toEqual([['value_error', 'query.cursor']])
    expect(items(await rest('POST', at('/revisions/x/restore')))).toEqual([['int_parsing', 'path.revision']])
    expect((await rest('POST', at('/revisions/999999999999999/restore'))).status).toBe(404)
  })

  it('answers 100,000 bad elements small: a hundred items, and how many more', async () => {
    const body = { nodes: Array.from({ length: 100_000 }, (_, i) => ({ id: i, position: { x: 'a', y: 0 } })) }
    const answer = await rest('POST', at('/nodes'), { body })
    expect(answer.json.detail).toHaveLength(101)
    expect(answer.json.detail[100]).toEqual({
      type: 'too_many_errors',
      loc: ['body'],
      msg: '300000 errors, 299900 of them not shown',
      ctx: { total: 300_000, shown: 100 },
    })
    expect(answer.text.length).toBeLessThan(20_000)
    const frames = Array.from({ length: 100_000 }, (_, i) => ({ id: `F${i}`, startNodeId: 'no', endNodeId: i % 2 ? 1 : 'no' }))
    const both = await rest('POST', at('/frames'), { body: { frames } })
    expect(both.json.detail[100].ctx).toEqual({ total: 200_000, shown: 100 })
    expect(items(both).slice(0, 4)).toEqual([
      ['reference_not_found', 'body.frames.0.startNodeId'],
      ['reference_not_found', 'body.frames.0.endNodeId'],
      ['reference_not_found', 'body.frames.1.startNodeId'],
      ['string_type', 'body.frames.1.endNodeId'],
    ])
  })

  it('refuses 500,001 elements in one batch', async () => {
    const materials = Array.from({ length: 500_001 }, (_, i) => ({ id: `M${i}` }))
    const answer = await rest('POST', at('/materials'), { body: { materials } })
    expect(answer.json.detail).toEqual([
      {
        type: 'limit_exceeded',
        loc: ['body'],
        msg: '500001 elements in one batch, the limit is 500000',
        ctx: { limit: 500_000, actual: 500_001 },
      },
    ])
  })
})

describe('large bodies', () => {
  it.each([14, 60])('takes %i MB without losing an element', async (megabytes) => {
    const own = await newModel(rest)
    const filler = 'x'.repeat(900)
    const count = Math.floor((megabytes * 1024 * 1024) / 990)
    const nodes = Array.from({ length: count }, (_, i) => ({ id: `N${i}`, position: { x: i, y: 0, z: 0 }, source: { filler } }))
    const body = JSON.stringify({ nodes })
    expect(body.length).toBeGreaterThan(megabytes * 1000 * 1000)
    const response = await askRest('POST', `/api/construct-models/${own}/nodes`, { key, body })
    expect(response.status).toBe(200)
    const returned = JSON.parse(await response.text())
    expect(returned).toHaveLength(count)
    expect(returned.at(-1)).toEqual(nodes.at(-1))
    const read = await rest('GET', `/api/construct-models/${own}`)
    expect(read.json.nodes).toHaveLength(count)
    expect(read.json.bounds.max.x).toBe(count - 1)
  })
})
