import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { pngPixels } from '#lib/fixtures/png-pixels.ts'
import { type Answered, askRest, callRest, newCaller, newModel } from '#lib/fixtures/rest.ts'
import { signIn } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { PICTURE } from '#lib/service/whole-model.ts'
import { writeOpenings } from '#lib/sharing/link-openings.ts'
import { hashOfToken } from '#lib/sharing/share-token.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { knownResult } from '#lib/work/result-cache.ts'
import { describeModel, framers } from './share-previews.ts'

const { rest, userId } = await newCaller()
const FAR = new Date(Date.now() + 30 * DAY_MS).toISOString()

const ofModel = (id: string) => `/api/construct-models/${id}/share-links`
const tokenIn = (url: string) => url.slice(`${env.APP_URL}/share/`.length)
const otherThan = (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A')

async function newLink(id: string, body: object = {}): Promise<{ id: string; token: string; json: Answered['json'] }> {
  const { status, json, text } = await rest('POST', ofModel(id), { body })
  if (status !== 201) throw new Error(`the link was refused: ${text}`)
  return { id: json.id, token: tokenIn(json.url), json }
}

const shared = (token: string, what = '', asked: Parameters<typeof callRest>[2] = {}) =>
  callRest('GET', `/api/share/${token}${what}`, asked)

/** What an event stream says, until it ends or says this. */
async function heard(answer: Response, until: string): Promise<string> {
  let text = ''
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString()
    if (text.includes(until)) break
  }
  return text
}

it('is made by the owner, told once, and kept as a hash', async () => {
  const id = await newModel(rest, portalFrame())
  const asked = { body: { name: 'For the client', expiresAt: FAR, password: null, comments: false, revision: null, origins: [] } }
  const made = await rest('POST', ofModel(id), { ...asked, headers: { 'idempotency-key': 'once' } })
  expect(made.status).toBe(201)
  const { url, ...told } = made.json
  const token = tokenIn(url)
  expect(token).toMatch(/^sl_[\w-]{56}$/)
  expect(token.slice(3, 27)).toBe(id.slice(2))
  expect(told).toEqual({
    ...{ id: told.id, name: 'For the client', hint: token.slice(-4), expiresAt: FAR, hasPassword: false },
    ...{ comments: false, revision: null, origins: [], opens: 0, lastOpenedAt: null },
  })
  expect((await rest('GET', ofModel(id))).json).toEqual({ items: [told] })
  expect(await db().shareLink.findFirst({ where: { modelId: id } })).toMatchObject({
    hash: hashOfToken(token),
    createdBy: userId,
  })

  const again = await rest('POST', ofModel(id), { ...asked, headers: { 'idempotency-key': 'once' } })
  expect([again.status, again.json, again.headers.get('idempotent-replayed')]).toEqual([201, { ...told, url: null }, 'true'])
  expect((await rest('GET', ofModel(id))).json.items).toHaveLength(1)
  const kept = await db().idempotencyKey.findMany({ where: { principal: { contains: '' } } })
  expect(JSON.stringify(kept.map(({ body, headers }) => [Buffer.from(body ?? []).toString(), headers]))).not.toContain(token)
})

it.each<[string, object, object]>([
  [
    'an expiry that has passed',
    { expiresAt: '2020-01-01T00:00:00Z' },
    { type: 'greater_than', loc: ['body', 'expiresAt'], msg: 'Input should be greater than the present' },
  ],
  ['one in six years', { expiresAt: new Date(Date.now() + 6 * 366 * 864e5).toISOString() }, { type: 'less_than_equal' }],
  ['one without a zone', { expiresAt: '2099-01-01' }, { type: 'datetime_parsing', loc: ['body', 'expiresAt'] }],
  ['a long name', { name: 'x'.repeat(101) }, { type: 'string_too_long', loc: ['body', 'name'] }],
  ['a short password', { password: '1234567' }, { type: 'string_too_short', loc: ['body', 'password'] }],
  ['21 origins', { origins: Array.from({ length: 21 }, (_, i) => `https://a${i}.example`) }, { type: 'too_long' }],
  ['plain http', { origins: ['https://a.example', 'http://a.example'] }, { type: 'value_error', loc: ['body', 'origins', 1] }],
  ['a path', { origins: ['https://a.example/b'] }, { type: 'value_error', loc: ['body', 'origins', 0] }],
  [
    'what would end a directive',
    { origins: ['https://a.example;script-src'] },
    { type: 'value_error', loc: ['body', 'origins', 0] },
  ],
  ['a host of any name', { origins: ['https://*.example'] }, { type: 'value_error', loc: ['body', 'origins', 0] }],
  [
    'a revision that is not there',
    { revision: 9 },
    { type: 'reference_not_found', loc: ['body', 'revision'], msg: 'no revision 9 in this model' },
  ],
  ['an unknown field', { role: 'editor' }, { type: 'extra_forbidden', loc: ['body', 'role'] }],
  [
    'a password and origins',
    { password: 'a bridge in the fog', origins: ['*'] },
    { type: 'value_error', loc: ['body', 'password'], msg: 'Value error, a link that is embedded cannot have a password' },
  ],
])('is refused with %s', async (_, body, issue) => {
  const { status, json } = await rest('POST', ofModel(await newModel(rest)), { body })
  expect([status, json.detail[0]]).toEqual([422, expect.objectContaining(issue)])
})

