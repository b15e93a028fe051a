import type { IncomingMessage, ServerResponse } from 'node:http'
import { watchingForAway } from '#lib/db/database-away.ts'
import { problemReply } from '#lib/http/problem.ts'
import type { Answer } from '#lib/http/routes.ts'
import { RETRY_AFTER } from '#lib/http/unavailable.ts'
import type { Env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { log } from '#lib/runtime/log.ts'
import { gzipPage } from './gzip-page.ts'
import { IncomingOf, send } from './message.ts'
import { problemText, type Refused } from './refusal.ts'
import { framedBy } from './security-headers.ts'

/** The three ways in which the front has a request answered: by a door of ours, by a page of Next's, by refusing it. */

/** A request, its answer, and the headers that every answer has. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; beside: Record<string, string> }

export type Pages = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** So many of the largest bodies are read and dropped after an answer. */
export const MOST_UNWANTED = 4

const OUR_FAULT = 'Something went wrong on our side. The log says more under this X-Request-Id.'

/** A request to a door of ours. */
export async function throughDoor({ request, response, beside }: Exchange, handler: Answer, { APP_URL }: Env): Promise<void> {
  try {
    await send(response, await handler(new IncomingOf(request, response, APP_URL)), beside)
  } catch (error) {
    // A client that leaves in the middle of its body is no failure of ours, and hears no answer.
    if (request.destroyed && !request.complete) return
    log.error('a handler failed', { error, requestId: beside['X-Request-Id'] })
    if (response.headersSent) response.destroy()
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      await send(response, problemReply(500, OUR_FAULT, beside), {})
    }
  }
}

/** A page of Next's. `framers`: the sites that may show it. */
export function toPage(
  exchange: Exchange,
  pathname: string,
  pages: Pages,
  framers: Promise<readonly string[]> | undefined,
): void {
  if (!framers) {
    page(exchange, pathname, pages)
    return
  }
  const { beside } = exchange
  void framers
    .catch((error: unknown) => {
      log.warn('who may frame a page could not be read', { error, requestId: beside['X-Request-Id'] })
      return [] // the page itself says that the database is away
    })
    .then((origins) => {
      page(origins.length > 0 ? { ...exchange, beside: framedBy(origins, beside) } : exchange, pathname, pages)
    })
}

function page(exchange: Exchange, pathname: string, pages: Pages): void {
  const { request, response, beside } = exchange
  const policy = beside['Content-Security-Policy']
  if (policy) request.headers['content-security-policy'] = policy
  for (const [name, value] of Object.entries(beside)) response.setHeader(name, value)
  // Beside what a client sent, the consent page holds a handle that must not be guessed by its compressed length (BREACH).
  if (!pathname.startsWith('/oauth/')) gzipPage(request, response)
  watchingForAway((wasAway) => {
    laterInstead(response, wasAway)
    pages(request, response).catch((error: unknown) => {
      log.error('a page failed', { error, requestId: beside['X-Request-Id'] })
      if (response.headersSent) response.destroy()
      else refuse(exchange, { status: 500, detail: OUR_FAULT })
    })
  })
}

/** Next answers 500 whatever a page throws; without the database it is 503, and worth trying again. */
function laterInstead(response: ServerResponse, wasAway: () => boolean): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !wasAway()) return writeHead(status, ...rest)
    response.setHeader('Retry-After', RETRY_AFTER)
    return writeHead(503, ...rest)
  }
}

export function refuse({ request, response, beside }: Exchange, refused: Refused): void {
  const length = Number(request.headers['content-length'] ?? 0)
  // Up to there a refused body is read and dropped, so that the client hears the answer; beyond, the connection ends.
  if (length > MOST_UNWANTED * limits.bodyBytes || request.headers.expect) response.setHeader('Connection', 'close')
  const body = problemText(refused, beside['X-Request-Id'] ?? '')
  const { status, headers } = refused
  response.writeHead(status, {
    ...beside,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
