import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { problemBody } from '#lib/http/problem.ts'
import type { ProblemCode } from '#lib/http/problem-kinds.ts'
import type { Env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { MB } from '#lib/values/bytes.ts'
import { countOf, lastOf } from './request-head.ts'

/** What the front answers by itself, before any door or page. */
export type Refused = { status: number; detail: string; headers?: Record<string, string>; code?: ProblemCode }

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = [...METHODS].join(', ')
/** Bodies of pages and account routes; the model's doors read theirs under their own limit. */
const SMALL_BODY = MB
/** What node:http's parser complains about, by its code. */
export const MALFORMED: Record<string, Refused> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are longer than 16 kB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time.' },
}

export const notSupported = (method: string): Refused => ({
  status: 405,
  detail: `The method ${method} is not supported.`,
  headers: { Allow: ALLOW },
})

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** What no handler should have to think about. `ours`: a door of ours answers, and reads bodies under its own limits. */
export function refusal(request: IncomingMessage, target: string | undefined, ours: boolean): Refused | undefined {
  const { method = '', headers } = request
  if (!METHODS.has(method) && !ours) return notSupported(method) // a door says which methods an address has
  if (target === undefined) return { status: 400, detail: 'Malformed path' }
  if (headers.host === undefined && request.httpVersion === '1.1') return { status: 400, detail: 'The Host header is missing.' }
  if (!HOST.test(headers.host ?? 'localhost')) return { status: 400, detail: 'The Host header is no host.' }
  // RFC 9112, section 3.2. node:http gives the first; who stands in front of us may have judged another.
  if (countOf(request, 'host') > 1) return { status: 400, detail: 'There is more than one Host header.' }
  const most = ours ? limits.bodyBytes : SMALL_BODY
  if (Number(headers['content-length'] ?? 0) > most) return { status: 413, detail: 'Request body too large' }
  if (!ours && headers['transfer-encoding'] !== undefined) return { status: 411, detail: 'This address needs a Content-Length.' }
  // There are none; Next would look for it, and write what it did not find into the log.
  if (!ours && headers['next-action'] !== undefined) return { status: 404, detail: 'There is no such server action.' }
  return undefined
}

/**
 * What our proxy heard over plain http although APP_URL is https. Who only reads is sent over; who sends a secret or a body has
 * shown it to everybody on the way, and must notice. Without a proxy of ours nobody can tell.
 */
export function overPlainHttp(
  { method, headers }: IncomingMessage,
  target = '',
  { APP_URL, TRUST_PROXY }: Env,
): Refused | undefined {
  if (TRUST_PROXY === 'off' || !APP_URL.startsWith('https:') || lastOf(headers['x-forwarded-proto']) !== 'http') return undefined
  const reads = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined
  const detail = `This service is reached at ${APP_URL} only.`
  const code = 'https_required'
  return reads ? { status: 308, detail, code, headers: { Location: `${APP_URL}${target}` } } : { status: 403, detail, code }
}

export const problemText = ({ status, detail, code }: Refused, requestId: string): string =>
  JSON.stringify(problemBody({ status, detail, code, requestId }))

/** An answer where there is no response object (yet), and the end of the connection. */
export function endRaw(socket: Duplex, refused: Refused, id: string): void {
  const { status, headers = {} } = refused
  const body = problemText(refused, id)
  const lines = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}