it('takes origins of https, of this machine, and all', async () => {
  const origins = ['https://a.example', 'https://xn--bcher-kva.example:8443', 'http://localhost:8080', 'http://[::1]:3000', '*']
  expect((await newLink(await newModel(rest), { origins })).json.origins).toEqual(origins)
})

it('is one of so many live ones; what has expired or was revoked does not count', async () => {
  const id = await newModel(rest)
  const most = limits.shareLinks
  limits.shareLinks = 2
  try {
    const first = await newLink(id)
    await newLink(id)
    const refused = await rest('POST', ofModel(id), { body: {} })
    expect([refused.status, refused.json.detail[0]]).toEqual([
      422,
      { type: 'limit_exceeded', loc: ['body'], msg: 'the model would have 3 share links, the limit is 2', ctx: { limit: 2 } },
    ])
    await db().shareLink.updateMany({ where: { modelId: id, id: first.id }, data: { expiresAt: new Date(0) } })
    const third = await newLink(id)
    const change = async (body: object) => (await rest('PATCH', `${ofModel(id)}/${first.id}`, { body })).status
    expect(await change({ name: 'What was built' })).toBe(200) // it stays expired
    expect(await change({ name: 'Once more', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })).toBe(422)
    limits.shareLinks = 1
    expect((await rest('PATCH', `${ofModel(id)}/${third.id}`, { body: { name: 'One of two, of one' } })).status).toBe(200)
    limits.shareLinks = 2
    expect((await rest('PATCH', `${ofModel(id)}/${first.id}`, { body: { expiresAt: null } })).status).toBe(422)
    await rest('DELETE', `${ofModel(id)}/${third.id}`)
    expect((await rest('PATCH', `${ofModel(id)}/${first.id}`, { body: { expiresAt: null } })).status).toBe(200)
  } finally {
    limits.shareLinks = most
  }
})

it('shows the model as it is: the facts, the whole, the check', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id)
  const viewerUrl = `${env.APP_URL}/share/${token}`
  const own = (await rest('GET', `/api/construct-models/${id}`)).json
  const facts = await shared(token)
  expect(facts.json).toMatchObject({
    name: own.name,
    revision: 1,
    live: true,
    counts: { nodes: 4, frames: 3 },
    bounds: own.bounds,
    viewerUrl,
  })
  const whole = await shared(token, '/model')
  expect(whole.json).toEqual({ ...own, viewerUrl })
  expect(whole.headers.get('cache-control')).toBe('private, no-cache')
  expect((await shared(token, '/model', { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })).status).toBe(304)
  const check = await rest('GET', `/api/construct-models/${id}/check`)
  expect((await shared(token, '/check')).json).toEqual(check.json)
})

it('shows a large model compressed, with the address of the link at its end', async () => {
  const nodes = Array.from({ length: 3000 }, (_, i) => ({ id: `N${i}`, position: { x: i, y: 0, z: 0 } }))
  const id = await newModel(rest, { name: 'Large', nodes, metadata: { viewerUrl: `${env.APP_URL}/models/m_x` } })
  const { token } = await newLink(id)
  const answer = await askRest('GET', `/api/share/${token}/model`, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const model = JSON.parse(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString())
  const own = (await rest('GET', `/api/construct-models/${id}`)).json
  expect(model).toEqual({ ...own, viewerUrl: `${env.APP_URL}/share/${token}` })
})

it('shows one revision for good, when it is made for that', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id, { revision: 1 })
  const before = (await shared(token, '/model')).json
  await rest('PATCH', `/api/construct-models/${id}`, { body: { name: 'Another name' } })
  await rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [{ id: 'N9', position: { x: 3, y: 0, z: 9 } }] } })
  expect((await shared(token, '/model')).json).toEqual(before)
  expect((await shared(token)).json).toMatchObject({ name: before.name, revision: 1, live: false, counts: { nodes: 4 } })
  expect((await shared(token, '/check')).status).toBe(200)
  const stream = await askRest('GET', `/api/share/${token}/events`)
  expect(await heard(stream, 'event: revision')).toContain('"revision":1,')
})

