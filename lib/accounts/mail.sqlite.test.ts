import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneNotifications } from '#lib/activity/notifications.ts'
import { closeOutbox, lettersSent } from '#lib/activity/outbox.ts'
import { db } from '#lib/db/client.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { doAtOnce, type Work } from '#lib/fixtures/at-once.ts'
import { type Mail, type MailServer, startMailServer } from '#lib/fixtures/mail-server.ts'
import { newModel, type Rest, newCaller as withKey } from '#lib/fixtures/rest.ts'
import { PASSWORD, signIn } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { requestsStored } from '#lib/sharing/access-requests.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { PUT as askAgain, POST as confirm } from '../../app/api/account/confirm-email/route.ts'
import { POST as forgotten } from '../../app/api/account/forgot-password/route.ts'
import { POST as accept } from '../../app/api/account/invitations/accept/route.ts'
import { POST as decline } from '../../app/api/account/invitations/decline/route.ts'
import { PUT as chooseMails } from '../../app/api/account/mails/route.ts'
import { POST as markRead } from '../../app/api/account/notifications/read/route.ts'
import { GET as listOwn } from '../../app/api/account/notifications/route.ts'
import { PUT as changePassword } from '../../app/api/account/password/route.ts'
import { POST as reset } from '../../app/api/account/reset-password/route.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'
import { userByEmail } from './users.ts'

/** What goes out by mail, to a mail server that listens on this machine, and what stands under the bell. */

const MODELS = '/api/construct-models'
const INVITATIONS = '/api/account/invitations'
type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

