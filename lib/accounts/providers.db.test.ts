import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'
import { signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { portOf } from '#lib/start/port-of.ts'
import { DELETE as unlink } from '../../app/api/account/logins/[login_id]/route.ts'
import { POST as signOut } from '../../app/api/account/sign-out/route.ts'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...nextauth]/route.ts'
import { SESSION_COOKIE } from './sign-ins.ts'

/** Signing in through an OpenID Connect provider: a real one, small, on this machine. */

type Claims = { sub: string; email?: string | undefined; email_verified?: boolean; name?: string }

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const codes = new Map<string, Claims & { nonce: string | null }>()
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000)
  const body = { iss: env.OIDC_ISSUER, aud: env.OIDC_ID, iat: now, exp: now + 60, ...claims }
  const text = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(body)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const provider = createServer(async (request, response) => {
  const issuer = env.OIDC_ISSUER
  const answers: Record<string, () => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': async () => {
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      return {
        access_token: 'the-access-token',
        refresh_token: 'the-refresh-token',
        'not-before-policy': 0, // Keycloak says this
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken(codes.get(form.get('code') ?? '') ?? {}),
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
afterAll(() => void provider.close())

const PAGE = { 'sec-fetch-site': 'same-origin' }
const pairs = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)

/** The whole way of a browser that has these cookies and, at the provider, is the person of these claims. */
async function signInAs(claims: Claims, cookie = ''): Promise<{ to: string; session: string | undefined }> {
  const csrf = await authGet(new Request(`${env.APP_URL}/api/auth/csrf`, { headers: { ...PAGE, cookie } }))
  const { csrfToken } = await csrf.json()
  const jar = [cookie, ...pairs(csrf)]
  const start = await authPost(
    new Request(`${env.APP_URL}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { ...PAGE, cookie: jar.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, callbackUrl: '/settings/profile', json: 'true' }),
    }),
  )
  jar.push(...pairs(start))
  const asked = new URL((await start.json()).url)
  expect(asked.origin).toBe(env.OIDC_ISSUER)
  expect(asked.searchParams.get('redirect_uri')).toBe(`${env.APP_URL}/api/auth/callback/oidc`)
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
  const code = randomUUID()
  codes.set(code, { ...claims, nonce: asked.searchParams.get('nonce') })
  const query = new URLSearchParams({ code, state: asked.searchParams.get('state') ?? '' })
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

it('takes an address for confirmed only when the provider says that it has checked it', async () => {
  const { email_verified: _, ...unsaid } = someone()
  await signInAs(unsaid)
  const found = () => db().user.findUniqueOrThrow({ where: { email: unsaid.email } })
  expect((await found()).emailVerified).toBeNull()
  await signInAs({ ...unsaid, email_verified: true })
  expect((await found()).emailVerified).toBeInstanceOf(Date)
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
    expect(to).toBe(`/sign-in?error=${error}`)
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
