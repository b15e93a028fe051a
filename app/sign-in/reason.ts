import { waitWords } from '#lib/accounts/wait-words.ts'

/** Words for the codes that next-auth and lib/accounts put into `?error=`. */
const REASONS: Record<string, string> = {
  CredentialsSignin: 'The e-mail address or the password is wrong.',
  OAuthAccountNotLinked:
    'There is an account with this e-mail address already. Sign in with its password; then link the provider under Settings, Profile.',
  AccessDenied: 'This account is disabled. Ask the administrator.',
  RegistrationClosed: 'Registration is closed. Ask the administrator for an account.',
  NoEmail: 'The provider did not tell an e-mail address. Make it visible there, or sign up with a password.',
  EmailNotVerified: 'The provider says that your e-mail address is not verified. Verify it there first.',
}

export function reason(code: string): string {
  const seconds = /^TooManyAttempts_(\d{1,5})$/.exec(code)?.[1]
  if (seconds) return `Too many attempts. Try again ${waitWords(Number(seconds))}.`
  return (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? 'Signing in did not work. Try again.'
}
