import { beforeAll, expect, it, vi } from 'vitest'
import { signUpUser } from '#lib/fixtures/verbs.ts'

/** Cookies of a service that is reached over https. */

const HERE = 'https://models.example'
let authGet: (request: Request) => Promise<Response>
let signIns: typeof import('./sign-ins.ts')

beforeAll(async () => {
  vi.stubEnv('APP_URL', HERE)
  vi.resetModules()
  authGet = (await import('../../app/api/auth/[...nextauth]/route.ts')).GET
  signIns = await import('./sign-ins.ts')
})

it('are bound to the host name, whoever sets them', async () => {
  const page = { origin: HERE, 'sec-fetch-site': 'same-origin' }
  const csrf = await authGet(new Request(`${HERE}/api/auth/csrf?callbackUrl=/connect`))
  const { csrfToken } = await csrf.json()
  const cookie = csrf.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const out = await authGet(
    new Request(`${HERE}/api/auth/signout`, {
      method: 'POST',
      headers: { ...page, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, json: 'true' }),
    }),
  )
  expect(out.status).toBe(200)
  const session = await signIns.setSessionCookie({ sub: 'u', signInId: 's', sessionVersion: 1 })
  const set = [...csrf.headers.getSetCookie(), ...out.headers.getSetCookie(), session, signIns.clearSessionCookie]
  const names = set.map((one) => one.split('=', 1)[0])
  expect(new Set(names)).toEqual(
    new Set(['csrf-token', 'callback-url', 'session-token'].map((name) => `__Host-next-auth.${name}`)),
  )
  for (const one of set) {
    expect(one).toMatch(/; Path=\/(;|$)/)
    expect(one).toMatch(/; Secure/)
    expect(one).toMatch(/; HttpOnly/)
    expect(one).not.toMatch(/domain/i)
  }
})

it('open a session under this name, and under no older one', async () => {
  const { id } = await signUpUser()
  const claims = (await signIns.createSignIn({ id, sessionVersion: 0 }, { userAgent: null, address: null }))!
  const value = (await signIns.setSessionCookie(claims)).split(/[=;]/)[1]
  const opened = (cookie: string) => signIns.signedIn(new Headers({ cookie }))
  expect((await opened(`__Host-next-auth.session-token=${value}`))?.userId).toBe(id)
  expect(await opened(`__Secure-next-auth.session-token=${value}`)).toBeNull()
})
