import { expect, it, vi } from 'vitest'
import { SCOPES } from '#lib/access/scopes.ts'
import { listActivity } from '#lib/activity/account-log.ts'
import { activityWritten, pruneActivity } from '#lib/activity/audit.ts'
import { db } from '#lib/db/client.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { newApiKey, newModel, PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { log, logLine } from '#lib/runtime/log.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { DELETE as revokeKey } from '../../app/api/account/api-keys/[key_id]/route.ts'
import { POST as makeKey } from '../../app/api/account/api-keys/route.ts'
import { PUT as setPassword } from '../../app/api/account/password/route.ts'
import { DELETE as endAllSessions } from '../../app/api/account/sign-ins/route.ts'
import { POST as signOut } from '../../app/api/account/sign-out/route.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...nextauth]/route.ts'
import { logAccountEvent } from './account-event.ts'
import { SESSION_COOKIE } from './sign-ins.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PAGE = { 'sec-fetch-site': 'same-origin', 'user-agent': FIREFOX, 'x-forwarded-for': '192.0.2.44' }
const BETTER = 'a better one, much longer'

const request = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  new Request(env.APP_URL + path, {
    method,
    headers: { ...PAGE, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const context = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) })

async function signInByForm(email: string, password: string): Promise<Response> {
  const csrf = await authGet(request('GET', '/api/auth/csrf'))
  const cookie = csrf.headers.getSetCookie()[0]!.split(';')[0]!
  const { csrfToken } = await csrf.json()
  return authPost(
    new Request(`${env.APP_URL}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { ...PAGE, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
    }),
  )
}

/** What the log says while `work` runs. */
async function logged(work: () => Promise<void>): Promise<{ text: string; lines: Record<string, unknown>[] }> {
  const written: string[] = []
  const keep = (level: 'info' | 'warn') => (message: string, fields?: Record<string, unknown>) =>
    void written.push(logLine(level, message, fields))
  const spies = [vi.spyOn(log, 'info').mockImplementation(keep('info')), vi.spyOn(log, 'warn').mockImplementation(keep('warn'))]
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockReturnValue()
  }
  return { text: written.join('\n'), lines: written.map((line) => JSON.parse(line)) }
}

async function entriesOf(userId: string) {
  await activityWritten()
  return (await listActivity(userId, { limit: 200 })).items
}

it('tells the operator and the person what happens to an account, and never a secret', async () => {
  const email = 'told@example.com'
  const cookies: string[] = []
  const keep = (answer: Response) => {
    expect(answer.status).toBeLessThan(300)
    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=e`))
    if (session) cookies.unshift(session.split(';')[0]!)
    return answer
  }
  let [userId, key] = ['', '']
  const { text, lines } = await logged(async () => {
    const body = { email, password: PASSWORD }
    userId = (await keep(await signUp(request('POST', '/api/account/sign-up', {}, body), context())).json()).id
    await signInByForm('nobody-has-this@example.com', PASSWORD)
    await signInByForm(email, 'not this one at all')
    expect(await entriesOf(userId)).toHaveLength(2)
    keep(await signInByForm(email, PASSWORD))
    const cookie = () => ({ cookie: cookies[0]! })
    const newKey = { name: 'Analysis', scopes: ['mcp:models:read'], expiresInDays: null }
    const made = await (await makeKey(request('POST', '/api/account/api-keys', cookie(), newKey), context())).json()
    key = made.key
    await revokeKey(request('DELETE', `/api/account/api-keys/${made.id}`, cookie()), context({ key_id: made.id }))
    const change = (presentPassword: string) =>
      setPassword(request('PUT', '/api/account/password', cookie(), { presentPassword, password: BETTER }), context())
    expect((await change('a wrong guess')).status).toBe(422)
    keep(await change(PASSWORD))
    keep(await signOut(request('POST', '/api/account/sign-out', cookie()), context()))
    keep(await signInByForm(email, BETTER))
    await endAllSessions(request('DELETE', '/api/account/sign-ins', { cookie: cookies[0]! }), context())
  })

  const story = [
    ['account.sign_up', 'ok'],
    ['account.sign_in', 'failed'],
    ['account.sign_in', 'ok'],
    ['account.create_api_key', 'ok'],
    ['account.revoke_api_key', 'ok'],
    ['account.change_password', 'failed'],
    ['account.change_password', 'ok'],
    ['account.sign_out', 'ok'],
    ['account.sign_in', 'ok'],
    ['account.sign_out_everywhere', 'ok'],
  ]
  const about = lines.filter((line) => line.action !== undefined)
  expect(about.filter((line) => line.userId === userId).map(({ action, result }) => [action, result])).toEqual(story)
  expect(about.filter((line) => line.userId === null)).toMatchObject([{ level: 'warn', message: 'Sign-in: failed' }])
  for (const { level, result, address } of about) {
    expect([level, address]).toEqual([result === 'ok' ? 'info' : 'warn', '192.0.2.44'])
  }
  const entries = await entriesOf(userId)
  expect(entries.map(({ action, result }) => [action, result]).reverse()).toEqual(story)
  expect(entries.at(-3)).toMatchObject({
    via: 'web',
    client: 'Firefox 140 on Linux',
    detail: { address: '192.0.2.44', by: 'password' },
    durationMs: null,
  })
  expect(entries.find(({ action }) => action === 'account.create_api_key')?.detail).toMatchObject({
    name: 'Analysis',
    hint: key.slice(-4),
  })
  const everything = text + JSON.stringify(await db().auditEntry.findMany())
  for (const secret of [PASSWORD, BETTER, key, 'not this one', 'a wrong guess', 'nobody-has-this', ...cookies]) {
    expect(everything).not.toContain(secret.replace(/^.*?=/, ''))
  }
})

