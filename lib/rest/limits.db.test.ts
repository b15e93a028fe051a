import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { modern } from '#lib/fixtures/mcp.ts'
import { askRest, newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { limits } from '#lib/runtime/limits.ts'
import { forgetEverything, indexFor } from '#lib/storage/index/memory.ts'
import { compact } from '#lib/storage/log/compaction.ts'
import { heldBy } from '#lib/storage/quota.ts'

let rest: Rest
let key: string
let userId: string
beforeEach(async () => {
  ;({ rest, key, userId } = await newCaller())
})

const before = { ...limits }
afterEach(() => void Object.assign(limits, before))

const MODELS = '/api/construct-models'
const node = (id: string, more = {}) => ({ id, position: { x: 0, y: 0, z: 0 }, ...more })

async function callTool(name: string, args: object) {
  const { body } = await modern(key, 'tools/call', { name: `service.${name}`, arguments: args })
  return body.result
}

describe('one text and one list of dimensions', () => {
  const long = '𝄞'.repeat(4096)

  it('take 4,096 code points and 200 keys, and not one more, at both doors', async () => {
    const dimensions = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}`, i]))
    const section = (count: number) => ({ id: 'S', type: 'custom', dimensions: dimensions(count) })
    const id = await newModel(rest, { name: long, nodes: [node('N', { label: long })], units: { length: long } })
    expect((await rest('POST', `${MODELS}/${id}/sections`, { body: { sections: [section(200)] } })).status).toBe(200)

    const refused = await rest('POST', `${MODELS}/${id}/elements`, {
      body: {
        areas: [{ id: 'A', nodeIds: ['N', 'N', 'N'], kind: `${long}!` }],
        nodes: [node('N', { label: `${long}!` })],
        sections: [section(201)],
      },
    })
    expect(refused.status).toBe(422)
    expect(refused.json.detail).toMatchObject([
      { type: 'string_too_long', loc: ['body', 'areas', 0, 'kind'], msg: 'String should have at most 4096 characters' },
      { type: 'string_too_long', loc: ['body', 'nodes', 0, 'label'], ctx: { max_length: 4096 } },
      {
        type: 'too_long',
        loc: ['body', 'sections', 0, 'dimensions'],
        msg: 'Dictionary should have at most 200 items after validation, not 201',
        ctx: { field_type: 'Dictionary', max_length: 200, actual_length: 201 },
      },
    ])
    expect((await rest('PUT', `${MODELS}/${id}/units`, { body: { force: `${long}!` } })).status).toBe(422)
    expect((await rest('PATCH', `${MODELS}/${id}`, { body: { name: `${long}!` } })).status).toBe(422)
    const told = await callTool('add_model_elements', { modelId: id, sections: [section(201)] })
    expect(told.isError).toBe(true)
    expect(told.content[0].text).toContain('at most 200 items')
  })
})

describe('the bytes of a model', () => {
  it('are on its row, after every kind of write, and those of the elements that it has', async () => {
    const id = await newModel(rest, { name: 'ö', nodes: [node('A'), node('B')], metadata: { a: 1 } })
    const at = `${MODELS}/${id}`
    const frame = { id: 'F', startNodeId: 'A', endNodeId: 'B' }
    for (const [method, path, body] of [
      [
        'POST',
        '/elements',
        {
          nodes: [node('A', { label: 'longer' }), node('C'), node('B')],
          frames: [frame],
          members: [{ id: 'M', frameIds: ['F'] }],
        },
      ],
      ['PATCH', '', { name: 'another', metadata: {} }],
      ['PUT', '/units', { length: 'm' }],
      ['POST', '/elements/delete', { nodes: ['A'], cascade: true }],
      ['POST', '/revisions/2/restore', undefined],
    ] as const) {
      await rest(method, `${at}${path}`, { body })
      const { bytes, revision } = await db().constructModel.findUniqueOrThrow({ where: { id } })
      forgetEverything()
      const { jsonBytes } = await indexFor(id, revision)
      expect([path, bytes]).toEqual([path, jsonBytes])
    }
    const { json } = await rest('GET', at)
    const { bytes } = await db().constructModel.findUniqueOrThrow({ where: { id } })
    const texts = [...json.nodes, ...json.members, { ...json.frames[0], memberId: undefined }].map((one) => JSON.stringify(one))
    const written = [...texts, json.name, JSON.stringify(json.metadata)] // what revision 2 said
    expect(bytes).toBe(written.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
  })

  it('may be as many as the limit, and no write makes more: elements, metadata, a new model, both doors', async () => {
    const id = await newModel(rest, { name: 'x', nodes: [node('A', { label: 'first' })] })
    const { bytes } = await db().constructModel.findUniqueOrThrow({ where: { id } })
    limits.modelBytes = (bytes ?? 0) + 10
    const longer = (more: number) => ({ nodes: [node('A', { label: `first${'x'.repeat(more)}` })] })
    expect((await rest('POST', `${MODELS}/${id}/nodes`, { body: longer(10) })).status).toBe(200)
    const refused = await rest('POST', `${MODELS}/${id}/nodes`, { body: longer(11) })
    const actual = limits.modelBytes + 1
    expect([refused.status, refused.json.detail]).toMatchObject([
      422,
      [
        {
          type: 'limit_exceeded',
          loc: ['body'],
          msg: `the model would have ${actual} bytes, the limit is ${limits.modelBytes}`,
          ctx: { limit: limits.modelBytes, actual },
        },
      ],
    ])
    expect((await rest('PATCH', `${MODELS}/${id}`, { body: { metadata: { note: 'long' } } })).status).toBe(422)
    expect((await rest('POST', MODELS, { body: { name: 'y'.repeat(limits.modelBytes + 1) } })).status).toBe(422)
    const told = await callTool('add_model_elements', { modelId: id, nodes: [node('B')] })
    expect([told.isError, told.content[0].text.includes('the limit is')]).toEqual([true, true])
    // What was larger before there was a limit may shrink, and be brought back.
    limits.modelBytes = 10
    expect((await rest('POST', `${MODELS}/${id}/nodes`, { body: longer(0) })).status).toBe(200)
    expect((await rest('POST', `${MODELS}/${id}/revisions/2/restore`)).status).toBe(200)
  })
})

describe('what an account may hold', () => {
  it('is so many models, of two processes together', async () => {
    limits.accountModels = 7
    process.env.QUOTA_MODELS = '7'
    const elsewhere = inAnotherProcess<number>('creator', userId, '6', '0')
    delete process.env.QUOTA_MODELS
    const here: number[] = []
    for (let i = 0; i < 6; i++) {
      // One after another, so that some come between the other's: it says 201 while there is room.
      here.push((await rest('POST', MODELS, { body: { name: `here ${i}` } })).status)
    }
    const made = (await elsewhere) + here.filter((status) => status === 201).length
    expect(made).toBe(7)
    expect((await heldBy(userId)).models).toBe(7)
    const refused = await rest('POST', MODELS, { body: { name: 'one more' } })
    expect([refused.status, refused.json.detail[0]]).toMatchObject([
      422,
      { type: 'limit_exceeded', loc: ['body'], msg: 'the account would hold 8 models, the limit is 7' },
    ])
    expect((await callTool('create_model', { name: 'one more' })).isError).toBe(true)
    const { items } = (await rest('GET', MODELS)).json
    await rest('DELETE', `${MODELS}/${items[0].id}`)
    expect((await rest('POST', MODELS, { body: { name: 'the bin takes room' } })).status).toBe(422)
    await rest('DELETE', `${MODELS}/${items[0].id}?purge=true`)
    expect((await rest('POST', MODELS, { body: { name: 'now there is room' } })).status).toBe(201)
  })

  it('is so many bytes in the database, old revisions too, also of models from before they were counted', async () => {
    const id = await newModel(rest)
    const nodes = (label: string) => Array.from({ length: 50 }, (_, i) => node(`${i}`, { label }))
    for (const label of ['a', 'b']) await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: nodes(label) } })
    const { bytes } = await heldBy(userId)
    const parts = await db().constructModelPart.findMany({ where: { modelId: id } })
    expect(bytes).toBe(parts.reduce((sum, { ids, data }) => sum + ids.length + data.length, 0))

    limits.accountBytes = bytes + 10
    const refused = await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: nodes('c') } })
    expect([refused.status, refused.json.detail[0].type]).toEqual([422, 'limit_exceeded'])
    expect(refused.json.detail[0].msg).toMatch(/^the account would hold \d+ bytes, the limit is \d+$/)
    expect((await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'takes no room' } })).status).toBe(200)

    await db().constructModel.update({ where: { id }, data: { stored: null, bytes: null } })
    expect((await heldBy(userId)).bytes).toBe(bytes)
    expect((await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: nodes('c') } })).status).toBe(422)
    limits.accountBytes = 0 // none
    expect((await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: nodes('c') } })).status).toBe(200)
    const after = await db().constructModelPart.findMany({ where: { modelId: id } })
    expect((await heldBy(userId)).bytes).toBe(after.reduce((sum, { ids, data }) => sum + ids.length + data.length, 0))
  })
})

describe('what an account may hold in bytes', () => {
  it('is what writes of one moment hold together, which share a COMMIT where there is room for all of them', async () => {
    const ids: string[] = []
    for (let i = 0; i < 8; i++) ids.push(await newModel(rest))
    const write = (id: string, label: string) =>
      rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [node('N', { label })] } })
    await write(ids[0]!, 'one')
    const { bytes: each } = await heldBy(userId)
    limits.accountBytes = 4 * each
    const statuses = (label: string) => Promise.all(ids.map(async (id) => (await write(id, label)).status))
    expect((await statuses('two')).filter((status) => status === 200)).toHaveLength(3)
    expect((await heldBy(userId)).bytes).toBe(4 * each)
    limits.accountBytes = 1024 ** 4
    expect(new Set(await statuses('six'))).toEqual(new Set([200]))
  })

  it('is what two processes that write at once hold together', async () => {
    const gb = '0.00002'
    limits.accountBytes = Math.floor(Number(gb) * 1024 ** 3)
    process.env.QUOTA_GB = gb
    const elsewhere = inAnotherProcess<number>('creator', userId, '80', '20')
    delete process.env.QUOTA_GB
    const nodes = Array.from({ length: 20 }, (_, n) => node(`${n}`))
    const create = async (i: number) => (await rest('POST', MODELS, { body: { name: `here ${i}`, nodes } })).status
    const here: number[] = []
    for (let i = 0; i < 80; i++) here.push(await create(i))
    const made = (await elsewhere) + here.filter((status) => status === 201).length
    expect(made).toBeLessThan(160)
    expect(new Set([...here, await create(80)])).toEqual(new Set([201, 422]))
    const held = await heldBy(userId)
    expect(held.models).toBe(made)
    expect(held.bytes).toBeLessThanOrEqual(limits.accountBytes)
    expect(held.bytes).toBeGreaterThan(limits.accountBytes - (2 * held.bytes) / made) // no room for another
  })
})

describe('event streams', () => {
  const open = (id: string, token: string) => askRest('GET', `${MODELS}/${id}/events`, { key: token })

  it('are so many a user and a process; a place that is given back is free', async () => {
    const other = await newCaller()
    const [id, theirs] = [await newModel(rest), await newModel(other.rest)]
    limits.userStreams = 3
    const streams = [await open(id, key), await open(id, key), await open(id, key)]
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
    const fourth = await open(id, key)
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '10'])
    limits.processStreams = 4
    const fifth = await open(theirs, other.key)
    expect(fifth.status).toBe(200)
    expect((await open(theirs, other.key)).status).toBe(503)
    await streams[0]?.body?.cancel()
    const again = await open(id, key)
    expect(again.status).toBe(200)
    for (const { body } of [...streams.slice(1), fifth, again]) await body?.cancel()
    expect((await askRest('HEAD', `${MODELS}/${id}/events`, { key })).status).toBe(200)
    limits.processStreams = 1
    const last = await open(id, key)
    expect(last.status).toBe(200)
    await last.body?.cancel()
  })
})

describe('models by name', () => {
  it('looks at so many names in one request, and goes on with the next', async () => {
    limits.rowsWalked = 500
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1000)
    const row = (i: number) => ({
      id: `m_walk_${userId}_${i}`,
      ownerId: userId,
      name: i === 3 ? 'the needle' : `hay ${i}`,
      revision: 1,
      counts: '{"areas":0,"frames":0,"gridLines":0,"materials":0,"members":0,"nodes":0,"sections":0,"supports":0}',
      bounds: '{"min":{"x":0,"y":0,"z":0},"max":{"x":0,"y":0,"z":0}}',
      createdAt: at(i),
      updatedAt: at(i),
    })
    await db().constructModel.createMany({ data: Array.from({ length: 1200 }, (_, i) => row(i)) })
    const found: string[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const { json } = await rest('GET', `${MODELS}?q=needle${cursor && `&cursor=${cursor}`}`)
      found.push(...json.items.map(({ name }: { name: string }) => name))
      cursor = json.nextCursor
    }
    expect([found, pages]).toEqual([['the needle'], 3])
  })
})

describe('pages of a model over MCP', () => {
  it('keep the places of an old revision, gaps and compaction or not', async () => {
    const id = await newModel(rest, { name: 'pages', nodes: Array.from({ length: 30 }, (_, i) => node(`N${i}`)) })
    await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: ['N1', 'N4', 'N7'] } })
    const page = async (cursor?: string) => {
      const { structuredContent } = await callTool('get_viewer_model', { modelId: id, kinds: ['nodes'], limit: 5, cursor })
      return { ids: structuredContent.elements.nodes?.map((one: { id: string }) => one.id), next: structuredContent.nextCursor }
    }
    const ids: string[] = []
    let turns = 0
    for (let next: string | undefined; turns === 0 || next; turns++) {
      const one: { ids: string[]; next?: string } = await page(next)
      ids.push(...one.ids)
      next = one.next
      if (turns === 1) await rest('POST', `${MODELS}/${id}/elements/delete`, { body: { nodes: ['N20'] } }) // does not show
      if (turns === 2) {
        await compact(id)
        forgetEverything()
      }
      if (turns === 3) forgetEverything()
    }
    const left = Array.from({ length: 30 }, (_, i) => `N${i}`).filter((one) => !['N1', 'N4', 'N7'].includes(one))
    expect(ids).toEqual(left)
  })
})
