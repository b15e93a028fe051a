import { capital } from '#lib/values/capital.ts'
import { waitWords } from '#lib/values/wait-words.ts'

/** Words for the codes that next-auth and lib/accounts put into `?error=`, by the name of the provider that it is about. */
const REASONS: Record<string, (provider: string) => string> = {
  CredentialsSignin: () => 'The e-mail address or the password is wrong.',
  OAuthAccountNotLinked: (provider) =>
    `There is an account with this e-mail address already. Sign in to it as before; then link ${provider} under Settings, Profile.`,
  AccessDenied: () => 'This account is disabled. Ask the administrator.',
  RegistrationClosed: () => 'Registration is closed. Ask the administrator for an account.',
  NoEmail: (provider) => `${provider} did not give an e-mail address. Make it visible there, or tell your administrator.`,
  EmailNotVerified: (provider) => `${provider} has not verified your address. Verify it there, or tell your administrator.`,
  OtherSubject: () => 'The provider answered about somebody else. Tell your administrator.',
  OAuthSignin: (provider) => `${provider} does not answer just now. Try again in a few minutes, or sign in another way.`,
  OAuthCallback: (provider) => `Signing in with ${provider} did not work. Try again; if it goes on, tell your administrator.`,
}

/** `provider`: as its button names it. */
export function reason(code: string, provider = 'the provider'): string {
  const seconds = /^TooManyAttempts_(\d{1,5})$/.exec(code)?.[1]
  if (seconds) return `Too many attempts. Try again ${waitWords(Number(seconds))}.`
  const words = Object.hasOwn(REASONS, code) ? REASONS[code]?.(provider) : undefined
  return words ? capital(words) : 'Signing in did not work. Try again.'
}
