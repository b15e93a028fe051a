import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { describe } from './openapi.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { pathPattern } from './request-parts.ts'
import { answer } from './serve.ts'
import { previewHandler } from './share-previews.ts'

/** Which handler answers which address. Route files under app/ export the same ones. */

const paths = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  pattern: pathPattern(path),
  operations: operations.filter((one) => one.path === path),
}))

export function operationsAt(pathname: string): readonly Operation[] {
  return paths.find(({ pattern }) => pattern.test(pathname))?.operations ?? []
}

/** Any path under /api that nobody else answers: an operation's, or the JSON 404. */
export const anyOperation = (request: Incoming): Promise<Reply> => answer(request, operationsAt(new URL(request.url).pathname))

const ELSEWHERE = /^\/api\/(?:auth|account)(?:\/|$)/

/** For the server in front of Next. */
export function restHandler(pathname: string): ((request: Incoming) => Promise<Reply | Response>) | undefined {
  if (pathname === '/openapi.json') return describe
  if (pathname !== '/api' && !pathname.startsWith('/api/')) return previewHandler(pathname)
  return ELSEWHERE.test(pathname) ? undefined : anyOperation
}
