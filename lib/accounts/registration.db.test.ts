import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createUserCommand } from '#lib/admin/create-user.ts'
import { resetLinkCommand } from '#lib/admin/reset-link.ts'
import { db } from '#lib/db/client.ts'
import { invitationFor } from '#lib/fixtures/people.ts'
import { PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { POST as makeKey } from '../../app/api/account/api-keys/route.ts'
import { PUT as askConfirmation, POST as confirm } from '../../app/api/account/confirm-email/route.ts'
import { POST as forgotten } from '../../app/api/account/forgot-password/route.ts'
import { PUT as setPassword } from '../../app/api/account/password/route.ts'
import { POST as reset } from '../../app/api/account/reset-password/route.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'
import { POST as authPost } from '../../app/api/auth/[...nextauth]/route.ts'
import { SESSION_COOKIE } from './sign-ins.ts'
import { makeUserToken } from './user-tokens.ts'

/** Who may have an account, and whose password counts. */

const PAGE = { 'sec-fetch-site': 'same-origin' }
const before = { ...env }
beforeEach(
  () => void Object.assign(env, { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_ID: 'i', OIDC_SECRET: 's', OIDC_NAME: 'Firm' }),
)
afterEach(() => void Object.assign(env, { SMTP_URL: undefined }, before))

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

async function ask(route: Route, method: string, body: object, cookie = '') {
  const request = new Request(`${env.APP_URL}/api/account/x`, {
    method,
    headers: { ...PAGE, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await route(request, { params: Promise.resolve({}) })
  const session = answer.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=ey`))
  const text = await answer.text()
  return { status: answer.status, session: session?.split(';')[0] ?? '', json: text ? JSON.parse(text) : undefined }
}
const signUpAs = (email: string, more: object = {}) => ask(signUp, 'POST', { email, password: PASSWORD, ...more })
const newAddress = (domain = 'example.com') => `${randomUUID()}@${domain}`

/** As a browser without script sends it. */
async function signInBy(email: string, password = PASSWORD): Promise<{ to: string; session: string }> {
  const answer = await authPost(
    new Request(`${env.APP_URL}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password, callbackUrl: '/settings/profile' }),
    }),
  )
  expect(answer.status).toBe(302)
  const session = answer.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=ey`))
  return { to: (answer.headers.get('location') ?? '').replace(env.APP_URL, ''), session: session?.split(';')[0] ?? '' }
}
const whoHas = async (cookie: string) => {
  const caller = await callerOf(new Request(`${env.APP_URL}/x`, { headers: { ...PAGE, cookie } }))
  return typeof caller === 'string' ? caller : caller.userId
}

it('signs in by a form without script, and says on the page why not', async () => {
  const { id, email } = await signUpUser()
  const { to, session } = await signInBy(email)
  expect([to, await whoHas(session)]).toEqual(['/settings/profile', id])
  expect(await signInBy(email, 'something else')).toEqual({
    to: '/api/auth/error?error=CredentialsSignin&provider=credentials',
    session: '',
  })
})

it('makes accounts by the provider alone', async () => {
  env.REGISTRATION = 'provider'
  expect(await signUpAs(newAddress())).toMatchObject({
    status: 403,
    json: { detail: 'New accounts are made by signing in with Firm.' },
  })
  const { id, email } = await signUpUser() // was there before
  expect(await whoHas((await signInBy(email)).session)).toBe(id)
})

it('makes accounts of the office’s domains, which can do nothing before they are confirmed', async () => {
  env.REGISTRATION = { domains: ['firm.example', 'firm.de'] }
  expect((await signUpAs(newAddress('firm.de'))).status).toBe(403) // nobody could confirm the address
  Object.assign(env, { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'models@firm.example', ADMIN_CONTACT: 'admin@firm.example' })
  expect((await signUpAs(newAddress())).json.detail).toEqual([
    { loc: ['body', 'email'], msg: 'Only addresses of firm.example, firm.de may sign up here.', type: 'value_error' },
  ])
  const email = newAddress('firm.de')
  const { status, session } = await signUpAs(email)
  expect(status).toBe(201)
  const { id } = await db().user.findUniqueOrThrow({ where: { email } })
  const key = { name: 'k', scopes: ['mcp:models:read'], expiresInDays: 1 }
  for (const cookie of [session, (await signInBy(email)).session]) {
    expect(await whoHas(cookie)).toBe('absent')
    expect((await ask(makeKey, 'POST', key, cookie)).status).toBe(401)
    expect((await ask(askConfirmation, 'PUT', {}, cookie)).status).not.toBe(401)
  }
  const { token } = await makeUserToken({ userId: id, email, purpose: 'confirm', by: 'account', lives: 60_000 })
  expect((await ask(confirm, 'POST', { token }, session)).status).toBe(204)
  expect(await whoHas(session)).toBe(id)
})

it('takes no password where the office’s login is the way in', async () => {
  const { id, email } = await signUpUser()
  const cookie = await signIn(id)
  env.PASSWORDS = 'off'
  expect((await signInBy(email)).session).toBe('')
  const refused = { status: 403, json: { detail: 'This server signs in by Firm' } }
  expect((await signUpAs(newAddress())).status).toBe(403)
  expect(await ask(setPassword, 'PUT', { presentPassword: PASSWORD, password: `${PASSWORD} 2` }, cookie)).toMatchObject(refused)
  expect(await ask(forgotten, 'POST', { email })).toMatchObject(refused)
  const { token } = await makeUserToken({ userId: id, email, purpose: 'reset', by: 'account', lives: 60_000 })
  expect((await ask(reset, 'POST', { token, password: `${PASSWORD} 2` })).status).toBe(404)
})

it('has a way back in: the administrator’s link makes a password that counts', async () => {
  const { id, email } = await signUpUser()
  env.PASSWORDS = 'off'
  const { url } = (await resetLinkCommand.run(['--email', email])) as { url: string }
  const password = `${PASSWORD} again`
  expect((await ask(reset, 'POST', { token: url.split('/').at(-1), password })).status).toBe(204)
  const { session } = await signInBy(email, password)
  expect(await whoHas(session)).toBe(id)
  expect((await ask(setPassword, 'PUT', { presentPassword: password, password: PASSWORD }, session)).status).toBe(204)
})

it('takes guests by an invitation, for its address, with a password', async () => {
  const email = newAddress('client.example')
  const { token: invitation } = await invitationFor(email)
  Object.assign(env, { PASSWORDS: 'off', REGISTRATION: { domains: ['firm.example'] } })
  expect((await signUpAs(email, { invitation })).status).toBe(403)
  env.GUESTS = 'on'
  expect((await signUpAs(email)).status).toBe(403)
  expect((await signUpAs(email, { invitation: `${invitation.slice(0, -1)}_` })).status).toBe(403)
  expect((await signUpAs(newAddress(), { invitation })).json.detail[0]).toMatchObject({
    msg: 'The invitation is for another address.',
  })
  const { status, session } = await signUpAs(email, { invitation })
  expect(status).toBe(201)
  const { id } = await db().user.findUniqueOrThrow({ where: { email } })
  expect(await whoHas(session)).toBe(id)
  expect(await whoHas((await signInBy(email)).session)).toBe(id)
})

it('makes an account without a password at the command line', async () => {
  const email = newAddress('firm.example')
  const { id } = (await createUserCommand.run(['--email', email, '--no-password'])) as { id: string }
  expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    passwordHash: null,
    emailVerified: expect.any(Date),
    keepsPassword: false,
  })
  expect((await signInBy(email, '')).session).toBe('')
})
