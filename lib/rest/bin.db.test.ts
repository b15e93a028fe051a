import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { callTool } from '#lib/fixtures/mcp.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { newApiKey, writingAs } from '#lib/fixtures/verbs.ts'
import { limits } from '#lib/runtime/limits.ts'
import { onRevision } from '#lib/storage/announce.ts'
import { purgeDue } from '#lib/storage/bin.ts'
import { addElements } from '#lib/storage/elements.ts'
import { openModel } from '#lib/storage/models.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { operations } from './operations.ts'

/** Deleted models lie in the bin: editing, section 6; people, sections 6 and 7. By both doors. */

const MODELS = '/api/construct-models'
const FRAME = {
  name: 'Shed',
  units: { length: 'm' },
  nodes: [
    { id: 'A', position: { x: 0, y: 0, z: 0 } },
    { id: 'B', position: { x: 6, y: 0, z: 0 } },
  ],
  frames: [{ id: 'F', startNodeId: 'A', endNodeId: 'B' }],
}

let rest: Rest
let key: string
let userId: string
beforeAll(async () => {
  ;({ rest, key, userId } = await newCaller())
})
const { binDays, accountModels } = limits
afterEach(() => void Object.assign(limits, { binDays, accountModels }))

const inBin = async (ask = rest) => (await ask('GET', `${MODELS}?bin=true`)).json.items
/** Its last day in the bin was that long ago. */
const endBin = (id: string) => db().constructModel.update({ where: { id }, data: { purgeAt: new Date(Date.now() - 1000) } })
const rowsOf = async (modelId: string) => [
  await db().constructModel.count({ where: { id: modelId } }),
  await db().constructModelRevision.count({ where: { modelId } }),
  await db().constructModelPart.count({ where: { modelId } }),
]

