import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { createApiKey } from '#lib/accounts/api-keys.ts'
import { listActivity } from '#lib/activity/account-log.ts'
import { db } from '#lib/db/client.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { callTool, legacy, modern, modernMeta } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { log } from '#lib/runtime/log.ts'
import { startedAnew } from '#lib/storage/index/memory.ts'
import { drawsNothing } from './protocol/app-page.ts'

/** The view in the conversation, as its host's connection is answered. */

let rest: Rest
let key: string
let userId: string
let id: string
beforeAll(async () => {
  ;({ rest, key, userId } = await newCaller())
  id = await newModel(rest, demoBuilding())
})
const call = async (tool: string, input: Record<string, unknown>) => {
  const { isError, ...answer } = await callTool(key, `service.${tool}`, input)
  expect(isError, answer.text).toBe(false)
  return answer
}
const refused = async (tool: string, input: object) =>
  JSON.parse((await callTool(key, `service.${tool}`, { modelId: id, ...input })).text).detail
const read = async (input: object = {}) => (await call('read_view_data', { modelId: id, ...input })).data

describe('the page of the view', () => {
  afterEach(() => vi.restoreAllMocks())
  const listed = async (token: string) => {
    const { tools } = (await modern(token, 'tools/list')).body.result
    return (name: string) => tools.find((tool: { name: string }) => tool.name.endsWith(name))
  }

  it.each([
    ['up to 2025-11-25', legacy],
    ['2026-07-28', modern],
  ])('is listed and read, under any of its addresses, with its rules (%s)', async (_, ask) => {
    const { resources } = (await ask(key, 'resources/list')).body.result
    const [page] = resources.filter(({ uri }: { uri: string }) => uri.startsWith('ui:'))
    expect(page).toMatchObject({
      uri: expect.stringMatching(/^ui:\/\/structural-model\/viewer-[0-9a-f]{8}\.html$/),
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: {}, prefersBorder: false } },
    })
    expect(page._meta.ui).not.toHaveProperty('domain')
    for (const uri of [page.uri, 'ui://structural-model/viewer-00000000.html']) {
      const { contents } = (await ask(key, 'resources/read', { uri })).body.result
      expect(contents).toEqual([
        { uri, mimeType: page.mimeType, text: expect.stringMatching(/^<!doctype html>/), _meta: page._meta },
      ])
    }
    const { error } = (await ask(key, 'resources/read', { uri: 'ui://another/viewer-00000000.html' })).body
    expect(error?.message).toBe('Resource not found')
  })

  it('may be kept for an hour by whoever asks, as its address changes with it', async () => {
    const { body } = await modern(key, 'resources/read', { uri: 'ui://structural-model/viewer-00000000.html' })
    expect(body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    const { body: other } = await modern(key, 'resources/read', { uri: 'structural://conventions/axes' })
    expect(other.result?.ttlMs).not.toBe(3_600_000)
  })

  it('is named by two tools alone, in both spellings; one tool is for the view and none else', async () => {
    const flat = await createApiKey(userId, { name: 'flat', scopes: SCOPES, toolNameStyle: 'underscore' })
    for (const token of [key, flat.key]) {
      const tool = await listed(token)
      for (const name of ['create_model', 'show_model']) {
        const { ui, ...others } = tool(name)._meta
        expect(ui).toEqual({ resourceUri: expect.stringMatching(/^ui:/), visibility: ['model', 'app'] })
        expect(others).toMatchObject({ 'ui/resourceUri': ui.resourceUri, 'openai/outputTemplate': ui.resourceUri })
      }
      expect(tool('read_view_data')._meta).toMatchObject({ ui: { visibility: ['app'] }, 'openai/visibility': 'private' })
      expect(tool('render_model')._meta).not.toHaveProperty('ui')
      expect(tool('add_model_elements')._meta).not.toHaveProperty('ui')
    }
    const { view } = await callTool(flat.key, 'service_show_model', { modelId: id })
    expect(view).toMatchObject({ dataTool: 'service_read_view_data', checkTool: 'service_check_model' })
  })

  it('is kept from a client that is known to draw nothing, and no other', () => {
    const drawing = ['https://claude.ai/oauth/claude-code-client-metadata', 'cursor', undefined].map(drawsNothing)
    expect(drawing).toEqual([true, false, false])
  })

  it('goes to every client; whether one says that it shows apps is told in the log', async () => {
    const info = vi.spyOn(log, 'info')
    const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }
    const clientInfo = { name: 'a chat', version: '1' }
    await legacy(key, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })
    expect(info).toHaveBeenLastCalledWith('an MCP client begins', { client: 'a chat', version: '1', showsApps: true })
    await modern(key, 'server/discover', { _meta: modernMeta() })
    expect(info).toHaveBeenLastCalledWith('an MCP client begins', { client: 'test', version: '1', showsApps: false })
  })
})

