import type { Caller } from '#lib/access/caller.ts'
import type { Reply } from '#lib/http/reply.ts'
import { record } from '#lib/service/accounts/activity.ts'
import { type Operation, scopeOf } from './operation.ts'

type Known = { caller: Caller; operation: Operation; modelId: string | undefined }

/** In the account's log: every write by REST, also one that was refused. Reads would be too many, and the model keeps what was written. */
export async function noteWrite(known: Known, { status, headers }: Reply, since: number): Promise<void> {
  const { caller, operation, modelId } = known
  if (scopeOf(operation) !== 'write') return
  const { userId, via, clientId, clientName, scopes } = caller
  const revision = Number(/^"(\d+)/.exec(headers.ETag ?? '')?.[1] ?? Number.NaN)
  await record({
    userId,
    via: via === 'session' ? 'web' : 'rest',
    clientId,
    clientName,
    scopes,
    action: operation.id,
    modelId: modelId ?? headers.Location?.split('/').at(-1),
    result: status < 400 ? 'ok' : status === 429 ? 'throttled' : status >= 500 ? 'failed' : 'refused',
    detail: { status, ...(revision > 0 && { revision }) },
    durationMs: performance.now() - since,
  })
}
