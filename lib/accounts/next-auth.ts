import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Account, NextAuthOptions, Profile, User } from 'next-auth'
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters'
import type { JWT } from 'next-auth/jwt'
import type { Issuer } from 'openid-client'
import { z } from 'zod'
import { db } from '#lib/db/client.ts'
import { authSecret } from '#lib/runtime/auth-secret.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { logAccountEvent } from './account-event.ts'
import { type Beside, beginSignIn } from './begin-sign-in.ts'
import { credentialsProvider } from './next-auth-package.ts'
import { signInByPassword } from './password-sign-in.ts'
import { identityOf, loginKey } from './provider/identity.ts'
import { externalProviders } from './provider/login-providers.ts'
import { letIn, loginUsed, noteLogin, type Proposed, provedAddress } from './provider/provider-sign-in.ts'
import { samePath } from './same-path.ts'
import { secretly } from './sign-in-errors.ts'
import { COOKIE_PREFIX, endSignIn, openSession, SESSION_SECONDS } from './sign-ins.ts'
import { confirmEmail, Email } from './users.ts'

/** Who has proved who they are: `authorize` below has begun the session already, the adapter gives the whole row. */
const Proved = z.object({ id: z.string(), sessionVersion: z.number(), signInId: z.string().optional() })

/** Our choice among the forms that next-auth's `Adapter` allows its methods. */
type OurAdapter = Adapter & {
  createUser(user: Omit<AdapterUser, 'id'>): Promise<AdapterUser>
  getUserByEmail(email: string): Promise<AdapterUser | null>
}

function adapter(): Adapter {
  // Typed for next-auth 5 and for @prisma/client's own class; what it does is next-auth 4's contract, on our client.
  const prisma = PrismaAdapter(db() as never) as OurAdapter
  return {
    ...prisma,
    createUser: (user: Omit<AdapterUser, 'id'>) => prisma.createUser({ ...user, email: Email.parse(user.email) }),
    getUserByEmail: (email) => prisma.getUserByEmail(Email.safeParse(email).data ?? email),
    async getUserByAccount(account) {
      const login = await db().account.findUnique({ where: loginKey(identityOf(account)), include: { user: true } })
      return login?.user ?? null
    },
    // Providers send more fields than the table has, and tokens that we have no use for: not kept.
    async linkAccount({ userId, type, ...account }: AdapterAccount) {
      const { provider, issuer, subject: providerAccountId } = identityOf(account)
      await db().account.create({ data: { userId, type, provider, issuer, providerAccountId } })
    },
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

type NewSession = {
  token: JWT
  user?: User | AdapterUser
  account?: Account | null
  profile?: Profile
}

/** `issuer`: the office's own provider, where the request is about it. `goingTo`: the path that somebody signs in for. */
type About = { issuer: Issuer | undefined; goingTo: string }

/** Built for one request, which a new session notes. */
export function optionsFor(headers: Headers, beside: Beside, { issuer, goingTo }: About): NextAuthOptions {
  /** What the provider vouched for, until the user it belongs to is known. */
  let proved: string | undefined

  const beginBy = async (account: NewSession['account'], profile: NewSession['profile'], user: z.output<typeof Proved>) =>
    beginSignIn(headers, beside, user, account?.provider ?? 'unknown', account ? await loginUsed(account, profile) : undefined)

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
        authorize: secretly((credentials: Record<'email' | 'password', string> | undefined) =>
          signInByPassword(headers, beside, credentials ?? {}),
        ),
      }),
      ...externalProviders(issuer),
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
      signIn: secretly((proposed: Proposed) => {
        proved = provedAddress(proposed)
        return letIn(headers, proposed, goingTo)
      }),
      // `user` comes with a new sign-in only. Without a row the cookie is dead before it is sent.
      jwt: secretly(async ({ token, user, account, profile }: NewSession) => {
        if (!user) return token
        const { id, sessionVersion, signInId } = Proved.parse(user)
        return {
          sub: id,
          sessionVersion,
          signInId: signInId ?? (await beginBy(account, profile, { id, sessionVersion })),
        }
      }),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => baseUrl + samePath(url, baseUrl),
    },
    events: {
      async signIn({ user, account }) {
        if (account?.type === 'oauth') await noteLogin(account, proved)
        if (proved !== undefined) await confirmEmail(db(), { id: user.id, email: proved })
      },
      async signOut({ token }) {
        if (!token?.sub || typeof token.signInId !== 'string') return
        if (await endSignIn(token.sub, token.signInId))
          await logAccountEvent(headers, { userId: token.sub, action: 'account.sign_out' })
      },
      createUser: ({ user }) => logAccountEvent(headers, { userId: user.id, action: 'account.sign_up' }),
      linkAccount: ({ user, account }) =>
        logAccountEvent(headers, { userId: user.id, action: 'account.link_login', about: { provider: account.provider } }),
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
