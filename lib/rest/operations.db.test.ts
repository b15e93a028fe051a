import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { askRest, newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import * as example from './openapi/examples.ts'

let rest: Rest
let key: string
let userId: string
beforeAll(async () => {
  const caller = await newCaller()
  rest = caller.rest
  key = caller.key
  userId = caller.userId
})

const MODELS = '/api/construct-models'
const node = (id: string, x = 0) => ({ id, position: { x, y: 0, z: 0 } })
const types = (answer: { json: { detail: { type: string; loc: unknown[] }[] } }) =>
  answer.json.detail.map(({ type, loc }) => [type, loc.join('.')])

describe('the examples of OpenAPI', () => {
  it('are what the operations answer: a portal frame, created whole', async () => {
    const made = await rest('POST', MODELS, { body: example.newModel })
    const { id, viewerUrl, createdAt, updatedAt, ...model } = made.json
    const shown = JSON.parse(JSON.stringify(example.portalFrame))
    for (const field of ['id', 'viewerUrl', 'createdAt', 'updatedAt']) delete shown[field]
    expect(model).toEqual(shown)
    expect(made.headers.get('location')).toBe(`http://localhost:3000/api/construct-models/${id}`)
    expect(made.headers.get('etag')).toBe('"1"')
    expect(viewerUrl).toBe(`http://localhost:3000/models/${id}`)
    expect((await rest('GET', `${MODELS}/${id}/check`)).json.findings).not.toContainEqual(
      expect.objectContaining({ severity: 'error' }),
    )
    const { json: answer } = await rest('POST', `${MODELS}/${id}/query`, { body: example.question })
    expect(answer).toEqual({ ...example.queryAnswer, modelId: id })
  })

  it('are what the operations answer: the same, kind by kind', async () => {
    const id = await newModel(rest, { name: 'Portal frame' })
    const send = async (path: string, body: object, method = 'POST') => {
      const answer = await rest(method, `${MODELS}/${id}${path}`, { body })
      expect([path, answer.status]).toEqual([path, 200])
      return answer.json
    }
    expect(await send('/units', example.units, 'PUT')).toEqual(example.units)
    expect(await send('/materials', { materials: example.materials })).toEqual(example.materials)
    expect(await send('/sections', { sections: [example.column] })).toEqual([example.columnReturned])
    expect(await send('/sections', { sections: example.elements.sections })).toHaveLength(2)
    expect(await send('/nodes', { nodes: example.nodes })).toEqual(example.nodes)
    expect(await send('/frames', { frames: example.frames })).toEqual(JSON.parse(JSON.stringify(example.framesReturned)))
    expect(await send('/members', { members: example.members })).toEqual(example.members)
    expect(await send('/areas', { areas: example.areas })).toEqual(example.areas)
    expect(await send('/supports', { supports: example.supports })).toEqual(example.supports)
    expect(await send('/grid-lines', { gridLines: example.gridLines })).toEqual(example.gridLines)
    expect(await send('/load-cases', { loadCases: example.loadCases })).toEqual(example.loadCases)
    expect(await send('/loads', { loads: example.loads })).toEqual(example.loads)
    expect(await send('/combinations', { combinations: example.combinations })).toEqual(example.combinations)
    expect(await send('/diaphragms', { diaphragms: example.diaphragms })).toEqual(example.diaphragms)
    const { json } = await rest('GET', `${MODELS}/${id}`)
    const shown = JSON.parse(JSON.stringify(example.portalFrame))
    for (const field of ['id', 'viewerUrl', 'createdAt', 'updatedAt', 'revision']) {
      delete shown[field]
      delete json[field]
    }
    expect(json).toEqual(shown)
    const { counts, bounds } = (await rest('GET', MODELS)).json.items.find((item: { id: string }) => item.id === id)
    expect([counts, bounds]).toEqual([example.modelList.items[0]!.counts, example.portalFrame.bounds])
    expect(await send('/elements/delete', { supports: ['S4', 'unknown'] })).toEqual({
      ...example.removed,
      notFound: { supports: ['unknown'] },
      revision: 16,
    })
  })
})

describe('models', () => {
  it('any text is a name; what was not said is not returned', async () => {
    const id = await newModel(rest, { name: '' })
    const { json } = await rest('GET', `${MODELS}/${id}`)
    expect(json).toMatchObject({
      name: '',
      nodes: [],
      areas: [],
      members: [],
      revision: 1,
      bounds: { min: { x: 0 }, max: { x: 0 } },
    })
    for (const field of ['units', 'metadata', 'source']) expect(json).not.toHaveProperty(field)
  })

  it('PATCH merges what is given, PUT units replaces all four', async () => {
    const id = await newModel(rest, {
      name: 'a',
      metadata: { b: 1, a: [2] },
      source: { system: 'SAP2000' },
      units: { force: 'kN', length: 'm' },
    })
    const renamed = await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'b', units: { force: 'N' } } })
    expect(renamed.json).toMatchObject({
      name: 'b',
      metadata: { b: 1, a: [2] },
      source: { system: 'SAP2000' },
      units: { force: 'kN' },
      revision: 2,
    })
    expect(renamed.headers.get('etag')).toBe('"2"')
    expect((await rest('PATCH', `${MODELS}/${id}`, { body: { source: null } })).json.source).toBe(null)
    const units = await rest('PUT', `${MODELS}/${id}/units`, { body: { length: 'in', force: null } })
    expect(units.json).toEqual({ length: 'in', force: null })
    expect((await rest('GET', `${MODELS}/${id}`)).json.units).toEqual({ length: 'in', force: null })
  })

  it('DELETE leaves nothing to read', async () => {
    const id = await newModel(rest)
    const gone = await rest('DELETE', `${MODELS}/${id}`)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await rest('GET', `${MODELS}/${id}`)).status).toBe(404)
    expect((await rest('DELETE', `${MODELS}/${id}`)).status).toBe(404)
  })

  it('lists page by page, by name, and only the caller’s', async () => {
    const { rest: other } = await newCaller()
    for (const name of ['Alpha', 'Beta', 'ÉTAGE', 'Delta', 'alphabet']) await newModel(other, { name })
    const names = (answer: { json: { items: { name: string }[] } }) => answer.json.items.map(({ name }) => name)
    const first = await other('GET', `${MODELS}?limit=2`)
    const second = await other('GET', `${MODELS}?limit=2&cursor=${encodeURIComponent(first.json.nextCursor)}`)
    const third = await other('GET', `${MODELS}?limit=2&cursor=${encodeURIComponent(second.json.nextCursor)}`)
    expect([...names(first), ...names(second), ...names(third)]).toEqual(['alphabet', 'Delta', 'ÉTAGE', 'Beta', 'Alpha'])
    expect(third.json.nextCursor).toBe(null)
    expect(names(await other('GET', `${MODELS}?q=ALPHA`)).sort()).toEqual(['Alpha', 'alphabet'])
    expect(names(await other('GET', `${MODELS}?q=étage&unknown=1`))).toEqual(['ÉTAGE'])
    expect(names(await other('GET', `${MODELS}?q=%25`))).toEqual([])
  })

  it('is compressed by its bytes, from 16 kB, however many elements they are', async () => {
    const materials = Array.from({ length: 49 }, (_, i) => ({ id: `M${i}`, name: 'x'.repeat(1200) }))
    const large = await rest('POST', MODELS, {
      body: { name: 'few and long', materials },
      headers: { 'accept-encoding': 'gzip' },
    })
    const small = await newModel(rest, { name: 'many and short', nodes: Array.from({ length: 100 }, (_, i) => node(`N${i}`, i)) })
    const read = (id: string, coding: string) =>
      askRest('GET', `${MODELS}/${id}`, { key, headers: { 'accept-encoding': coding } })
    expect(large.headers.get('content-encoding')).toBe('gzip')
    expect(large.headers.get('etag')).toBe('"1"') // for If-Match: the revision that was made
    const [gzip, plain] = [await read(large.json.id, 'gzip'), await read(large.json.id, 'identity')]
    expect([gzip.headers.get('content-encoding'), gzip.headers.get('etag')]).toEqual(['gzip', '"1-gzip"'])
    expect([plain.headers.get('content-encoding'), plain.headers.get('etag')]).toEqual([null, '"1"'])
    expect(large.text).toBe(await plain.text())
    expect((await read(small, 'gzip')).headers.get('content-encoding')).toBeNull()
    // And what is no model: its findings, and what was written.
    const loose = Array.from({ length: 500 }, (_, i) => node(`L${i}`, i))
    const wrote = await askRest('POST', `${MODELS}/${small}/nodes`, {
      key,
      body: { nodes: loose },
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([wrote.headers.get('content-encoding'), wrote.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    expect(Number(wrote.headers.get('content-length'))).toBe((await wrote.arrayBuffer()).byteLength)
    const uncompressed = await askRest('POST', `${MODELS}/${small}/nodes`, {
      key,
      body: { nodes: loose },
      headers: { 'accept-encoding': 'br' },
    })
    expect([uncompressed.headers.get('content-encoding'), uncompressed.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect(await uncompressed.json()).toEqual(loose)
  })

  it('goes out compressed when the client takes gzip and it pays', async () => {
    const nodes = Array.from({ length: 2000 }, (_, i) => node(`N${i}`, i))
    const id = await newModel(rest, { name: 'tower', nodes })
    const plain = await askRest('GET', `${MODELS}/${id}`, { key, headers: { 'accept-encoding': 'gzip;q=0, br' } })
    const gzip = await askRest('GET', `${MODELS}/${id}`, { key, headers: { 'accept-encoding': 'br, gzip' } })
    expect([plain.headers.get('content-encoding'), gzip.headers.get('content-encoding')]).toEqual([null, 'gzip'])
    expect(gzip.headers.get('vary')).toContain('Accept-Encoding')
    const [one, other] = [await plain.arrayBuffer(), await gzip.arrayBuffer()]
    expect(Number(plain.headers.get('content-length'))).toBe(one.byteLength)
    expect(Number(gzip.headers.get('content-length'))).toBe(other.byteLength)
    expect(other.byteLength).toBeLessThan(one.byteLength / 4)
    const read = await rest('GET', `${MODELS}/${id}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(read.text).toBe(new TextDecoder().decode(one))
    // Next would send the compressed bytes without saying so.
    const { GET } = await import('../../app/api/construct-models/[model_id]/route.ts')
    const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' }
    const byNext = await GET(new Request(`http://localhost:3000${MODELS}/${id}`, { headers }))
    expect([byNext.headers.get('content-encoding'), await byNext.text()]).toEqual([null, read.text])
  })
})

describe('conditional requests', () => {
  it('says 304 to who has the revision, and 412 to who writes on an old one', async () => {
    const id = await newModel(rest, { name: 'a', nodes: Array.from({ length: 60 }, (_, i) => node(`N${i}`)) })
    const path = `${MODELS}/${id}`
    const read = await rest('GET', path)
    expect(read.headers.get('etag')).toBe('"1"')
    expect(read.headers.get('cache-control')).toBe('private, no-cache')
    for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*', '"1-gzip"']) {
      const known = await rest('GET', path, { headers: { 'if-none-match': tag } })
      expect([tag, known.status, known.headers.get('etag'), known.text]).toEqual([tag, 304, '"1"', ''])
    }
    for (const tag of ['"2"', 'nonsense', '1'])
      expect((await rest('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200)

    let x = 0 // each write changes something, or there would be no new revision
    const write = (match: string) =>
      rest('POST', `${path}/nodes`, { body: { nodes: [node('X', ++x)] }, headers: { 'if-match': match } })
    expect((await write('"1"')).status).toBe(200)
    const late = await write('"1"')
    expect([late.status, late.json.detail, late.json.revision]).toEqual([412, 'Precondition Failed', 2])
    expect((await write('W/"2"')).status).toBe(412)
    expect((await write('"1", "2-gzip"')).headers.get('etag')).toBe('"3"')
    expect((await write('*')).headers.get('etag')).toBe('"4"')
    for (const malformed of ['4', '"4', 'abc', '"4" "5"', '']) {
      const refused = await write(malformed)
      expect([malformed, refused.status, refused.json.detail]).toEqual([malformed, 400, 'Malformed If-Match'])
    }
    const kept = await rest('DELETE', path, { headers: { 'if-match': '"1"' } })
    expect([kept.status, kept.json.revision]).toEqual([412, 4])
    expect((await rest('PUT', `${path}/units`, { body: {}, headers: { 'if-match': '"9"' } })).status).toBe(412)
    expect((await rest('GET', path, { headers: { 'if-match': '"1"' } })).status).toBe(412)
    expect((await rest('GET', path)).json.revision).toBe(4)
    expect((await rest('DELETE', path, { headers: { 'if-match': '"4"' } })).status).toBe(204)
  })

  it('HEAD says what GET would, without the body', async () => {
    const id = await newModel(rest)
    const [head, get] = [await rest('HEAD', `${MODELS}/${id}`), await rest('GET', `${MODELS}/${id}`)]
    expect(head.text).toBe('')
    for (const name of ['etag', 'content-length', 'content-type']) expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect((await rest('HEAD', `${MODELS}/m_unknown`)).status).toBe(404)
    expect((await rest('HEAD', `${MODELS}/${id}/events`)).headers.get('content-type')).toBe('text/event-stream')
  })

  it('keeps the request’s id, when it is one', async () => {
    const asked = async (id: string) =>
      (await rest('GET', MODELS, { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await asked('trace-42')).toBe('trace-42')
    expect(await asked('x'.repeat(129))).toMatch(/^[\da-f-]{36}$/)
    const refused = await rest('GET', `${MODELS}/nope`, { headers: { 'x-request-id': 'trace-43' } })
    expect([refused.headers.get('x-request-id'), refused.json.requestId]).toEqual(['trace-43', 'trace-43'])
  })
})

describe('Idempotency-Key', () => {
  const keyed = (value: string) => ({ 'idempotency-key': value })

  it('gives one effect and the first answer again, whatever happened since', async () => {
    const id = await newModel(rest)
    const send = (x: number, more = {}) =>
      rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N', x)] }, headers: { ...keyed('k-1'), ...more } })
    const first = await send(1)
    await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N', 5), node('M')] } })
    const again = await send(1)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, '"2"'])
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true'])
    expect((await rest('GET', `${MODELS}/${id}`)).json.revision).toBe(3)
    const reused = await send(2)
    expect(reused.json.detail).toEqual([
      { type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg: 'this key was used for another request' },
    ])
  })

  it('creates one model, and replays 201 with its Location', async () => {
    const send = () => rest('POST', MODELS, { body: example.newModel, headers: keyed('create-1') })
    const [first, again] = [await send(), await send()]
    expect([again.status, again.text, again.headers.get('location')]).toEqual([201, first.text, first.headers.get('location')])
    await rest('PATCH', `${MODELS}/${first.json.id}`, { body: { name: 'renamed' } })
    expect((await send()).text).toBe(first.text)
  })

  it('works for PUT, for removals and for the empty batch', async () => {
    const id = await newModel(rest, { name: 'x', nodes: [node('N')] })
    const twice = async (method: string, path: string, body: object, value: string) => {
      const answers = [1, 2].map(() => () => rest(method, `${MODELS}/${id}${path}`, { body, headers: keyed(value) }))
      const [first, again] = [await answers[0]!(), await answers[1]!()]
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([first.status, first.text, 'true'])
      return first
    }
    await twice('PUT', '/units', { force: 'kN' }, 'units')
    expect((await twice('POST', '/elements/delete', { nodes: ['N'] }, 'delete')).json.removed.nodes).toEqual(['N'])
    await twice('POST', '/elements', {}, 'empty')
    await twice('POST', '/revisions/1/restore', {}, 'restore')
  })

  it('is free again after a refusal, and belongs to its caller', async () => {
    const id = await newModel(rest)
    const send = (one: Rest, to: string, nodes: unknown) =>
      one('POST', `${MODELS}/${to}/nodes`, { body: { nodes }, headers: keyed('k-2') })
    expect((await send(rest, id, [])).status).toBe(422)
    expect((await send(rest, id, [node('N')])).status).toBe(200)
    const { rest: other } = await newCaller()
    expect((await send(other, await newModel(other), [node('N')])).headers.get('idempotent-replayed')).toBe(null)
  })

  it('lets a request be repeated although its If-Match is old by then', async () => {
    const id = await newModel(rest)
    const send = () =>
      rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N')] }, headers: { ...keyed('k-3'), 'if-match': '"1"' } })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    const other = await rest('POST', `${MODELS}/${id}/nodes`, {
      body: { nodes: [node('N')] },
      headers: { ...keyed('k-4'), 'if-match': '"1"' },
    })
    expect(other.status).toBe(412)
  })

  it('has one winner among requests at the same time', async () => {
    const id = await newModel(rest)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N')] }, headers: keyed('k-5') }),
      ),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    for (const { status, headers } of answers) if (status === 409) expect(headers.get('retry-after')).toBe('1')
    expect((await rest('GET', `${MODELS}/${id}`)).json.revision).toBe(2)
  })

  it('is 1 to 255 visible ASCII characters', async () => {
    const id = await newModel(rest)
    const refused = async (value: string) =>
      types(await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N')] }, headers: keyed(value) }))
    expect(await refused('')).toEqual([['string_too_short', 'header.idempotency-key']])
    expect(await refused('k'.repeat(256))).toEqual([['string_too_long', 'header.idempotency-key']])
    expect(await refused('a b')).toEqual([['string_pattern_mismatch', 'header.idempotency-key']])
    expect(await refused('é')).toEqual([['string_pattern_mismatch', 'header.idempotency-key']])
  })
})

describe('elements', () => {
  it('replaces whole, keeps the place, and answers with what was sent', async () => {
    const id = await newModel(rest, { name: 'x', nodes: [{ ...node('A'), label: 'first' }, node('B')] })
    const answer = await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('C'), node('A', 7)] } })
    expect(answer.json).toEqual([node('C'), node('A', 7)])
    const { nodes } = (await rest('GET', `${MODELS}/${id}`)).json
    expect(nodes).toEqual([node('A', 7), node('B'), node('C')])
  })

  it('answers frames with what their member gives them', async () => {
    const id = await newModel(rest, example.newModel)
    const frames = [{ id: 'B1', startNodeId: 'N2', endNodeId: 'N3', memberId: 'said otherwise' }]
    const answer = await rest('POST', `${MODELS}/${id}/frames`, { body: { frames } })
    expect(answer.json).toEqual([
      { id: 'B1', startNodeId: 'N2', endNodeId: 'N3', materialId: 'S355', memberId: 'M1', rotation: 0, sectionId: 'RHS200x100' },
    ])
  })

  it('refuses to remove what is in use, by name, unless what uses it goes too', async () => {
    const id = await newModel(rest, example.newModel)
    const refused = await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: ['N4', 'nobody'] } })
    expect(refused.json.detail).toEqual([
      {
        type: 'still_referenced',
        loc: ['body', 'nodes', 0],
        msg: "node 'N4' is still used by area 'W1' and 2 more",
        ctx: { kind: 'node', id: 'N4', by: { kind: 'area', id: 'W1' }, count: 3 },
      },
    ])
    const gone = await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: ['N4'], cascade: 'yes' } })
    expect(gone.json.removed).toMatchObject({ nodes: ['N4'], frames: ['C2'], areas: ['W1'], supports: ['S4'], members: [] })
    expect(gone.headers.get('etag')).toBe(`"${gone.json.revision}"`)
  })

  it('keeps numbers, texts and free-form objects as they were sent', async () => {
    const source = { z: 1.1, a: { deep: ['é', 'e\u0301', '😀', '\u2028', ''] }, n: null, big: 1e300, small: 5e-324, t: true }
    const sent = {
      id: ' spaced \n',
      position: { x: 0.1 + 0.2, y: 1e-7, z: -123456789.12345679 },
      label: '',
      radius: null,
      source,
    }
    const id = await newModel(rest, { name: 'x', metadata: source, nodes: [sent] })
    const { json, text } = await rest('GET', `${MODELS}/${id}`)
    expect(json.nodes).toEqual([sent])
    expect(Object.keys(json.metadata)).toEqual(Object.keys(source))
    expect(text).toContain(JSON.stringify(source))
  })
})

