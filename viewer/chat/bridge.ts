/** JSON-RPC 2.0 between the view and the host that frames it, by postMessage (MCP Apps 2026-01-26, "Transport"). */
import { isDictionary } from '#lib/values/dictionary.ts'

export type Message = {
  jsonrpc: '2.0'
  id?: string | number
  method?: string
  params?: unknown
  result?: unknown
  error?: RpcError
}
export type RpcError = { code: number; message: string }

export const METHOD_NOT_FOUND = -32601

/** What the host refused, or did not answer. */
export class BridgeError extends Error {
  constructor(
    readonly code: number | 'timeout',
    message: string,
  ) {
    super(message)
  }
}

/** The two ends of the line: the frame's own window and its parent. */
export type Ends = {
  listen(listener: (event: { source: unknown; data: unknown }) => void): () => void
  /** Whom messages must come from. */
  host: unknown
  /** To any origin: the host's is unknown, and nothing that is said is secret. */
  say(message: Message): void
  after(ms: number, then: () => void): () => void
}

export type Bridge = ReturnType<typeof openBridge>

const WAIT_MS = 30_000

/**
 * `answers`: what the host may ask, by method; its notifications too, whose answer nobody waits for. Messages of anybody else, and
 * what is no message, are passed over. Listens from the start, since a host may speak at once.
 */
export function openBridge(ends: Ends, answers: Record<string, (params: Record<string, unknown>) => unknown>) {
  let last = 0
  const waiting = new Map<string, { resolve(result: unknown): void; reject(error: BridgeError): void }>()

  const stop = ends.listen(({ source, data }) => {
    if (source !== ends.host || !isMessage(data)) return
    const { id, method } = data
    if (method === undefined) return settle(data)
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
    if (id === undefined) return void answer?.(isDictionary(data.params) ? data.params : {})
    if (!answer) return ends.say({ jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } })
    ends.say({ jsonrpc: '2.0', id, result: answer(isDictionary(data.params) ? data.params : {}) ?? {} })
  })

  function settle({ id, result, error }: Message): void {
    const pending = waiting.get(String(id)) // hosts may give a number back as text
    if (!pending) return
    waiting.delete(String(id))
    if (isDictionary(error)) pending.reject(new BridgeError(Number(error.code) || 0, String(error.message ?? '')))
    else pending.resolve(result)
  }

  return {
    /** Rejects with a BridgeError. */
    request(method: string, params: object, waitMs = WAIT_MS): Promise<Record<string, unknown>> {
      const id = ++last
      return new Promise((resolve, reject) => {
        const over = ends.after(waitMs, () => {
          waiting.delete(String(id))
          reject(new BridgeError('timeout', `${method} was not answered`))
        })
        waiting.set(String(id), {
          resolve(result) {
            over()
            resolve(isDictionary(result) ? result : {})
          },
          reject(error) {
            over()
            reject(error)
          },
        })
        ends.say({ jsonrpc: '2.0', id, method, params })
      })
    },
    notify: (method: string, params: object) => ends.say({ jsonrpc: '2.0', method, params }),
    close: stop,
  }
}

function isMessage(data: unknown): data is Message {
  if (!isDictionary(data) || data.jsonrpc !== '2.0') return false
  const { id, method } = data
  return (
    (id === undefined || typeof id === 'string' || typeof id === 'number') && (method === undefined || typeof method === 'string')
  )
}
