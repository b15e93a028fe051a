import { env } from '#lib/runtime/env.ts'

/** The domains whose addresses may have an account; null where REGISTRATION names none. */
export const openDomains = (): readonly string[] | null =>
  typeof env.REGISTRATION === 'string' ? null : env.REGISTRATION.domains

export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1))

/**
 * An account of a domain's address can do nothing before it has proved that the address is its own: anybody could have typed it. Guests were asked
 * in by somebody.
 */
export const mustConfirm = (user: { emailVerified: Date | null; keepsPassword: boolean }): boolean =>
  openDomains() !== null && user.emailVerified === null && !user.keepsPassword
