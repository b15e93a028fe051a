import { capital } from '#lib/values/capital.ts'

/** One problem of a 422: where, and what. */
export type Problem = { path: string; msg: string }

/** What a REST call from a page came to: the answer, or words for the person. */
export type CallResult<T> =
  | { ok: true; body: T }
  | { ok: false; status: number; message: string; problems: Problem[]; fields: Record<string, string> }

type Issue = { loc: (string | number)[]; msg: string }

export const unreachable = refused(0, 'The service does not answer. Check the connection and try again.')

/** From a page of ours, with its session. A body that is text or a file is sent as it is, anything else as JSON. */
export async function call<T = unknown>(method: string, path: string, body?: unknown): Promise<CallResult<T>> {
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    })
    text = await response.text()
  } catch {
    return unreachable
  }
  // The address decides what its answer looks like.
  if (response.ok) return { ok: true, body: (text === '' ? undefined : JSON.parse(text)) as T }
  return refusal(response.status, text)
}

/** What a refusal says, unless it says it at one of the fields. */
export const refusalBeside = (answer: CallResult<unknown> | undefined, ...fields: readonly string[]): string | undefined =>
  answer && !answer.ok && !fields.some((field) => answer.fields[field]) ? answer.message : undefined

/**
 * Reads what the API says when it refuses: `HTTPValidationError`, or a problem document whose `detail` is text. `fields` has the
 * messages by the first name in their `loc`, so that a form can tell `['body', 'password']` at `password`.
 */
export function refusal(status: number, text: string): Extract<CallResult<never>, { ok: false }> {
  if (status === 401) return refused(status, 'You are signed out. Sign in again to go on.')
  const detail = detailIn(text)
  if (typeof detail === 'string') return refused(status, detail)
  if (!Array.isArray(detail)) return refused(status, `The service answered ${status}.`)
  const issues: Issue[] = detail
  const fields: Record<string, string> = {}
  for (const { loc, msg } of issues) {
    const field = loc[0] === 'body' ? loc[1] : loc[0]
    if (field !== undefined) fields[field] ??= sentence(msg)
  }
  const problems = issues.map(({ loc, msg }) => ({ path: pathOf(loc), msg }))
  return { ok: false, status, message: problems.map(({ path, msg }) => `${path}: ${msg}`).join('\n'), problems, fields }
}

/** The API says rules of ours in pydantic's words; at a field they stand as a sentence. */
function sentence(msg: string): string {
  const rule = /^Value error, (.*?)\.?$/s.exec(msg)?.[1]
  return rule ? `${capital(rule)}.` : msg
}

function refused(status: number, message: string) {
  return { ok: false as const, status, message, problems: [], fields: {} }
}

/** Undefined when the answer is no JSON, as a proxy's own error page is not. */
function detailIn(text: string): unknown {
  try {
    return JSON.parse(text).detail
  } catch {
    return undefined
  }
}

/** `['body', 'frames', 3, 'endNodeId']` as `frames[3].endNodeId`. */
function pathOf(loc: (string | number)[]): string {
  const path = loc[0] === 'body' ? loc.slice(1) : loc
  return (
    path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : text ? `.${part}` : part), '') || 'body'
  )
}