it('leads nowhere in one way: unknown, revoked, expired, in the bin', async () => {
  const id = await newModel(rest, portalFrame())
  const [revoked, expired, binned] = [
    await newLink(id),
    await newLink(id, { expiresAt: FAR }),
    await newLink(await newModel(rest)),
  ]
  await rest('DELETE', `${ofModel(id)}/${revoked.id}`)
  await db().shareLink.updateMany({ where: { modelId: id, id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } })
  await rest('DELETE', `/api/construct-models/m_${binned.token.slice(3, 27)}`)
  const unknown = [`${revoked.token.slice(0, -4)}AAAA`, `sl_${'A'.repeat(56)}`, 'sl_', 'x']
  for (const what of ['', '/model', '/check', '/events']) {
    const answers = await Promise.all(
      [revoked.token, expired.token, binned.token, ...unknown].map(async (token) => {
        const { status, headers, json } = await shared(token, what)
        const { requestId: _, ...body } = json
        return { status, body, headers: [...headers.keys()].filter((name) => name !== 'x-request-id') }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 404, body: { detail: 'Share link not found' } })
    for (const one of answers) expect(one).toEqual(answers[0])
  }
})

it('opens nothing else: it is read-only, and a model’s own operations do not know it', async () => {
  const id = await newModel(rest)
  const { token } = await newLink(id)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const what of ['', '/model', '/check', '/events']) {
      const { status, headers } = await askRest(method, `/api/share/${token}${what}`)
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  expect((await callRest('GET', `/api/construct-models/${id}`, { key: token })).status).toBe(401)
  const stranger = await newCaller()
  expect((await stranger.rest('GET', ofModel(id))).status).toBe(404)
  expect((await stranger.rest('DELETE', `${ofModel(id)}/ln_x`)).status).toBe(404)
  expect((await rest('PATCH', `${ofModel(id)}/ln_x`, { body: {} })).json.detail).toBe('Share link not found')
})

it('asks for its password, which a new one ends', async () => {
  const id = await newModel(rest, portalFrame())
  const { id: linkId, token } = await newLink(id, { password: 'a bridge in the fog' })
  expect((await rest('GET', ofModel(id))).json.items[0].hasPassword).toBe(true)
  for (const what of ['', '/model', '/check', '/events']) {
    expect(await shared(token, what)).toMatchObject({ status: 401, json: { detail: 'Password required' } })
  }
  const enter = (password: string) => callRest('POST', `/api/share/${token}/password`, { body: { password } })
  expect(await enter('a bridge in the sun')).toMatchObject({ status: 401, json: { detail: 'This password is not right.' } })
  const right = await enter('a bridge in the fog')
  const set = right.headers.get('set-cookie') ?? ''
  expect(right.status).toBe(204)
  expect(set).toMatch(new RegExp(`^share_${linkId}=\\d+\\.[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax`))
  const headers = { cookie: set.split(';')[0] ?? '' }
  expect((await shared(token, '/model', { headers })).status).toBe(200)
  expect((await shared(token, '/model', { headers: { cookie: headers.cookie.replace(/=\d/, '=9') } })).status).toBe(401)

  const form = { contentType: 'application/x-www-form-urlencoded' }
  const sent = (password: string) =>
    askRest('POST', `/api/share/${token}/password`, { ...form, body: new URLSearchParams({ password }).toString() })
  const [wrong, good] = [await sent('no'), await sent('a bridge in the fog')]
  expect([wrong.status, wrong.headers.get('location'), wrong.headers.get('set-cookie')]).toEqual([
    303,
    `${env.APP_URL}/share/${token}?password=wrong`,
    null,
  ])
  expect([good.status, good.headers.get('location'), good.headers.has('set-cookie')]).toEqual([
    303,
    `${env.APP_URL}/share/${token}`,
    true,
  ])

  const stream = await askRest('GET', `/api/share/${token}/events`, { headers })
  const ended = heard(stream, 'event: signed_out')
  await rest('PATCH', `${ofModel(id)}/${linkId}`, { body: { password: 'another bridge' } })
  expect(await ended).toContain('event: signed_out')
  expect((await shared(token, '/model', { headers })).status).toBe(401)
  expect((await rest('PATCH', `${ofModel(id)}/${linkId}`, { body: { origins: ['*'] } })).json.detail[0].loc).toEqual([
    'body',
    'origins',
  ])
  await rest('PATCH', `${ofModel(id)}/${linkId}`, { body: { password: null } })
  expect((await shared(token, '/model')).status).toBe(200)
})

it('ends what is open when it is revoked, here and by another process', async () => {
  const id = await newModel(rest, portalFrame())
  for (const revoke of [
    (link: string) => rest('DELETE', `${ofModel(id)}/${link}`),
    (link: string) => inAnotherProcess('link-revoker', id, link, userId),
  ]) {
    const [link, other] = [await newLink(id), await newLink(id)]
    const [stream, stays] = await Promise.all([link, other].map(({ token }) => askRest('GET', `/api/share/${token}/events`)))
    const ended = heard(stream!, 'event: access')
    await revoke(link.id)
    expect(await ended).toContain('event: access\ndata: {"role":null}')
    expect((await shared(link.token, '/model')).status).toBe(404)
    expect((await shared(other.token, '/model')).status).toBe(200)
    await stays!.body?.cancel()
  }
}, 60_000)

it('tells of a bin no more than of a revocation', async () => {
  const id = await newModel(rest)
  const { token } = await newLink(id)
  const ended = heard(await askRest('GET', `/api/share/${token}/events`), 'event: access')
  await rest('DELETE', `/api/construct-models/${id}`)
  expect(await ended).not.toContain('deleted')
  expect((await rest('POST', `/api/construct-models/${id}/undelete`)).status).toBe(200)
  expect((await shared(token)).status).toBe(200)
})

it('counts an opening once for a network in half an hour', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id)
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  await shared(token, '', from('192.0.2.1'))
  await shared(token, '/check', from('192.0.2.1'))
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'])
    await shared(token, '/model', from(address))
  await writeOpenings()
  const [link] = (await rest('GET', ofModel(id))).json.items
  expect(link.opens).toBe(3)
  expect(Date.parse(link.lastOpenedAt)).toBeGreaterThan(Date.now() - 60_000)
})

