import type { IncomingMessage, ServerResponse } from 'node:http'
import { log, withoutSecrets } from '#lib/runtime/log.ts'
import { SECRET_PAGES } from './security-headers.ts'

/** What follows these is a secret that opens something by itself. */
const TOKEN_PATH = new RegExp(`^((?:/api)?/(?:${[...SECRET_PAGES, 'downloads'].join('|')}))/[^/]+`)

/** Without the query, in which codes and handles stand; a share link by its last characters, as its owner knows it. */
export const shownPath = (target: string): string => {
  const path = withoutSecrets(target.split('?', 1)[0] ?? '')
  return path.replace(TOKEN_PATH, (all, before: string) => (path.startsWith(`${before}/…`) ? all : `${before}/[token]`))
}

/** By what a request shows, not by whether it is any good: the status says that. */
export function principalKind({ authorization, cookie }: IncomingMessage['headers']): string {
  if (authorization === undefined) return /next-auth\.session-token=/.test(cookie ?? '') ? 'session' : 'anonymous'
  const [, ours] = /^Bearer +(smk_|smt_at_)/i.exec(authorization) ?? []
  return ours === 'smk_' ? 'api_key' : ours === 'smt_at_' ? 'oauth' : 'unknown'
}

/** One line when the answer is over, or its client has left. */
export function logAccess(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const since = performance.now()
  const { method, url = '', headers, socket } = request
  const before = socket.bytesWritten
  response.once('close', () => {
    log.info('request', {
      method,
      path: shownPath(url),
      status: response.statusCode,
      ms: Math.round((performance.now() - since) * 10) / 10,
      bytes: socket.bytesWritten - before,
      requestId,
      principal: principalKind(headers),
      ...(!response.writableFinished && { cutOff: true }),
    })
  })
}
