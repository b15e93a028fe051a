import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { decode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { activityWritten } from '#lib/activity/audit.ts'
import { db } from '#lib/db/client.ts'
import { invitationFor } from '#lib/fixtures/people.ts'
import { throughRest } from '#lib/fixtures/rest.ts'
import { newApiKey, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { portOf } from '#lib/start/front/port-of.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { PUT as takeAddress } from '../../../app/api/account/logins/[login_id]/address/route.ts'
import { DELETE as unlink } from '../../../app/api/account/logins/[login_id]/route.ts'
import { POST as signOut } from '../../../app/api/account/sign-out/route.ts'
import { GET as authGet, POST as authPost } from '../../../app/api/auth/[...nextauth]/route.ts'
import { POST as backChannelLogout } from '../../../app/api/auth/oidc/logout/route.ts'
import { SESSION_COOKIE } from '../sign-ins.ts'
import { createUser } from '../users.ts'
import { discover, forgetDiscovery } from './oidc.ts'

/** Signing in through an OpenID Connect provider: a real one, small, on this machine. */

type Claims = {
  sub: string
  email?: string | undefined
  email_verified?: boolean | string
  name?: string
  xms_edov?: unknown
  preferred_username?: string
  upn?: string
  sid?: string
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const codes = new Map<string, { claims: Claims; nonce: string | null }>()
/** What the provider does beside telling the claims in the ID token. */
const manner: {
  /** What userinfo answers; without it there is no such endpoint. */
  userinfo?: () => { status?: number; body: string } | 'never'
  isAway?: boolean
  keyId: string
  jwksPath: string
} = { keyId: 'one', jwksPath: '/jwks' }
const asked: string[] = []
const says = (claims: object) => () => ({ body: JSON.stringify(claims) })
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const seconds = () => Math.floor(Date.now() / 1000)

function idToken(claims: object): string {
  const now = seconds()
  const body = { iss: env.OIDC_ISSUER, aud: env.OIDC_ID, iat: now, exp: now + 60, ...claims }
  const text = `${base64({ alg: 'RS256', kid: manner.keyId })}.${base64(body)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const provider = createServer(async (request, response) => {
  const issuer = env.OIDC_ISSUER
  asked.push(request.url ?? '')
  if (manner.isAway) return // and never answers
  if (request.url === '/userinfo') {
    const said = manner.userinfo?.() ?? { status: 404, body: '' }
    expect(request.headers.authorization).toBe('Bearer the-access-token')
    return said === 'never' ? undefined : void response.writeHead(said.status ?? 200).end(said.body)
  }
  const answers: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}${manner.jwksPath}`,
      end_session_endpoint: `${issuer}/end?from=us`,
      ...(manner.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    [manner.jwksPath]: async () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: manner.keyId, use: 'sig', alg: 'RS256' }],
    }),
    '/token': async () => {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      return {
        access_token: 'the-access-token',
        refresh_token: 'the-refresh-token',
        'not-before-policy': 0, // Keycloak says this
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken({ ...codes.get(form.get('code') ?? '')?.claims, nonce: codes.get(form.get('code') ?? '')?.nonce }),
      }
    },
  }
  const answer = answers[request.url ?? '']
  response.setHeader('content-type', 'application/json')
  response.writeHead(answer ? 200 : 404).end(JSON.stringify(await answer?.()))
})

beforeAll(async () => {
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready))
  env.OIDC_ISSUER = `http://127.0.0.1:${portOf(provider)}`
  Object.assign(env, { OIDC_ID: 'our-id', OIDC_SECRET: 'our-secret' })
})
afterEach(() => {
  Object.assign(manner, { userinfo: undefined, isAway: false, keyId: 'one', jwksPath: '/jwks' })
  forgetDiscovery()
})
afterAll(() => void provider.close())

const PAGE = { 'sec-fetch-site': 'same-origin' }
const pairs = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)

