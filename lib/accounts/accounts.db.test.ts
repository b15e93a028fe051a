import { decode, encode } from 'next-auth/jwt'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { newApiKey, PASSWORD, signIn, signUpUser } from '#lib/fixtures/verbs.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOf } from '#lib/service/authenticate.ts'
import { POST as makePassword, PUT as setPassword } from '../../app/api/account/password/route.ts'
import { DELETE as endSession } from '../../app/api/account/sign-ins/[sign_in_id]/route.ts'
import { DELETE as endAllSessions } from '../../app/api/account/sign-ins/route.ts'
import { POST as signOut } from '../../app/api/account/sign-out/route.ts'
import { POST as signUp } from '../../app/api/account/sign-up/route.ts'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...nextauth]/route.ts'
import { KNOWN_BROWSER_COOKIE } from './known-browser.ts'
import { writeLastUsed } from './last-used.ts'
import { createSignIn, SESSION_COOKIE } from './sign-ins.ts'
import { takeGuess } from './throttle.ts'
import { changePassword } from './users.ts'

const HERE = env.APP_URL
const PAGE = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Browser/1' }
const SCOPES = ['mcp:models:read', 'mcp:models:write']

const request = (method: string, path: string, headers: Record<string, string> = PAGE, body?: unknown) =>
  new Request(HERE + path, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const context = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) })

/** `name=value` of the session cookie that an answer sets; empty when it clears it. */
function sessionIn(answer: Response): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  expect(set, 'a session cookie').toMatch(/; HttpOnly; SameSite=Lax$/i)
  return set?.split(';')[0] ?? ''
}

/** `name=value` of the cookie by which the browser is known. */
function knownBrowserIn(answer: Response): string {
  const set = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(`${KNOWN_BROWSER_COOKIE}=`))
  expect(set).toEqual([expect.stringMatching(/=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)])
  return set[0]!.split(';')[0]!
}

const whoHas = async (cookie: string) => {
  const caller = await callerOf(request('GET', '/api/construct-models', { ...PAGE, cookie }))
  return typeof caller === 'string' ? caller : caller.userId
}

