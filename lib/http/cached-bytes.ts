import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { accepts, requestId } from './headers.ts'
import type { HeaderFields, Incoming } from './incoming.ts'
import { problem } from './problem.ts'
import { readyResponse } from './ready-bytes.ts'

/** Bytes that stay the same while the process runs, in one coding. */
type Coded = { bytes: Uint8Array; etag: string }

/** One thing in the codings in which it is kept, each with an ETag of its own (RFC 9110, section 8.8.3.3). */
export type CachedBytes = { plain: Coded; br?: Coded; gzip?: Coded; headers: Record<string, string> }

/** `headers`: what every answer says of it, `Content-Type` and `Cache-Control` among them. */
export function toCachedBytes(
  plain: Uint8Array,
  coded: { br?: Uint8Array; gzip?: Uint8Array },
  headers: CachedBytes['headers'],
): CachedBytes {
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    plain: { bytes: plain, etag: `"${tag}"` },
    ...(coded.br && { br: { bytes: coded.br, etag: `"${tag}-br"` } }),
    ...(coded.gzip && { gzip: { bytes: coded.gzip, etag: `"${tag}-gzip"` } }),
    headers: { 'Accept-Ranges': 'bytes', ...headers, ...((coded.br ?? coded.gzip) && { Vary: vary(headers.Vary) }) },
  }
}

const vary = (other: string | undefined) => (other ? `Accept-Encoding, ${other}` : 'Accept-Encoding')

/** Made in both codings once, so that nobody waits for it twice. */
export async function cacheCompressed(plain: Uint8Array, headers: CachedBytes['headers']): Promise<CachedBytes> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain, { level: 9 })])
  return toCachedBytes(plain, { br, gzip: gz }, headers)
}

/** GET and HEAD, with a coding that the client takes, 304 and ranges; other methods 405. */
export function answerCached(request: Incoming, cached: CachedBytes): Response {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') {
    return problem(405, 'Method Not Allowed', { Allow: 'GET, HEAD', 'X-Request-Id': requestId(headers) })
  }
  const [coding, { bytes, etag }] = chosen(cached, headers.get('accept-encoding'))
  const about = { ...cached.headers, ETag: etag }
  if (isAmong(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: about })
  const full = { ...about, ...(coding && { 'Content-Encoding': coding }) }
  const range = method === 'GET' ? rangeOf(headers, bytes.length, etag) : undefined
  if (range === 'outside') {
    const rangeHeaders = { 'Content-Range': `bytes */${bytes.length}`, 'X-Request-Id': requestId(headers) }
    return problem(416, 'The range lies outside.', rangeHeaders)
  }
  const [from, to] = range ?? [0, bytes.length]
  return readyResponse(method === 'HEAD' ? [] : [bytes.subarray(from, to)], {
    status: range ? 206 : 200,
    headers: {
      ...full,
      'Content-Length': String(to - from),
      ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}` }),
    },
  })
}

function chosen({ plain, br, gzip }: CachedBytes, acceptEncoding: string | null): [coding: 'br' | 'gzip' | undefined, Coded] {
  if (br && accepts(acceptEncoding, 'br')) return ['br', br]
  if (gzip && accepts(acceptEncoding, 'gzip')) return ['gzip', gzip]
  return [undefined, plain]
}

/** `If-None-Match` compares weakly (RFC 9110, section 13.1.2). */
const isAmong = (ifNoneMatch: string | null, etag: string) =>
  ifNoneMatch?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

/**
 * RFC 9110, section 14: one range of bytes, end exclusive. Undefined: all of it, which is also right for what we do not know, for
 * several ranges, and when `If-Range` names another state.
 */
function rangeOf(headers: HeaderFields, length: number, etag: string): [from: number, to: number] | 'outside' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '')
  if (!found || (headers.get('if-range') ?? etag) !== etag) return undefined
  const [first, last] = [found[1], found[2]]
  if (!first && !last) return undefined
  if (!first) return Number(last) > 0 ? [Math.max(0, length - Number(last)), length] : 'outside'
  if (last && Number(last) < Number(first)) return undefined
  if (Number(first) >= length) return 'outside'
  return [Number(first), Math.min(length, last ? Number(last) + 1 : length)]
}