/** The whole way of a browser that has these cookies and, at the provider, is the person of these claims. */
async function signInAs(
  claims: Claims,
  cookie = '',
  goingTo = '/settings/profile',
): Promise<{ to: string; session: string | undefined }> {
  const csrf = await authGet(new Request(`${env.APP_URL}/api/auth/csrf`, { headers: { ...PAGE, cookie } }))
  const { csrfToken } = await csrf.json()
  const jar = [cookie, ...pairs(csrf)]
  const begun = await authPost(
    new Request(`${env.APP_URL}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { ...PAGE, cookie: jar.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, callbackUrl: goingTo, json: 'true' }),
    }),
  )
  jar.push(...pairs(begun))
  const start = new URL((await begun.json()).url)
  expect(start.origin).toBe(env.OIDC_ISSUER)
  expect(start.searchParams.get('redirect_uri')).toBe(`${env.APP_URL}/api/auth/callback/oidc`)
  expect(start.searchParams.get('code_challenge_method')).toBe('S256')
  const code = randomUUID()
  codes.set(code, { claims, nonce: start.searchParams.get('nonce') })
  const query = new URLSearchParams({ code, state: start.searchParams.get('state') ?? '' })
  const back = await authGet(
    new Request(`${env.APP_URL}/api/auth/callback/oidc?${query}`, {
      headers: { 'sec-fetch-site': 'cross-site', cookie: jar.filter(Boolean).join('; ') },
    }),
  )
  expect(back.status).toBe(302)
  const session = pairs(back).find((pair) => pair.startsWith(`${SESSION_COOKIE}=ey`))
  return { to: (back.headers.get('location') ?? '').replace(env.APP_URL, ''), session }
}

const whoHas = async (cookie: string | undefined) => {
  const caller = await callerOf(new Request(`${env.APP_URL}/x`, { headers: { ...PAGE, cookie: cookie ?? '' } }))
  return typeof caller === 'string' ? caller : caller.userId
}
const someone = (): Claims & { email: string } => {
  const name = randomUUID()
  return { sub: name, email: `${name}@example.com`, email_verified: true, name: 'Carla Column' }
}

it('makes an account for somebody new, and opens the same one the next time', async () => {
  const carla = someone()
  const first = await signInAs({ ...carla, email: carla.email.toUpperCase() })
  expect(first.to).toBe('/settings/profile')
  const user = await db().user.findUniqueOrThrow({ where: { email: carla.email }, include: { accounts: true } })
  expect(user).toMatchObject({ name: 'Carla Column', passwordHash: null, emailVerified: expect.any(Date) })
  expect(user.accounts).toMatchObject([{ provider: 'oidc', providerAccountId: carla.sub, access_token: null, id_token: null }])
  expect(await whoHas(first.session)).toBe(user.id)
  const second = await signInAs(carla)
  expect(await whoHas(second.session)).toBe(user.id)
})

it.each([
  [true, { email_verified: true }],
  [true, { email_verified: 'true' }],
  [true, { xms_edov: true }],
  [true, { xms_edov: 1 }],
  [true, { xms_edov: '1' }],
  [true, { xms_edov: 'true' }],
  [false, {}],
  [false, { xms_edov: false }],
  [false, { xms_edov: '0' }],
  [false, { email_verified: false }],
  [false, { email_verified: 'false' }],
  [false, { email_verified: 'false', xms_edov: true }],
  [false, { email_verified: 'yes' }],
])('takes an address for verified (%s) where the provider says %o', async (isVerified, said) => {
  const { email_verified: _, ...unsaid } = someone()
  const { to } = await signInAs({ ...unsaid, ...said })
  expect(to).toBe(isVerified ? '/settings/profile' : '/sign-in?error=EmailNotVerified&by=oidc')
  const user = await db().user.findUnique({ where: { email: unsaid.email } })
  expect(user?.emailVerified ?? null).toEqual(isVerified ? expect.any(Date) : null)
})

it('takes what an issuer does not say for verified where the operator trusts it, and never what it denies', async () => {
  env.OIDC_TRUST_EMAIL = 'on'
  try {
    const { email_verified: _, ...unsaid } = someone()
    expect((await signInAs(unsaid)).to).toBe('/settings/profile')
    expect((await signInAs({ ...someone(), email_verified: false })).to).toContain('error=EmailNotVerified')
  } finally {
    env.OIDC_TRUST_EMAIL = 'off'
  }
})

it('confirms no address by a provider that vouches for another one', async () => {
  const victim = await signUpUser()
  const carla = someone()
  await signInAs(carla, await signIn(victim.id))
  expect(await whoHas((await signInAs(carla)).session)).toBe(victim.id)
  expect((await db().user.findUniqueOrThrow({ where: { id: victim.id } })).emailVerified).toBeNull()
})

it('does not open an account that has the same e-mail address and a password', async () => {
  const carla = someone()
  await signUpUser(carla.email)
  const { to, session } = await signInAs(carla)
  expect(to).toContain('error=OAuthAccountNotLinked')
  expect(session).toBeUndefined()
  expect(await db().account.count({ where: { providerAccountId: carla.sub } })).toBe(0)
})

it('links the provider to whoever is signed in, and opens that account from then on', async () => {
  const carla = someone()
  const user = await signUpUser()
  expect((await signInAs(carla, await signIn(user.id))).to).toBe('/settings/profile')
  expect(await whoHas((await signInAs(carla)).session)).toBe(user.id)
  expect(await db().user.count({ where: { email: carla.email } })).toBe(0)
})

it('links nothing to the user of an ended session', async () => {
  const mallory = someone()
  const victim = await signUpUser()
  const stolen = await signIn(victim.id)
  await signOut(new Request(`${env.APP_URL}/api/account/sign-out`, { method: 'POST', headers: { ...PAGE, cookie: stolen } }), {
    params: Promise.resolve({}),
  })
  const { session } = await signInAs(mallory, stolen)
  expect(await db().account.count({ where: { userId: victim.id } })).toBe(0)
  expect(await whoHas(session)).not.toBe(victim.id)
})

it('unlinks, but not the only way into the account', async () => {
  const [carla, dave] = [someone(), someone()]
  const { session } = await signInAs(carla)
  const userId = await whoHas(session)
  const remove = async (cookie: string, login_id: string) => {
    const request = new Request(`${env.APP_URL}/api/account/logins/x`, { method: 'DELETE', headers: { ...PAGE, cookie } })
    return (await unlink(request, { params: Promise.resolve({ login_id }) })).status
  }
  const login = await db().account.findFirstOrThrow({ where: { userId } })
  expect(await remove(session!, login.id)).toBe(409)
  expect(await remove((await signInAs(dave)).session!, login.id)).toBe(404)
  const user = await signUpUser()
  const cookie = await signIn(user.id)
  await signInAs(someone(), cookie)
  expect(await remove(cookie, (await db().account.findFirstOrThrow({ where: { userId: user.id } })).id)).toBe(204)

  // Both of two at once, without a password: one of them stays.
  await signInAs(someone(), session)
  const both = await db().account.findMany({ where: { userId } })
  expect((await Promise.all(both.map(({ id }) => remove(session!, id)))).sort()).toEqual([204, 409])
})

it.each([
  ['RegistrationClosed', 'closed', {}],
  ['EmailNotVerified', 'open', { email_verified: false }],
  ['NoEmail', 'open', { email: undefined }],
] as const)('answers %s', async (error, registration, claims) => {
  env.REGISTRATION = registration
  try {
    const carla = someone()
    const before = await db().user.count()
    const { to, session } = await signInAs({ ...carla, ...claims })
    expect(to).toBe(`/sign-in?error=${error}&by=oidc`)
    expect(session).toBeUndefined()
    expect(await db().user.count()).toBe(before)
  } finally {
    env.REGISTRATION = 'open'
  }
})

it('is closed to a disabled user', async () => {
  const carla = someone()
  await signInAs(carla)
  await db().user.update({ where: { email: carla.email }, data: { disabledAt: new Date() } })
  const { to, session } = await signInAs(carla)
  expect(to).toContain('error=AccessDenied')
  expect(session).toBeUndefined()
})

it.each(['email', 'name', 'preferred_username', 'upn'])('asks userinfo where the ID token says nothing but %s', async (said) => {
  const { sub, email, ...carla } = someone()
  const thin = {
    sub,
    ...(said === 'email' ? { email } : said === 'name' ? { name: carla.name ?? '' } : { [said]: 'other@example.com' }),
  }
  manner.userinfo = says({ sub, email, ...carla })
  expect((await signInAs(thin)).to).toBe('/settings/profile')
  expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
    name: 'Carla Column',
    emailVerified: expect.any(Date),
  })
})

it('asks nothing more where the ID token says all', async () => {
  manner.userinfo = says({})
  asked.length = 0
  expect((await signInAs(someone())).to).toBe('/settings/profile')
  expect(asked).not.toContain('/userinfo')
})

it('believes the ID token more than userinfo', async () => {
  const { email_verified: _, ...carla } = someone()
  const other = someone()
  manner.userinfo = says({ ...other, sub: carla.sub })
  expect((await signInAs(carla)).to).toContain('error=EmailNotVerified') // what is verified there is another address
  manner.userinfo = says({ ...other, sub: carla.sub, email: carla.email })
  await signInAs(carla)
  expect(await db().user.findUniqueOrThrow({ where: { email: carla.email } })).toMatchObject({ name: 'Carla Column' })
})

it('lets nobody in about whom userinfo answers with another subject', async () => {
  const { sub, ...carla } = someone()
  manner.userinfo = says({ ...carla, sub: 'somebody else' })
  const { to, session } = await signInAs({ sub })
  expect([to, session]).toEqual(['/sign-in?error=OtherSubject&by=oidc', undefined])
  // Nor whom the ID token describes well enough.
  const { email_verified: _, ...unsaid } = { ...carla, sub }
  expect((await signInAs(unsaid)).to).toContain('error=OtherSubject')
})

it.each([
  ['an error', () => ({ status: 500, body: '{}' })],
  ['no JSON', () => ({ body: 'about:blank' })],
  ['no subject', () => ({ body: '{"email":"other@example.com"}' })],
  ['too much', () => ({ body: JSON.stringify({ sub: 'x', fill: 'x'.repeat(70_000) }) })],
])('goes on without userinfo that answers %s', async (_, answer) => {
  manner.userinfo = answer
  const { name: __, ...carla } = someone()
  expect((await signInAs(carla)).to).toBe('/settings/profile')
  expect((await signInAs({ sub: someone().sub })).to).toBe('/sign-in?error=NoEmail&by=oidc')
})

it('opens nobody’s account to an equal subject of another issuer', async () => {
  const carla = someone()
  await signInAs(carla)
  const user = await db().user.findUniqueOrThrow({ where: { email: carla.email }, include: { accounts: true } })
  expect(user.accounts).toMatchObject([{ issuer: env.OIDC_ISSUER }])
  await db().account.updateMany({ where: { userId: user.id }, data: { issuer: 'https://before.example' } })
  expect((await signInAs(carla)).to).toContain('error=OAuthAccountNotLinked')
  const other = await signInAs({ ...someone(), sub: carla.sub })
  expect(await whoHas(other.session)).not.toBe(user.id)
})

it('gives a login from before issuers were kept the present one', async () => {
  const carla = someone()
  await signInAs(carla)
  const user = await db().user.findUniqueOrThrow({ where: { email: carla.email } })
  await db().account.updateMany({ where: { userId: user.id }, data: { issuer: '' } })
  expect(await whoHas((await signInAs(carla)).session)).toBe(user.id)
  expect(await db().account.findMany({ where: { userId: user.id } })).toMatchObject([
    { issuer: env.OIDC_ISSUER, providerAccountId: carla.sub, email: carla.email, lastSignInAt: expect.any(Date) },
  ])
})

const discoveries = () => asked.filter((path) => path.endsWith('openid-configuration')).length

it('asks for the discovery document once an hour, and once more when a key is unknown', async () => {
  const carla = someone()
  asked.length = 0
  await signInAs(carla)
  await signInAs(carla)
  expect(discoveries()).toBe(1)
  Object.assign(manner, { keyId: 'two', jwksPath: '/keys-of-today' })
  expect((await signInAs(carla)).to).toBe('/settings/profile')
  expect(discoveries()).toBe(2)
  const hour = Date.now() + 60 * 60_000
  await discover(hour - 60_000)
  expect(discoveries()).toBe(2)
  await discover(hour + 60_000)
  expect(discoveries()).toBe(3)
})

it.each(['true', 'false'])('answers with a page while the provider is away (as JSON: %s)', async (json) => {
  manner.isAway = true
  const answer = await authPost(
    new Request(`${env.APP_URL}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ json }),
    }),
  )
  const page = `${env.APP_URL}/sign-in?error=OAuthSignin&by=oidc`
  if (json === 'true') expect(await answer.json()).toEqual({ url: page })
  else expect([answer.status, answer.headers.get('location')]).toEqual([302, page])
})

