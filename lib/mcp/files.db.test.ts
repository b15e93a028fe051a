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
