/**
 * Who somebody is at a provider: its issuer and the subject there. An equal subject of another issuer is another person. next-auth knows a
 * person by one text, which is made and taken apart here.
 */

/** `issuer` is empty where the provider has none: GitHub. */
export type Identity = { provider: string; issuer: string; subject: string }

export const identityText = (issuer: string, subject: string): string => `${encodeURIComponent(issuer)} ${subject}`

export function identityOf({ provider, providerAccountId }: { provider: string; providerAccountId: string }): Identity {
  const [, issuer = '', subject = providerAccountId] = /^(\S*) (.*)$/s.exec(providerAccountId) ?? []
  return { provider, issuer: decodeURIComponent(issuer), subject }
}

/** Its key in the table. */
export const loginKey = ({ provider, issuer, subject: providerAccountId }: Identity) => ({
  provider_issuer_providerAccountId: { provider, issuer, providerAccountId },
})