/** While these variables are so. */
async function whileSo(variables: Partial<typeof env>, story: () => Promise<void>) {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, env[name as keyof typeof env]]))
  Object.assign(env, variables)
  try {
    await story()
  } finally {
    Object.assign(env, before)
  }
}

const firm = { REGISTRATION: { domains: ['firm.example'] } }

it('lets in whoever has a verified address of the office’s domains, or any that the provider knows', async () => {
  const office = () => ({ ...someone(), email: `${randomUUID()}@firm.example` })
  await whileSo(firm, async () => {
    expect((await signInAs(office())).to).toBe('/settings/profile')
    expect((await signInAs({ ...office(), email_verified: false })).to).toContain('error=EmailNotVerified')
    for (const domain of ['example.com', 'sub.firm.example', 'firm.example.com', 'notfirm.example']) {
      const { to } = await signInAs({ ...someone(), email: `${randomUUID()}@${domain}` })
      expect(to, domain).toBe('/sign-in?error=RegistrationClosed&by=oidc')
    }
  })
  await whileSo({ REGISTRATION: 'provider' }, async () => {
    expect((await signInAs(someone())).to).toBe('/settings/profile')
  })
})

it('links an account of the address where the operator wants that, and tells it', async () => {
  const carla = someone()
  const made = await createUser({ email: carla.email, password: null, isConfirmed: true })
  if (made === 'email_taken') throw new Error('it is new')
  await whileSo({ OIDC_LINK_BY_EMAIL: 'on' }, async () => {
    const { to, session } = await signInAs(carla)
    expect([to, await whoHas(session)]).toEqual(['/settings/profile', made.id])
    await activityWritten()
    const [entry] = await db().auditEntry.findMany({ where: { userId: made.id, action: 'account.link_login' } })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({ provider: 'oidc', by: 'email' })
    // Another person with the same address: the account has an identity of this issuer already.
    expect((await signInAs({ ...carla, sub: randomUUID() })).to).toContain('error=OAuthAccountNotLinked')
    expect((await signInAs({ ...someone(), email: carla.email, email_verified: false })).to).toContain('error=EmailNotVerified')
    expect(await whoHas((await signInAs(carla)).session)).toBe(made.id)
  })
})

