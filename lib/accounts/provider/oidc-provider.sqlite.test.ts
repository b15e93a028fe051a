import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { freePort } from '#lib/start/free-port.mjs'
import { GET as authGet, POST as authPost } from '../../../app/api/auth/[...nextauth]/route.ts'
import { SESSION_COOKIE } from '../sign-ins.ts'
import { forgetDiscovery } from './oidc.ts'

/** Signing in through the OpenID Connect provider of npm, with thin ID tokens (its default) and full ones. */

const before = { ...env }
const server = createServer()
beforeAll(async () => {
  const port = await freePort()
  Object.assign(env, { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_ID: 'models', OIDC_SECRET: 'a secret of theirs' })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  Object.assign(env, before, { OIDC_ISSUER: undefined, OIDC_ID: undefined, OIDC_SECRET: undefined })
  forgetDiscovery()
})

function serveProvider(isThin: boolean, isVerified: boolean): void {
  const provider = new Provider(env.OIDC_ISSUER ?? '', {
    clients: [
      { client_id: 'models', client_secret: 'a secret of theirs', redirect_uris: [`${env.APP_URL}/api/auth/callback/oidc`] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: isThin,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email: `${accountId}@example.com`, email_verified: isVerified, name: 'Carla Column' }),
    }),
  })
  server.removeAllListeners('request')
  server.on('request', provider.callback())
  forgetDiscovery()
}

type Jar = Map<string, string>
const cookieOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

function keep(jar: Jar, answer: Response): Response {
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    jar.set(name, value)
  }
  return answer
}

/** The whole way of a browser, the provider's own pages too; where it ends, and whether there is a session. */
async function signInAs(login: string): Promise<{ to: string; isSignedIn: boolean }> {
  const [here, there]: [Jar, Jar] = [new Map(), new Map()]
  const page = { 'sec-fetch-site': 'same-origin' }
  const begun = await authPost(
    new Request(`${env.APP_URL}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { ...page, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ callbackUrl: '/settings/profile' }),
    }),
  )
  const [, first = ''] = /content="0; url=([^"]+)"/.exec(await keep(here, begun).text()) ?? []
  let address = first.replaceAll('&amp;', '&')
  while (!address.startsWith(env.APP_URL)) {
    const answer = keep(there, await fetch(address, { headers: { cookie: cookieOf(there) }, redirect: 'manual' }))
    const [, action, prompt] = /action="([^"]+)".*?name="prompt" value="(\w+)"/s.exec(await answer.text()) ?? []
    if (action === undefined) {
      address = new URL(answer.headers.get('location') ?? '', address).href
      continue
    }
    const body = new URLSearchParams({ prompt: prompt ?? '', login, password: 'any' })
    const headers = { cookie: cookieOf(there) }
    const sent = await fetch(new URL(action, address), { method: 'POST', headers, body, redirect: 'manual' })
    address = new URL(keep(there, sent).headers.get('location') ?? '', address).href
  }
  const back = keep(
    here,
    await authGet(new Request(address, { headers: { 'sec-fetch-site': 'cross-site', cookie: cookieOf(here) } })),
  )
  return {
    to: (back.headers.get('location') ?? '').replace(env.APP_URL, ''),
    isSignedIn: (here.get(SESSION_COOKIE) ?? '') !== '',
  }
}

it.each([
  ['thin', true],
  ['full', false],
])('signs in with %s ID tokens, and a second time', async (_, isThin) => {
  serveProvider(isThin, true)
  const login = randomUUID()
  expect(await signInAs(login)).toEqual({ to: '/settings/profile', isSignedIn: true })
  const user = await db().user.findUniqueOrThrow({ where: { email: `${login}@example.com` }, include: { accounts: true } })
  expect(user).toMatchObject({ name: 'Carla Column', accounts: [{ issuer: env.OIDC_ISSUER, providerAccountId: login }] })
  expect(await signInAs(login)).toEqual({ to: '/settings/profile', isSignedIn: true })
  expect(await db().account.count({ where: { userId: user.id } })).toBe(1)
})

it('leaves out whose address it has not verified', async () => {
  serveProvider(true, false)
  expect(await signInAs(randomUUID())).toEqual({ to: '/sign-in?error=EmailNotVerified&by=oidc', isSignedIn: false })
})
