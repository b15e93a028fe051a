import { beforeAll, describe, expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'

/** The viewer model over MCP: older revisions, and as much of each element as is asked for. */

let rest: Rest
let key: string
let id: string
const at = () => `/api/construct-models/${id}`
beforeAll(async () => {
  ;({ rest, key } = await newCaller())
  const model = portalFrame()
  id = await newModel(rest, { ...model, nodes: model.nodes!.map((node) => ({ ...node, source: { from: 'a file' } })) })
  await rest('PUT', `${at()}/units`, { body: { length: 'ft' } })
  await rest('POST', `${at()}/nodes`, { body: { nodes: [{ id: 'far', position: { x: 900, y: 0, z: 0 } }] } })
})

const get = async (input: object = {}) => {
  const { isError, data, text } = await callTool(key, 'service.get_viewer_model', { modelId: id, ...input })
  expect(isError, text).toBe(false)
  return data
}
const refused = async (input: object) =>
  JSON.parse((await callTool(key, 'service.get_viewer_model', { modelId: id, ...input })).text).detail

describe('an older revision', () => {
  it('comes whole, with the counts, bounds and units of then', async () => {
    const now = await get()
    const then = await get({ revision: 1 })
    expect([now.revision, now.units, now.bounds.max.x, now.counts.nodes]).toEqual([3, { length: 'ft' }, 900, 5])
    expect([then.revision, then.units.current, then.bounds.max.x, then.counts.nodes]).toEqual([1, 'kN, m, C', 6, 4])
    expect(then.model.revision).toBe(1)
    expect(then.model.nodes).toHaveLength(4)
  })

  it('comes in pages that stay with it', async () => {
    const first = await get({ revision: 1, kinds: 'nodes', limit: 3 })
    expect([first.revision, first.counts.nodes, first.elements.nodes.length]).toEqual([1, 4, 3])
    const second = await get({ kinds: 'nodes', limit: 3, cursor: first.nextCursor })
    expect([second.revision, second.elements.nodes.length, second.nextCursor]).toEqual([1, 1, undefined])
    expect(await refused({ kinds: 'nodes', limit: 3, cursor: first.nextCursor, revision: 2 })).toMatchObject([
      { type: 'value_error', loc: ['body', 'cursor'] },
    ])
  })

  it('is refused when it never was', async () => {
    for (const more of [{}, { kinds: ['nodes'] }]) {
      expect(await refused({ revision: 4, ...more })).toMatchObject([
        { loc: ['body', 'revision'], msg: 'the model never had revision 4; its present one is 3' },
      ])
    }
  })

  it('is read over REST, and is the same for ever', async () => {
    const then = await rest('GET', `${at()}/revisions/1`)
    expect([then.status, then.headers.get('etag'), then.headers.get('cache-control')]).toEqual([
      200,
      '"1"',
      'private, max-age=31536000, immutable',
    ])
    expect(then.json).toEqual((await get({ revision: 1 })).model)
    const known = await rest('GET', `${at()}/revisions/1`, { headers: { 'If-None-Match': '"1"' } })
    expect([known.status, known.text]).toEqual([304, ''])
    expect((await rest('GET', `${at()}/revisions/3`)).json).toEqual((await rest('GET', at())).json)
    for (const never of [4, 99]) expect((await rest('GET', `${at()}/revisions/${never}`)).status).toBe(404)
    expect((await rest('GET', `${at()}/revisions/x`)).status).toBe(422)
  })
})

describe('of each element', () => {
  it('parts leave outlines out, and say so; whole models keep them', async () => {
    const parts = await get({ kinds: ['sections'] })
    expect(parts.polygons).toBe('left out')
    for (const section of parts.elements.sections) expect(section.polygon).toBeUndefined()
    expect(parts.elements.sections[0]).toMatchObject({ id: 'HEB 200', type: 'i_wide_flange' })
    const drawn = await get({ kinds: ['sections'], polygons: true })
    expect(drawn.polygons).toBeUndefined()
    expect(drawn.elements.sections[0].polygon.length).toBeGreaterThan(3)
    expect((await get()).model.sections[0].polygon.length).toBeGreaterThan(3)
    expect((await get({ kinds: ['nodes'] })).polygons).toBeUndefined()
  })

  it('only some fields are shown, or all but some; its id stays', async () => {
    const { elements } = await get({ kinds: ['nodes', 'frames'], fields: ['position.z', 'startNodeId'] })
    const [node] = elements.nodes
    expect(node).toEqual({ id: node.id, position: { z: expect.any(Number) } })
    expect(Object.keys(elements.frames[0])).toEqual(['id', 'startNodeId'])
    const bare = await get({ kinds: 'nodes', without: ['source', 'position.x', 'id'] })
    expect(bare.elements.nodes[0]).toEqual({ id: node.id, position: { y: 0, z: node.position.z } })
    const outlines = await get({ kinds: 'sections', fields: ['polygon'] })
    expect(Object.keys(outlines.elements.sections[0])).toEqual(['id', 'polygon'])
    expect(outlines.polygons).toBeUndefined()
  })

  it('can be sent back as it came: a section with its profile and sizes', async () => {
    const units = { current: 'kN, m, C' }
    const sizes = { type: 'rectangular', dimensions: { t3: 0.5, t2: 0.3 } }
    const sections = [{ id: 'B', profile: 'HEB 200' }, { id: 'C', ...sizes }, { id: 'W' }]
    const read = async (modelId: string) => (await callTool(key, 'service.get_viewer_model', { modelId, kinds: 'sections' })).data
    const { elements } = await read(await newModel(rest, { name: 'From', units, sections }))
    const made = await callTool(key, 'service.create_model', { name: 'To', units, sections: elements.sections })
    expect(made.data, made.text).not.toHaveProperty('warnings.0.fields')
    expect((await read(made.data.modelId)).elements).toEqual(elements)
    expect(elements.sections).toMatchObject([{ profile: 'HEB 200', designation: 'HE200B' }, sizes, { id: 'W' }])
  })

  it('refuses fields that no kind has, both lists at once, and arguments that it does not know', async () => {
    expect(await refused({ kinds: 'nodes', fields: ['sectionId'] })).toMatchObject([
      { type: 'extra_forbidden', loc: ['body', 'fields', 0], msg: "nodes have no field 'sectionId'" },
    ])
    expect(await refused({ without: ['souce'] })).toMatchObject([
      { loc: ['body', 'without', 0], msg: expect.stringContaining("did you mean 'source'?") },
    ])
    expect(await refused({ fields: ['label'], without: ['source'] })).toMatchObject([
      { type: 'value_error', loc: ['body', 'without'] },
    ])
    expect(await refused({ element: 'N1' })).toMatchObject([{ type: 'extra_forbidden', loc: ['body', 'element'] }])
  })
})