describe('revisions', () => {
  it('tells who, when, through what and how much, and restores', async () => {
    const id = await newModel(rest, { name: 'before', nodes: [node('A')] })
    await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('A', 1), node('B')] } })
    await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'after' } })
    const restored = await rest('POST', `${MODELS}/${id}/revisions/1/restore`)
    expect(restored.json).toMatchObject({ name: 'before', revision: 4, nodes: [node('A')] })
    const first = await rest('GET', `${MODELS}/${id}/revisions?limit=2`)
    const rest_ = await rest('GET', `${MODELS}/${id}/revisions?limit=2&cursor=${first.json.nextCursor}`)
    const items = [...first.json.items, ...rest_.json.items]
    expect(items.map(({ revision, verb, restoredFrom }) => [revision, verb, restoredFrom])).toEqual([
      [4, 'restore', 1],
      [3, 'rename', null],
      [2, 'elements', null],
      [1, 'create', null],
    ])
    expect(items[2]).toMatchObject({
      user: { id: userId },
      via: 'rest',
      client: 'test',
      changes: { nodes: { added: 1, replaced: 1 } },
    })
    expect(rest_.json.nextCursor).toBe(null)
    const unknown = await rest('POST', `${MODELS}/${id}/revisions/99/restore`)
    expect([unknown.status, unknown.json.detail]).toEqual([404, 'Revision not found'])
    expect((await rest('POST', `${MODELS}/${id}/revisions/0/restore`)).status).toBe(404)
  })

  it('reads the model as it was, for good, and says which revision there never was', async () => {
    const id = await newModel(rest, { name: 'before', nodes: [node('A')] })
    await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('A', 1), node('B')] } })
    const read = (revision: string, headers = {}) => rest('GET', `${MODELS}/${id}/revisions/${revision}`, { headers })
    const first = await read('1')
    expect(first.json).toMatchObject({ id, name: 'before', revision: 1, nodes: [node('A')] })
    expect(['etag', 'cache-control'].map((name) => first.headers.get(name))).toEqual([
      '"1"',
      'private, max-age=31536000, immutable',
    ])
    expect((await read('2')).json).toEqual((await rest('GET', `${MODELS}/${id}`)).json)
    const known = await read('1', { 'if-none-match': '"1"' })
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', '"1"'])
    expect((await read('1', { 'if-none-match': '"2"' })).status).toBe(200)
    const never = await read('3')
    expect([never.status, never.json.detail]).toEqual([404, 'Revision not found'])
    const msg = 'Input should be greater than or equal to 1'
    for (const revision of ['0', '-1'])
      expect((await read(revision)).json.detail).toEqual([
        { type: 'greater_than_equal', loc: ['path', 'revision'], msg, ctx: { ge: 1 } },
      ])
    expect(types(await read('five'))).toEqual([['int_parsing', 'path.revision']])
  })

  it('reads a large one compressed, as large as it was', async () => {
    const nodes = Array.from({ length: 1500 }, (_, k) => node(`N${k}`, k))
    const id = await newModel(rest, { name: 'large', nodes })
    await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: nodes.slice(0, 1400).map(({ id: one }) => one) } })
    const of = (revision: number) =>
      rest('GET', `${MODELS}/${id}/revisions/${revision}`, { headers: { 'accept-encoding': 'gzip' } })
    const [whole, rest_] = [await of(1), await of(2)]
    expect([whole.headers.get('content-encoding'), whole.headers.get('etag')]).toEqual(['gzip', '"1-gzip"'])
    expect(whole.json.nodes).toEqual(nodes)
    expect(rest_.json.nodes).toEqual(nodes.slice(1400))
  })

  it('tells what a revision changed, and all that changed since another', async () => {
    const id = await newModel(rest, { name: 'before', nodes: [node('A'), node('B'), node('C')] })
    await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('A'), node('B', 1), node('D')] } })
    await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: ['C'] } })
    await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'after' } })
    const changes = async (path: string) => (await rest('GET', `${MODELS}/${id}/revisions/${path}`)).json
    const replaced = { kind: 'node', id: 'B', change: 'replaced', before: node('B'), after: node('B', 1) }
    const added = { kind: 'node', id: 'D', change: 'added', after: node('D') }
    const removed = { kind: 'node', id: 'C', change: 'removed', before: node('C') }
    // Node A was sent again as it was: nothing has changed about it.
    expect(await changes('2/changes')).toEqual({ since: 1, revision: 2, elements: [replaced, added], more: 0 })
    expect(await changes('3/changes')).toEqual({ since: 2, revision: 3, elements: [removed], more: 0 })
    const all = await changes('4/changes?since=1')
    expect(all.elements[0]).toMatchObject({ kind: 'model', before: { name: 'before' }, after: { name: 'after' } })
    expect(all.elements.slice(1)).toEqual([replaced, added, removed])
    expect((await changes('4/changes?since=1&limit=2')).more).toBe(2)
    expect((await changes('1/changes')).elements).toHaveLength(3)
    // Backwards it reads as what going back would do.
    expect((await changes('2/changes?since=3')).elements).toEqual([{ kind: 'node', id: 'C', change: 'added', after: node('C') }])
    expect((await rest('GET', `${MODELS}/${id}/revisions/9/changes`)).status).toBe(404)
    expect((await rest('GET', `${MODELS}/${id}/revisions/1/changes?since=9`)).status).toBe(404)
  })
})

