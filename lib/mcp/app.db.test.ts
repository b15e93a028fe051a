import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { listActivity } from '#lib/audit.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { startedAnew } from '#lib/storage/memory.ts'

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
  const { isError, data, text } = await callTool(key, `service.${tool}`, input)
  expect(isError, text).toBe(false)
  return { data, text }
}
const refused = async (tool: string, input: object) =>
  JSON.parse((await callTool(key, `service.${tool}`, { modelId: id, ...input })).text).detail
const read = async (input: object = {}) => (await call('read_view_data', { modelId: id, ...input })).data

describe('showing a model', () => {
  it('tells the client what to open, in less than 4,000 characters', async () => {
    const { data, text } = await call('show_model', {
      ...{ modelId: id, view: 'front', colourBy: 'section', highlight: { kinds: ['frames'], section: ['UPE*'] } },
    })
    expect(data).toMatchObject({
      ...{ modelId: id, name: 'Demo building', revision: 1, units: { current: 'kN, m, C' } },
      view: {
        ...{ dataTool: 'service.read_view_data', pictureTool: 'service.render_model', view: 'front', colourBy: 'section' },
        ...{ zoom: '', isolate: null },
      },
    })
    expect(data.view.highlight.split(',')).toHaveLength(6)
    expect(data.view.highlight).toMatch(/^f:[^,]+,f:/)
    expect(text.length).toBeLessThan(4000)
    expect(JSON.parse(text)).toEqual(data)
  })

  it('goes with a new model too', async () => {
    const { data } = await call('create_model', { name: 'Empty' })
    expect(data.view).toEqual({
      ...{ dataTool: 'service.read_view_data', pictureTool: 'service.render_model', view: 'iso', colourBy: 'kind' },
      ...{ highlight: '', zoom: '', isolate: null },
    })
  })

  it('refuses what is not there, more than it can mark, and what it does not know', async () => {
    expect(await refused('show_model', { highlight: [{ kind: 'frame', id: 'nowhere' }] })).toMatchObject([
      { type: 'reference_not_found', loc: ['body', 'highlight', 0, 'id'] },
    ])
    expect(await refused('show_model', { isolate: { kinds: ['frames'], all: true } })).toMatchObject([
      { type: 'limit_exceeded', loc: ['body', 'isolate'], msg: 'show_model marks at most 200 elements; 366 were meant' },
    ])
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
    const again = await startedAnew(() => read({ offset: 5000, tag: (first as { tag: string }).tag }))
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
})
