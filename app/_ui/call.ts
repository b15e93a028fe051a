/** What a REST call from a page came to: the answer, or words for the person and, by field, for the form. */
export type Called<T> = { ok: true; body: T } | { ok: false; status: number; message: string; fields: Record<string, string> }

type Issue = { loc: (string | number)[]; msg: string }

/** `fields` has the messages of a 422 by the first name in their `loc`, so `['body', 'password']` is told at `password`. */
export async function call<T = unknown>(method: string, path: string, body?: unknown): Promise<Called<T>> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    })
  } catch {
    return { ok: false, status: 0, message: 'The service does not answer. Check the connection and try again.', fields: {} }
  }
  const text = await response.text()
  const answer = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined
  if (response.ok) return { ok: true, body: answer as T } // the address decides what its answer looks like
  const { status } = response
  if (status === 401) return { ok: false, status, message: 'You are signed out. Sign in again to go on.', fields: {} }
  const detail: unknown = answer?.detail
  if (!Array.isArray(detail)) {
    return { ok: false, status, message: typeof detail === 'string' ? detail : `The service answered ${status}.`, fields: {} }
  }
  const issues: Issue[] = detail
  const fields: Record<string, string> = {}
  for (const { loc, msg } of issues) {
    const field = loc[0] === 'body' ? loc[1] : loc[0]
    if (field !== undefined) fields[field] ??= msg
  }
  return { ok: false, status, message: issues.map(({ loc, msg }) => `${pathOf(loc)}: ${msg}`).join('\n'), fields }
}

/** `['body', 'frames', 3, 'endNodeId']` as `frames[3].endNodeId`. */
export function pathOf(loc: (string | number)[]): string {
  const path = loc[0] === 'body' ? loc.slice(1) : loc
  return (
    path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : text ? `.${part}` : part), '') || 'body'
  )
}