/** Through next-auth, as its client does it: the CSRF token and its cookie, then the form. */
async function signInByForm(
  email: string,
  password: string,
  { cookie: own, ...more }: Record<string, string> = {},
): Promise<Response> {
  const csrf = await authGet(request('GET', '/api/auth/csrf'))
  const cookie = [...csrf.headers.getSetCookie().map((one) => one.split(';')[0]), ...(own ? [own] : [])].join('; ')
  const { csrfToken } = await csrf.json()
  return authPost(
    new Request(`${HERE}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { ...PAGE, cookie, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1', ...more },
      body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
    }),
  )
}

describe('signing up', () => {
  it('makes an account whose browser is signed in', async () => {
    const answer = await signUp(
      request('POST', '/api/account/sign-up', PAGE, { email: '  Anna@Example.COM ', password: PASSWORD, name: 'Anna' }),
      context(),
    )
    expect(answer.status).toBe(201)
    const { id, email } = await answer.json()
    expect(email).toBe('anna@example.com')
    expect(await whoHas(sessionIn(answer))).toBe(id)
    const row = await db().user.findUniqueOrThrow({ where: { id } })
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })

  it('says at each field what is wrong with it', async () => {
    const answer = await signUp(request('POST', '/api/account/sign-up', PAGE, { email: 'anna@', password: 'short' }), context())
    expect(answer.status).toBe(422)
    expect((await answer.json()).detail.map((issue: { loc: string[] }) => issue.loc)).toEqual([
      ['body', 'email'],
      ['body', 'password'],
    ])
  })

  it('refuses one of the most common passwords, for a new account and in place of an old one', async () => {
    const issue = {
      loc: ['body', 'password'],
      msg: 'Value error, this password is on the list of the most common ones',
      type: 'value_error',
    }
    const email = 'common@example.com'
    const refused = await signUp(request('POST', '/api/account/sign-up', PAGE, { email, password: 'Password123' }), context())
    expect([refused.status, await refused.json()]).toEqual([422, { detail: [issue] }])
    expect(await db().user.count({ where: { email } })).toBe(0)
    const cookie = await signIn((await signUpUser(email)).id)
    const body = { presentPassword: PASSWORD, password: 'qwertyuiop' }
    const kept = await setPassword(request('PUT', '/api/account/password', { ...PAGE, cookie }, body), context())
    expect([kept.status, await kept.json()]).toEqual([422, { detail: [issue] }])
    expect((await signInByForm(email, PASSWORD)).status).toBe(200)
  })

  it.each([['a\0b@example.com'], [7], [null], ['x'.repeat(300)]])('refuses %j as an address', async (email) => {
    const answer = await signUp(request('POST', '/api/account/sign-up', PAGE, { email, password: PASSWORD }), context())
    expect(answer.status).toBe(422)
  })

  it('makes one account of two sign-ups at once, whatever the case of the letters', async () => {
    const both = await Promise.all(
      ['twice@example.com', 'Twice@Example.com'].map((email) =>
        signUp(request('POST', '/api/account/sign-up', PAGE, { email, password: PASSWORD }), context()),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await db().user.count({ where: { email: 'twice@example.com' } })).toBe(1)
  })

  it('is refused while registration is closed', async () => {
    env.REGISTRATION = 'closed'
    try {
      const answer = await signUp(
        request('POST', '/api/account/sign-up', PAGE, { email: 'late@example.com', password: PASSWORD }),
        context(),
      )
      expect(answer.status).toBe(403)
      expect(await db().user.count({ where: { email: 'late@example.com' } })).toBe(0)
    } finally {
      env.REGISTRATION = 'open'
    }
  })
})

describe('signing in', () => {
  it('opens a session by password, whatever the case of the address', async () => {
    const user = await signUpUser('bert@example.com')
    const answer = await signInByForm(' Bert@example.com ', PASSWORD)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ url: `${HERE}/` })
    const cookie = sessionIn(answer)
    expect(await whoHas(cookie)).toBe(user.id)
    const shown = await authGet(request('GET', '/api/auth/session', { ...PAGE, cookie }))
    expect(Object.keys(await shown.json())).toEqual(['expires'])
    const row = await db().signIn.findFirstOrThrow({ where: { userId: user.id } })
    expect(row).toMatchObject({ userAgent: 'Browser/1', address: '192.0.2.1' })
  })

  it('answers a wrong password and an unknown address alike', async () => {
    const user = await signUpUser()
    const answers = await Promise.all([signInByForm(user.email, 'not this one at all'), signInByForm('no@example.com', PASSWORD)])
    const bodies = await Promise.all(answers.map(async (answer) => ({ status: answer.status, body: await answer.json() })))
    expect(bodies[0]).toEqual({ status: 401, body: { url: expect.stringContaining('error=CredentialsSignin') } })
    expect(bodies[1]).toEqual(bodies[0])
    expect(answers.flatMap((answer) => answer.headers.getSetCookie()).join()).not.toContain(SESSION_COOKIE)
  })

  it('is closed to a disabled user, whose open sessions and keys end too', async () => {
    const user = await signUpUser()
    const [cookie, key] = [await signIn(user.id), await newApiKey(user.id)]
    await db().user.update({ where: { id: user.id }, data: { disabledAt: new Date() } })
    expect((await signInByForm(user.email, PASSWORD)).status).toBe(401)
    expect(await whoHas(cookie)).toBe('absent')
    expect(await callerOf(request('GET', '/x', { authorization: `Bearer ${key}` }))).toBe('invalid')
  })

  it('needs the CSRF token and a page of ours', async () => {
    const user = await signUpUser()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = () => new URLSearchParams({ email: user.email, password: PASSWORD, json: 'true' })
    const post = (headers: Record<string, string>) =>
      authPost(
        new Request(`${HERE}/api/auth/callback/credentials`, { method: 'POST', headers: { ...form, ...headers }, body: body() }),
      )
    const without = await post(PAGE)
    expect((await without.json()).url).toContain('csrf=true')
    expect(without.headers.getSetCookie().join()).not.toContain(SESSION_COOKIE)
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  })

  it.each(['https://evil.example', '//evil', '/\\evil', 'https:evil', '%2f%2fevil', ':::'])(
    'never carries %s along as the way back',
    async (callbackUrl) => {
      const query = new URLSearchParams({ callbackUrl })
      const answer = await authGet(
        request('GET', `/api/auth/signin?${query}`, {
          ...PAGE,
          cookie: `next-auth.callback-url=${encodeURIComponent(callbackUrl)}`,
        }),
      )
      expect(answer.status).toBe(302)
      const to = new URL(answer.headers.get('location') ?? '', HERE)
      expect(to.pathname).toBe('/sign-in')
      expect(to.searchParams.get('callbackUrl')).toBe(`${HERE}/`)
    },
  )

  it('answers no client with a 5xx, at any of its addresses by any method', async () => {
    const actions = ['csrf', 'providers', 'session', 'signin', 'signout', 'callback', 'error', '_log', 'nothing', '']
    const seconds = ['', '/', '/credentials', '/oidc', '/nothing', '/x/y']
    const queries = ['', '?code=1&state=2', '?error=%00', '?callbackUrl=http%3A%2F%2F%5B', '?callbackUrl=a&callbackUrl=b']
    const csrf = await authGet(request('GET', '/api/auth/csrf'))
    const { csrfToken } = await csrf.json()
    const cookie = `${csrf.headers.getSetCookie()[0]?.split(';')[0]}; a=%; next-auth.session-token=no.such.token`
    const type = 'application/x-www-form-urlencoded'
    for (const action of actions) {
      for (const path of seconds.flatMap((second) => queries.map((query) => `/api/auth/${action}${second}${query}`))) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const body = method === 'POST' ? new URLSearchParams({ csrfToken }) : undefined
          const headers = { ...PAGE, cookie, ...(body && { 'content-type': type }) }
          const answer = await authGet(new Request(HERE + path, { method, headers, ...(body && { body }) }))
          expect(answer.status, `${method} ${path}`).toBeLessThan(500)
        }
      }
    }
  })

  it('takes a password by POST only', async () => {
    const answer = await authGet(request('GET', '/api/auth/callback/credentials?email=a&password=b', PAGE))
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await answer.json()).toMatchObject({ status: 405, requestId: expect.any(String) })
  })
})

describe('ending sessions', () => {
  it('signing out ends every copy of the cookie, and no other session', async () => {
    const user = await signUpUser()
    const [here, elsewhere] = [await signIn(user.id), await signIn(user.id)]
    const answer = await signOut(request('POST', '/api/account/sign-out', { ...PAGE, cookie: here }), context())
    expect(answer.status).toBe(204)
    expect(sessionIn(answer).split('=')[1]).toBe('')
    expect(await whoHas(here)).toBe('absent')
    expect(await whoHas(elsewhere)).toBe(user.id)
  })

  it("next-auth's own sign-out does the same", async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const csrf = await authGet(request('GET', '/api/auth/csrf'))
    const csrfCookie = csrf.headers.getSetCookie()[0]?.split(';')[0]
    const { csrfToken } = await csrf.json()
    await authPost(
      new Request(`${HERE}/api/auth/signout`, {
        method: 'POST',
        headers: { ...PAGE, cookie: `${cookie}; ${csrfCookie}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrfToken, json: 'true' }),
      }),
    )
    expect(await whoHas(cookie)).toBe('absent')
  })

  it('next-auth does not refresh the copy of an ended session', async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    await signOut(request('POST', '/api/account/sign-out', { ...PAGE, cookie }), context())
    const answer = await authGet(request('GET', '/api/auth/session', { ...PAGE, cookie }))
    expect(await answer.json()).toEqual({})
    expect(answer.headers.getSetCookie().join()).toMatch(new RegExp(`${SESSION_COOKIE}=;`))
  })

  it('a new password ends every session; the browser that set it gets a new one', async () => {
    const user = await signUpUser()
    const [here, elsewhere] = [await signIn(user.id), await signIn(user.id)]
    const body = { presentPassword: PASSWORD, password: 'a better one, much longer' }
    const answer = await setPassword(request('PUT', '/api/account/password', { ...PAGE, cookie: here }, body), context())
    expect(answer.status).toBe(204)
    expect(await whoHas(here)).toBe('absent')
    expect(await whoHas(elsewhere)).toBe('absent')
    expect(await whoHas(sessionIn(answer))).toBe(user.id)
    expect((await signInByForm(user.email, PASSWORD)).status).toBe(401)
    expect((await signInByForm(user.email, body.password)).status).toBe(200)
  })

  it('needs the present password for a new one', async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const body = { presentPassword: 'a guess of mine', password: 'a better one, much longer' }
    const answer = await setPassword(request('PUT', '/api/account/password', { ...PAGE, cookie }, body), context())
    expect(answer.status).toBe(422)
    expect((await answer.json()).detail[0].loc).toEqual(['body', 'presentPassword'])
    expect(await whoHas(cookie)).toBe(user.id)
  })

  it('signing out everywhere ends every session, and what connected apps may', async () => {
    const user = await signUpUser()
    const cookies = [await signIn(user.id), await signIn(user.id), await signIn(user.id)]
    await endAllSessions(request('DELETE', '/api/account/sign-ins', { ...PAGE, cookie: cookies[0]! }), context())
    expect(await Promise.all(cookies.map(whoHas))).toEqual(['absent', 'absent', 'absent'])
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ sessionVersion: 1 })
  })

  it('ends one session of mine, and none of another user', async () => {
    const [mine, theirs] = [await signUpUser(), await signUpUser()]
    const cookies = [await signIn(mine.id), await signIn(mine.id), await signIn(theirs.id)] as const
    const idIn = async (cookie: string) =>
      String((await decode({ token: cookie.slice(SESSION_COOKIE.length + 1), secret: authSecret() }))?.signInId)
    const end = async (sign_in_id: string) =>
      (await endSession(request('DELETE', '/api/account/sign-ins/x', { ...PAGE, cookie: cookies[0] }), context({ sign_in_id })))
        .status
    expect(await end(await idIn(cookies[2]))).toBe(404)
    expect(await end(await idIn(cookies[1]))).toBe(204)
    expect(await end(await idIn(cookies[1]))).toBe(404)
    expect(await Promise.all(cookies.map(whoHas))).toEqual([mine.id, 'absent', theirs.id])
  })

  it('a session that is over by the clock, of another secret, or of a made-up row counts for nothing', async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const claims = await decode({ token: cookie.slice(SESSION_COOKIE.length + 1), secret: authSecret() })
    const forged = async (token: object, secret: string) => `${SESSION_COOKIE}=${await encode({ token: { ...token }, secret })}`
    expect(await whoHas(await forged(claims!, 'another secret, thirty-two characters or more'))).toBe('absent')
    expect(await whoHas(await forged({ ...claims, signInId: 'made-up' }, authSecret()))).toBe('absent')
    expect(await whoHas(await forged({ ...claims, sub: 'somebody-else' }, authSecret()))).toBe('absent')
    expect(await whoHas(await forged({ sub: user.id }, authSecret()))).toBe('absent')
    expect(await whoHas(cookie)).toBe(user.id)
    await db().signIn.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect(await whoHas(cookie)).toBe('absent')
  })
})