describe('showing a model', () => {
  it('tells the client what to open, and the view alone how', async () => {
    const { data, text, view } = await call('show_model', {
      ...{ modelId: id, view: 'front', colourBy: 'section', highlight: { kinds: ['frames'], section: ['UPE*'] } },
    })
    expect(data).toMatchObject({ modelId: id, name: 'Demo building', revision: 1, units: { current: 'kN, m, C' } })
    expect(view).toMatchObject({
      ...{ dataTool: 'service.read_view_data', pictureTool: 'service.render_model', checkTool: 'service.check_model' },
      ...{ view: 'front', colourBy: 'section', zoom: '', isolate: null },
    })
    expect(view.highlight.split(',')).toHaveLength(6)
    expect(view.highlight).toMatch(/^f:[^,]+,f:/)
    expect(JSON.parse(text)).toEqual(data)
  })

  it('tells the view which results and loads are meant, in the words of render_model', async () => {
    const results = { case: 'ULS', show: 'm3' }
    const { view, data } = await call('show_model', { modelId: id, results, loads: 'G' })
    expect(view).toMatchObject({ analysisTool: 'service.analyse_model', results, loads: 'G' })
    expect(data).not.toHaveProperty('results')
    expect(await refused('show_model', { results: { show: 'moments' } })).toMatchObject([{ loc: ['body', 'results', 'show'] }])
  })

  it('keeps its text short where much is marked: the marks are for the view', async () => {
    const nodes = Array.from({ length: 200 }, (_, i) => ({ id: `a node with a long name ${i}`, position: { x: i, y: 0, z: 0 } }))
    const own = await newModel(rest, { name: 'Long names', nodes })
    const { text, view } = await call('show_model', { modelId: own, highlight: { kinds: ['nodes'] }, colourBy: 'finding' })
    expect(view.highlight.split(',')).toHaveLength(200)
    expect(text.length).toBeLessThan(400)
  })

  it('goes with a new model too', async () => {
    const { view } = await call('create_model', { name: 'Empty' })
    expect(view).toEqual({
      ...{ dataTool: 'service.read_view_data', pictureTool: 'service.render_model', checkTool: 'service.check_model' },
      ...{ analysisTool: 'service.analyse_model', commentsTool: 'service.list_comments' },
      ...{ view: 'iso', colourBy: 'kind' },
      ...{ highlight: '', zoom: '', isolate: null },
    })
  })

  it('refuses what is not there, more than it can mark, and what it does not know', async () => {
    expect(await refused('show_model', { highlight: [{ kind: 'frame', id: 'nowhere' }] })).toMatchObject([
      { type: 'reference_not_found', loc: ['body', 'highlight', 0, 'id'] },
    ])
    expect(await refused('show_model', { isolate: { kinds: ['frames'], all: true } })).toMatchObject([
      { type: 'limit_exceeded', loc: ['body', 'isolate'], msg: 'show_model marks at most 200 elements; 506 were meant' },
    ])
    expect(await refused('show_model', { loads: 'G9' })).toMatchObject([{ type: 'reference_not_found', loc: ['body', 'loads'] }])
    expect(await refused('show_model', { loads: 'ULS' })).toMatchObject([{ msg: expect.stringContaining('is a combination') }])
    for (const results of [
      { case: 'G9', show: 'm3' },
      { case: 'mode one', show: 'deflected' },
    ]) {
      const msg = expect.stringContaining(`there are no results of '${results.case}'; there are those of 'G', 'SDL', `)
      for (const tool of ['show_model', 'render_model'])
        expect(await refused(tool, { results })).toMatchObject([{ loc: ['body', 'results', 'case'], msg }])
    }
    for (const [of, show] of [
      ['G', 'm3'],
      ['ULS', 'm3'],
      ['mode 1', 'deflected'],
    ])
      await call('show_model', { modelId: id, results: { case: of, show } })
    expect(await refused('show_model', { view: 'above' })).toMatchObject([{ type: 'literal_error' }])
    expect(await refused('show_model', { labels: ['nodes'] })).toMatchObject([{ type: 'extra_forbidden' }])
    expect((await callTool(key, 'service.show_model', { modelId: 'm_none' })).isError).toBe(true)
  })
})