it('ends what opened an account whose address nobody had proved before it is linked', async () => {
  const carla = someone()
  const squatter = await signUpUser(carla.email)
  const [cookie, key] = [await signIn(squatter.id), await newApiKey(squatter.id)]
  await db().account.create({ data: { userId: squatter.id, type: 'oauth', provider: 'github', providerAccountId: randomUUID() } })
  await whileSo({ OIDC_LINK_BY_EMAIL: 'on' }, async () => {
    const { session } = await signInAs(carla)
    expect(await whoHas(session)).toBe(squatter.id)
    expect(await whoHas(cookie)).toBe('absent')
    expect(await callerOf(new Request(`${env.APP_URL}/x`, { headers: { authorization: `Bearer ${key}` } }))).toBe('invalid')
    const user = await db().user.findUniqueOrThrow({ where: { id: squatter.id }, include: { accounts: true } })
    expect(user).toMatchObject({ passwordHash: null, emailVerified: expect.any(Date), accounts: [{ provider: 'oidc' }] })
  })
})

it('keeps password, keys and sessions of a linked account whose address was confirmed', async () => {
  const carla = someone()
  const user = await signUpUser(carla.email)
  await db().user.update({ where: { id: user.id }, data: { emailVerified: new Date() } })
  const cookie = await signIn(user.id)
  await whileSo({ OIDC_LINK_BY_EMAIL: 'on' }, async () => {
    expect(await whoHas((await signInAs(carla)).session)).toBe(user.id)
  })
  expect(await whoHas(cookie)).toBe(user.id)
  expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).passwordHash).not.toBeNull()
})

