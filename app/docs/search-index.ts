import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { ERROR_TYPES } from '#lib/rest/error-types.ts'
import { describedApi, operationsOf, sharedObjects } from './described.ts'
import type { Index } from './search.tsx'

let made: Index | undefined

/** What can be looked for. Made once: nothing of it changes while we run. */
export function searchIndex(): Index {
  made ??= {
    operations: operationsOf(describedApi()).map(({ operationId, summary, method, path, tags: [tag = ''] }) => [
      summary,
      `${method} ${path.replace('/api/construct-models', '…')}`,
      tag,
      operationId,
    ]),
    objects: sharedObjects().map(([name]) => name),
    problems: Object.entries(PROBLEM_KINDS).map(([code, { status }]) => [code, status]),
    types: Object.keys(ERROR_TYPES),
  }
  return made
}
