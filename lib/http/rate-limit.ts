import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#lib/runtime/env.ts'

/**
 * How much one principal may ask of one server; documented in OpenAPI. Each of its workers has its share, for connections are dealt
 * out to them in turn. An AI or a script that works hard stays far below.
 */
export const rates = {
  read: { points: env.READS_PER_MINUTE, duration: 60 },
  write: { points: env.WRITES_PER_MINUTE, duration: 60 },
  accountExport: { points: 2, duration: 60 * 60 },
  mcp: { points: env.MCP_CALLS_PER_MINUTE, duration: 60 },
  // What is asked with a share link, by link and by network: nobody has signed in.
  link: { points: 600, duration: 60 },
  linkNetwork: { points: 300, duration: 60 },
  // What somebody writes to others, by user.
  invitation: { points: 30, duration: 60 * 60 },
  accessRequest: { points: 10, duration: 60 * 60 },
  // Letters to one person about their role on one model; the bell shows the latest state.
  roleLetter: { points: 3, duration: 60 * 60 },
  // The authorization server's, by address (the last by user). Codes and tokens cannot be guessed, so these keep tables and network
  // clean rather than doors shut, and are wide: a vendor's cloud comes from a few addresses for all of its users.
  oauthRegistration: { points: env.OAUTH_REGISTRATIONS_PER_HOUR, duration: 60 * 60 },
  oauthRequest: { points: 600, duration: 10 * 60 },
  oauthRefusal: { points: 100, duration: 60 },
  oauthDocument: { points: 30, duration: 10 * 60 },
} as const

export type RateGroup = keyof typeof rates

const limiters = new Map<RateGroup, RateLimiterMemory>()

function limiter(group: RateGroup): RateLimiterMemory {
  let found = limiters.get(group)
  if (!found) {
    const { points, duration } = rates[group]
    found = new RateLimiterMemory({ points: Math.ceil(points / env.WORKERS), duration, keyPrefix: group })
    limiters.set(group, found)
  }
  return found
}

/** Of those that are told on each answer, their names there. */
const HEADER_NAMES: Partial<Record<RateGroup, string>> = { read: 'reads', write: 'writes', mcp: 'mcp' }

/** What came of counting one request. `retryAfter`: it was one too many, and after how many seconds to ask again. */
export type RateCount = { retryAfter?: number; headers: Record<string, string> }

/** `RATE_LIMIT=off` counts nothing. */
export async function count(group: RateGroup, principal: string): Promise<RateCount> {
  if (env.RATE_LIMIT === 'off') return { headers: {} }
  try {
    return { headers: headersOf(group, await limiter(group).consume(principal)) }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { retryAfter: secondsUntil(refusal), headers: headersOf(group, refusal) }
  }
}

/** Null, or after how many seconds to ask again. */
export async function takeTicket(group: RateGroup, principal: string): Promise<{ retryAfter: number } | null> {
  const { retryAfter } = await count(group, principal)
  return retryAfter === undefined ? null : { retryAfter }
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/**
 * draft-ietf-httpapi-ratelimit-headers-11. A worker knows its own share alone: what is left of it stands for as much in each of the
 * others, so that nothing is left exactly when it refuses.
 */
function headersOf(group: RateGroup, counted: RateLimiterRes): Record<string, string> {
  const name = HEADER_NAMES[group]
  if (name === undefined) return {}
  const { points, duration } = rates[group]
  const left = Math.min(points, counted.remainingPoints * env.WORKERS)
  return {
    'RateLimit-Policy': `"${name}";q=${points};w=${duration}`,
    RateLimit: `"${name}";r=${left};t=${secondsUntil(counted)}`,
  }
}
