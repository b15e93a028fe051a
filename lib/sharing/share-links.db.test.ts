import { afterEach, describe, expect, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { logOf, newPerson } from '#lib/fixtures/people.ts'
import { callRest, newModel } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/values/durations.ts'

/** What opens a share link and what no longer does: its password, the cookie that says it was entered, its end. */

const owner = await newPerson()
const { rest } = owner
const PASSWORD = 'a bridge in the fog'
const HALF_A_DAY_MS = 12 * HOUR_MS

const ofModel = (id: string) => `/api/construct-models/${id}/share-links`
async function newLink(id: string, body: object = {}): Promise<{ id: string; token: string }> {
  const { json } = await rest('POST', ofModel(id), { body })
  return { id: json.id, token: json.url.slice(`${env.APP_URL}/share/`.length) }
}
const open = async (token: string, cookie = '') => (await callRest('GET', `/api/share/${token}`, { headers: { cookie } })).status
const enter = (token: string, password = PASSWORD, headers = {}) =>
  callRest('POST', `/api/share/${token}/password`, { body: { password }, headers })
async function passed(token: string): Promise<string> {
  return (await enter(token)).headers.get('set-cookie')?.split(';')[0] ?? ''
}

afterEach(() => {
  vi.useRealTimers()
  env.RATE_LIMIT = 'off'
})

describe('the cookie of a password', () => {
  it('opens its own link for twelve hours', async () => {
    const { token } = await newLink(await newModel(rest), { password: PASSWORD })
    const cookie = await passed(token)
    expect([await open(token), await open(token, cookie)]).toEqual([401, 200])
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + HALF_A_DAY_MS - MINUTE_MS })
    expect(await open(token, cookie)).toBe(200)
    vi.setSystemTime(now + HALF_A_DAY_MS + 1000)
    expect(await open(token, cookie)).toBe(401)
  })

  it('is nobody else’s to make', async () => {
    const id = await newModel(rest)
    const [link, other] = [await newLink(id, { password: PASSWORD }), await newLink(id, { password: PASSWORD })]
    const cookie = await passed(link.token)
    const [name = '', until = '', seal = ''] = cookie.split(/[=.]/)
    expect(await open(other.token, cookie)).toBe(401)
    expect(await open(other.token, `share_${other.id}=${until}.${seal}`)).toBe(401)
    for (const value of [
      '',
      until,
      `${until}.`,
      `${until}.${'A'.repeat(seal.length)}`,
      `${until}.${'é'.repeat(seal.length)}`, // as long in letters, not in bytes
      `Infinity.${seal}`,
      `NaN.${seal}`,
      `${until}.${seal}A`,
      `${Number(until) + 1}.${seal}`,
      `1${until}.${seal}`,
      `${until}x.${seal}`,
      `-${until}.${seal}`,
      `.${seal}`,
    ])
      expect(await open(link.token, `${name}=${value}`), value).toBe(401)
    expect(await open(link.token, `other=1; ${cookie}`)).toBe(200)
  })

  it('is sent over https alone where the service is', async () => {
    const { token } = await newLink(await newModel(rest), { password: PASSWORD })
    expect((await enter(token)).headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/)
    const { APP_URL } = env
    env.APP_URL = 'https://models.example'
    try {
      expect((await enter(token)).headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    } finally {
      env.APP_URL = APP_URL
    }
  })
})

it('a right password gives the guesses back, of its link alone, and a link without one takes any', async () => {
  const id = await newModel(rest)
  const [link, other] = [await newLink(id, { password: PASSWORD }), await newLink(id, { password: PASSWORD })]
  env.RATE_LIMIT = 'on'
  const tried = async (token: string, password: string) =>
    (await enter(token, password, { 'x-forwarded-for': '192.0.2.9' })).status
  for (let i = 0; i < 9; i++) expect(await tried(link.token, 'no')).toBe(401)
  for (let i = 0; i < 9; i++) expect(await tried(other.token, 'no')).toBe(401)
  expect(await tried(link.token, PASSWORD)).toBe(204)
  for (let i = 0; i < 9; i++) expect(await tried(link.token, 'no')).toBe(401)
  expect(await tried(other.token, 'no')).toBe(401)
  expect(await tried(other.token, PASSWORD)).toBe(429)
  expect(await tried((await newLink(id)).token, 'any')).toBe(204)
})