describe('at the same moment', () => {
  const change = (cookie: string, password: string) => {
    const body = { presentPassword: PASSWORD, password }
    return setPassword(request('PUT', '/api/account/password', { ...PAGE, cookie }, body), context())
  }

  it('of two changes of the password one counts, and the other session has ended', async () => {
    const user = await signUpUser()
    const cookies = [await signIn(user.id), await signIn(user.id)] as const
    const passwords = ['the first of two passwords', 'the second of two passwords'] as const
    const answers = await Promise.all([change(cookies[0], passwords[0]), change(cookies[1], passwords[1])])
    const statuses = answers.map(({ status }) => status)
    expect([...statuses].sort()).toEqual([204, 401])
    const won = statuses.indexOf(204)
    expect(await whoHas(sessionIn(answers[won]!))).toBe(user.id)
    expect((await signInByForm(user.email, passwords[won]!)).status).toBe(200)
    expect((await signInByForm(user.email, passwords[1 - won]!)).status).toBe(401)
  })

  it('a sign-in with the old password leaves no session behind a change', async () => {
    for (let round = 0; round < 4; round++) {
      const user = await signUpUser()
      const [answer, ...signedIn] = await Promise.all([
        change(await signIn(user.id), 'a better one, much longer'),
        ...Array.from({ length: 4 }, () => signInByForm(user.email, PASSWORD)),
      ])
      const mine = sessionIn(answer)
      for (const other of signedIn) {
        const cookie = other.headers.getSetCookie().find((one) => one.startsWith(`${SESSION_COOKIE}=`))
        if (cookie) expect(await whoHas(cookie.split(';')[0]!)).toBe('absent')
      }
      // What is listed under Sessions is what is alive.
      expect(await whoHas(mine)).toBe(user.id)
      expect(await db().signIn.count({ where: { userId: user.id } })).toBe(1)
    }
  })

  it('a password proved before it changed, or before the account was disabled, begins no session', async () => {
    const [changed, disabled] = [await signUpUser(), await signUpUser()]
    const from = { userAgent: null, address: null }
    await changePassword({ id: changed.id, sessionVersion: 0 }, 'a better one, much longer')
    await db().user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } })
    for (const { id } of [changed, disabled]) {
      expect(await createSignIn({ id, sessionVersion: 0 }, from)).toBeNull()
      expect(await db().signIn.count({ where: { userId: id } })).toBe(0)
    }
  })
})