describe('events', () => {
  /** The next `revision` events of a stream. */
  /** `write`: what happens once the first event has come. */
  async function hear(stream: ReadableStream<Uint8Array>, count: number, write?: () => Promise<void>): Promise<unknown[]> {
    const reader = stream.getReader()
    let text = ''
    let isWritten = false
    for (;;) {
      const heard = (text.match(/^data: /gm) ?? []).length
      if (heard >= count) break
      if (heard > 0 && write && !isWritten) {
        isWritten = true
        await write()
      }
      const { done, value } = await reader.read()
      if (done) throw new Error(`the stream ended: ${text}`)
      text += new TextDecoder().decode(value)
    }
    await reader.cancel()
    expect(text.startsWith('retry: ')).toBe(true)
    return [...text.matchAll(/^id: (\d+)\nevent: revision\ndata: (.*)\n\n/gm)].map(([, id, data]) => {
      const event = JSON.parse(data!)
      expect(event.revision).toBe(Number(id))
      return event
    })
  }

  it('tells where the model stands, then each revision as it comes', async () => {
    const id = await newModel(rest)
    const { body, headers } = await askRest('GET', `${MODELS}/${id}/events`, { key })
    expect(headers.get('content-type')).toBe('text/event-stream')
    const heard = await hear(body!, 3, async () => {
      await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('A'), node('B')] } })
      await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'x' } })
    })
    expect(heard).toEqual([
      { revision: 1, changed: {}, role: 'owner', commentSeq: 0 },
      { revision: 2, changed: { nodes: { added: 2, replaced: 0 } } },
      { revision: 3, changed: {} },
    ])
  })

  it('goes on from Last-Event-ID', async () => {
    const id = await newModel(rest)
    for (const name of ['A', 'B', 'C']) await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node(name)] } })
    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key, headers: { 'last-event-id': '2' } })
    expect((await hear(body!, 2)).map((event) => (event as { revision: number }).revision)).toEqual([3, 4])
  })

  it('is for those who may read the model', async () => {
    const id = await newModel(rest)
    const { key: stranger } = await newCaller()
    expect((await askRest('GET', `${MODELS}/${id}/events`, { key: stranger })).status).toBe(404)
    expect((await askRest('GET', `${MODELS}/${id}/events`)).status).toBe(401)
  })

  it('gives all of a long past, in order', async () => {
    const id = await newModel(rest)
    const { counts, bounds } = await db().constructModel.findUniqueOrThrow({ where: { id } })
    const revision = { modelId: id, at: new Date(), userId, via: 'rest', verb: 'elements', changes: '{}', counts, bounds }
    const revisions = Array.from({ length: 1200 }, (_, i) => i + 2)
    await db().constructModelRevision.createMany({ data: revisions.map((number) => ({ ...revision, revision: number })) })
    await db().constructModel.update({ where: { id }, data: { revision: 1201 } })
    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key, headers: { 'last-event-id': '1' } })
    expect((await hear(body!, 1200)).map((event) => (event as { revision: number }).revision)).toEqual(revisions)
  })

  it('tells where the model stands to a client that says it was beyond it', async () => {
    const id = await newModel(rest)
    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key, headers: { 'last-event-id': '99' } })
    expect(await hear(body!, 1)).toEqual([{ revision: 1, changed: {}, role: 'owner', commentSeq: 0 }])
  })

  /** All that a stream says until it ends. */
  async function untilItEnds(id: string, meanwhile: () => Promise<unknown>, credentials: string = key): Promise<string> {
    const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key: credentials })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const more = async () => {
      const { done, value = '' } = await reader.read()
      text += value
      return !done
    }
    while (!text.includes('event: revision') && (await more()));
    await meanwhile()
    while (await more());
    return text.split('\n\n').slice(1, -1).join('|')
  }
  const AT_ONE = 'id: 1\nevent: revision\ndata: {"revision":1,"changed":{},"role":"owner","commentSeq":0}'

  it('ends with `deleted` when the model is, whoever deletes it', async () => {
    const id = await newModel(rest)
    const said = await untilItEnds(id, () => rest('DELETE', `${MODELS}/${id}`))
    const [{ purgeAt }] = (await rest('GET', `${MODELS}?bin=true`)).json.items
    expect(said).toBe(`${AT_ONE}|event: deleted\ndata: {"purgeAt":"${purgeAt}"}`)
    const gone = `${AT_ONE}|event: deleted\ndata: {"purgeAt":null}`
    const other = await newModel(rest)
    expect(await untilItEnds(other, () => db().constructModel.delete({ where: { id: other } }))).toBe(gone) // as another process does
  })

  describe('at a beat', () => {
    afterEach(() => vi.useRealTimers())
    const beat = () => vi.advanceTimersByTimeAsync(10_000)
    const fake = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

    it('ends with `signed_out` when the key was revoked', async () => {
      fake()
      const caller = await newCaller()
      const id = await newModel(caller.rest)
      const revoke = () => db().apiKey.updateMany({ where: { userId: caller.userId }, data: { revokedAt: new Date() } })
      const said = await untilItEnds(id, () => revoke().then(beat), caller.key)
      expect(said).toBe(`${AT_ONE}|event: signed_out\ndata: {}`)
    })

    it('ends with `access` when the model is somebody else’s now', async () => {
      fake()
      const id = await newModel(rest)
      const { userId: ownerId } = await newCaller()
      const said = await untilItEnds(id, () => db().constructModel.update({ where: { id }, data: { ownerId } }).then(beat))
      expect(said).toBe(`${AT_ONE}|event: access\ndata: {"role":null}`)
    })

    it('names the present revision', async () => {
      fake()
      const id = await newModel(rest)
      const { body } = await askRest('GET', `${MODELS}/${id}/events`, { key })
      const reader = body!.getReader()
      let text = ''
      const read = async (until: string) => {
        while (!text.includes(until)) text += new TextDecoder().decode((await reader.read()).value)
      }
      await read('"revision":1')
      await beat()
      await read('beat')
      await reader.cancel()
      expect(text.endsWith('event: beat\ndata: {"revision":1,"role":"owner","commentSeq":0}\n\n')).toBe(true)
    })
  })
})
