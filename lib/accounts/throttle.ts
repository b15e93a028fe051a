import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { prefixOf } from '#lib/http/client-address.ts'
import { env } from '#lib/runtime/env.ts'

/**
 * How often one may try. A guess at a password counts for this account from this network, for the network, and for the account,
 * before the password is looked at. Too many at an account from everywhere do not close it, for then a stranger could keep its owner
 * out: from then on each address prefix has a few tries an hour of its own, and beyond those all share one in ten seconds. So strangers
 * with any number of addresses elsewhere take nothing from the owner, and are held to a few guesses for each prefix that they have. What
 * strangers do does not count at all for a browser that is known (`known-browser.ts`), and for a prefix from which the account is signed in.
 * A right password is given back. The password of a share link is held in the same way.
 */
const LIMITS = {
  guess: { points: 10, duration: 15 * 60 },
  guessFromKnownBrowser: { points: 10, duration: 15 * 60 },
  guessesFromNetwork: { points: 100, duration: 15 * 60 },
  guessesFromFamiliarPrefix: { points: 50, duration: 60 * 60 },
  guessesAtAccount: { points: 100, duration: 60 * 60 },
  guessesOfPrefix: { points: 3, duration: 60 * 60 },
  slowGuess: { points: 1, duration: 10 },
  linkGuess: { points: 10, duration: 15 * 60 },
  guessesAtLink: { points: 100, duration: 60 * 60 },
  forgotten: { points: 3, duration: 60 * 60 },
  forgottenFromNetwork: { points: 20, duration: 60 * 60 },
  confirmations: { points: 3, duration: 60 * 60 },
  signUpsFromNetwork: { points: 20, duration: 60 * 60 },
} as const
type Limit = keyof typeof LIMITS

const limiters: { [L in Limit]?: RateLimiterMemory } = {}

function limiter(name: Limit): RateLimiterMemory {
  const { points, duration } = LIMITS[name]
  limiters[name] ??= new RateLimiterMemory({ points: Math.ceil(points / env.WORKERS), duration, keyPrefix: name })
  return limiters[name]
}

/** Seconds to wait before the next try; null when this one may go on. */
export type Wait = number | null

async function take(limit: Limit, key: string): Promise<Wait> {
  if (env.RATE_LIMIT === 'off') return null
  try {
    await limiter(limit).consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/**
 * `account` is the address in lower case, `network` is `clientNetwork`; `known` names what vouches for the browser, if anything;
 * `isFamiliar`: the account is signed in from the same prefix.
 */
export type Guess = { account: string; network: string; known?: string | undefined; isFamiliar?: boolean }

/** Counted before the password is looked at, so that guesses made at the same time count too. */
export async function takeGuess({ account, network, known, isFamiliar = false }: Guess): Promise<Wait> {
  if (known !== undefined) return take('guessFromKnownBrowser', known)
  // The network first: one that makes up accounts must not fill the memory with their names.
  const wait = (await take('guessesFromNetwork', network)) ?? (await take('guess', `${network} ${account}`))
  if (wait !== null) return wait
  const own = `${account} ${prefixOf(network)}`
  if (isFamiliar && (await take('guessesFromFamiliarPrefix', own)) === null) return null
  return takeAmongAll('guessesAtAccount', account, own)
}

/** Of what all may try at one target together; then of what the prefix has for itself; then the one try in ten seconds that all share. */
async function takeAmongAll(limit: 'guessesAtAccount' | 'guessesAtLink', target: string, own: string): Promise<Wait> {
  for (const [first, key] of [
    [limit, target],
    ['guessesOfPrefix', own],
  ] as const) {
    if ((await take(first, key)) === null) return null
  }
  return take('slowGuess', target)
}

export async function giveBackGuess({ account, network, known }: Guess): Promise<void> {
  if (env.RATE_LIMIT === 'off') return
  if (known !== undefined) return void (await limiter('guessFromKnownBrowser').delete(known))
  await limiter('guess').delete(`${network} ${account}`)
  await limiter('guessesFromNetwork').reward(network)
  await limiter('guessesAtAccount').reward(account)
  for (const limit of ['guessesOfPrefix', 'guessesFromFamiliarPrefix'] as const) {
    await limiter(limit).delete(`${account} ${prefixOf(network)}`)
  }
}

/** A guess at the password of a share link. Who has entered it once has a cookie, and needs none. */
export const takeLinkGuess = async (linkId: string, network: string): Promise<Wait> =>
  (await take('linkGuess', `${network} ${linkId}`)) ?? takeAmongAll('guessesAtLink', linkId, `${linkId} ${prefixOf(network)}`)

export async function giveBackLinkGuess(linkId: string, network: string): Promise<void> {
  if (env.RATE_LIMIT === 'off') return
  await limiter('linkGuess').delete(`${network} ${linkId}`)
  await limiter('guessesAtLink').reward(linkId)
  await limiter('guessesOfPrefix').delete(`${linkId} ${prefixOf(network)}`)
}

export const takeSignUp = (network: string): Promise<Wait> => take('signUpsFromNetwork', network)

/** A letter with a way to a new password. Counted for any address, whether or not somebody has it. */
export const takeForgotten = async (email: string, network: string): Promise<Wait> =>
  (await take('forgottenFromNetwork', network)) ?? take('forgotten', email)

export const takeConfirmation = (userId: string): Promise<Wait> => take('confirmations', userId)
