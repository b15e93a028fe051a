import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

/**
 * RFC 9457: the answer to every refusal that is not about what a body says. `requestId` is the `X-Request-Id` among the headers
 * given, or a new one.
 */
export function problem(status: number, detail: string, headers: Record<string, string> = {}): Response {
  const requestId = headers['X-Request-Id'] ?? randomUUID()
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, requestId }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Cache-Control': 'no-store',
      ...headers,
      'Content-Type': 'application/problem+json',
      'X-Request-Id': requestId,
    },
  })
}