it('draws what a link to one revision shows once, and says how much it is', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id, { revision: 1 })
  await rest('PATCH', `/api/construct-models/${id}`, { body: { name: 'Later' } })
  const options = { views: ['iso'], plain: true, mostBytes: 300_000, width: 1200, height: 630 }
  expect(knownResult(PICTURE, { id, revision: 1 }, options)).toBeUndefined()
  const first = await askRest('GET', `/share/${token}/preview.png`)
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"1-picture"'])
  expect(knownResult(PICTURE, { id, revision: 1 }, options)).toBeDefined()
  expect(await describeModel({ id, revision: 2 }, 1)).toBe('3 frames, 4 nodes')
  const hall = [0, 4, 8].map((coordinate) => ({ id: `Z${coordinate}`, axis: 'Z', label: `+${coordinate}`, coordinate }))
  const tower = await newModel(rest, { name: 'Tower', gridLines: hall })
  expect(await describeModel({ id: tower, revision: 1 })).toBe('0 frames, 3 levels')
})

it('has a picture for previews, which stays a picture of any model behind a password', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id)
  const ask = (path: string, headers = {}) => askRest('GET', path, { headers })
  const picture = await ask(`/share/${token}/preview.png`)
  const bytes = new Uint8Array(await picture.arrayBuffer())
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('etag')]).toEqual([
    200,
    'image/png',
    '"1-picture"',
  ])
  expect(pngPixels(bytes)).toMatchObject({ width: 1200, height: 630 })
  expect(bytes.length).toBeLessThan(300_000)
  expect((await ask(`/share/${token}/preview.png`, { 'if-none-match': '"1-picture"' })).status).toBe(304)
  const { token: locked } = await newLink(id, { password: 'a bridge in the fog' })
  const instead = await ask(`/share/${locked}/preview.png`)
  expect([instead.status, instead.headers.get('location')]).toEqual([302, `${env.APP_URL}/pictures/structural-model.png`])
  expect((await ask(`/share/${otherThan(token)}/preview.png`)).status).toBe(404)
  await writeOpenings()
  expect((await rest('GET', ofModel(id))).json.items.map(({ opens }: { opens: number }) => opens)).toEqual([0, 0])
})