describe('a link', () => {
  it('opens until it expires', async () => {
    const id = await newModel(rest)
    const { token } = await newLink(id, { expiresAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await open(token)).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await open(token)).toBe(404)
  })

  it('keeps what a change does not name', async () => {
    const id = await newModel(rest)
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
    const { id: linkId } = await newLink(id, { name: 'One', comments: true, expiresAt, origins: ['https://a.example'] })
    const told = async () => (await rest('GET', ofModel(id))).json.items[0]
    const before = await told()
    expect(before).toMatchObject({ name: 'One', comments: true, expiresAt, origins: ['https://a.example'] })
    const change = async (body: object) => (await rest('PATCH', `${ofModel(id)}/${linkId}`, { body })).json
    expect(await change({ name: 'Two' })).toEqual({ ...before, name: 'Two' })
    expect(await change({ origins: [] })).toEqual({ ...before, name: 'Two', origins: [] })
    expect(await change({ password: PASSWORD })).toMatchObject({ hasPassword: true })
    const locked = { ...before, name: 'Two', origins: [], hasPassword: true }
    expect(await change({ comments: false })).toEqual({ ...locked, comments: false })
    expect(await told()).toEqual({ ...locked, comments: false })
  })

  it('is changed and revoked as one of its own model, and once', async () => {
    const [id, other] = [await newModel(rest), await newModel(rest)]
    const link = await newLink(id, { name: 'Here' })
    for (const [method, body] of [['PATCH', { name: 'There' }], ['DELETE']] as const) {
      const answer = await rest(method, `${ofModel(other)}/${link.id}`, body && { body })
      expect(answer).toMatchObject({ status: 404, json: { detail: 'Share link not found' } })
    }
    expect(await open(link.token)).toBe(200)
    expect((await rest('PATCH', `${ofModel(id)}/${link.id}`, { body: { name: 'Still here' } })).status).toBe(200)
    expect((await rest('DELETE', `${ofModel(id)}/${link.id}`)).status).toBe(204)
    expect((await rest('DELETE', `${ofModel(id)}/${link.id}`)).status).toBe(404)
    expect((await rest('PATCH', `${ofModel(id)}/${link.id}`, { body: { expiresAt: null } })).status).toBe(404)
    expect((await rest('GET', ofModel(id))).json.items).toEqual([])
    const noted = { link: link.id, name: 'Here', hint: link.token.slice(-4) }
    expect((await logOf(owner, id)).filter(([action]) => action.startsWith('link.'))).toEqual([
      ['link.made', noted],
      ['link.changed', noted],
      ['link.revoked', { ...noted, name: 'Still here' }],
    ])
  })

  it('counts on its own model alone, and a live one does not count against its own change', async () => {
    const [id, other] = [await newModel(rest), await newModel(rest)]
    const most = limits.shareLinks
    limits.shareLinks = 1
    try {
      const link = await newLink(id)
      expect((await rest('POST', ofModel(id), { body: {} })).status).toBe(422)
      expect((await rest('POST', ofModel(other), { body: {} })).status).toBe(201)
      expect((await rest('PATCH', `${ofModel(id)}/${link.id}`, { body: { name: 'Mine' } })).status).toBe(200)
      await db().shareLink.updateMany({ where: { modelId: id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
      expect((await rest('POST', ofModel(id), { body: {} })).status).toBe(422)
    } finally {
      limits.shareLinks = most
    }
  })

  it('stands among the others, the newest first', async () => {
    const id = await newModel(rest)
    for (const [days, name] of ['new', 'older', 'oldest'].entries()) {
      const { id: linkId } = await newLink(id, { name })
      const createdAt = new Date(Date.now() - days * 864e5)
      await db().shareLink.updateMany({ where: { modelId: id, id: linkId }, data: { createdAt } })
    }
    expect((await rest('GET', ofModel(id))).json.items.map(({ name }: { name: string }) => name)).toEqual([
      'new',
      'older',
      'oldest',
    ])
  })
})
