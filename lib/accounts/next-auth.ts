import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Account, NextAuthOptions, User } from 'next-auth'
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters'
import type { JWT } from 'next-auth/jwt'
import { z } from 'zod'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import { log } from '#lib/log.ts'
import { isFirstInAMinute } from '#lib/seldom.ts'
import { tell } from './account-event.ts'
import { isClosed } from './closing.ts'
import { isKnownBrowser, knownBrowserCookie } from './known-browser.ts'
import { credentialsProvider, gitHubProvider, googleProvider } from './next-auth-package.ts'
import { samePath } from './same-path.ts'
import { authSecret, COOKIE_PREFIX, createSignIn, endSignIn, openSession, SESSION_SECONDS, signedIn } from './sign-ins.ts'
import { giveBackGuess, takeGuess } from './throttle.ts'
import { makeUserToken } from './user-tokens.ts'
import { confirmEmail, Email, matchesPassword, userByEmail } from './users.ts'

/** The ways in beside the password, by the variables that are set. */
function externalProviders(): NextAuthOptions['providers'] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET, OIDC_ISSUER, OIDC_ID, OIDC_SECRET, OIDC_NAME } = env
  const found: NextAuthOptions['providers'] = []
  if (GITHUB_ID && GITHUB_SECRET) found.push(gitHubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }))
  if (GOOGLE_ID && GOOGLE_SECRET) {
    found.push(googleProvider({ clientId: GOOGLE_ID, clientSecret: GOOGLE_SECRET, checks: ['pkce', 'state', 'nonce'] }))
  }
  if (OIDC_ISSUER && OIDC_ID && OIDC_SECRET) {
    found.push({
      id: 'oidc',
      name: OIDC_NAME ?? 'OpenID Connect',
      type: 'oauth',
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
      clientId: OIDC_ID,
      clientSecret: OIDC_SECRET,
      authorization: { params: { scope: 'openid email profile' } },
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      profile: ({ sub, name, preferred_username, email }) => ({ id: sub, name: name ?? preferred_username ?? null, email }),
    })
  }
  return found
}

/** For the buttons: `id` is what `next-auth/react`'s `signIn` takes. */
export const loginProviders = externalProviders().map(({ id, name }) => ({ id, name }))

/** Who has proved who they are: `authorize` below has begun the session already, the adapter gives the whole row. */
const Proved = z.object({ id: z.string(), sessionVersion: z.number(), signInId: z.string().optional() })

/** Our choice among the forms that next-auth's `Adapter` allows its methods. */
type OurAdapter = Adapter & {
  createUser(user: Omit<AdapterUser, 'id'>): Promise<AdapterUser>
  getUserByEmail(email: string): Promise<AdapterUser | null>
  linkAccount(account: AdapterAccount): Promise<void>
}

function adapter(): Adapter {
  // Typed for next-auth 5 and for @prisma/client's own class; what it does is next-auth 4's contract, on our client.
  const prisma = PrismaAdapter(db() as never) as OurAdapter
  return {
    ...prisma,
    createUser: (user: Omit<AdapterUser, 'id'>) => prisma.createUser({ ...user, email: Email.parse(user.email) }),
    getUserByEmail: (email) => prisma.getUserByEmail(Email.safeParse(email).data ?? email),
    // Providers send more fields than the table has, and tokens that we have no use for: not kept.
    linkAccount: ({ userId, type, provider, providerAccountId }: AdapterAccount) =>
      prisma.linkAccount({ userId, type, provider, providerAccountId }),
  }
}

/** next-auth's own cookies under our prefix; its way of prefixing would let a neighbouring host set some of them. */
function hostCookies(): Exclude<NextAuthOptions['cookies'], undefined> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: COOKIE_PREFIX !== '' } as const
  const cookie = (name: string, more = {}) => ({ name: `${COOKIE_PREFIX}next-auth.${name}`, options: { ...options, ...more } })
  const brief = { maxAge: 15 * 60 }
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', brief),
    state: cookie('state', brief),
    nonce: cookie('nonce'),
  }
}

type Proposed = Parameters<NonNullable<NonNullable<NextAuthOptions['callbacks']>['signIn']>>[0]

class TooManyAttempts extends Error {}
/** Its message is the way back: whoever hears it has just proved that the account is theirs. */
class ClosedAccount extends Error {}

const WAY_BACK_MS = 30 * 60 * 1000
const wayBack = async ({ id, email }: { id: string; email: string }): Promise<string> =>
  (await makeUserToken({ userId: id, email, purpose: 'reopen', by: 'account', lives: WAY_BACK_MS })).token

/** next-auth puts the message of what is thrown into the address that the browser goes to: none of ours may stand there. */
function secretly<A extends unknown[], T>(work: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  return async (...given) => {
    try {
      return await work(...given)
    } catch (error) {
      if (error instanceof TooManyAttempts || error instanceof ClosedAccount) throw error
      log.error('signing in failed', { error })
      throw new Error('Internal')
    }
  }
}

/** What the answer says beside next-auth's own: how long a throttled person has to wait, and a cookie of ours. */
type Beside = { wait: (seconds: number) => void; setCookie: (cookie: string) => void }

