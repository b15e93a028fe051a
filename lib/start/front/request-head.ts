import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Env } from '#lib/runtime/env.ts'

/** `..` and `.`, however they are written: clients resolve them (RFC 3986, section 5.2.4). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Path and query; undefined for what no handler should have to think about. Dot segments are refused: a `URL` takes them out, so that
 * an answer would be found for one path and asked for another, and a proxy's rules may have judged a third.
 */
export function originForm(target: string): string | undefined {
  let path = target
  if (!target.startsWith('/')) {
    if (!URL.canParse(target) || !/^https?:/i.test(target)) return undefined
    const { pathname, search } = new URL(target)
    path = pathname + search
  }
  const query = path.indexOf('?')
  const pathname = query < 0 ? path : path.slice(0, query)
  if (pathname.includes('\\') || path.includes('#') || DOT_SEGMENT.test(pathname)) return undefined
  if (pathname.includes('%')) {
    try {
      decodeURIComponent(pathname)
    } catch {
      return undefined
    }
  }
  return path
}

/** The client's own, when it is 1 to 128 visible ASCII characters. */
export function requestId(request: IncomingMessage): string {
  const id = request.headers['x-request-id']
  return typeof id === 'string' && /^[!-~]{1,128}$/.test(id) ? id : randomUUID()
}

/** How many lines of that name came. */
export function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count += 1
  }
  return count
}

/** Each proxy adds its word at the end, so the last is our own proxy's. */
export const lastOf = (forwarded: string | string[] | undefined) => [forwarded].flat().join().split(',').pop()?.trim()

/** What a proxy of ours wrote last into X-Forwarded-For; without one, the other end of the connection. */
export function clientAddress(request: IncomingMessage, env: Env): string {
  const last = env.TRUST_PROXY === 'on' && lastOf(request.headers['x-forwarded-for'])
  return last || request.socket.remoteAddress?.replace(/^::ffff:/, '') || 'unknown'
}