describe('accounts change from our own pages only', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{}, 403],
    [{ origin: 'http://localhost:3000' }, 204],
  ])('sign-out with %j: %i', async (headers, status) => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const answer = await signOut(
      request('POST', '/api/account/sign-out', { ...(headers as Record<string, string>), cookie }),
      context(),
    )
    expect(answer.status).toBe(status)
    expect(await whoHas(cookie)).toBe(status === 403 ? user.id : 'absent')
  })

  it('takes no API key in place of a session, and says which methods an address takes', async () => {
    const user = await signUpUser()
    const authorization = `Bearer ${await newApiKey(user.id)}`
    const body = { presentPassword: PASSWORD, password: 'a better one, much longer' }
    expect((await setPassword(request('PUT', '/api/account/password', { ...PAGE, authorization }, body), context())).status).toBe(
      401,
    )
    const wrong = await makePassword(request('POST', '/api/account/password', PAGE, body), context())
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'PUT'])
  })
})

describe('throttling', () => {
  beforeAll(() => {
    env.RATE_LIMIT = 'on'
    return () => {
      env.RATE_LIMIT = 'off'
    }
  })

  it('stops guesses at one account after ten, also at the right password, and lets others in', async () => {
    const [victim, other] = [await signUpUser(), await signUpUser()]
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signInByForm(victim.email, 'not this one at all')))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = guesses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const right = await signInByForm(victim.email.toUpperCase(), PASSWORD)
    expect([right.status, (await right.json()).url]).toEqual([429, expect.stringContaining('error=TooManyAttempts')])
    expect((await signInByForm(other.email, PASSWORD)).status).toBe(200)
    // From elsewhere the owner gets in.
    expect((await signInByForm(victim.email, PASSWORD, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200)
  })

  describe('while strangers guess at an account from many networks', () => {
    const START = Date.parse('2030-05-01T08:00:00Z')
    const SECOND = 1000
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: START })
      return () => void vi.useRealTimers()
    })

    let attacks = 0
    /** A hundred wrong passwords, ten from each network: as many in an hour as the account takes from unknown browsers. */
    async function attack(guess: (network: string) => Promise<unknown>) {
      attacks++ // each from elsewhere: what networks did is remembered longer than these tests take
      for (let network = 0; network < 10; network++) {
        await Promise.all(Array.from({ length: 10 }, () => guess(`203.${attacks}.113.${network}`)))
      }
    }
    const byForm = (email: string) =>
      attack(async (network) => {
        const { status } = await signInByForm(email, 'not this one at all', { 'x-forwarded-for': network })
        expect(status).toBe(401)
      })
    /** The same without the work for each password. */
    const counted = (account: string) => attack(async (network) => expect(await takeGuess({ account, network })).toBeNull())
    const HOME = { 'x-forwarded-for': '198.51.100.20' }
    const waitOf = (answer: Response) => [answer.status, Number(answer.headers.get('retry-after'))]

    /** Takes what all strangers share, now and whenever it is to be had, from prefixes that have used up their own. */
    const hog = async (account: string) => {
      for (let prefix = 0; prefix < 3; prefix++) {
        for (let guess = 0; guess < 4; guess++) await takeGuess({ account, network: `192.${prefix}.7.${guess}` })
      }
      expect(await takeGuess({ account, network: '192.0.7.9' })).toBeGreaterThan(0)
    }

    it('the owner gets in at once from a browser that has signed in before', async () => {
      const user = await signUpUser()
      const cookie = knownBrowserIn(await signInByForm(user.email, PASSWORD, HOME))
      vi.setSystemTime(START + 300 * 24 * 3600 * SECOND)
      await byForm(user.email)
      await hog(user.email)
      expect((await signInByForm(user.email, PASSWORD, { 'x-forwarded-for': '192.0.7.50' })).status).toBe(429)
      for (const from of [HOME, { 'x-forwarded-for': '203.0.113.1' }]) {
        expect((await signInByForm(user.email, PASSWORD, { ...from, cookie })).status).toBe(200)
      }
    })

    it('the owner gets in from any other browser, however many addresses strangers have elsewhere', async () => {
      const user = await signUpUser()
      await counted(user.email)
      for (let second = 0; second <= 30; second += 10) {
        vi.setSystemTime(START + second * SECOND)
        await hog(user.email)
        const from = { 'x-forwarded-for': `198.51.${second}.20` }
        expect((await signInByForm(user.email, 'mistyped at first', from)).status).toBe(401)
        expect((await signInByForm(user.email, PASSWORD, from)).status).toBe(200)
      }
    })

    it('guesses of one prefix are three an hour then, and beyond them one in ten seconds of all strangers', async () => {
      const user = await signUpUser()
      await counted(user.email)
      const statuses: number[] = []
      for (let last = 1; last <= 5; last++) {
        const from = { 'x-forwarded-for': `192.0.2.${last}` }
        statuses.push((await signInByForm(user.email, 'not this one', from)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 429])
      vi.setSystemTime(START + 4 * SECOND)
      const refused = await signInByForm(user.email, PASSWORD, { 'x-forwarded-for': '192.0.2.9' })
      expect(waitOf(refused)).toEqual([429, 6])
      expect((await refused.json()).url).toContain('error=TooManyAttempts_6')
      vi.setSystemTime(START + 9.9 * SECOND)
      expect(waitOf(await signInByForm(user.email, PASSWORD, { 'x-forwarded-for': '192.0.2.9' }))).toEqual([429, 1])
      vi.setSystemTime(START + 10 * SECOND)
      expect((await signInByForm(user.email, PASSWORD, { 'x-forwarded-for': '192.0.2.9' })).status).toBe(200)
      // An IPv6 customer has a /48 at most, and so many tries with it.
      const other = await signUpUser()
      await counted(other.email)
      await hog(other.email)
      const of48: (number | null)[] = []
      for (let network = 1; network <= 5; network++)
        of48.push(await takeGuess({ account: other.email, network: `2001:db8:7:${network}::` }))
      expect(of48.map((wait) => wait === null)).toEqual([true, true, true, false, false])
    })

    it('a prefix from which the account is signed in has fifty guesses an hour that no stranger takes', async () => {
      const user = await signUpUser()
      expect((await signInByForm(user.email, PASSWORD, HOME)).status).toBe(200)
      await counted(user.email)
      await hog(user.email)
      let looked = 0
      for (let guess = 0; guess < 60; guess++) {
        const from = { 'x-forwarded-for': `198.51.100.${100 + Math.floor(guess / 10)}` } // ten from each address
        if ((await signInByForm(user.email, 'not this one', from)).status === 401) looked++
      }
      expect(looked).toBe(53) // and the three that any prefix has
      const elsewhere = await signUpUser()
      await counted(elsewhere.email)
      await hog(elsewhere.email)
      const statuses: number[] = []
      for (let guess = 0; guess < 5; guess++) statuses.push((await signInByForm(elsewhere.email, 'not this one', HOME)).status)
      expect(statuses).toEqual([401, 401, 401, 429, 429])
    })

    it('a known browser has ten guesses too, and another account or a new password makes it unknown', async () => {
      const [user, other] = [await signUpUser(), await signUpUser()]
      const cookie = knownBrowserIn(await signInByForm(user.email, PASSWORD, HOME))
      const guesses = await Promise.all(
        Array.from({ length: 12 }, () => signInByForm(user.email, 'not this one', { ...HOME, cookie })),
      )
      expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
      // What one browser spent is no other's loss.
      expect((await signInByForm(user.email, PASSWORD, HOME)).status).toBe(200)

      vi.setSystemTime(START + 3600 * SECOND)
      await counted(other.email)
      await counted(user.email)
      const tries = async (email: string, more: Record<string, string>) => {
        await hog(email)
        return (await signInByForm(email, PASSWORD, { 'x-forwarded-for': '192.0.7.50', ...more })).status
      }
      expect(await tries(other.email, { cookie })).toBe(429)
      expect(await tries(user.email, { cookie: `${cookie}x` })).toBe(429)
      expect(await tries(user.email, { cookie: `${KNOWN_BROWSER_COOKIE}=%` })).toBe(429)
      expect(await tries(user.email, { cookie })).toBe(200)
      await changePassword({ id: user.id, sessionVersion: 0 }, 'a better one, much longer')
      const from = { 'x-forwarded-for': '192.0.7.50', cookie }
      expect((await signInByForm(user.email, 'a better one, much longer', from)).status).toBe(429)
    })

    it('one browser is known to each of the people who share it, and a new password keeps it known', async () => {
      const [anna, bert] = [await signUpUser(), await signUpUser()]
      const first = knownBrowserIn(await signInByForm(anna.email, PASSWORD, HOME))
      const both = knownBrowserIn(await signInByForm(bert.email, PASSWORD, { ...HOME, cookie: first }))
      expect(both.split('.')).toHaveLength(2)
      const session = await signIn(anna.id)
      const body = { presentPassword: PASSWORD, password: 'a better one, much longer' }
      const headers = { ...PAGE, cookie: `${session}; ${both}` }
      const after = knownBrowserIn(await setPassword(request('PUT', '/api/account/password', headers, body), context()))
      for (const [email, password] of [
        [anna.email, body.password],
        [bert.email, PASSWORD],
      ] as const) {
        vi.setSystemTime(Date.now() + 3600 * SECOND)
        await counted(email)
        await signInByForm(email, 'not this one', { 'x-forwarded-for': '203.0.113.97' })
        expect((await signInByForm(email, password, { ...HOME, cookie: after })).status).toBe(200)
      }
    })

    it('does not keep the owner from changing the password', async () => {
      const user = await signUpUser()
      const cookie = await signIn(user.id)
      await counted(user.email)
      await hog(user.email)
      const body = { presentPassword: PASSWORD, password: 'a better one, much longer' }
      const headers = { ...PAGE, cookie, 'x-forwarded-for': '203.0.113.1' }
      expect((await setPassword(request('PUT', '/api/account/password', headers, body), context())).status).toBe(204)
    })
  })

  it('stops guesses at the present password by a session, and leaves signing in open', async () => {
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const body = { presentPassword: 'a guess of mine', password: 'a better one, much longer' }
    const guess = () => setPassword(request('PUT', '/api/account/password', { ...PAGE, cookie }, body), context())
    const statuses = (await Promise.all(Array.from({ length: 11 }, guess))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(10).fill(422), 429])
    expect((await signInByForm(user.email, PASSWORD, { 'x-forwarded-for': '198.51.100.30' })).status).toBe(200)
  })

  it('forgets the guesses before a right password', async () => {
    const user = await signUpUser()
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 5; guess++) expect((await signInByForm(user.email, 'not this one at all')).status).toBe(401)
      expect((await signInByForm(user.email, PASSWORD)).status).toBe(200)
    }
  })

  it('stops an address that signs up again and again', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) {
      const headers = { ...PAGE, 'x-forwarded-for': '203.0.113.9' }
      const body = { email: `many-${i}@example.com`, password: PASSWORD }
      statuses.push((await signUp(request('POST', '/api/account/sign-up', headers, body), context())).status)
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429, 429])
  })
})

