import { gzipOf, toSegment } from '#lib/http/gzip-segments.ts'
import { acceptsGzip } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { KB, MB } from '#lib/values/bytes.ts'

/** Below this an answer is a few packets, and compressing it costs more than sending it. */
export const WORTH_COMPRESSING = 16 * KB
/** Above it stand only models, which lie compressed already, and answers to writes, whose client sent as much itself. */
const MOST = 4 * MB

/** What an operation answers, for a client that takes gzip. */
export async function compressed(reply: Reply, request: Incoming): Promise<Reply> {
  const { headers, body } = reply
  if (!Array.isArray(body) || headers['Content-Encoding'] || !headers['Content-Type']?.startsWith('application/json'))
    return reply
  const length = body.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length < WORTH_COMPRESSING) return reply
  const varied = { ...headers, Vary: headers.Vary ?? 'Accept-Encoding' }
  if (length > MOST || !acceptsGzip(request.headers)) return { ...reply, headers: varied }
  const segments = await Promise.all(body.map((chunk) => toSegment(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))))
  const tag = request.method === 'POST' || request.method === 'PUT' ? {} : weakened(headers)
  return { ...reply, headers: { ...varied, ...tag, 'Content-Encoding': 'gzip' }, body: gzipOf(segments) }
}

/** What is read has a strong tag for its plain bytes (RFC 9110, section 8.8.3); after a write the tag names the model's revision. */
const weakened = ({ ETag }: Reply['headers']): Reply['headers'] => (ETag?.startsWith('"') ? { ETag: `W/${ETag}` } : {})