/** Built for one request: a new session notes where it came from. */
export function optionsFor(headers: Headers, beside: Beside): NextAuthOptions {
  const from = { userAgent: headers.get('user-agent'), address: clientAddress(headers) }

  let provedAddress: string | undefined

  const failed = (userId: string | null, about: Record<string, unknown>) =>
    tell(headers, { userId, action: 'account.sign_in', result: 'failed', about })

  async function begin(user: { id: string; sessionVersion: number }, by: string): Promise<string | null> {
    const claims = await createSignIn(user, from)
    if (!claims) return null
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: user.id }, select: { passwordHash: true } })
    beside.setCookie(knownBrowserCookie(headers, { id: user.id, passwordHash }))
    await tell(headers, { userId: user.id, action: 'account.sign_in', about: { by } })
    return claims.signInId
  }

  return {
    adapter: adapter(),
    secret: authSecret(),
    useSecureCookies: env.APP_URL.startsWith('https:'),
    cookies: hostCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in' },
    providers: [
      credentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: secretly(async (credentials: Record<'email' | 'password', string> | undefined) => {
          const { email = '', password = '' } = credentials ?? {}
          const user = await userByEmail(email)
          const guess = {
            account: email.trim().toLowerCase().slice(0, 254),
            network: clientNetwork(headers),
            known: user && isKnownBrowser(headers, user) ? user.id : undefined,
          }
          const wait = await takeGuess(guess)
          // Nobody waits for what is told of a refusal: the time must not tell which accounts exist.
          if (wait !== null) {
            beside.wait(wait)
            if (isFirstInAMinute(`throttled ${user?.id ?? guess.network}`)) {
              const about = { by: 'password', retryAfter: wait }
              void tell(headers, { userId: user?.id ?? null, action: 'account.sign_in', result: 'throttled', about })
            }
            throw new TooManyAttempts(`TooManyAttempts_${wait}`)
          }
          const matches = await matchesPassword(user, password)
          if (user && matches && isClosed(user)) {
            await giveBackGuess(guess)
            throw new ClosedAccount(`AccountClosed_${await wayBack(user)}`)
          }
          if (!user || !matches || user.disabledAt) {
            const why = matches ? { reason: 'the account is disabled' } : {}
            void failed(user?.id ?? null, { by: 'password', ...why })
            return null
          }
          await giveBackGuess(guess)
          const { id, sessionVersion } = user
          const signInId = await begin({ id, sessionVersion }, 'password')
          return signInId === null ? null : { id, sessionVersion, signInId }
        }),
      }),
      ...externalProviders(),
    ],
    jwt: {
      // Everything in next-auth that reads a session passes here: showing it, ending it, and linking a provider to its user. A
      // copy of an ended session must not be able to do the last.
      async decode({ token }) {
        const session = token ? await openSession(token) : null
        return session && { sub: session.userId, signInId: session.signInId, sessionVersion: session.sessionVersion }
      },
    },
    callbacks: {
      signIn: secretly(async ({ user, account, profile }: Proposed) => {
        if (!account || account.type === 'credentials') return true
        const { provider, providerAccountId } = account
        const email = Email.safeParse(user.email)
        const saysProved = profile && 'email_verified' in profile ? profile.email_verified : undefined
        // GitHub gives out no address that it has not checked; the others say whether they have.
        if (provider === 'github' || saysProved === true) provedAddress = email.data
        const linked = await db().account.findUnique({
          where: { provider_providerAccountId: { provider, providerAccountId } },
          include: { user: { select: { id: true, email: true, disabledAt: true, closedAt: true } } },
        })
        if (linked && isClosed(linked.user)) return `/reopen/${await wayBack(linked.user)}`
        if (linked?.user.disabledAt) await failed(linked.userId, { by: provider, reason: 'the account is disabled' })
        if (linked) return !linked.user.disabledAt
        if (await signedIn(headers)) return true // links the provider to the account that is open
        if (!email.success) return '/sign-in?error=NoEmail'
        if (saysProved === false) return '/sign-in?error=EmailNotVerified'
        // An account with this address and a password is not taken over: next-auth answers OAuthAccountNotLinked.
        if (await db().user.findUnique({ where: { email: email.data }, select: { id: true } })) return true
        return env.REGISTRATION === 'open' ? true : '/sign-in?error=RegistrationClosed'
      }),
      // `user` comes with a new sign-in only. Without a row the cookie is dead before it is sent.
      jwt: secretly(async ({ token, user, account }: { token: JWT; user?: User | AdapterUser; account?: Account | null }) => {
        if (!user) return token
        const { id, sessionVersion, signInId } = Proved.parse(user)
        return {
          sub: id,
          sessionVersion,
          signInId: signInId ?? (await begin({ id, sessionVersion }, account?.provider ?? 'unknown')),
        }
      }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => baseUrl + samePath(url, baseUrl),
    },
    events: {
      async signIn({ user }) {
        if (provedAddress !== undefined) await confirmEmail(db(), { id: user.id, email: provedAddress })
      },
      async signOut({ token }) {
        if (!token?.sub || typeof token.signInId !== 'string') return
        if (await endSignIn(token.sub, token.signInId)) await tell(headers, { userId: token.sub, action: 'account.sign_out' })
      },
      createUser: ({ user }) => tell(headers, { userId: user.id, action: 'account.sign_up' }),
      linkAccount: ({ user, account }) =>
        tell(headers, { userId: user.id, action: 'account.link_login', about: { provider: account.provider } }),
    },
    logger: {
      error(code, metadata) {
        if (metadata instanceof Error && metadata.message === 'JWT invalid') return // an ended session; the cookie is cleared
        log.error(`next-auth: ${code}`, { metadata })
      },
      warn: (code) => log.warn(`next-auth: ${code}`),
      debug: () => {},
    },
  }
}
