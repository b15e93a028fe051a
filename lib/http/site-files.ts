import { env } from '#lib/runtime/env.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import type { Incoming } from './incoming.ts'
import { problem } from './problem.ts'
import type { Route } from './routes.ts'

/** Texts that crawlers and researchers look for at fixed addresses. */

type Handler = (request: Incoming) => Promise<Response>

/** Its days are counted anew with each answer: as long as the server runs, somebody reads that address. */
const GOOD_FOR_MS = 180 * DAY_MS

const text = (lines: () => string[] | null): Handler => {
  return async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
    const found = lines()
    if (!found) return problem(404, 'Not Found')
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
    return new Response(method === 'HEAD' ? null : `${found.join('\n')}\n`, { headers })
  }
}

/** RFC 9309. Models and settings are for people who have signed in; what leads to a crawler's own sign-in is of no use to it. */
export const robots = text(() => [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /mcp',
  'Disallow: /models/',
  'Disallow: /settings/',
])

/** RFC 9116, where the operator names whom to tell. */
export const securityText = text(
  () =>
    env.SECURITY_CONTACT?.split(',')
      .map((contact) => `Contact: ${contact.trim()}`)
      .concat(
        `Expires: ${new Date(Date.now() + GOOD_FOR_MS).toISOString().slice(0, 10)}T00:00:00.000Z`,
        'Preferred-Languages: en',
        `Canonical: ${env.APP_URL}/.well-known/security.txt`,
      ) ?? null,
)

/** By which ChatGPT's plugin directory learns that this domain is whoever's who submits the plugin. */
export const appsChallenge = text(() => (env.OPENAI_APPS_CHALLENGE === undefined ? null : [env.OPENAI_APPS_CHALLENGE]))

export const siteFileRoutes: readonly Route[] = [
  { path: '/robots.txt', answer: robots },
  { path: '/.well-known/security.txt', answer: securityText },
  { path: '/.well-known/openai-apps-challenge', answer: appsChallenge },
]