it('tells oEmbed what to show: a frame where it may be embedded, else a link', async () => {
  const id = await newModel(rest, portalFrame())
  const [plain, framed] = [await newLink(id), await newLink(id, { origins: ['https://wiki.example'] })]
  const ask = async (url: string, more = '') => {
    const answer = await askRest('GET', `/oembed?url=${encodeURIComponent(url)}${more}`)
    return { status: answer.status, json: await answer.json() }
  }
  const of = (token: string) => `${env.APP_URL}/share/${token}`
  expect((await ask(of(plain.token))).json).toEqual({
    ...{
      version: '1.0',
      type: 'link',
      provider_name: 'Structural Model Service',
      provider_url: env.APP_URL,
      title: 'Portal frame',
    },
    ...{ thumbnail_url: `${of(plain.token)}/preview.png`, thumbnail_width: 1200, thumbnail_height: 630 },
  })
  const rich = await ask(of(framed.token), '&maxwidth=600&format=json')
  expect(rich.json).toMatchObject({ type: 'rich', width: 600, height: 480 })
  expect(rich.json.html).toContain(`<iframe src="${env.APP_URL}/embed/${framed.token}" width="600" height="480"`)
  expect((await ask(of(framed.token), '&maxwidth=0')).json.detail[0]).toMatchObject({
    type: 'greater_than_equal',
    loc: ['query', 'maxwidth'],
  })
  expect((await ask(of(framed.token), '&format=xml')).status).toBe(501)
  expect((await ask(`https://elsewhere.example/share/${plain.token}`)).status).toBe(404)
  expect((await ask(of(otherThan(plain.token)))).status).toBe(404)
  expect((await ask(of((await newLink(id, { password: 'a bridge in the fog' })).token))).status).toBe(401)

  expect(await framers(`/embed/${framed.token}`)).toEqual(['https://wiki.example'])
  expect(await framers(`/embed/${plain.token}`)).toEqual([])
  expect(framers(`/share/${framed.token}`)).toBeUndefined()
})

it('may be tried with so many passwords from one network, and from all together', async () => {
  env.RATE_LIMIT = 'on'
  try {
    const { token } = await newLink(await newModel(rest), { password: 'a bridge in the fog' })
    const enter = (password: string, address: string) =>
      callRest('POST', `/api/share/${token}/password`, { body: { password }, headers: { 'x-forwarded-for': address } })
    for (let i = 0; i < 10; i++) expect((await enter('no', '192.0.2.7')).status).toBe(401)
    const refused = await enter('a bridge in the fog', '192.0.2.7')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
    expect((await enter('a bridge in the fog', '192.0.2.8')).status).toBe(204)
    // Strangers with many addresses spend what all share; whoever comes from elsewhere still has tries of their own.
    for (let address = 20; address < 31; address++) {
      for (let i = 0; i < 10; i++) await enter('no', `192.0.2.${address}`)
    }
    expect((await enter('a bridge in the fog', '192.0.2.40')).status).toBe(429)
    for (const answer of [await enter('no', '198.51.100.3'), await enter('a bridge in the fog', '198.51.100.3')]) {
      expect(answer.status).not.toBe(429)
    }
  } finally {
    env.RATE_LIMIT = 'off'
  }
})

it('is copied by whoever is signed in, element for element, at the revision that it shows', async () => {
  const id = await newModel(rest, portalFrame())
  const { token } = await newLink(id, { revision: 1 })
  await rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [{ id: 'N9', position: { x: 3, y: 0, z: 9 } }] } })
  const visitor = await newCaller()
  const copy = (headers: Record<string, string>, key?: string) =>
    callRest('POST', `/api/share/${token}/copy`, { body: { name: 'Mine' }, headers, ...(key && { key }) })
  expect((await copy({})).status).toBe(401)
  expect((await copy({}, visitor.key)).status).toBe(403)
  const session = { cookie: await signIn(visitor.userId), origin: env.APP_URL }
  const { status, json } = await copy(session)
  expect([status, json.name, json.revision]).toEqual([201, 'Mine', 1])
  expect(json.copiedFrom).toMatchObject({ modelId: id, revision: 1 })
  const own = (await rest('GET', `/api/construct-models/${id}/revisions/1`)).json
  const facts = ['id', 'name', 'viewerUrl', 'createdAt', 'updatedAt', 'copiedFrom']
  const elements = (model: object) => Object.fromEntries(Object.entries(model).filter(([field]) => !facts.includes(field)))
  expect(elements(json)).toEqual(elements(own))
  expect((await visitor.rest('GET', `/api/construct-models/${json.id}`)).status).toBe(200)
  expect((await rest('GET', `/api/construct-models/${json.id}`)).status).toBe(404)
})
