import { isOpen, readInvitationToken } from '#lib/access/invitation-key.ts'
import { sendsMail } from '#lib/activity/outbox.ts'
import { db } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { isOfDomain, openDomains } from './open-domains.ts'
import { loginProviders } from './provider/login-providers.ts'

/** Who may have a new account, and whose password counts, by REGISTRATION, PASSWORDS and GUESTS. */

export const takesPasswords = (): boolean => env.PASSWORDS === 'on'
/** Somebody's password may count, so there must be a place to type it. */
export const takesSomePasswords = (): boolean => takesPasswords() || env.GUESTS === 'on'

/** A guest's counts, and one that the administrator made possible, whatever PASSWORDS says. */
export const mayUsePassword = (user: { keepsPassword: boolean }): boolean => takesPasswords() || user.keepsPassword

export const signsInBy = (): string => `This server signs in by ${providerNames()}`
const providerNames = () =>
  loginProviders()
    .map(({ name }) => name)
    .join(' or ')

/** By password, without an invitation: whether the sign-up page has a form. */
export function opensSignUp(): boolean {
  if (!takesPasswords()) return false
  return env.REGISTRATION === 'open' || (openDomains() !== null && sendsMail())
}

/** What is said to whoever may not have an account by themselves; null where anybody may. */
export function whyClosed(): string | null {
  if (opensSignUp()) return null
  const isByProvider = env.REGISTRATION === 'provider' || (env.REGISTRATION !== 'closed' && loginProviders().length > 0)
  return isByProvider
    ? `New accounts are made by signing in with ${providerNames()}.`
    : 'Registration is closed. Ask the administrator for an account.'
}

const onlyDomains = (domains: readonly string[]) => `Only addresses of ${domains.join(', ')} may sign up here.`

/** Null: this verified address may. Else what is said. */
export function whyNotByProvider(email: string): string | null {
  const domains = openDomains()
  if (env.REGISTRATION === 'closed') return 'Registration is closed. Ask the administrator for an account.'
  return domains && !isOfDomain(email, domains) ? onlyDomains(domains) : null
}

/** The same for an address that nobody has proved yet. */
export function whyNotByPassword(email: string): string | null {
  const domains = openDomains()
  return whyClosed() ?? (domains && !isOfDomain(email, domains) ? onlyDomains(domains) : null)
}

/** Where the server takes guests: the address that an open invitation is for, which may have an account whatever else is said. */
export async function guestAddress(invitation: string | null | undefined): Promise<string | null> {
  const token = env.GUESTS === 'on' && invitation ? readInvitationToken(invitation) : null
  if (!token || token.shown) return null
  const { modelId, hash } = token
  const where = { modelId, hash, ...isOpen(), model: { deletedAt: null } }
  return (await db().invitation.findFirst({ where, select: { email: true } }))?.email ?? null
}

/** The invitation behind the sign-in, where that is what somebody came for. */
export const invitationIn = (path: string): string | undefined => /^\/invite\/([^/?#]+)$/.exec(path)?.[1]
