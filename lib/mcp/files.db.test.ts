import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { callTool, legacy } from '#lib/fixtures/mcp.ts'
import { authorizeClient } from '#lib/fixtures/oauth.ts'
import { giveRole, newPerson, takeRole } from '#lib/fixtures/people.ts'
import { askRest, newModel } from '#lib/fixtures/rest.ts'
import { signIn } from '#lib/fixtures/verbs.ts'
import { disconnect } from '#lib/oauth/connected-apps.ts'
import { pruneTickets } from '#lib/service/file-tickets.ts'

/** Files by links that an AI hands to its user. */

const GOLDEN = readFileSync(join(import.meta.dirname, '../files/golden/portal-frame.s2k'), 'utf8')
const path = (url: string) => new URL(url).pathname

describe('an export over MCP', () => {
  it('answers a link that gives the file to whoever has it, as often as wanted, and what the format cannot hold', async () => {
    const { rest, key } = await newPerson()
    const modelId = await newModel(rest, portalFrame())
    const { data, content } = await callTool(key, 'service.export_model', { modelId, format: 's2k' })
    expect(data).toEqual({
      ...{ modelId, revision: 1, fileName: 'Portal frame.s2k', contentType: 'text/plain; charset=utf-8' },
      bytes: Buffer.byteLength(GOLDEN),
      url: expect.stringMatching(/^http:\/\/localhost:3000\/api\/downloads\/[\w-]+\.[\w-]{43}$/),
      expiresAt: expect.any(String),
      notes: [{ action: 'converted', code: 'id_changed', count: 2, message: '2 elements have another name in the file' }],
    })
    expect(JSON.parse(content[0].text)).toEqual(data)
    expect(content[1]).toEqual({
      ...{ type: 'resource_link', uri: data.url, name: 'Portal frame.s2k', mimeType: 'text/plain; charset=utf-8' },
    })
    const minutes = (Date.parse(data.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    // The revision is fixed: what is written since is not in it.
    await rest('PATCH', `/api/construct-models/${modelId}`, { body: { name: 'Renamed' } })
    for (const _ of [1, 2]) {
      const file = await askRest('GET', path(data.url), { headers: { 'if-none-match': '"1-s2k"' } })
      expect([file.status, await file.text()]).toEqual([200, GOLDEN])
      expect(file.headers.get('content-disposition')).toContain('filename="Portal frame.s2k"')
      expect([file.headers.get('cache-control'), file.headers.get('referrer-policy'), file.headers.get('etag')]).toEqual([
        ...['no-store', 'no-referrer', null],
      ])
    }
    const head = await askRest('HEAD', path(data.url))
    expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([200, '', 'text/plain; charset=utf-8'])
    const post = await askRest('POST', path(data.url), { body: 'x', contentType: 'text/plain' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const kept = await db().fileTicket.findMany({ where: { options: { contains: modelId } } })
    expect(JSON.stringify(kept)).not.toContain(data.url.slice(-43))
  })

  it('is of an earlier revision, in our own format or with options, and says what is wrong with them', async () => {
    const { rest, key } = await newPerson()
    const modelId = await newModel(rest, portalFrame())
    await rest('PATCH', `/api/construct-models/${modelId}`, { body: { name: 'Renamed' } })
    const { data: json } = await callTool(key, 'service.export_model', { modelId, format: 'json', revision: 1 })
    expect(json).toMatchObject({ revision: 1, fileName: 'Portal frame-r1.json', notes: [] })
    expect(json).not.toHaveProperty('bytes')
    expect(await (await askRest('GET', path(json.url))).json()).toMatchObject({ id: modelId, name: 'Portal frame', revision: 1 })
    const { data: script } = await callTool(key, 'service.export_model', { modelId, format: 'opensees', language: 'tcl' })
    expect(script).toMatchObject({ revision: 2, fileName: 'Renamed.tcl' })
    expect((await askRest('GET', path(script.url))).headers.get('content-disposition')).toContain('Renamed.tcl')
    const wrong = await callTool(key, 'service.export_model', { modelId, format: 's2k', language: 'tcl' })
    expect(wrong.isError).toBe(true)
    expect(wrong.text).toContain('language is for opensees only')
    const later = await callTool(key, 'service.export_model', { modelId, format: 's2k', revision: 9 })
    expect(later.isError).toBe(true)
    // Clients of before links are told it in the text.
    const old = await legacy(key, 'tools/call', { name: 'service.export_model', arguments: { modelId, format: 's2k' } })
    expect(JSON.parse(old.body.result.content[0].text).url).toContain('/api/downloads/')
  })

  it('dies with the role, the app, the key, the password, the account and its quarter of an hour', async () => {
    const [owner, viewer] = await Promise.all([newPerson(), newPerson()])
    const modelId = await newModel(owner.rest, portalFrame())
    const status = async (url: string) => (await askRest('GET', path(url))).status
    const linkOf = async (token: string) => (await callTool(token, 'service.export_model', { modelId, format: 's2k' })).data.url
    await giveRole(owner, modelId, viewer.email, 'viewer')
    const { tokens, clientId } = await authorizeClient({
      user: { id: viewer.userId, email: viewer.email },
      scopes: SCOPES,
    })
    const byApp = await linkOf(tokens.access_token)
    const byKey = await linkOf(viewer.key)
    expect([await status(byApp), await status(byKey)]).toEqual([200, 200])
    await takeRole(owner, modelId, viewer.email)
    expect([await status(byApp), await status(byKey)]).toEqual([404, 404])
    await giveRole(owner, modelId, viewer.email, 'viewer')
    expect([await status(byApp), await status(byKey)]).toEqual([200, 200])

    await disconnect(viewer.userId, clientId)
    expect([await status(byApp), await status(byKey)]).toEqual([404, 200])
    await db().apiKey.updateMany({ where: { userId: viewer.userId }, data: { revokedAt: new Date() } })
    expect(await status(byKey)).toBe(404)

    const own = await linkOf(owner.key)
    const changed = await askRest('GET', path(own))
    expect(changed.status).toBe(200)
    await db().user.update({ where: { id: owner.userId }, data: { sessionVersion: { increment: 1 } } })
    expect(await status(own)).toBe(404)
    const second = await linkOf(owner.key)
    await db().user.update({ where: { id: owner.userId }, data: { disabledAt: new Date() } })
    expect(await status(second)).toBe(404)
    await db().user.update({ where: { id: owner.userId }, data: { disabledAt: null } })
    expect(await status(second)).toBe(200)
    await db().fileTicket.updateMany({ where: { userId: owner.userId }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await status(second)).toBe(404)
    await pruneTickets()
    expect(await db().fileTicket.count({ where: { userId: owner.userId } })).toBe(0)
    for (const made of ['x', `${owner.userId}.${'a'.repeat(43)}`, '%ff', '__proto__.x'])
      expect([404, 400], made).toContain(await status(`http://localhost:3000/api/downloads/${made}`))
  })
})

const put = (url: string, body: string | Uint8Array, query = '') =>
  askRest('PUT', `${path(url)}${query}`, { body, contentType: 'application/octet-stream' })
const importing = (token: string, input: Record<string, unknown> = {}) => callTool(token, 'service.import_model', input)

describe('an import over MCP', () => {
  it('makes a model of a text, tries it, refuses a loss, and says where a text is too long', async () => {
    const { rest, key } = await newPerson()
    const tried = await importing(key, { text: GOLDEN, dryRun: true })
    expect(tried.data).toMatchObject({ name: 'Portal frame', counts: { nodes: 4 }, report: { format: 's2k' } })
    expect(tried.data).not.toHaveProperty('modelId')
    const { data } = await importing(key, { text: GOLDEN, name: 'From a text' })
    expect(data).toMatchObject({ name: 'From a text', revision: 1, viewerUrl: `http://localhost:3000/models/${data.modelId}` })
    const { json } = await rest('GET', `/api/construct-models/${data.modelId}`)
    expect(json).toMatchObject({ name: 'From a text' })
    expect(json.nodes).toHaveLength(4)
    const script = 'model BasicBuilder -ndm 2 -ndf 3\nnode 1 0 0\nnode 2 0 3\nfix 1 1 1 1\n'
    const strict = await importing(key, { text: script, strict: true })
    expect(strict.isError).toBe(true)
    expect(strict.text).toContain('not_taken_as_is')
    const unknown = await importing(key, { text: 'Dear friend' })
    expect(unknown.text).toContain('file_format_unknown')
    const long = await importing(key, { text: 'x'.repeat(204_801) })
    expect(long.text).toContain('send the file by upload: call import_model without text')
  })

  it('takes a file at its link once, and tells the app what became of it', async () => {
    const { rest, key } = await newPerson()
    const stranger = await newPerson()
    const { data: opened } = await importing(key, { name: 'Sent' })
    expect(opened).toEqual({
      upload: expect.any(String),
      uploadUrl: `http://localhost:3000/import/${opened.upload}`,
      expiresAt: expect.any(String),
      how: expect.stringContaining('curl -T FILE'),
    })
    const { upload, uploadUrl } = opened
    expect((await importing(key, { upload })).data).toEqual({ state: 'waiting', uploadUrl, expiresAt: opened.expiresAt })
    expect((await importing(stranger.key, { upload })).text).toContain('unknown, or older than 15 minutes')
    expect((await importing(key, { upload, strict: true })).text).toContain('leave it out')

    const page = await askRest('GET', path(uploadUrl))
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toMatch(/<bdi>test<\/bdi>.*of the account <strong>.…@example\.com</)
    expect(html).not.toContain('signed in to another account')
    const cookie = await signIn(stranger.userId)
    expect(await (await askRest('GET', path(uploadUrl), { headers: { cookie } })).text()).toContain(
      'signed in to another account',
    )

    const bad = await put(uploadUrl, 'Dear friend')
    expect([bad.status, await bad.json()]).toMatchObject([422, { detail: [{ type: 'file_format_unknown' }] }])
    const both = await Promise.all([put(uploadUrl, GOLDEN, '?fileName=Tower.s2k'), put(uploadUrl, GOLDEN)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const sent = await both.find(({ status }) => status === 201)!.json()
    expect(sent.model).toMatchObject({ name: 'Sent', revision: 1 })
    expect((await put(uploadUrl, GOLDEN)).status).toBe(404)
    const used = await askRest('GET', path(uploadUrl))
    expect([used.status, await used.text()]).toEqual([404, expect.stringContaining('This link opens nothing')])
    const { data } = await importing(key, { upload })
    expect(data).toMatchObject({ modelId: sent.model.id, name: 'Sent', report: { format: 's2k' } })
    const { json } = await rest('GET', '/api/construct-models')
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual([sent.model.id])
    const kept = await db().fileTicket.findMany({
      where: { userId: (await db().constructModel.findFirst({ where: { id: data.modelId } }))!.ownerId },
    })
    expect(JSON.stringify(kept)).not.toContain(upload.slice(-43))
    expect(kept[0]!.outcome!.length).toBeLessThan(16_384)
  })

  it('tries an upload without a model, lets ten wait, and no more after the app is disconnected', async () => {
    const person = await newPerson()
    const { tokens, clientId } = await authorizeClient({ user: { id: person.userId, email: person.email }, scopes: SCOPES })
    const token = tokens.access_token
    const { data: trial } = await importing(token, { dryRun: true })
    expect((await put(trial.uploadUrl, GOLDEN)).status).toBe(200)
    expect((await put(trial.uploadUrl, GOLDEN)).status).toBe(404)
    expect((await importing(token, { upload: trial.upload })).data).toMatchObject({ counts: { nodes: 4 } })
    expect((await person.rest('GET', '/api/construct-models')).json.items).toEqual([])
    const waiting = await Promise.all(Array.from({ length: 9 }, () => importing(token)))
    const { data: last } = await importing(token)
    expect(waiting.map(({ isError }) => isError)).not.toContain(true)
    expect((await importing(token)).text).toContain('10 uploads wait')
    await disconnect(person.userId, clientId)
    expect((await put(last.uploadUrl, GOLDEN)).status).toBe(404)
    expect((await person.rest('GET', '/api/construct-models')).json.items).toEqual([])
  })
})