it('links nothing to a disabled account', async () => {
  const carla = someone()
  const user = await signUpUser(carla.email)
  await db().user.update({ where: { id: user.id }, data: { disabledAt: new Date() } })
  await whileSo({ OIDC_LINK_BY_EMAIL: 'on' }, async () => {
    expect((await signInAs(carla)).to).toContain('error=AccessDenied')
  })
  expect(await db().account.count({ where: { userId: user.id } })).toBe(0)
})

it('takes a guest by a provider, for the address that was invited', async () => {
  const guest = someone()
  const { token } = await invitationFor(guest.email)
  await whileSo({ ...firm, GUESTS: 'on' }, async () => {
    expect((await signInAs(someone(), '', `/invite/${token}`)).to).toContain('error=RegistrationClosed')
    expect((await signInAs(guest)).to).toContain('error=RegistrationClosed')
    expect((await signInAs(guest, '', `/invite/${token}`)).to).toBe(`/invite/${token}`)
  })
})

it('leads to the provider without script', async () => {
  const answer = await authPost(
    new Request(`${env.APP_URL}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ callbackUrl: '/settings/profile' }),
    }),
  )
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  const text = await answer.text()
  const [, to = ''] = /content="0; url=([^"]+)"/.exec(text) ?? []
  expect(new URL(to.replaceAll('&amp;', '&')).origin).toBe(env.OIDC_ISSUER)
})

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

async function logOut(token: string): Promise<Response> {
  const request = new Request(`${env.APP_URL}/api/auth/oidc/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }),
  })
  return backChannelLogout(request, { params: Promise.resolve({}) })
}
const logoutToken = (claims: object) => idToken({ events: EVENTS, jti: randomUUID(), ...claims })