/** As a page of ours asks, in the browser of whoever has this cookie. */
async function ask(route: Route, method: string, path: string, body?: unknown, cookie = '') {
  const request = new Request(`${env.APP_URL}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await route(request, { params: Promise.resolve({}) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, json: text ? JSON.parse(text) : undefined }
}

type Person = { userId: string; email: string; rest: Rest; cookie: string }
async function person({ confirmed = true, name = 'Ada' } = {}): Promise<Person> {
  const { userId, rest } = await withKey()
  const emailVerified = confirmed ? new Date() : null
  const { email } = await db().user.update({ where: { id: userId }, data: { emailVerified, name } })
  return { userId, email, rest, cookie: await signIn(userId) }
}

const give = (by: Person, id: string, email: string, more: object = {}) =>
  by.rest('PUT', `${MODELS}/${id}/collaborators`, { body: { email, role: 'viewer', ...more } })
const bell = async (who: Person, query = '') =>
  (await ask(listOwn, 'GET', `/api/account/notifications${query}`, undefined, who.cookie)).json
const linkIn = ({ text }: Mail, page: string): string =>
  new RegExp(`${env.APP_URL}/${page}/(\\S+)`).exec(text)?.[1] ?? `no link in ${text}`

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  Object.assign(env, { MAIL_FROM: 'Structural Models <models@example.com>', ADMIN_CONTACT: 'admin@example.com' })
})
beforeEach(() => {
  env.SMTP_URL = server.url
  server.refusal = undefined
})
afterAll(async () => {
  await closeOutbox() // the server waits half a minute for whoever is still connected
  await server.close()
})

describe('an invitation', () => {
  it('goes out by mail; who accepts by that letter has proved the address, who has the link from the owner has not', async () => {
    const [ada, bo] = [await person(), await person({ confirmed: false, name: 'Bo' })]
    const id = await newModel(ada.rest, { name: 'Tower\u202e A' })
    const first = (await give(ada, id, bo.email, { message: 'Please check\nlevel 3' })).json
    expect(first).toMatchObject({ state: 'invited', mailed: true })
    const mail = await server.mailTo(bo.email)
    expect(mail.subject).toBe('Structural Models: Ada invites you to “Tower A”')
    expect(mail.text).toContain('> Please check\n> level 3')
    expect((await bell(bo)).items).toEqual([]) // nothing tells an account with an address that it may not own
    const shown = first.inviteUrl.split('/').at(-1)
    expect(linkIn(mail, 'invite')).not.toBe(shown)
    expect(await db().invitation.findFirst({ where: { modelId: id }, select: { mailed: true } })).toEqual({ mailed: true })

    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: shown }, bo.cookie)).json).toMatchObject({
      modelId: id,
      role: 'viewer',
    })
    expect((await userByEmail(bo.email))?.emailVerified).toBeNull()
    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: linkIn(mail, 'invite') }, bo.cookie)).status).toBe(404) // used
    expect((await bell(ada)).items).toMatchObject([{ kind: 'invitation.accepted', by: { name: 'Bo' }, role: 'viewer' }])

    const cy = await person({ confirmed: false, name: 'Cy' })
    await give(ada, id, cy.email)
    expect(
      (await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: linkIn(await server.mailTo(cy.email), 'invite') }, cy.cookie))
        .status,
    ).toBe(200)
    expect((await userByEmail(cy.email))?.emailVerified).toBeInstanceOf(Date)
  })

  it('with a seal that was made up, or made for another address, proves nothing', async () => {
    const [ada, boss] = [await person(), await person({ confirmed: false })]
    const id = await newModel(ada.rest)
    const { inviteUrl } = (await give(ada, id, boss.email)).json
    const token = `${inviteUrl.split('/').at(-1)}.${'A'.repeat(22)}`
    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token }, boss.cookie)).status).toBe(200)
    expect((await userByEmail(boss.email))?.emailVerified).toBeNull()
    const other = await person({ confirmed: false })
    await give(ada, id, `${randomUUID()}@example.com`)
    const foreign = linkIn(server.mails.at(-1)!, 'invite')
    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: foreign }, other.cookie)).status).toBe(200)
    expect((await userByEmail(other.email))?.emailVerified).toBeNull()
  })

  it('tells a confirmed account at once, under the bell and by mail, unless it does not want that', async () => {
    const [ada, bo] = [await person(), await person({ name: 'Bo' })]
    const id = await newModel(ada.rest, { name: 'Truss' })
    expect((await give(ada, id, bo.email)).json).toMatchObject({ state: 'active', mailed: true })
    expect((await server.mailTo(bo.email)).text).toContain(`${env.APP_URL}/models/${id}`)
    expect(await bell(bo)).toMatchObject({
      unread: 1,
      items: [{ kind: 'role.given', by: { name: 'Ada' }, modelName: 'Truss', url: `${env.APP_URL}/models/${id}`, readAt: null }],
    })
    expect((await ask(chooseMails, 'PUT', '/x', { requests: true, invitations: false }, bo.cookie)).status).toBe(204)
    const before = server.mails.length
    expect((await give(ada, id, bo.email, { role: 'editor' })).json).toMatchObject({ mailed: false })
    expect(await bell(bo)).toMatchObject({ unread: 1, items: [{ kind: 'role.given', role: 'editor' }] })
    expect(server.mails).toHaveLength(before)
  })

  it('stops at no dead mail server, and is a link alone where there is none', async () => {
    const ada = await person()
    const id = await newModel(ada.rest)
    server.refusal = { code: 550, words: 'No mail today' }
    const refused = (await give(ada, id, 'dead@example.com')).json
    expect(refused).toMatchObject({ state: 'invited', mailed: false })
    expect(refused.inviteUrl).toContain('/invite/in_')
    env.SMTP_URL = undefined
    const without = (await give(ada, id, 'none@example.com')).json
    expect(without.inviteUrl).toContain('/invite/in_')
    expect(without).not.toHaveProperty('mailed')
  })
})

describe('the owner of a model', () => {
  it('hears who asks for access, and whoever asked hears the answer; a refusal does not tell the name', async () => {
    const [ada, bo, cy] = [await person(), await person({ name: 'Bo' }), await person({ name: 'Cy' })]
    const id = await newModel(ada.rest, { name: 'Secret hall' })
    for (const one of [bo, cy]) {
      const asked = await one.rest('POST', `${MODELS}/${id}/access-requests`, {
        ...{ body: { message: 'I check the foundations.' }, key: null },
        headers: { cookie: one.cookie, 'sec-fetch-site': 'same-origin' },
      })
      expect(asked.status).toBe(202)
    }
    await requestsStored()
    const mail = await server.mailTo(ada.email)
    expect(mail.text).toContain('> I check the foundations.')
    const { items } = await bell(ada)
    expect(items).toMatchObject([{ kind: 'access.asked', by: { name: expect.stringMatching(/^(Bo|Cy)$/) }, others: 1 }])
    await ada.rest('POST', `${MODELS}/${id}/access-requests/${bo.userId}`, { body: { role: 'editor' } })
    await ada.rest('POST', `${MODELS}/${id}/access-requests/${cy.userId}`, { body: { role: null } })
    expect((await server.mailTo(bo.email)).subject).toBe('Structural Models: You have access to “Secret hall”')
    const no = await server.mailTo(cy.email)
    expect(`${no.subject} ${no.text}`).not.toContain('Secret')
    expect((await bell(bo)).items).toMatchObject([{ kind: 'access.answered', role: 'editor', modelName: 'Secret hall' }])
    expect((await bell(cy)).items).toMatchObject([{ kind: 'access.answered', role: null, modelName: null, by: null }])
  })

  it('offers it to an account, which accepts by its bell if it has the room; the links that stay are counted', async () => {
    const [ada, bo, eve] = [await person(), await person({ name: 'Bo' }), await person({ name: 'Eve' })]
    const id = await newModel(ada.rest, { name: 'Hall' })
    await ada.rest('POST', `${MODELS}/${id}/share-links`, { body: { name: 'For the client' } })
    expect((await ada.rest('POST', `${MODELS}/${id}/transfer`, { body: { email: bo.email } })).json).toMatchObject({
      mailed: true,
    })
    expect((await server.mailTo(bo.email)).subject).toBe('Structural Models: Ada offers you “Hall”')
    const [{ offer, kind }] = (await bell(bo)).items
    expect(kind).toBe('transfer.offered')
    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: offer }, eve.cookie)).status).toBe(404) // it is no secret

    const { accountModels } = limits
    limits.accountModels = 1
    try {
      await newModel(bo.rest)
      expect(await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: offer }, bo.cookie)).toMatchObject({
        status: 422,
        json: { detail: [{ type: 'limit_exceeded', msg: 'the account would hold 2 models, the limit is 1' }] },
      })
    } finally {
      limits.accountModels = accountModels
    }
    const accepted = await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: offer }, bo.cookie)
    expect(accepted).toMatchObject({ status: 200, json: { modelId: id, role: 'owner', links: 1 } })
    expect((await bell(ada)).items).toMatchObject([{ kind: 'transfer.accepted', by: { name: 'Bo' } }])
  })

  it('hears of a no, and tells whom it takes the role from', async () => {
    const [ada, bo] = [await person(), await person({ name: 'Bo' })]
    const id = await newModel(ada.rest, { name: 'Hall' })
    await ada.rest('POST', `${MODELS}/${id}/transfer`, { body: { email: bo.email } })
    const { offer } = (await bell(bo)).items[0]
    expect((await ask(decline, 'POST', `${INVITATIONS}/decline`, { token: offer }, bo.cookie)).status).toBe(204)
    await give(ada, id, bo.email)
    await ada.rest('DELETE', `${MODELS}/${id}/collaborators?email=${encodeURIComponent(bo.email)}`)
    expect((await bell(ada)).items).toMatchObject([{ kind: 'invitation.declined', by: { name: 'Bo' } }])
    expect((await bell(bo)).items.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['role.taken', 'role.given', 'transfer.offered'],
    ])
  })
})

describe('a letter leaves once', () => {
  const lettersTo = ({ email }: Person, since: number) => server.mails.slice(since).filter(({ to }) => to.includes(email))
  /** Two processes have nothing in common but the database: `letter-writer.ts` does here what it does there. */
  const inTwoProcesses = async (work: Work, by: Person, ids: string[], email: string) => {
    const settings = { SMTP_URL: server.url, MAIL_FROM: env.MAIL_FROM ?? '', ADMIN_CONTACT: 'admin@example.com' }
    const there = inAnotherProcess('letter-writer', JSON.stringify({ work, userId: by.userId, ids, email, settings }))
    for (let times = 0; times < 3; times++) await doAtOnce({ work, userId: by.userId, ids, email })
    await there
  }

  it('however many of several processes are asked for access, for a role and for an answer at one time', async () => {
    const [ada, bo, cy] = [await person(), await person({ name: 'Bo' }), await person({ name: 'Cy' })]
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await newModel(ada.rest, { name: `Hall ${i}` }))
    const since = server.mails.length
    await inTwoProcesses('ask', bo, ids, bo.email)
    expect(
      lettersTo(ada, since)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(ids.map((_, i) => `Structural Models: Bo asks for access to “Hall ${i}”`))
    expect((await bell(ada)).unread).toBe(ids.length)
    await inTwoProcesses('answer', ada, ids, bo.email)
    expect(lettersTo(bo, since)).toHaveLength(ids.length)
    await inTwoProcesses('give', ada, ids, cy.email)
    expect(lettersTo(cy, since)).toHaveLength(ids.length)
    expect((await bell(cy)).unread).toBe(ids.length)
  }, 120_000)
})

it('keeps what was told for ninety days, page by page, and knows what was read', async () => {
  const [ada, bo] = [await person(), await person()]
  for (const name of ['One', 'Two', 'Three']) await give(ada, await newModel(ada.rest, { name }), bo.email)
  const first = await bell(bo, '?limit=2')
  expect(first.items.map(({ modelName }: { modelName: string }) => modelName)).toEqual(['Three', 'Two'])
  const rest = await bell(bo, `?limit=2&cursor=${first.nextCursor}`)
  expect(rest).toMatchObject({ unread: 3, nextCursor: null, items: [{ modelName: 'One' }] })
  const read = (body: object, who = bo) => ask(markRead, 'POST', '/api/account/notifications/read', body, who.cookie)
  await read({ ids: [rest.items[0].id] }, ada) // not hers
  expect((await bell(bo)).unread).toBe(3)
  expect((await read({ ids: [rest.items[0].id] })).status).toBe(204)
  expect((await bell(bo, '?unread=true')).items).toHaveLength(2)
  await read({})
  expect(await bell(bo, '?unread=true')).toMatchObject({ items: [], unread: 0 })
  await db().notification.updateMany({ where: { id: first.items[0].id }, data: { at: new Date(Date.now() - 91 * DAY_MS) } })
  await pruneNotifications()
  expect((await bell(bo)).items).toHaveLength(2)
})

describe('a forgotten password', () => {
  const forget = (email: string) => ask(forgotten, 'POST', '/api/account/forgot-password', { email })

  it('gets a link by mail, and the same answer where nobody has the address', async () => {
    const email = `${randomUUID()}@example.com`
    await ask(signUp, 'POST', '/x', { email, password: PASSWORD, name: 'Ada' })
    await server.mailTo(email) // to confirm it
    const [known, unknown] = [await forget(email.toUpperCase()), await forget(`no-${email}`)]
    expect(known.status).toBe(202)
    const comparable = ({ status, headers, json }: typeof known) => {
      const { 'x-request-id': _, ...others } = Object.fromEntries(headers)
      return { status, others, json }
    }
    expect(comparable(known)).toEqual(comparable(unknown))
    await lettersSent()
    expect(server.mails.filter(({ to }) => to.includes(`no-${email}`))).toEqual([])
    const older = linkIn(await server.mailTo(email), 'reset-password')
    await forget(email)
    const newer = linkIn(await server.mailTo(email), 'reset-password')
    const set = (token: string) => ask(reset, 'POST', '/x', { token, password: 'seven green girders' })
    expect((await set(older)).status).toBe(404)
    const session = await signIn((await userByEmail(email))!.id)
    expect((await set(newer)).status).toBe(204)
    expect((await set(newer)).status).toBe(404)
    expect((await server.mailTo(email)).subject).toBe('Structural Models: Your password was changed')
    expect((await userByEmail(email))?.emailVerified).toBeInstanceOf(Date) // the letter was answered
    expect((await ask(askAgain, 'PUT', '/x', undefined, session)).status).toBe(401) // sessions ended
  })

  it('takes from a stranger who signed up with the address what he had left in the account', async () => {
    const stranger = await person({ confirmed: false })
    expect((await stranger.rest('GET', MODELS)).status).toBe(200)
    await forget(stranger.email)
    const token = linkIn(await server.mailTo(stranger.email), 'reset-password')
    await ask(reset, 'POST', '/x', { token, password: 'seven green girders' })
    expect((await stranger.rest('GET', MODELS)).status).toBe(401)
  })

  it('makes a first password only where the address is confirmed, and nothing for a closed account', async () => {
    const [open, confirmed, disabled] = [await person({ confirmed: false }), await person(), await person()]
    for (const { userId } of [open, confirmed]) await db().user.update({ where: { id: userId }, data: { passwordHash: null } })
    await db().user.update({ where: { id: disabled.userId }, data: { disabledAt: new Date() } })
    for (const { email } of [open, confirmed, disabled]) expect((await forget(email)).status).toBe(202)
    await lettersSent()
    const got = ({ email }: Person) => server.mails.some(({ to }) => to.includes(email))
    expect([open, confirmed, disabled].map(got)).toEqual([false, true, false])
  })

  it('may be asked for three times an hour, whether or not somebody has the address; without mail never', async () => {
    env.RATE_LIMIT = 'on'
    try {
      const { email } = await person()
      for (const address of [email, `no-${email}`]) {
        const answers = []
        for (let i = 0; i < 4; i++) answers.push((await forget(address)).status)
        expect(answers).toEqual([202, 202, 202, 429])
      }
      env.SMTP_URL = undefined
      expect((await forget(email)).json.detail).toBe('This server does not send e-mail. Ask the administrator for a link.')
    } finally {
      env.RATE_LIMIT = 'off'
    }
  })
})

describe('the address of a new account', () => {
  it('brings what waits for it under the bell once it is confirmed, to be accepted there', async () => {
    const [ada, bo] = [await person(), await person({ confirmed: false, name: 'Bo' })]
    const id = await newModel(ada.rest, { name: 'Hall' })
    await give(ada, id, bo.email, { role: 'editor', message: 'Level 3, please' })
    await ask(askAgain, 'PUT', '/x', undefined, bo.cookie)
    expect((await bell(bo)).items).toEqual([])
    await server.mailTo(bo.email) // the invitation itself
    const token = linkIn(await server.mailTo(bo.email), 'confirm-email')
    expect((await ask(confirm, 'POST', '/x', { token }, bo.cookie)).status).toBe(204)
    const [waiting] = (await bell(bo)).items
    expect(waiting).toMatchObject({ kind: 'invitation.made', by: { name: 'Ada' }, role: 'editor', message: 'Level 3, please' })
    expect(waiting.url).toBe(`${env.APP_URL}/invite/${waiting.offer}`)
    expect((await ask(accept, 'POST', `${INVITATIONS}/accept`, { token: waiting.offer }, bo.cookie)).json).toMatchObject({
      role: 'editor',
    })
  })

  it('is confirmed by its letter, in a session of that account alone', async () => {
    const email = `${randomUUID()}@example.com`
    await ask(signUp, 'POST', '/x', { email, password: PASSWORD })
    const first = linkIn(await server.mailTo(email), 'confirm-email')
    const user = (await userByEmail(email))!
    expect(user.emailVerified).toBeNull()
    const cookie = await signIn(user.id)
    expect((await ask(askAgain, 'PUT', '/x', undefined, cookie)).status).toBe(204)
    const token = linkIn(await server.mailTo(email), 'confirm-email')
    const by = (body: string, who: string) => ask(confirm, 'POST', '/x', { token: body }, who)
    expect((await by(first, cookie)).status).toBe(404) // the newer one ended it
    expect((await by(token, '')).status).toBe(401)
    expect((await by(token, (await person()).cookie)).status).toBe(404)
    expect((await userByEmail(email))?.emailVerified).toBeNull()
    expect((await by(token, cookie)).status).toBe(204)
    expect((await userByEmail(email))?.emailVerified).toBeInstanceOf(Date)
    expect((await by(token, cookie)).status).toBe(404)
  })

  it('gets a letter when the password changes', async () => {
    const ada = await person()
    const asked = { presentPassword: PASSWORD, password: 'seven green girders' }
    expect((await ask(changePassword, 'PUT', '/x', asked, ada.cookie)).status).toBe(204)
    expect((await server.mailTo(ada.email)).text).toContain('admin@example.com')
  })
})