describe('DELETE', () => {
  it('puts a model into the bin: it is listed there, with the day of its end, and nowhere else', async () => {
    const id = await newModel(rest, FRAME)
    const before = Date.now()
    expect((await rest('DELETE', `${MODELS}/${id}`)).status).toBe(204)
    expect((await rest('GET', MODELS)).json.items.map((one: { id: string }) => one.id)).not.toContain(id)
    const [first] = await inBin()
    expect(first).toMatchObject({ id, name: 'Shed', role: 'owner', revision: 1, counts: { nodes: 2, frames: 1 } })
    expect(Date.parse(first.deletedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(first.purgeAt) - Date.parse(first.deletedAt)).toBe(30 * DAY_MS)
    expect((await rest('GET', `${MODELS}?bin=true&q=shed&limit=1`)).json.items).toEqual([first])
    expect((await rest('GET', `${MODELS}?bin=true&q=tower`)).json.items).toEqual([])
  })

  it('lists the latest deleted first, page by page', async () => {
    const other = await newCaller()
    const ids: string[] = []
    for (const name of ['1', '2', '3']) ids.unshift(await newModel(other.rest, { name }))
    for (const id of [...ids].reverse()) await other.rest('DELETE', `${MODELS}/${id}`)
    const { items, nextCursor } = (await other.rest('GET', `${MODELS}?bin=true&limit=2`)).json
    const more = (await other.rest('GET', `${MODELS}?bin=true&limit=2&cursor=${nextCursor}`)).json
    expect([...items, ...more.items].map(({ id }) => id)).toEqual(ids)
    expect(more.nextCursor).toBeNull()
  })

  // Asking for access is answered alike whether or not there is a model.
  const OTHERS = ['undelete_model', 'ask_for_access']
  const onModels = operations.filter(({ id, path }) => path.includes('{model_id}') && !OTHERS.includes(id))
  it.each(onModels.map((one) => [one.id, one] as const))(
    'makes it 404 to its owner and to others: %s',
    async (_, { method, path, body }) => {
      const id = await newModel(rest, FRAME)
      await rest('DELETE', `${MODELS}/${id}`)
      const at = path.replace('{model_id}', id).replace('{revision}', '1')
      const { rest: stranger } = await newCaller()
      for (const ask of [rest, stranger]) {
        const { status, json } = await ask(method, at, { ...(body && { body: {} }) })
        expect([status, json.detail]).toEqual([404, 'Model not found'])
      }
      expect(await rowsOf(id)).toEqual([1, 1, 2])
    },
  )

  it('is refused with an old ETag, and happens with the present one', async () => {
    const id = await newModel(rest, FRAME)
    expect((await rest('DELETE', `${MODELS}/${id}`, { headers: { 'if-match': '"7"' } })).status).toBe(412)
    expect((await rest('GET', `${MODELS}/${id}`)).status).toBe(200)
    expect((await rest('DELETE', `${MODELS}/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(204)
  })

  it('ends streams with the day of its end, whoever deletes', async () => {
    const id = await newModel(rest, FRAME)
    const heard: unknown[] = []
    onRevision(id, (event) => heard.push(event), 1)
    await rest('DELETE', `${MODELS}/${id}`)
    const [{ purgeAt }] = await inBin()
    expect(heard).toEqual([{ purgeAt: new Date(purgeAt) }])
    const other = await newModel(rest, FRAME)
    const later: unknown[] = []
    onRevision(other, (event) => later.push(event), 1)
    const at = new Date('2027-01-02T03:04:05Z')
    await db().constructModel.update({ where: { id: other }, data: { deletedAt: new Date(), purgeAt: at } }) // as another process does
    await expect.poll(() => later).toEqual([{ purgeAt: at }])
  })

  it('lets no write through that had begun before', async () => {
    const id = await newModel(rest, FRAME)
    const caller: Caller = { userId, via: 'api_key', scopes: new Set(), principal: 'key:x' }
    const model = await openModel(caller, id, 'write')
    await rest('DELETE', `${MODELS}/${id}`)
    const nodes = [{ id: 'late', position: { x: 1, y: 1, z: 1 } }]
    await expect(addElements(model, { values: { nodes } }, writingAs(caller))).rejects.toMatchObject({ code: 'not_found' })
    await rest('POST', `${MODELS}/${id}/undelete`)
    // Another process has deleted it, and this one still knows all of it.
    await db().constructModel.update({ where: { id }, data: { deletedAt: new Date(), purgeAt: new Date(Date.now() + DAY_MS) } })
    await expect(addElements(model, { values: { nodes } }, writingAs(caller))).rejects.toMatchObject({ code: 'not_found' })
    expect(await db().constructModel.findUnique({ where: { id }, select: { revision: true } })).toEqual({ revision: 1 })
  })

  it('replays no answer that shows it', async () => {
    const asked = { body: FRAME, headers: { 'idempotency-key': `made-${userId}` } }
    const { json } = await rest('POST', MODELS, asked)
    await rest('DELETE', `${MODELS}/${json.id}`)
    expect((await rest('POST', MODELS, asked)).status).toBe(404)
  })

  it('without a bin takes it away at once', async () => {
    limits.binDays = 0
    const id = await newModel(rest, FRAME)
    const heard: unknown[] = []
    onRevision(id, (event) => heard.push(event), 1)
    expect((await rest('DELETE', `${MODELS}/${id}`)).status).toBe(204)
    expect(await rowsOf(id)).toEqual([0, 0, 0])
    expect(heard).toEqual([{ purgeAt: null }])
  })
})

describe('undelete', () => {
  it('brings it back as it was: id, name, revisions, ETag, time of the last change', async () => {
    const id = await newModel(rest, FRAME)
    await rest('PATCH', `${MODELS}/${id}`, { body: { name: 'Shed 2' } })
    const [before, revisions] = [await rest('GET', `${MODELS}/${id}`), await rest('GET', `${MODELS}/${id}/revisions`)]
    await rest('DELETE', `${MODELS}/${id}`)
    const back = await rest('POST', `${MODELS}/${id}/undelete`)
    expect([back.status, back.headers.get('etag'), back.text]).toEqual([200, '"2"', before.text])
    expect((await rest('GET', `${MODELS}/${id}/revisions`)).text).toBe(revisions.text)
    expect((await inBin()).map((one: { id: string }) => one.id)).not.toContain(id)
    expect(
      (await rest('POST', `${MODELS}/${id}/nodes`, { body: { nodes: [{ id: 'C', position: { x: 1, y: 1, z: 1 } }] } })).status,
    ).toBe(200)
  })

  it('of a model that lies in no bin changes nothing; its answer is kept by key', async () => {
    const id = await newModel(rest, FRAME)
    expect((await rest('POST', `${MODELS}/${id}/undelete`)).headers.get('etag')).toBe('"1"')
    await rest('DELETE', `${MODELS}/${id}`)
    const asked = { headers: { 'idempotency-key': `back-${id}` } }
    const first = await rest('POST', `${MODELS}/${id}/undelete`, asked)
    const again = await rest('POST', `${MODELS}/${id}/undelete`, asked)
    expect([first.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
  })

  it('is for its owner alone', async () => {
    const id = await newModel(rest, FRAME)
    await rest('DELETE', `${MODELS}/${id}`)
    const { rest: stranger } = await newCaller()
    expect((await stranger('POST', `${MODELS}/${id}/undelete`)).status).toBe(404)
    expect((await stranger('DELETE', `${MODELS}/${id}?purge=true`)).status).toBe(404)
    const readOnly = await newApiKey(userId, ['mcp:models:read'])
    expect((await rest('POST', `${MODELS}/${id}/undelete`, { key: readOnly })).status).toBe(403)
  })
})

describe('for good', () => {
  it('goes what lies in the bin, by a person or a key, and nothing else', async () => {
    const id = await newModel(rest, FRAME)
    const { status, json } = await rest('DELETE', `${MODELS}/${id}?purge=true`)
    expect([status, json.detail]).toEqual([
      422,
      [{ type: 'value_error', loc: ['query', 'purge'], msg: 'Value error, the model is not in the bin', ctx: { error: {} } }],
    ])
    await rest('DELETE', `${MODELS}/${id}`)
    const { tokens } = await authorizeClient({ user: { id: userId, email: '' } })
    const refused = await rest('DELETE', `${MODELS}/${id}?purge=true`, { key: tokens.access_token })
    expect([refused.status, refused.json.detail]).toEqual([403, 'This is for people: sign in, or use an API key'])
    expect(await rowsOf(id)).toEqual([1, 1, 2])
    expect((await rest('DELETE', `${MODELS}/${id}?purge=true`)).status).toBe(204)
    expect(await rowsOf(id)).toEqual([0, 0, 0])
    expect((await rest('DELETE', `${MODELS}/${id}?purge=true`)).status).toBe(404)
  })

  it('goes what has lain there for 30 days, and not what was brought back', async () => {
    const [first, second, third] = [await newModel(rest, FRAME), await newModel(rest, FRAME), await newModel(rest, FRAME)]
    for (const id of [first, second, third]) await rest('DELETE', `${MODELS}/${id}`)
    await rest('POST', `${MODELS}/${second}/undelete`)
    const { purgeAt } = await db().constructModel.findUniqueOrThrow({ where: { id: first } })
    await purgeDue(new Date(purgeAt!.getTime() - 1))
    expect(await rowsOf(first)).toEqual([1, 1, 2])
    await purgeDue(purgeAt!)
    expect(await rowsOf(first)).toEqual([0, 0, 0])
    await purgeDue(new Date(Date.now() + 31 * DAY_MS))
    expect([await rowsOf(second), await rowsOf(third)]).toEqual([
      [1, 1, 2],
      [0, 0, 0],
    ])
  })

  it('is found by nobody from its last moment on, though its rows are still there', async () => {
    const id = await newModel(rest, FRAME)
    await rest('DELETE', `${MODELS}/${id}`)
    await endBin(id)
    expect(await inBin()).not.toContainEqual(expect.objectContaining({ id }))
    expect((await rest('POST', `${MODELS}/${id}/undelete`)).status).toBe(404)
    expect((await rest('DELETE', `${MODELS}/${id}?purge=true`)).status).toBe(404)
    const { text } = await callTool(key, 'service.restore_revision', { modelId: id, fromBin: true })
    expect(text).not.toContain('lies in the bin')
    await purgeDue()
    expect(await rowsOf(id)).toEqual([0, 0, 0])
  })

  it('is done once, however many processes look at a time', async () => {
    await purgeDue()
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await newModel(rest, FRAME))
    for (const id of ids) {
      await rest('DELETE', `${MODELS}/${id}`)
      await endBin(id)
    }
    const others = ['one', 'two'].map(() => inAnotherProcess<number>('purger'))
    const gone = await Promise.all([purgeDue(), purgeDue(), ...others])
    expect(gone.reduce((sum, count) => sum + count)).toBe(12)
    for (const id of ids) expect(await rowsOf(id)).toEqual([0, 0, 0])
  })

  it('makes room: what lies in the bin counts', async () => {
    const other = await newCaller()
    const id = await newModel(other.rest, FRAME)
    limits.accountModels = 1
    await other.rest('DELETE', `${MODELS}/${id}`)
    const refused = await other.rest('POST', MODELS, { body: { name: 'second' } })
    expect(refused.json.detail[0].msg).toBe('the account would hold 2 models, the limit is 1')
    await other.rest('DELETE', `${MODELS}/${id}?purge=true`)
    expect((await other.rest('POST', MODELS, { body: { name: 'second' } })).status).toBe(201)
  })
})

describe('over MCP', () => {
  const call = (name: string, input: object) => callTool(key, `service.${name}`, { ...input })

  it('is deleted by id and name, says until when it lies in the bin, and comes back by the call it gives', async () => {
    const modelId = await newModel(rest, FRAME)
    const wrong = await call('delete_model', { modelId, name: 'shed' })
    expect(wrong.isError).toBe(true)
    expect(JSON.parse(wrong.text).detail).toMatchObject([
      { loc: ['body', 'name'], type: 'name_mismatch', msg: 'the model has another name; nothing was deleted' },
    ])
    const { data } = await call('delete_model', { modelId, name: 'Shed' })
    expect(data).toEqual({
      modelId,
      name: 'Shed',
      deletedAt: expect.any(String),
      purgeAt: expect.any(String),
      undo: `service.restore_revision {"modelId":"${modelId}","fromBin":true}`,
    })
    expect(Date.parse(data.purgeAt) - Date.parse(data.deletedAt)).toBe(30 * DAY_MS)

    const { data: listed } = await call('list_models', { bin: true })
    expect(listed.items[0]).toEqual({
      id: modelId,
      name: 'Shed',
      counts: expect.objectContaining({ nodes: 2 }),
      deletedAt: data.deletedAt,
      purgeAt: data.purgeAt,
    })
    for (const tool of ['get_viewer_model', 'check_model', 'render_model', 'list_changes', 'add_model_elements']) {
      const told = await call(tool, { modelId })
      expect(told.isError, tool).toBe(true)
      const { error, message, detail } = JSON.parse(told.text)
      expect([error, detail[0].fix]).toEqual(['not_found', data.undo])
      expect(message).toContain(`"Shed" lies in the bin until ${data.purgeAt}`)
    }
    const { key: theirs } = await newCaller()
    expect((await callTool(theirs, 'service.get_viewer_model', { modelId })).text).not.toContain('the bin')

    const [, tool, input] = /^service\.(\w+) (.*)$/.exec(data.undo)!
    const { data: back } = await call(tool!, JSON.parse(input!))
    expect(back).toEqual({ modelId, revision: 1 })
    expect((await call('get_viewer_model', { modelId })).data.model.name).toBe('Shed')
  })

  it('takes a name point by point, and exactly one way back', async () => {
    const modelId = await newModel(rest, { name: 'Café' })
    expect((await call('delete_model', { modelId, name: 'Cafe\u0301' })).text).toContain('name_mismatch')
    for (const ways of [{}, { undo: 1, fromBin: true }, { revision: 1, undo: 1 }]) {
      expect((await call('restore_revision', { modelId, ...ways })).text).toContain('send exactly one of revision, undo, fromBin')
    }
    expect((await call('delete_model', { modelId, name: 'Café', purge: true })).text).toContain('extra_forbidden')
    expect((await call('list_models', {})).text).toContain(modelId)
  })

  it('without a bin there is no way back to tell', async () => {
    limits.binDays = 0
    const modelId = await newModel(rest, FRAME)
    const { data } = await call('delete_model', { modelId, name: 'Shed' })
    expect(data).toEqual({ modelId, name: 'Shed', deletedAt: expect.any(String) })
  })
})
