import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#lib/env.ts'

/**
 * How often one may try. A guess at a password counts three times: for this account from this address, for the address, and for
 * the account; the last is generous, so that a stranger cannot easily keep the owner out. A right password is given back.
 */
const LIMITS = {
  guess: { points: 10, duration: 15 * 60 },
  guessesFromAddress: { points: 100, duration: 15 * 60 },
  guessesAtAccount: { points: 100, duration: 60 * 60 },
  signUpsFromAddress: { points: 20, duration: 60 * 60 },
} as const
type Limit = keyof typeof LIMITS

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.throttle')
const kept = globalThis as { [KEY]?: Record<Limit, RateLimiterMemory> }

function limiters() {
  kept[KEY] ??= Object.fromEntries(
    Object.entries(LIMITS).map(([name, options]) => [name, new RateLimiterMemory({ ...options, keyPrefix: name })]),
  ) as Record<Limit, RateLimiterMemory> // fromEntries forgets the names
  return kept[KEY]
}

/** Seconds to wait before the next try; null when this one may go on. */
export type Wait = number | null

async function take(limit: Limit, key: string): Promise<Wait> {
  if (env.RATE_LIMIT === 'off') return null
  try {
    await limiters()[limit].consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/** `from`: `clientNetwork`. Counted before the password is looked at, so that guesses made at the same time count too. */
export async function takeGuess(account: string, from: string): Promise<Wait> {
  // The address first: one that makes up accounts must not fill the memory with their names.
  return (
    (await take('guessesFromAddress', from)) ??
    (await take('guess', `${from} ${account}`)) ??
    (await take('guessesAtAccount', account))
  )
}

export async function giveBackGuess(account: string, from: string): Promise<void> {
  if (env.RATE_LIMIT === 'off') return
  await limiters().guess.delete(`${from} ${account}`)
  await limiters().guessesFromAddress.reward(from)
  await limiters().guessesAtAccount.reward(account)
}

export const takeSignUp = (from: string): Promise<Wait> => take('signUpsFromAddress', from)
