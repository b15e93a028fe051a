import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { rawFile } from '#lib/fixtures/file-trip.ts'
import { askRest, callRest, newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** Models leave as files and come in as files, through the door. */

const GOLDEN = readFileSync(join(import.meta.dirname, '../files/golden/portal-frame.s2k'), 'utf8')
const at = (id: string, query = '') => `/api/construct-models/${id}/export?format=s2k${query}`
const IMPORT = '/api/construct-models/import'
const import_ = (rest: Rest, body: unknown, query = '', more = {}) =>
  rest('POST', `${IMPORT}${query}`, { body, contentType: 'application/octet-stream', ...more })

describe('an export', () => {
  it('is a file with a name, its own tag, and a count of what it cannot hold', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, { ...portalFrame(), name: 'Tür "1"' })
    const { status, headers, text } = await rest('GET', at(id))
    expect(status).toBe(200)
    expect(text).toBe(GOLDEN.replace('Portal frame', "Tur ''1''"))
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="T_r _1_.s2k"; filename*=UTF-8''T%C3%BCr%20_1_.s2k`)
    expect([headers.get('etag'), headers.get('export-notes'), headers.get('x-content-type-options')]).toEqual([
      ...['"1-s2k"', '1', 'nosniff'],
    ])
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('link')).toBe(`</api/construct-models/${id}/export?format=s2k&report=true>; rel="describedby"`)
    const report = await rest('GET', at(id, '&report=true'))
    expect(report.json).toEqual({
      format: 's2k',
      notes: [
        {
          ...{ action: 'converted', code: 'id_changed', count: 2, message: '2 elements have another name in the file' },
          examples: [],
        },
      ],
    })
  })

  it('of s2k holds loads, cases, combinations and masses, and an import stores them again', async () => {
    const { rest } = await newCaller()
    const portal = portalFrame()
    const more = {
      nodes: portal.nodes?.map((node) => (node.id === 'N2' ? { ...node, mass: 800 } : node)),
      loadCases: [{ id: 'D', nature: 'dead', selfWeight: 1 }, { id: 'W', nature: 'wind' }],
      loads: [
        { id: 'L2', caseId: 'W', nodeId: 'N2', force: { x: 12 } },
        { id: 'L1', caseId: 'D', frameId: 'B1', force: { z: -5 } },
      ],
      combinations: [{ id: 'ULS', terms: [{ caseId: 'D', factor: 1.35 }, { caseId: 'W', factor: 1.5 }] }],
      diaphragms: [{ id: 'R', nodeIds: ['N2', 'N3'] }],
    } // biome-ignore format: a line each
    const id = await newModel(rest, { ...portal, ...more })
    const { json } = await import_(rest, (await rest('GET', at(id))).text)
    const { json: read } = await rest('GET', `/api/construct-models/${json.model.id}`)
    expect(read).toMatchObject({ ...more, nodes: [{}, { id: 'N2', mass: 800 }, {}, {}] })
  })

  it('of a revision is for good, and what the client has is not sent again', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, portalFrame())
    await rest('PATCH', `/api/construct-models/${id}`, { body: { name: 'Renamed' } })
    const first = await rest('GET', at(id, '&revision=1'))
    expect(first.text).toBe(GOLDEN)
    expect(first.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(first.headers.get('content-disposition')).toContain('Portal frame-r1.s2k')
    const known = { headers: { 'if-none-match': '"2-s2k"' } }
    expect((await rest('GET', at(id), known)).status).toBe(304)
    expect((await rest('GET', at(id, '&report=true'), known)).status).toBe(200)
    expect((await rest('GET', at(id, '&revision=3'))).status).toBe(404)
    const head = await rest('HEAD', at(id))
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', '"2-s2k"'])
    expect((await rest('PATCH', `/api/construct-models/${id}`, { body: { name: 'x' }, headers: { 'if-match': '"2-s2k"' } })).status).toBe(412) // biome-ignore format: a line
  })

  it('goes out deflated to who takes it, and is the same', async () => {
    const { rest, key } = await newCaller()
    const id = await newModel(rest, portalFrame())
    const packed = await rest('GET', at(id), { headers: { 'accept-encoding': 'gzip' } })
    expect([packed.headers.get('content-encoding'), packed.headers.get('etag')]).toEqual(['gzip', '"1-s2k-gzip"'])
    expect(packed.text).toBe(GOLDEN)
    const known = { headers: { 'accept-encoding': 'gzip', 'if-none-match': '"1-s2k-gzip"' } }
    expect((await rest('GET', at(id), known)).status).toBe(304)
    const zip = await askRest('GET', `/api/construct-models/${id}/export?format=csv`, {
      key,
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([zip.headers.get('content-encoding'), zip.headers.get('content-type')]).toEqual([null, 'application/zip'])
    await zip.body?.cancel()
  })

  it('as json is the model as it is read, byte for byte', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, portalFrame())
    const json = await rest('GET', `/api/construct-models/${id}/export?format=json`)
    expect(json.text).toBe((await rest('GET', `/api/construct-models/${id}`)).text)
    expect([json.headers.get('etag'), json.headers.get('content-disposition')]).toEqual([
      '"1-json"',
      `attachment; filename="Portal frame.json"; filename*=UTF-8''Portal%20frame.json`,
    ])
  })

  it('refuses a wish that it would have to pass over', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, { ...portalFrame(), units: { length: 'yd' } })
    const ask = async (query: string) => {
      const { status, json } = await rest('GET', `/api/construct-models/${id}/export?${query}`)
      return [status, json.detail.map(({ type, loc, msg }: Record<string, unknown>) => [type, loc, msg])]
    }
    expect(await ask('')).toEqual([422, [['missing', ['query', 'format'], 'Field required']]])
    expect((await ask('format=dwg'))[1]).toEqual([['literal_error', ['query', 'format'], expect.stringContaining("'s2k'")]])
    expect((await ask('format=s2k&fromat=x'))[1]).toEqual([['extra_forbidden', ['query', 'fromat'], expect.any(String)]])
    expect((await ask('format=s2k&language=tcl'))[1]).toEqual([
      ['value_error', ['query', 'language'], 'Value error, language is for opensees only'],
    ])
    expect((await ask('format=s2k'))[1]).toEqual([
      ['unit_unknown', ['query', 'units'], 'the model is in yd, SAP2000 and ETABS have mm, cm, m, in and ft'],
    ])
  })

  it('is for whoever may read, and by a link is what the link shows', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, portalFrame())
    const other = await newCaller()
    expect((await other.rest('GET', at(id))).status).toBe(404)
    expect((await callRest('GET', at(id))).status).toBe(401)
    const link = await rest('POST', `/api/construct-models/${id}/share-links`, { body: { revision: 1 } })
    await rest('PATCH', `/api/construct-models/${id}`, { body: { name: 'Renamed' } })
    const token = new URL(link.json.url).pathname.split('/').at(-1)
    const shared = await callRest('GET', `/api/share/${token}/export?format=s2k`)
    expect([shared.status, shared.text]).toEqual([200, GOLDEN])
    expect((await callRest('GET', `/api/share/${token}/export?format=s2k&revision=2`)).status).toBe(422)
    const json = await callRest('GET', `/api/share/${token}/export?format=json`)
    expect(json.text).toBe((await callRest('GET', `/api/share/${token}/model`)).text)
    await rest('DELETE', `/api/construct-models/${id}`)
    expect((await rest('GET', at(id))).status).toBe(404)
    expect((await callRest('GET', `/api/share/${token}/export?format=s2k`)).status).toBe(404)
  })
})

describe('an import', () => {
  it('makes a model in one revision, with a report and where it came from', async () => {
    const { rest } = await newCaller()
    const { status, headers, json } = await import_(rest, GOLDEN, '?fileName=portal.s2k')
    expect(status).toBe(201)
    expect([headers.get('etag'), headers.get('location')]).toEqual([
      '"1"',
      `http://localhost:3000/api/construct-models/${json.model.id}`,
    ])
    expect(json.model).toMatchObject({
      name: 'Portal frame',
      revision: 1,
      units: { current: 'KN, m, C' },
      bounds: { max: { x: 6, y: 0, z: 4 } },
    })
    expect(json.model.counts).toMatchObject({ nodes: 4, frames: 3, supports: 2, sections: 2, materials: 1 })
    const model = (await rest('GET', `/api/construct-models/${json.model.id}`)).json
    expect(model.source).toEqual({ system: 'SAP2000', version: '25.3.1' })
    expect(model.metadata.import).toMatchObject({ format: 's2k', fileName: 'portal.s2k', notes: expect.arrayContaining([['converted', 'ids_restored', 2]]) }) // biome-ignore format: a line
    expect((await rest('GET', at(json.model.id))).text).toBe(GOLDEN)
  })

  it('takes a model as it is read, and what creates one', async () => {
    const { rest } = await newCaller()
    const id = await newModel(rest, portalFrame())
    const read = (await rest('GET', `/api/construct-models/${id}`)).text
    const again = await import_(rest, read)
    expect([again.status, again.json.report.format]).toEqual([201, 'json'])
    const short = { name: 'Row', repeat: [{ for: { i: '0..4' }, nodes: [{ id: 'N{i}', position: { x: '{i}', y: 0, z: 0 } }] }] }
    expect((await import_(rest, JSON.stringify(short))).json.model.counts.nodes).toBe(5)
    const bad = await import_(rest, '{"name":"x","nodes":[{"id":"N1","position":{"x":0,"y":0,"z":null}}]}')
    expect(bad.json.detail).toMatchObject([{ type: 'float_type', loc: ['body', 'nodes', 0, 'position', 'z'] }])
    expect((await import_(rest, '{"nodes":[{"point":[0,0,0]}]}')).json.detail[0].type).toBe('file_format_unsupported')
  })

  it('makes nothing of a dry run, and refuses a loss where it must be taken as it is', async () => {
    const { rest } = await newCaller()
    const dry = await import_(rest, GOLDEN, '?dryRun=true')
    expect([dry.status, dry.json.model.id, dry.headers.get('location')]).toEqual([200, undefined, null])
    expect(dry.json.model.counts.frames).toBe(3)
    expect((await import_(rest, GOLDEN, '?strict=true&dryRun=true')).status).toBe(200)
    const broken = GOLDEN.replace('JointJ=N3', 'JointJ=N9')
    const strict = await import_(rest, broken, '?strict=true')
    expect([strict.status, strict.json.detail]).toEqual([
      422,
      [expect.objectContaining({ type: 'not_taken_as_is', ctx: { action: 'dropped', code: 'reference_missing', count: 3 } })],
    ])
    expect((await rest('GET', '/api/construct-models')).json.items).toEqual([])
  })

  it('counts the query to what a key was used for', async () => {
    const { rest } = await newCaller()
    const headers = { 'idempotency-key': 'k1' }
    const first = await import_(rest, GOLDEN, '?name=A', { headers })
    const repeat = await import_(rest, GOLDEN, '?name=A', { headers })
    expect([repeat.status, repeat.text, repeat.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
    const other = await import_(rest, GOLDEN, '?name=B', { headers })
    expect([other.status, other.json.detail[0].type]).toEqual([422, 'idempotency_key_reused'])
    expect((await rest('GET', '/api/construct-models')).json.items).toHaveLength(1)
  })

  it('answers any other file with a sentence', async () => {
    const { rest } = await newCaller()
    const refused = async (body: unknown, query = '', more = {}) => {
      const { status, json } = await import_(rest, body, query, more)
      return [
        status,
        ...json.detail.map(({ type, loc, msg }: Record<string, unknown>) => `${type} ${JSON.stringify(loc)} ${msg}`),
      ]
    }
    expect(await refused(undefined)).toEqual([422, 'missing ["body"] Field required'])
    expect(await refused('hello')).toMatchObject([422, expect.stringMatching(/^file_format_unknown \["body"\] this is none of the formats we read \(s2k, /)]) // biome-ignore format: a line
    expect(await refused(GOLDEN, '?format=csv')).toEqual([422, 'file_format_unknown ["body"] the file looks like s2k, not csv'])
    expect(await refused(GOLDEN, '?units=N,mm,C')).toEqual([
      422,
      'value_error ["query","units"] Value error, the file is in KN, m, C',
    ])
    expect(await refused(GOLDEN, '?up=y')).toMatchObject([422, expect.stringContaining('up is for')])
    expect(await refused(GOLDEN, '?encoding=klingon')).toMatchObject([422, expect.stringContaining('["query","encoding"]')])
    expect(await refused(zipSync({ '../a': new Uint8Array() }))).toMatchObject([422, expect.stringContaining('["body","../a"]')])
    const form = await import_(rest, '--x--', '', { contentType: 'multipart/form-data; boundary=x' })
    expect([form.status, form.json.detail]).toEqual([
      415,
      'Send the file itself as the body, not a form: curl --data-binary @model.e2k',
    ])
    expect((await import_(rest, GOLDEN, '', { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  })

  const tower = rawFile('s2k_tower/Tower.s2k')
  it.runIf(tower)('brings the tower in, out and in again, and drops nothing the second time', async () => {
    const { rest } = await newCaller()
    const first = await import_(rest, tower, '?fileName=Tower.s2k')
    expect([first.status, first.json.model.name]).toEqual([201, 'Tower'])
    const { text } = await rest('GET', at(first.json.model.id))
    const second = await import_(rest, text)
    expect(second.json.report.notes.filter(({ action }: { action: string }) => action === 'dropped')).toEqual([])
    expect(second.json.model.counts).toEqual(first.json.model.counts)
    const elements = async (id: string) => (await rest('GET', `/api/construct-models/${id}`)).json
    const [one, other] = [await elements(first.json.model.id), await elements(second.json.model.id)]
    for (const kind of ['nodes', 'frames', 'supports', 'gridLines', 'sections']) expect(other[kind]).toEqual(one[kind])
  })
})