describe('callerOf', () => {
  it('knows an API key by its scopes, and notes when it was used', async () => {
    const user = await signUpUser()
    const key = await newApiKey(user.id, ['mcp:models:read'])
    expect(key).toMatch(/^smk_[\w-]{43}$/)
    const caller = await callerOf(request('GET', '/x', { authorization: `bearer ${key}` }))
    const row = await db().apiKey.findFirstOrThrow({ where: { userId: user.id } })
    expect(caller).toEqual({
      userId: user.id,
      via: 'api_key',
      scopes: new Set(['mcp:models:read']),
      principal: `key:${row.id}`,
      clientName: 'test',
    })
    expect(JSON.stringify(row)).not.toContain(key)
  })

  it('says when it was last used, once a minute', async () => {
    const user = await signUpUser()
    const authorization = `Bearer ${await newApiKey(user.id)}`
    const useAt = async (before: Date | null) => {
      await db().apiKey.updateMany({ where: { userId: user.id }, data: { lastUsedAt: before } })
      await callerOf(request('GET', '/x', { authorization }))
      await writeLastUsed()
      return (await db().apiKey.findFirstOrThrow({ where: { userId: user.id } })).lastUsedAt
    }
    const since = Date.now()
    expect((await useAt(null))?.getTime()).toBeGreaterThanOrEqual(since)
    const now = new Date(Date.now() + 30_000)
    expect(await useAt(now)).toEqual(now)
    expect((await useAt(new Date(since - 61_000)))?.getTime()).toBeGreaterThanOrEqual(since)
  })

  it('refuses a key that has expired or was revoked', async () => {
    const user = await signUpUser()
    const expired = await newApiKey(user.id, undefined, new Date(Date.now() - 1))
    const revoked = await newApiKey(user.id)
    const good = { authorization: `Bearer ${revoked}` }
    expect(await callerOf(request('GET', '/x', good))).toMatchObject({ userId: user.id, scopes: new Set(SCOPES) })
    await db().apiKey.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } })
    expect(await callerOf(request('GET', '/x', good))).toBe('invalid')
    expect(await callerOf(request('GET', '/x', { authorization: `Bearer ${expired}` }))).toBe('invalid')
  })

  it('takes the bearer before the cookie; a broken one is not saved by a good cookie', async () => {
    const [keyOwner, cookieOwner] = [await signUpUser(), await signUpUser()]
    const cookie = await signIn(cookieOwner.id)
    const key = await newApiKey(keyOwner.id)
    const ask = (headers: Record<string, string>) => callerOf(request('POST', '/x', { ...PAGE, cookie, ...headers }))
    expect(await ask({})).toMatchObject({ userId: cookieOwner.id, via: 'session', scopes: new Set(SCOPES) })
    expect(await ask({ authorization: `Bearer ${key}` })).toMatchObject({ userId: keyOwner.id, via: 'api_key' })
    for (const authorization of [
      `Bearer ${key}x`,
      'Bearer smk_',
      'Bearer smt_at_unknown',
      'Bearer',
      'Bearer  ',
      'Basic YTpi',
      `${key}`,
      '',
    ]) {
      expect(await ask({ authorization }), authorization).toBe('invalid')
    }
  })

  it('takes a bearer from anywhere, but a cookie from our own pages only', async () => {
    const user = await signUpUser()
    const [cookie, key] = [await signIn(user.id), await newApiKey(user.id)]
    const ask = async (method: string, headers: Record<string, string>) => {
      const caller = await callerOf(request(method, '/x', headers))
      return typeof caller === 'string' ? caller : caller.via
    }
    expect(await ask('POST', { authorization: `Bearer ${key}`, 'sec-fetch-site': 'cross-site' })).toBe('api_key')
    expect(await ask('POST', { cookie, 'sec-fetch-site': 'cross-site' })).toBe('absent')
    expect(await ask('GET', { cookie, 'sec-fetch-site': 'cross-site' })).toBe('absent')
    expect(await ask('POST', { cookie, origin: 'https://evil.example' })).toBe('absent')
    expect(await ask('POST', { cookie })).toBe('absent')
    expect(await ask('GET', { cookie, 'sec-fetch-site': 'none' })).toBe('session')
    expect(await ask('GET', {})).toBe('absent')
  })
})

describe('another provider', () => {
  beforeEach(() => void vi.resetModules())

  it('is linked to nobody by the copy of an ended session', async () => {
    const { optionsFor } = await import('./next-auth.ts')
    const user = await signUpUser()
    const cookie = await signIn(user.id)
    const token = cookie.slice(SESSION_COOKIE.length + 1)
    const decodeSession = optionsFor(new Headers(), { wait() {}, setCookie() {} }, { issuer: undefined, goingTo: '/' }).jwt
      ?.decode
    expect(await decodeSession?.({ token, secret: authSecret() })).toMatchObject({ sub: user.id })
    await signOut(request('POST', '/api/account/sign-out', { ...PAGE, cookie }), context())
    expect(await decodeSession?.({ token, secret: authSecret() })).toBeNull()
  })
})
