import type { NextAuthOptions } from 'next-auth'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/env.ts'
import { signInFailed } from './begin-sign-in.ts'
import { isClosed } from './closing.ts'
import { wayBack } from './sign-in-errors.ts'
import { signedIn } from './sign-ins.ts'
import { Email } from './users.ts'

/** Whom next-auth is about to let in, and what the provider says of them. */
export type Proposed = Parameters<NonNullable<NonNullable<NextAuthOptions['callbacks']>['signIn']>>[0]

const saysProved = (profile: Proposed['profile']) => (profile && 'email_verified' in profile ? profile.email_verified : undefined)

/** The address that the provider vouches for. GitHub gives out none that it has not checked; the others say whether they have. */
export function provedAddress({ user, account, profile }: Proposed): string | undefined {
  return account?.provider === 'github' || saysProved(profile) === true ? Email.safeParse(user.email).data : undefined
}

/** Whether a provider's sign-in goes on, or the page that says why not. */
export async function letIn(headers: Headers, { user, account, profile }: Proposed): Promise<boolean | string> {
  if (!account || account.type === 'credentials') return true
  const { provider, providerAccountId } = account
  const linked = await db().account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    include: { user: { select: { id: true, email: true, disabledAt: true, closedAt: true } } },
  })
  if (linked && isClosed(linked.user)) return `/reopen/${await wayBack(linked.user)}`
  if (linked?.user.disabledAt) await signInFailed(headers, linked.userId, { by: provider, reason: 'the account is disabled' })
  if (linked) return !linked.user.disabledAt
  if (await signedIn(headers)) return true // links the provider to the account that is open
  const email = Email.safeParse(user.email)
  if (!email.success) return '/sign-in?error=NoEmail'
  if (saysProved(profile) === false) return '/sign-in?error=EmailNotVerified'
  // An account with this address and a password is not taken over: next-auth answers OAuthAccountNotLinked.
  if (await db().user.findUnique({ where: { email: email.data }, select: { id: true } })) return true
  return env.REGISTRATION === 'open' ? true : '/sign-in?error=RegistrationClosed'
}
