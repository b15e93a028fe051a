import type { Reply } from '#lib/http/reply.ts'
import { RETRY_AFTER } from '#lib/http/unavailable.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** JSON-RPC 2.0 as MCP narrows it: ids are strings or integers and never null, params are objects. */

export type RequestId = string | number
export type Params = Record<string, unknown>
export type Message = { jsonrpc: '2.0'; id?: RequestId; method: string; params?: Params }

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** Ours: what HTTP refuses before there is a message to answer. */
export const REFUSED = -32000
export const RATE_LIMITED = -32003
/** A resource that is not there, up to revision 2025-11-25. */
export const LEGACY_RESOURCE_NOT_FOUND = -32002
export const HEADER_MISMATCH = -32020
export const MISSING_CLIENT_CAPABILITY = -32021
export const UNSUPPORTED_PROTOCOL_VERSION = -32022

/** The revisions without a handshake. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The one revision in which batches are allowed. */
export const BATCH_VERSION = '2025-03-26'
const MAX_BATCH = 100

/**
 * An answer of the protocol that is no result. The SDK passes `code`, `message` and `data` of what a handler throws on to the
 * client, so nothing else may leave a handler. `status` is HTTP's, in the newer revision.
 */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    readonly status = 200,
  ) {
    super(message)
  }
}

/** The database is away. Whoever was writing cannot know whether it came about. */
export const notNow = () =>
  new RpcError(
    REFUSED,
    `Service Unavailable: try again in ${RETRY_AFTER} s; a write may have come about, so look first`,
    undefined,
    503,
  )

/** No cache keeps it. */
export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  body: [Buffer.from(JSON.stringify(body))],
})

/**
 * A JSON-RPC error as an answer of its own. Without a known id there is none, for MCP's schema has no `id: null`; but for what could
 * not even be read, where JSON-RPC 2.0 wants it.
 */
export function errorReply(
  status: number,
  error: { code: number; message: string; data?: unknown },
  id?: RequestId | null,
  headers: Record<string, string> = {},
): Reply {
  const { code, message, data } = error
  const body = {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  }
  return jsonReply(status, body, { ...headers, ...(status === 503 && { 'Retry-After': RETRY_AFTER }) })
}

export type Messages = { one: Message } | { batch: Message[] }

/** What a body says, or the error that answers it: `[]`, `id: null`, no `method`, two requests with one id. */
export function readMessages(body: unknown, protocolVersion: string | null): Messages | { refused: Reply } {
  const refuse = (message: string, id?: RequestId) => ({
    refused: errorReply(400, { code: INVALID_REQUEST, message: `Invalid Request: ${message}` }, id),
  })
  if (!Array.isArray(body)) {
    if (isMessage(body)) return { one: body }
    return refuse(whatIsWrong(body) ?? '', isDictionary(body) && isRequestId(body.id) ? body.id : undefined)
  }
  if (protocolVersion !== null && protocolVersion !== BATCH_VERSION)
    return refuse(`batches exist in revision ${BATCH_VERSION} only`)
  if (body.length === 0) return refuse('an empty batch')
  if (body.length > MAX_BATCH) return refuse(`a batch holds at most ${MAX_BATCH} messages`)
  const seen = new Set<RequestId>()
  const batch: Message[] = []
  for (const [index, message] of body.entries()) {
    if (!isMessage(message)) return refuse(`message ${index}: ${whatIsWrong(message)}`)
    batch.push(message)
    const { id } = message
    if (id === undefined) continue
    if (seen.has(id)) return refuse(`message ${index}: the id is used twice`)
    seen.add(id)
  }
  return { batch }
}

const isMessage = (message: unknown): message is Message => whatIsWrong(message) === undefined

function whatIsWrong(message: unknown): string | undefined {
  if (!isDictionary(message)) return 'a JSON object is expected'
  if (message.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof message.method !== 'string') return 'there is no method'
  if ('id' in message && !isRequestId(message.id)) return 'id must be a string or an integer'
  if ('params' in message && !isDictionary(message.params)) return 'params must be an object'
}

const isRequestId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value)
