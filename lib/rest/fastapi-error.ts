import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'

/** The 422 of FastAPI: specification, section 7; order and number as in errors, section 5. */

const PARTS = ['path', 'query', 'header', 'body'] as const

/** `total` counts also those that were not kept. Issues of one part of the request are in order already. */
export function validationError(issues: readonly Issue[], total = issues.length): { detail: Detail[] } {
  // Storage may have cut its own list before; then its last item says how many there are.
  const last = issues.at(-1)
  const shownIssues = last?.type === 'too_many_errors' ? issues : limitIssues(inOrder(issues).slice(0, limits.issues), total)
  return { detail: shownIssues.map(toDetail) }
}

type Detail = { type: string; loc: (string | number)[]; msg: string; ctx?: Record<string, unknown> }

function toDetail({ type, at = 'body', loc, msg, ctx }: Issue): Detail {
  return { type, loc: [at, ...loc], msg, ...(ctx && { ctx }) }
}

function inOrder(issues: readonly Issue[]): Issue[] {
  return PARTS.flatMap((part) => issues.filter(({ at = 'body' }) => at === part))
}
