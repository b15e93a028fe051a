import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import type { Route } from '#lib/http/routes.ts'
import { describe } from './openapi.ts'
import { operations } from './operations.ts'
import { pathPattern } from './request-parts.ts'
import { answer, answerOf } from './serve.ts'
import { oembed, preview } from './share-previews.ts'

const paths = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path,
  pattern: pathPattern(path),
  operations: operations.filter((one) => one.path === path),
}))

/** Any path under /api that nobody else answers: an operation's, or the JSON 404. */
export function anyOperation(request: Incoming): Promise<Reply> {
  const { pathname } = new URL(request.url)
  return answer(request, paths.find(({ pattern }) => pattern.test(pathname))?.operations ?? [])
}

const unknown = answerOf([])

export const restRoutes: readonly Route[] = [
  ...paths.map(({ path, operations }): Route => ({ path, answer: answerOf(operations) })),
  { path: '/openapi.json', answer: describe },
  { path: '/oembed', answer: oembed },
  { path: '/share/{token}/preview.png', answer: preview },
  { path: '/api', answer: unknown },
  { path: '/api/{...}', answer: unknown },
]
