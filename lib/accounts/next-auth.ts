import { PrismaAdapter } from '@auth/prisma-adapter'
import type { NextAuthOptions } from 'next-auth'
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'
import { z } from 'zod'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import { log } from '#lib/log.ts'
import { samePath } from './same-path.ts'
import { authSecret, createSignIn, endSignIn, openSession, SESSION_SECONDS, signedIn } from './sign-ins.ts'
import { giveBackGuess, takeGuess, type Wait } from './throttle.ts'
import { Email, userByPassword } from './users.ts'

/** The ways in beside the password, by the variables that are set. */
function externalProviders(): NextAuthOptions['providers'] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET, OIDC_ISSUER, OIDC_ID, OIDC_SECRET, OIDC_NAME } = env
  const found: NextAuthOptions['providers'] = []
  if (GITHUB_ID && GITHUB_SECRET) found.push(GitHub({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET }))
  if (GOOGLE_ID && GOOGLE_SECRET) {
    found.push(Google({ clientId: GOOGLE_ID, clientSecret: GOOGLE_SECRET, checks: ['pkce', 'state', 'nonce'] }))
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

const Proved = z.object({ id: z.string(), sessionVersion: z.number() })

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

type Proposed = Parameters<NonNullable<NonNullable<NextAuthOptions['callbacks']>['signIn']>>[0]

class TooManyAttempts extends Error {}

/** next-auth puts the message of what is thrown into the address that the browser goes to: none of ours may stand there. */
function secretly<A extends unknown[], T>(work: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  return async (...given) => {
    try {
      return await work(...given)
    } catch (error) {
      if (error instanceof TooManyAttempts) throw error
      log.error('signing in failed', { error })
      throw new Error('Internal')
    }
  }
}

/** Built for one request: a new session notes where it came from. `onWait` hears how long a throttled person has to wait. */
export function optionsFor(headers: Headers, onWait: (seconds: Wait) => void): NextAuthOptions {
  const from = { userAgent: headers.get('user-agent'), address: clientAddress(headers) }
  return {
    adapter: adapter(),
    secret: authSecret(),
    useSecureCookies: env.APP_URL.startsWith('https:'),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', signOut: '/', error: '/sign-in' },
    providers: [
      Credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: secretly(async (credentials: Record<'email' | 'password', string> | undefined) => {
          const { email = '', password = '' } = credentials ?? {}
          const account = email.trim().toLowerCase().slice(0, 254)
          const network = clientNetwork(headers)
          const wait = await takeGuess(account, network)
          if (wait !== null) {
            onWait(wait)
            throw new TooManyAttempts('TooManyAttempts')
          }
          const user = await userByPassword(email, password)
          if (user) await giveBackGuess(account, network)
          return user && { id: user.id, sessionVersion: user.sessionVersion }
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
        const linked = await db().account.findUnique({
          where: { provider_providerAccountId: { provider, providerAccountId } },
          include: { user: { select: { disabledAt: true } } },
        })
        if (linked) return !linked.user.disabledAt
        if (await signedIn(headers)) return true // links the provider to the account that is open
        const email = Email.safeParse(user.email)
        if (!email.success) return '/sign-in?error=NoEmail'
        if (profile && 'email_verified' in profile && profile.email_verified === false) return '/sign-in?error=EmailNotVerified'
        // An account with this address and a password is not taken over: next-auth answers OAuthAccountNotLinked.
        if (await db().user.findUnique({ where: { email: email.data }, select: { id: true } })) return true
        return env.REGISTRATION === 'open' ? true : '/sign-in?error=RegistrationClosed'
      }),
      // `user` comes with a new sign-in only: from `authorize` above, or the adapter's whole row.
      jwt: async ({ token, user }) => (user ? { ...(await createSignIn(Proved.parse(user), from)) } : token),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => baseUrl + samePath(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        if (token?.sub && typeof token.signInId === 'string') await endSignIn(token.sub, token.signInId)
      },
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
