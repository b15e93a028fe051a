import { clientNetwork, prefixOf } from '#lib/http/client-address.ts'
import { isFirstInAMinute } from '#lib/runtime/once-a-minute.ts'
import { logAccountEvent } from './account-event.ts'
import { type Beside, beginSignIn, signInFailed } from './begin-sign-in.ts'
import { isClosed } from './close-account.ts'
import { isKnownBrowser } from './known-browser.ts'
import { inPasswordTurn } from './password-turns.ts'
import { mayUsePassword } from './registration.ts'
import { ClosedAccount, TooManyAttempts, wayBack } from './sign-in-errors.ts'
import { isSignedInNear } from './sign-ins.ts'
import { giveBackGuess, takeGuess } from './throttle.ts'
import { matchesPassword, userByEmail } from './users.ts'

type Credentials = { email?: string; password?: string }

/** Signs in by address and password. Null: refused, for a reason that is not told. */
export async function signInByPassword(headers: Headers, beside: Beside, { email = '', password = '' }: Credentials) {
  const user = await userByEmail(email)
  const network = clientNetwork(headers)
  const guess = {
    account: email.trim().toLowerCase().slice(0, 254),
    network,
    // Asked for nobody too: the time must not tell which accounts exist.
    isFamiliar: await isSignedInNear(user?.id ?? '', network),
    known: user && isKnownBrowser(headers, user) ? user.id : undefined,
  }
  const verify = () => matchesPassword(user && mayUsePassword(user) ? user : null, password)
  const refused = await takeGuess(guess)
  const result =
    refused !== null
      ? { wait: refused }
      : guess.known
        ? { done: await verify() }
        : await inPasswordTurn(prefixOf(network), verify)
  // Nobody waits for what is told of a refusal: the time must not tell which accounts exist.
  if ('wait' in result) {
    const { wait } = result
    beside.wait(wait)
    if (isFirstInAMinute(`throttled ${user?.id ?? guess.network}`)) {
      const about = { by: 'password', retryAfter: wait }
      void logAccountEvent(headers, { userId: user?.id ?? null, action: 'account.sign_in', result: 'throttled', about })
    }
    throw new TooManyAttempts(`TooManyAttempts_${wait}`)
  }
  const matches = result.done
  if (user && matches && isClosed(user)) {
    await giveBackGuess(guess)
    throw new ClosedAccount(`AccountClosed_${await wayBack(user)}`)
  }
  if (!user || !matches || user.disabledAt) {
    const why = matches ? { reason: 'the account is disabled' } : {}
    void signInFailed(headers, user?.id ?? null, { by: 'password', ...why })
    return null
  }
  await giveBackGuess(guess)
  const { id, sessionVersion } = user
  const signInId = await beginSignIn(headers, beside, { id, sessionVersion }, 'password')
  return signInId === null ? null : { id, sessionVersion, signInId }
}
