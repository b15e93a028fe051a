import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#lib/env.ts'

/**
 * How often one may try. Codes and tokens cannot be guessed, so these limits keep the tables and the network clean rather than
 * doors shut. They are wide, because a vendor's cloud reaches us from a few addresses for all of its users.
 */
const LIMITS = {
  /** By address. */
  registration: () => ({ points: env.OAUTH_REGISTRATIONS_PER_HOUR, duration: 60 * 60 }),
  /** Authorization requests that are kept, by address. */
  request: () => ({ points: 600, duration: 10 * 60 }),
  /** Refused codes and tokens, by address and client. */
  refusal: () => ({ points: 100, duration: 60 }),
  /** Documents of strangers that we fetch, by the user for whom. */
  document: () => ({ points: 30, duration: 10 * 60 }),
}
type Limit = keyof typeof LIMITS

// Next may load this module more than once in one process.
const KEY = Symbol.for('structural-model-service.oauth-throttle')
const kept = globalThis as { [KEY]?: Map<Limit, RateLimiterMemory> }

function limiter(limit: Limit): RateLimiterMemory {
  kept[KEY] ??= new Map()
  const made = kept[KEY].get(limit) ?? new RateLimiterMemory({ ...LIMITS[limit](), keyPrefix: limit })
  kept[KEY].set(limit, made)
  return made
}

/** Seconds to wait; null when this one may go on. */
export async function take(limit: Limit, key: string): Promise<number | null> {
  if (env.RATE_LIMIT === 'off') return null
  try {
    await limiter(limit).consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsOf(refused)
    throw refused
  }
}

/** The same without counting: for limits that count only what went wrong. */
export async function spent(limit: Limit, key: string): Promise<number | null> {
  if (env.RATE_LIMIT === 'off') return null
  const state = await limiter(limit).get(key)
  return state && state.remainingPoints <= 0 ? secondsOf(state) : null
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