it('tells of too many attempts once a minute, and of each wrong password', async () => {
  const user = await signUpUser()
  env.RATE_LIMIT = 'on'
  try {
    const { lines } = await logged(async () => {
      for (let guess = 0; guess < 14; guess++) await signInByForm(user.email, 'not this one at all')
    })
    const results = lines.filter(({ userId }) => userId === user.id).map(({ result }) => result)
    expect(results).toEqual([...Array(10).fill('failed'), 'throttled'])
    expect(await entriesOf(user.id)).toHaveLength(11)
  } finally {
    env.RATE_LIMIT = 'off'
  }
})

it('tells of a refused key or token once a minute for a credential and a network', async () => {
  const user = await signUpUser()
  const [revoked, expired] = [await newApiKey(user.id), await newApiKey(user.id, SCOPES, new Date(Date.now() - 1000))]
  await db().apiKey.updateMany({ where: { userId: user.id, expiresAt: null }, data: { revokedAt: new Date() } })
  const ask = (credential: string, address: string) =>
    callerOf(request('GET', '/x', { authorization: `Bearer ${credential}`, 'x-forwarded-for': address }))
  const { text, lines } = await logged(async () => {
    for (let round = 0; round < 3; round++) {
      for (const address of ['192.0.2.60', '192.0.2.61']) {
        for (const credential of [revoked, expired, `smk_made-up-${round}`, `smt_at_made-up-${round}`, `made-up-${round}`]) {
          expect(await ask(credential, address)).toBe('invalid')
        }
      }
    }
  })
  const one = [
    { level: 'warn', message: 'API key refused', reason: 'revoked', userId: user.id },
    { level: 'warn', message: 'API key refused', reason: 'expired', userId: user.id },
    { level: 'warn', message: 'API key refused', reason: 'unknown' },
    { level: 'warn', message: 'access token refused', reason: 'unknown' },
    { level: 'warn', message: 'unknown credential refused', reason: 'unknown' },
  ]
  expect(lines).toMatchObject([
    ...one.map((line) => ({ ...line, address: '192.0.2.60' })),
    ...one.map((line) => ({ ...line, address: '192.0.2.61' })),
  ])
  for (const secret of [revoked, expired, 'made-up']) expect(text).not.toContain(secret)
})

it('forgets what happened to an account after AUDIT_RETENTION_DAYS', async () => {
  const { id } = await signUpUser()
  await logAccountEvent(new Headers(PAGE), { userId: id, action: 'account.sign_in' })
  await activityWritten()
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)
  await pruneActivity(inDays(89))
  expect(await entriesOf(id)).toHaveLength(1)
  await pruneActivity(inDays(91))
  expect(await entriesOf(id)).toHaveLength(0)
})

it('a new password revokes API keys where that was asked for, and leaves them otherwise', async () => {
  for (const revokeApiKeys of [true, false, undefined]) {
    const user = await signUpUser()
    const keys = [await newApiKey(user.id), await newApiKey(user.id)]
    const headers = { cookie: await signIn(user.id) }
    const body = { presentPassword: PASSWORD, password: BETTER, revokeApiKeys }
    expect((await setPassword(request('PUT', '/api/account/password', headers, body), context())).status).toBe(204)
    for (const key of keys) {
      const caller = await callerOf(request('GET', '/x', { authorization: `Bearer ${key}` }))
      if (revokeApiKeys) expect(caller).toBe('invalid')
      else expect(caller).toMatchObject({ userId: user.id })
    }
    const [entry] = await entriesOf(user.id)
    expect(entry?.detail).toMatchObject({ revokedApiKeys: revokeApiKeys ? 2 : 0 })
  }
})

it('a key made at the moment of a change that revokes keys is revoked with them, or not made', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await signUpUser()
    const [mine, theirs] = [{ cookie: await signIn(user.id) }, { cookie: await signIn(user.id) }]
    const newKey = { name: 'in a hurry', scopes: ['mcp:models:read'], expiresInDays: null }
    const body = { presentPassword: PASSWORD, password: BETTER, revokeApiKeys: true }
    const made = () => makeKey(request('POST', '/api/account/api-keys', theirs, newKey), context())
    const [changed, ...others] = await Promise.all([
      setPassword(request('PUT', '/api/account/password', mine, body), context()),
      made(),
      new Promise((later) => setTimeout(later, 20 + 5 * round)).then(made), // about when the hash is ready
    ])
    expect(changed.status).toBe(204)
    for (const { status } of others) expect([201, 401]).toContain(status)
    expect(await db().apiKey.count({ where: { userId: user.id, revokedAt: null } })).toBe(0)
  }
})

