/**
 * One thing wrong with what was sent. `loc` is the path inside the body, without `"body"`: the doors put that before it, except
 * where `at` names another part of the request. Vocabulary: pydantic's.
 */
export type Issue = {
  type: string
  loc: (string | number)[]
  msg: string
  ctx?: Record<string, unknown>
  at?: 'body' | 'path' | 'query' | 'header'
}

/** Wrong by a rule of ours, which no schema says. */
export const valueError = (loc: Issue['loc'], msg: string): Issue => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${msg}`,
  ctx: { error: {} },
})

/** Of a text that must say something. */
export const blankIssues = (text: unknown, loc: Issue['loc']): Issue[] =>
  typeof text === 'string' && text.trim() === '' ? [valueError(loc, `the ${loc.at(-1)} says nothing`)] : []

/**
 * What the model refuses. Told in `rest/serve.ts` (a status) and `mcp/explain.ts` (words), nowhere else.
 * `outdated`: the revision that the caller expected (`If-Match`) is not the present one, which it says. `forbidden` says which role
 * would do, and which one the caller has; `not_found` the field that names the model, where it is another than `modelId`.
 */
export class ModelError extends Error {
  constructor(
    readonly code: 'not_found' | 'revision_not_found' | 'forbidden' | 'invalid' | 'outdated',
    readonly issues: Issue[] = [],
    readonly says: { role?: string; needs?: string; revision?: number; field?: string } = {},
  ) {
    super(code)
  }
}
