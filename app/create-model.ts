import { type CallResult, refusal, unreachable } from '#ui/call.ts'

/** Creates a model and gives its id, which stands in `Location`: the answer would be the whole model again, and is not waited for. */
export async function createModel(body: string): Promise<CallResult<{ id: string }>> {
  const leaving = new AbortController()
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: leaving.signal }
  try {
    const answer = await fetch('/api/construct-models', sent)
    const id = answer.status === 201 ? answer.headers.get('location')?.split('/').at(-1) : undefined
    if (!id) return refusal(answer.status, await answer.text())
    leaving.abort()
    return { ok: true, body: { id } }
  } catch {
    return unreachable
  }
}