async function ask(query: string, headers: Record<string, string>) {
  const answer = await throughRest(request('GET', `/api/account/activity${query}`, headers))
  return { answer, status: answer.status, body: await answer.text() }
}

it('answers the account’s own log by REST: filters, pages, names of models that are one’s own', async () => {
  const [user, other] = [await signUpUser(), await signUpUser()]
  const caller = { userId: user.id, via: 'session' as const, scopes: new Set(SCOPES), principal: `user:${user.id}` }
  const own = await newModel(caller, { name: '=Frame "A"' })
  const foreign = await newModel({ ...caller, userId: other.id, principal: `user:${other.id}` })
  const at = (day: number) => new Date(Date.UTC(2026, 4, day, 12))
  const entry = { userId: user.id, via: 'mcp', clientName: 'Claude', scopes: 'mcp:models:read', result: 'ok', durationMs: 3 }
  await db().auditEntry.createMany({
    data: [own.id, foreign.id, 'm_unknown'].map((modelId, i) => {
      const detail = JSON.stringify({ modelId })
      return { ...entry, id: `e${i}`, at: at(i + 1), action: 'service.check_model', modelId, detail }
    }),
  })
  await logAccountEvent(new Headers(PAGE), { userId: user.id, action: 'account.sign_in', result: 'failed' })
  await logAccountEvent(new Headers(PAGE), { userId: other.id, action: 'account.sign_in' })
  await activityWritten()

  const headers = { cookie: await signIn(user.id) }
  const items = async (query: string) => JSON.parse((await ask(query, headers)).body).items
  const ids = async (query: string) => (await items(query)).map(({ id }: { id: string }) => id)
  const all = await items('')
  expect(all.map(({ action }: { action: string }) => action)).toEqual([
    'account.sign_in',
    ...Array(3).fill('service.check_model'),
  ])
  expect(all.slice(1).map(({ modelName }: { modelName: string | null }) => modelName)).toEqual([null, null, '=Frame "A"'])
  expect(all[3]).toEqual({
    id: 'e0',
    at: '2026-05-01T12:00:00.000Z',
    user: { id: user.id, name: null },
    via: 'mcp',
    client: 'Claude',
    scopes: ['mcp:models:read'],
    action: 'service.check_model',
    modelId: own.id,
    modelName: '=Frame "A"',
    result: 'ok',
    detail: { modelId: own.id },
    durationMs: 3,
  })
  expect(await ids('?action=service.check_model')).toEqual(['e2', 'e1', 'e0'])
  expect(await ids(`?model=${own.id}`)).toEqual(['e0'])
  expect(await ids('?result=failed')).toEqual([all[0].id])
  expect(await ids('?from=2026-05-02&to=2026-05-02')).toEqual(['e1'])
  expect(await ids('?from=2026-05-02T12:00:00Z&to=2026-05-03T14:00:00%2B02:00')).toEqual(['e1'])
  const page = JSON.parse((await ask('?limit=3', headers)).body)
  expect(await ids(`?limit=3&cursor=${page.nextCursor}`)).toEqual(['e0'])
  for (const [query, loc] of [
    ['?limit=201', 'limit'],
    ['?from=yesterday', 'from'],
    ['?to=2026-13-45', 'to'],
    ['?result=well', 'result'],
    ['?cursor=none', 'cursor'],
  ] as const) {
    const { status, body } = await ask(query, headers)
    expect([status, JSON.parse(body).detail[0].loc], query).toEqual([422, ['query', loc]])
  }
})

it('gives the log as a table that no spreadsheet takes for formulas', async () => {
  const user = await signUpUser()
  const caller = { userId: user.id, via: 'session' as const, scopes: new Set(SCOPES), principal: `user:${user.id}` }
  const { id: modelId } = await newModel(caller, { name: '=Frame "A"' })
  const entry = { userId: user.id, via: 'mcp', scopes: 'mcp:models:read', result: 'ok', action: 'service.check_model', modelId }
  await db().auditEntry.create({
    data: {
      ...entry,
      id: 'a-row',
      at: new Date('2026-05-01T12:00:00Z'),
      clientName: '@Claude',
      detail: '{"a":"é\\n"}',
      durationMs: 3,
    },
  })
  const key = { authorization: `Bearer ${await newApiKey(user.id, ['mcp:models:read'])}` }
  for (const [query, headers] of [
    ['?format=csv', key],
    ['', { ...key, accept: 'text/csv' }],
  ] as const) {
    const { answer, body } = await ask(query, headers)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    expect(body.split('\r\n')).toEqual([
      'at,action,result,via,client,scopes,modelId,modelName,detail,durationMs,id',
      `2026-05-01T12:00:00.000Z,service.check_model,ok,mcp,'@Claude,mcp:models:read,${modelId},"'=Frame ""A""","{""a"":""é\\n""}",3,a-row`,
      '',
    ])
  }
})