describe('reading for the view', () => {
  it('gives the model in pieces that are one gzip member', async () => {
    const first = await read({ maxBytes: 5000 })
    expect(first).toMatchObject({ revision: 1, changed: true, encoding: 'gzip', offset: 0, count: 5000, next: 5000 })
    const pieces = [first]
    while (pieces.at(-1).next !== null) {
      pieces.push(await read({ maxBytes: 5000, offset: pieces.at(-1).next, tag: first.tag }))
    }
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece.bytes, 'base64')))
    expect(bytes.length).toBe(first.total)
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual((await rest('GET', `/api/construct-models/${id}`)).json)
  })

  it('says in a line what a model that reads it would not want to read', async () => {
    const { text, data } = await call('read_view_data', { modelId: id })
    expect(text).toBe(`${data.count} of ${data.total} bytes of revision 1`)
  })

  it('tells of a newer revision, and that pieces of the older one are stale', async () => {
    const own = await newModel(rest, demoBuilding())
    const first = await read({ modelId: own, maxBytes: 5000 })
    expect(await read({ modelId: own, since: 1 })).toEqual({ modelId: own, revision: 1, changed: false })
    await rest('PATCH', `/api/construct-models/${own}`, { body: { name: 'Renamed' } })
    expect(await read({ modelId: own, since: 1, maxBytes: 1000 })).toMatchObject({
      revision: 2,
      changed: true,
      offset: 0,
      count: 1000,
    })
    const late = await read({ modelId: own, offset: 5000, tag: first.tag })
    expect(late).toEqual({ modelId: own, revision: 2, changed: true, stale: true, total: 0, next: null })
    // A process that has just started compresses it as this one did, or says that it is stale.
    const again = await startedAnew(() => read({ offset: 5000, tag: first.tag }))
    expect(again.stale === true || again.offset === 5000).toBe(true)
  })

  it('refuses what makes no sense', async () => {
    const { tag, total } = await read()
    expect(await refused('read_view_data', { offset: 10 })).toMatchObject([{ type: 'missing', loc: ['body', 'tag'] }])
    expect(await refused('read_view_data', { offset: total + 1, tag })).toMatchObject([
      { type: 'value_error', msg: `Value error, offset ${total + 1} is beyond ${total} bytes` },
    ])
    expect(await refused('read_view_data', { offset: 10, tag, since: 1 })).toMatchObject([
      { type: 'value_error', loc: ['body', 'since'] },
    ])
    expect(await refused('read_view_data', { since: 0 })).toMatchObject([{ type: 'greater_than_equal' }])
    expect(await refused('read_view_data', { maxBytes: 90_001 })).toMatchObject([{ type: 'less_than_equal' }])
    expect(await refused('read_view_data', { offset: -1 })).toMatchObject([{ type: 'greater_than_equal' }])
  })

  it('is told in the log once for each opening', async () => {
    const other = await newModel(rest, demoBuilding())
    const first = await read({ modelId: other, maxBytes: 5000 })
    await read({ modelId: other, offset: 5000, tag: first.tag })
    await read({ modelId: other, since: 1 })
    await call('show_model', { modelId: other })
    const told = async () => {
      const { items } = await listActivity(userId, { model: other, limit: 20 })
      return items.map(({ action }) => action).filter((action) => action.startsWith('service.'))
    }
    await expect.poll(told).toEqual(['service.show_model', 'service.read_view_data'])
  })

  it('ends with the right to read', async () => {
    const own = await newModel(rest, demoBuilding())
    const { tag } = await read({ modelId: own, maxBytes: 5000 })
    await rest('DELETE', `/api/construct-models/${own}`)
    const { isError, text } = await callTool(key, 'service.read_view_data', { modelId: own, offset: 5000, tag })
    expect([isError, JSON.parse(text).error]).toEqual([true, 'not_found'])
  })

  it('ends between two pieces when the role is taken away, and reads on with another role', async () => {
    const own = await newModel(rest, demoBuilding())
    const guest = await newCaller()
    const { email } = await db().user.update({ where: { id: guest.userId }, data: { emailVerified: new Date() } })
    const people = `/api/construct-models/${own}/collaborators`
    const give = (role: string) => rest('PUT', people, { body: { email, role } })
    const asGuest = (input: object) => callTool(guest.key, 'service.read_view_data', { modelId: own, ...input })
    await give('editor')
    const { data: first } = await asGuest({ maxBytes: 5000 })
    const second = { maxBytes: 5000, offset: 5000, tag: first.tag }
    await give('viewer')
    expect((await asGuest(second)).data).toMatchObject({ tag: first.tag, offset: 5000, count: 5000 })
    expect((await rest('DELETE', `${people}?email=${encodeURIComponent(email)}`)).status).toBe(204)
    for (const input of [second, { since: 1 }, {}]) {
      const { isError, text } = await asGuest(input)
      expect([isError, JSON.parse(text).error]).toEqual([true, 'not_found'])
    }
  })

  it('goes on in another process, or begins again there: never are pieces of two states one file', async () => {
    const own = await newModel(rest, demoBuilding())
    // This process has followed the revisions; the other finds the parts that lie in the database.
    for (let k = 1; k <= 3; k++)
      await rest('POST', `/api/construct-models/${own}/nodes`, {
        body: { nodes: [{ id: 'A1-G', position: { x: k, y: 0, z: 0 } }] },
      })
    const first = await read({ modelId: own, maxBytes: 5000 })
    const elsewhere = async () => {
      const args = [key, own, '5000', String(first.tag)]
      const answers = await inAnotherProcess<{ stale?: true; bytes: string }[]>('view-reader', ...args)
      const staleAt = answers.findIndex(({ stale }) => stale)
      const pieces = staleAt < 0 ? [first, ...answers] : answers.slice(staleAt + 1)
      const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece.bytes, 'base64')))
      return { model: JSON.parse(gunzipSync(bytes).toString()), stale: answers.filter(({ stale }) => stale) }
    }
    const whole = async () => (await rest('GET', `/api/construct-models/${own}`)).json
    expect((await elsewhere()).model).toEqual(await whole())
    // What is written through the one is newer than what the other is asked for.
    await rest('PATCH', `/api/construct-models/${own}`, { body: { name: 'Renamed' } })
    expect(await elsewhere()).toEqual({
      model: await whole(),
      stale: [{ modelId: own, revision: 5, changed: true, stale: true, total: 0, next: null }],
    })
  })
})
