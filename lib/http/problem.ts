import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type Reply, toResponse } from './reply.ts'

/**
 * RFC 9457: the answer to every refusal that is not about what a body says. `requestId` is the `X-Request-Id` among the headers
 * given, or a new one; `more`: members of its own. When to come again stands in the body as well: a program hands on the body sooner
 * than a header.
 */
export function problemReply(status: number, detail: string, headers: Record<string, string> = {}, more: object = {}): Reply {
  const requestId = headers['X-Request-Id'] ?? randomUUID()
  const later = headers['Retry-After'] === undefined ? {} : { retryAfter: Number(headers['Retry-After']) }
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, requestId, ...later, ...more }
  return {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
    },
    body: [Buffer.from(JSON.stringify(body))],
  }
}

export const problem = (...given: Parameters<typeof problemReply>): Response => toResponse(problemReply(...given))