it('ends the session that the provider says has ended, or all that came by somebody’s sign-in there', async () => {
  const carla = someone()
  const [one, two, three] = [
    (await signInAs({ ...carla, sid: 'one' })).session,
    (await signInAs({ ...carla, sid: 'two' })).session,
    (await signInAs({ ...carla, sid: 'three' })).session,
  ]
  const userId = await whoHas(one)
  const byPassword = await signIn(userId)
  const key = await newApiKey(userId)
  const answer = await logOut(logoutToken({ sub: carla.sub, sid: 'one' }))
  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, '', 'no-store'])
  expect([await whoHas(one), await whoHas(two)]).toEqual(['absent', userId])
  expect((await logOut(logoutToken({ sid: 'two' }))).status).toBe(200)
  expect([await whoHas(two), await whoHas(three)]).toEqual(['absent', userId])
  expect((await logOut(logoutToken({ sub: carla.sub }))).status).toBe(200)
  expect([await whoHas(three), await whoHas(byPassword)]).toEqual(['absent', userId])
  const byKey = await callerOf(new Request(`${env.APP_URL}/x`, { headers: { authorization: `Bearer ${key}` } }))
  expect(byKey).toMatchObject({ userId })
})

it.each([
  ['another issuer', () => logoutToken({ iss: 'https://other.example', sub: 's' })],
  ['another audience', () => logoutToken({ aud: 'other', sub: 's' })],
  ['an old one', () => logoutToken({ iat: seconds() - 400, exp: seconds() + 60, sub: 's' })],
  ['one of the future', () => logoutToken({ iat: seconds() + 400, exp: seconds() + 500, sub: 's' })],
  ['one that has ended', () => logoutToken({ exp: seconds() - 60, sub: 's' })],
  ['no event', () => logoutToken({ events: {}, sub: 's' })],
  ['an event that is no object', () => logoutToken({ events: { [Object.keys(EVENTS)[0]!]: true }, sub: 's' })],
  ['a nonce', () => logoutToken({ nonce: 'n', sub: 's' })],
  ['nobody', () => logoutToken({})],
  ['no id', () => logoutToken({ jti: undefined, sub: 's' })],
  ['another signature', () => `${logoutToken({ sub: 's' }).slice(0, -8)}AAAAAAAA`],
  ['none', () => `${base64({ alg: 'none' })}.${logoutToken({ sub: 's' }).split('.')[1]}.`],
  ['an unknown key', () => logoutToken({ sub: 's' }).replace(/^[^.]+/, base64({ alg: 'RS256', kid: 'unknown' }))],
  ['no token', () => 'x'],
])('refuses a logout token with %s', async (_, token) => {
  const answer = await logOut(token())
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
})

