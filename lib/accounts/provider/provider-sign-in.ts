import type { Account, NextAuthOptions } from 'next-auth'
import { linkedLetter } from '#lib/activity/letters.ts'
import { behind, post } from '#lib/activity/outbox.ts'
import { db, type Tx, transaction } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { logAccountEvent } from '../account-event.ts'
import { revokeApiKeys } from '../api-keys.ts'
import { signInFailed } from '../begin-sign-in.ts'
import { isClosed } from '../close-account.ts'
import { guestAddress, invitationIn, whyNotByProvider } from '../registration.ts'
import { wayBack } from '../sign-in-errors.ts'
import { isStill, type LoginUsed, signedIn } from '../sign-ins.ts'
import { confirmEmail, Email } from '../users.ts'
import { type Identity, identityOf, loginKey } from './identity.ts'
import { sealedIdToken } from './provider-logout.ts'

/** Whom next-auth is about to let in. */
export type Proposed = Parameters<NonNullable<NonNullable<NextAuthOptions['callbacks']>['signIn']>>[0]

/** What the provider says of them, whatever it is. */
type Claims = { email?: unknown; email_verified?: unknown; xms_edov?: unknown; isOtherSubject?: unknown }
const claimsIn = ({ profile }: Proposed): Claims => ({ ...profile })

/**
 * Whether the provider vouches for the address. GitHub gives out none that it has not checked; others say so, some of them as text, and Entra
 * by a claim of its own. What is not said holds only where the operator trusts the issuer.
 */
function isVerified(provider: string | undefined, { email_verified, xms_edov }: Claims): boolean {
  if (provider === 'github') return true
  if (email_verified !== undefined && email_verified !== null) return [true, 'true'].includes(email_verified as string)
  if ([true, 1, '1', 'true'].includes(xms_edov as string)) return true
  return provider === 'oidc' && env.OIDC_TRUST_EMAIL === 'on'
}

/**
 * The address that the provider says and vouches for. Never that of `user`, which is our own row where the identity is known: it may be another
 * one, that nobody has proved.
 */
export function provedAddress(proposed: Proposed): string | undefined {
  const claims = claimsIn(proposed)
  return isVerified(proposed.account?.provider, claims) ? Email.safeParse(claims.email).data : undefined
}

/** The login of this identity. One from before issuers were kept has none yet, and gets the present one now. */
async function findLogin(identity: Identity) {
  const include = { user: { select: { id: true, email: true, disabledAt: true, closedAt: true } } }
  const { provider, subject: providerAccountId, issuer } = identity
  const known = await db().account.findUnique({ where: loginKey(identity), include })
  if (known || issuer === '') return known
  await db().account.updateMany({ where: { provider, providerAccountId, issuer: '' }, data: { issuer } })
  return db().account.findUnique({ where: loginKey(identity), include })
}

/** Whether a provider's sign-in goes on, or the page that says why not. */
export async function letIn(headers: Headers, proposed: Proposed, goingTo: string): Promise<boolean | string> {
  const { account } = proposed
  if (!account || account.type === 'credentials') return true
  const claims = claimsIn(proposed)
  const identity = identityOf(account)
  const refused = (error: string) => `/sign-in?${new URLSearchParams({ error, by: identity.provider })}`
  if (claims.isOtherSubject === true) return refused('OtherSubject')
  const login = await findLogin(identity)
  if (login) return letInAgain(headers, identity, login.user)
  if (await signedIn(headers)) return true // links the provider to the account that is open
  if (!Email.safeParse(claims.email).success) return refused('NoEmail')
  const email = provedAddress(proposed)
  if (email === undefined) return refused('EmailNotVerified')
  const user = await db().user.findUnique({ where: { email } })
  if (!user) return (await mayRegister(email, goingTo)) ? true : refused('RegistrationClosed')
  if (user.disabledAt) return letInAgain(headers, identity, user)
  return (await linkByAddress(headers, identity, user)) ? true : refused('OAuthAccountNotLinked')
}

type Owner = { id: string; email: string; disabledAt: Date | null; closedAt: Date | null }

async function letInAgain(headers: Headers, { provider }: Identity, user: Owner): Promise<boolean | string> {
  if (isClosed(user)) return `/reopen/${await wayBack(user)}`
  if (user.disabledAt) await signInFailed(headers, user.id, { by: provider, reason: 'the account is disabled' })
  return !user.disabledAt
}

/** Whoever comes for an invitation may be a guest. */
const mayRegister = async (email: string, goingTo: string): Promise<boolean> =>
  whyNotByProvider(email) === null || (await guestAddress(invitationIn(goingTo))) === email

/**
 * Where the operator wants it, the office's own login opens the account of the address that it vouches for. An account whose address nobody has
 * proved may be a stranger's, who only typed it: all that opens it goes first.
 */
async function linkByAddress(headers: Headers, { provider, issuer, subject }: Identity, user: UserOfAddress): Promise<boolean> {
  const { id: userId, email, sessionVersion } = user
  if (provider !== 'oidc' || env.OIDC_LINK_BY_EMAIL === 'off') return false
  const isLinked = await transaction(async (tx) => {
    if (!(await isStill(tx, { userId, sessionVersion }))) return false
    if ((await tx.account.count({ where: { userId, provider, issuer } })) > 0) return false
    if (await confirmEmail(tx, { id: userId, email })) await endAllThatOpens(tx, userId)
    await tx.account.create({ data: { userId, type: 'oauth', provider, issuer, providerAccountId: subject, email } })
    return true
  })
  if (!isLinked) return false
  await logAccountEvent(headers, { userId, action: 'account.link_login', about: { provider, by: 'email' } })
  behind(() => post(linkedLetter({ to: email, provider: env.OIDC_NAME, at: new Date() })))
  return true
}

type UserOfAddress = { id: string; email: string; sessionVersion: number }

async function endAllThatOpens(tx: Tx, userId: string): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { passwordHash: null, keepsPassword: false, sessionVersion: { increment: 1 } }, // sessions and apps
  })
  await tx.signIn.deleteMany({ where: { userId } })
  await tx.account.deleteMany({ where: { userId } })
  await revokeApiKeys(tx, userId)
}

/** What a session keeps of the login by which it came. */
export async function loginUsed(account: Account, profile: Proposed['profile']): Promise<LoginUsed | undefined> {
  const login = await db().account.findUnique({ where: loginKey(identityOf(account)), select: { id: true } })
  if (!login) return undefined
  const sid = profile && 'sid' in profile ? profile.sid : undefined
  const idToken = account.provider === 'oidc' ? sealedIdToken(account.id_token) : null
  return { loginId: login.id, providerSid: typeof sid === 'string' ? sid : null, idToken }
}

/** What is kept of a login each time somebody comes by it. */
export async function noteLogin(account: Account, email: string | undefined): Promise<void> {
  const data = { lastSignInAt: new Date(), ...(email !== undefined && { email }) }
  await db().account.updateMany({ where: loginKey(identityOf(account)).provider_issuer_providerAccountId, data })
}
