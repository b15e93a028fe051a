import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newCaller } from '#lib/fixtures/rest.ts'

/** Two models beside each other: a copy and what it was made of. */

let key: string
let rest: Awaited<ReturnType<typeof newCaller>>['rest']
let [modelId, copyId] = ['', '']

const at = (x: number) => ({ x, y: 0, z: 0 })
const NODES = Array.from({ length: 8 }, (_, i) => ({ id: `N${i}`, position: at(i) }))
const FRAMES = Array.from({ length: 7 }, (_, i) => ({
  id: `F${i}`,
  startNodeId: `N${i}`,
  endNodeId: `N${i + 1}`,
  sectionId: 'A',
}))
const SECTIONS = [{ id: 'A', type: 'pipe', dimensions: { d: 0.2 } }, { id: 'B', type: 'pipe', dimensions: { d: 0.3 } }] // biome-ignore format: short

beforeAll(async () => {
  ;({ rest, key } = await newCaller())
  const body = {
    name: 'Bridge',
    units: { length: 'm' },
    nodes: NODES,
    frames: FRAMES,
    sections: SECTIONS,
    materials: [{ id: 'S' }],
  }
  modelId = (await rest('POST', '/api/construct-models', { body })).json.id
  copyId = (await rest('POST', `/api/construct-models/${modelId}/duplicate`, { body: { name: 'Bridge' } })).json.id
})

const compare = (input: object = {}) => callTool(key, 'service.list_changes', { modelId, with: copyId, ...input })
const edit = (...ops: object[]) => callTool(key, 'service.edit_model', { modelId: copyId, ops })
const ask = (query: string) => rest('GET', `/api/construct-models/${modelId}/revisions/1/changes?${query}`)

describe('two models', () => {
  it('that are alike differ in nothing', async () => {
    expect((await compare()).data).toEqual({ modelId, revision: 1, with: copyId, withRevision: 1, groups: [], net: {} })
    expect((await ask(`with=${copyId}`)).json).toEqual({ since: 1, revision: 1, with: copyId, elements: [], more: 0 })
  })

  it('are told by groups: what changed alike, what came and went, what has another id', async () => {
    await edit(
      { select: { kinds: ['frames'], ids: ['F0', 'F1', 'F2'] }, set: { sectionId: 'B' } },
      { select: { kinds: ['materials'] }, renumber: { id: 'STEEL' } },
      { select: { kinds: ['frames'], ids: ['F6'] }, remove: { unusedNodes: true } },
    )
    const groups = [
      { kind: 'frames', change: 'replaced', fields: { sectionId: ['A', 'B'] }, count: 3, ids: ['F0', 'F1', 'F2'] },
      { kind: 'nodes', change: 'removed', count: 1, ids: ['N7'] },
      { kind: 'frames', change: 'removed', section: 'A', count: 1, ids: ['F6'] },
      { kind: 'materials', change: 'renamed', count: 1, ids: ['S → STEEL'] },
    ]
    const { data } = await compare()
    expect(data.groups).toHaveLength(4)
    expect(data.groups).toEqual(expect.arrayContaining(groups))
    expect(data.net).toEqual({ replaced: { frames: 3 }, removed: { nodes: 1, frames: 1 } })
    const told = (await ask(`with=${copyId}`)).json.elements.map(({ kind, id, change }: Record<string, string>) => `${change} ${kind} ${id}`) // biome-ignore format: short
    expect(told.sort()).toEqual([
      'removed frame F6',
      'removed node N7',
      'renamed material S',
      'replaced frame F0',
      'replaced frame F1',
      'replaced frame F2',
    ])
    expect((await ask(`with=${copyId}&withRevision=1`)).json.elements).toEqual([])
    const grouped = await rest('GET', `/api/construct-models/${modelId}/revisions/1/changes/groups?with=${copyId}`)
    expect(grouped.json).toEqual({
      ...{ since: 1, revision: 2, with: copyId, groups: data.groups, more: 0 },
      changes: { nodes: { added: 0, replaced: 0, removed: 1 }, frames: { added: 0, replaced: 3, removed: 1 } },
    })
    const own = await rest('GET', `/api/construct-models/${copyId}/revisions/2/changes/groups?limit=1`)
    expect(own.json).toMatchObject({ since: 1, revision: 2, groups: [{ kind: 'frames', change: 'replaced', count: 3 }], more: 4 })
    const both = await rest('GET', `/api/construct-models/${modelId}/revisions/1/changes/groups?with=${copyId}&since=0`)
    expect(both.json.detail[0]).toMatchObject({ loc: ['query', 'since'] })
  })

  it('are told page by page, at the revisions that are asked for', async () => {
    const all = (await compare()).data.groups
    const first = (await compare({ limit: 3 })).data
    const second = (await compare({ limit: 3, cursor: first.nextCursor })).data
    expect([...first.groups, ...second.groups]).toEqual(all)
    expect((await compare({ to: 1 })).data).toMatchObject({ withRevision: 1, groups: [] })
    expect((await compare({ to: 9 })).isError).toBe(true)
    expect((await compare({ cursor: `${first.nextCursor}x` })).isError).toBe(true)
  })

  it('must be readable and in one unit', async () => {
    const stranger = await newCaller()
    const strange = (await stranger.rest('POST', '/api/construct-models', { body: { name: 'Other' } })).json.id
    expect((await compare({ with: strange })).text).toContain('not_found')
    expect((await ask(`with=${strange}`)).status).toBe(404)
    const feet = (await rest('POST', '/api/construct-models', { body: { name: 'Feet', units: { length: 'ft' } } })).json.id
    expect((await compare({ with: feet })).text).toContain('the models are in m and ft')
    const refused = await ask(`with=${feet}`)
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['query', 'with']])
    expect((await ask(`with=${copyId}&since=0`)).status).toBe(422)
  })
})