it('takes a logout token once', async () => {
  const token = logoutToken({ sub: 's' })
  expect([(await logOut(token)).status, (await logOut(token)).status]).toEqual([200, 400])
})

it('signs out there too where the operator wants it, and keeps the ID token for that alone, unreadable', async () => {
  const out = async (cookie = '') => {
    const request = new Request(`${env.APP_URL}/api/account/sign-out`, { method: 'POST', headers: { ...PAGE, cookie } })
    const answer = await signOut(request, { params: Promise.resolve({}) })
    return answer.status === 204 ? null : new URL((await answer.json()).to)
  }
  const carla = someone()
  expect(await out((await signInAs(carla)).session)).toBeNull()
  await whileSo({ OIDC_LOGOUT: 'on' }, async () => {
    const { session } = await signInAs(carla)
    const { signInId } = (await decode({ token: session?.split('=')[1] ?? '', secret: authSecret() })) ?? {}
    const row = await db().signIn.findUniqueOrThrow({ where: { id: String(signInId) } })
    expect(row.idToken).toMatch(/^[\w-]{100,}$/)
    const to = await out(session)
    expect(`${to?.origin}${to?.pathname}`).toBe(`${env.OIDC_ISSUER}/end`)
    const { id_token_hint, ...rest } = Object.fromEntries(to?.searchParams ?? [])
    expect(rest).toEqual({ from: 'us', client_id: 'our-id', post_logout_redirect_uri: `${env.APP_URL}/sign-in` })
    const [, claims = ''] = id_token_hint?.split('.') ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: carla.sub })
    expect(await whoHas(session)).toBe('absent')
    expect(await out(await signIn((await signUpUser()).id))).toBeNull() // who came by a password has nothing there
  })
})

it('stops keys of whoever has not signed in by the office’s login for too long', async () => {
  const carla = someone()
  const userId = await whoHas((await signInAs(carla)).session)
  const key = await newApiKey(userId)
  const byKey = async () => {
    const answer = await throughRest(
      new Request(`${env.APP_URL}/api/construct-models`, { headers: { authorization: `Bearer ${key}` } }),
    )
    return { status: answer.status, detail: (await answer.json()).detail, says: answer.headers.get('www-authenticate') }
  }
  await db().account.updateMany({ where: { userId }, data: { lastSignInAt: new Date(Date.now() - 31 * DAY_MS) } })
  expect((await byKey()).status).toBe(200)
  await whileSo({ OIDC_RENEW_DAYS: 30, OIDC_NAME: 'Firm' }, async () => {
    expect(await byKey()).toEqual({
      status: 401,
      detail: 'Sign in with Firm again, the last time was over 30 days ago',
      says: expect.stringContaining('error_description="its person must sign in again"'),
    })
    const other = await newApiKey((await signUpUser()).id) // has no such login
    expect(await callerOf(new Request(env.APP_URL, { headers: { authorization: `Bearer ${other}` } }))).not.toBe('outdated')
    await signInAs(carla)
    expect((await byKey()).status).toBe(200)
  })
})

it('offers a changed address, and takes it only when that is asked for', async () => {
  const carla = someone()
  const { session = '' } = await signInAs(carla)
  const userId = await whoHas(session)
  const married = { ...carla, email: someone().email, name: 'Carla Beam' }
  await signInAs(married)
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ email: carla.email, name: 'Carla Column' })
  const { id: login_id } = await db().account.findFirstOrThrow({ where: { userId, email: married.email } })
  const take = async (id: string, cookie: string) => {
    const request = new Request(`${env.APP_URL}/api/account/logins/x/address`, { method: 'PUT', headers: { ...PAGE, cookie } })
    return (await takeAddress(request, { params: Promise.resolve({ login_id: id }) })).status
  }
  expect(await take(login_id, await signIn((await signUpUser()).id))).toBe(404)
  const other = await signUpUser(married.email)
  expect(await take(login_id, session)).toBe(409)
  await db().user.delete({ where: { id: other.id } })
  expect(await take(login_id, session)).toBe(204)
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ email: married.email })
})
