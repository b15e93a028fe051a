import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { env } from '#lib/runtime/env.ts'
import { anchorOf } from './problem-anchor.ts'
import { type ProblemCode, usualCode } from './problem-kinds.ts'
import { type Reply, toResponse } from './reply.ts'

type ProblemFields = { status: number; detail: string; requestId: string; code?: ProblemCode | undefined }

/** Members of its own, and a code more exact than the status. */
export type ProblemMore = { code?: ProblemCode | undefined; role?: string; needs?: string; revision?: number }

/** RFC 9457: the answer to every refusal that is not about what a body says. */
export const problemBody = ({ status, detail, requestId, code = usualCode(status) }: ProblemFields) => ({
  type: `${env.APP_URL}/docs/errors#${anchorOf(code)}`,
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  code,
  requestId,
})

/**
 * `requestId` is the `X-Request-Id` among the headers given, or a new one. When to come again stands in the body as well: a program hands on the body sooner than a header.
 */
export function problemReply(
  status: number,
  detail: string,
  headers: Record<string, string> = {},
  { code, ...more }: ProblemMore = {},
): Reply {
  const requestId = headers['X-Request-Id'] ?? randomUUID()
  const later = headers['Retry-After'] === undefined ? {} : { retryAfter: Number(headers['Retry-After']) }
  const body = { ...problemBody({ status, detail, requestId, code }), ...later, ...more }
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

export const problem = (...args: Parameters<typeof problemReply>): Response => toResponse(problemReply(...args))
