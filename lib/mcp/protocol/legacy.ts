import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { Reply } from '#lib/http/reply.ts'
import {
  errorReply,
  INVALID_PARAMS,
  INVALID_REQUEST,
  jsonReply,
  LEGACY_RESOURCE_NOT_FOUND,
  type Message,
  type Messages,
  PARSE_ERROR,
  REFUSED,
  RpcError,
} from './json-rpc.ts'
import { logClient } from './log-client.ts'
import { type Ask, answerMethod, capabilities } from './methods.ts'
import { beside } from './offer.ts'
import { ResourceNotFound } from './resources.ts'
import { instructions, serverInfo } from './server-info.ts'

/** The revisions up to 2025-11-25, spoken by the SDK. */

// The SDK makes one per server otherwise, and there is a server per request.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Notifications and cancellations end here: nothing outlives its request, and the SDK leaves a batch that cancels its own request
 * without an answer. Each request of a batch goes to the SDK by itself, in order: joined there, a batch of one is no array.
 */
export async function serveLegacy(messages: Messages, protocolVersion: string | null, ask: Ask): Promise<Reply> {
  if ('one' in messages) return messages.one.id === undefined ? ACCEPTED : await serveRequest(messages.one, protocolVersion, ask)
  const requests = messages.batch.filter(({ id }) => id !== undefined)
  if (messages.batch.some(({ method }) => method === 'initialize')) {
    return errorReply(400, { code: INVALID_REQUEST, message: 'Invalid Request: initialize does not go into a batch' })
  }
  if (requests.length === 0) return ACCEPTED
  const answers: Reply[] = []
  for (const request of requests) answers.push(await serveRequest(request, protocolVersion, ask))
  // One of several that came about must not be lost with a 503 for all.
  const later = answers.every(({ status }) => status === 503) ? answers[0] : undefined
  const { status, headers } = later ?? jsonReply(200, null)
  const bodies = answers.flatMap(({ body }, i) => [Buffer.from(i > 0 ? ',' : '['), ...(Array.isArray(body) ? body : [])])
  return { status, headers, body: [...bodies, Buffer.from(']')] }
}

export const ACCEPTED: Reply = { status: 202, headers: {}, body: null }

/** One request in, its answer out. What the SDK's own transport asks of HTTP has been asked before. */
class OneAnswer implements Transport {
  onmessage?: Transport['onmessage']
  #resolve: (answer: JSONRPCMessage) => void = () => {}
  readonly answer = new Promise<JSONRPCMessage>((resolve) => {
    this.#resolve = resolve
  })

  async start() {}
  async close() {}
  /** There is no stream on which anything but the answer could go. */
  async send(message: JSONRPCMessage) {
    if ('result' in message || 'error' in message) this.#resolve(message)
  }
}

async function serveRequest(message: Message, protocolVersion: string | null, ask: Ask): Promise<Reply> {
  // The SDK would answer -32603 with the schema library's own words.
  if (message.method === 'initialize' && !InitializeRequestSchema.safeParse(message).success) {
    const text = 'Invalid params: initialize needs protocolVersion, capabilities and clientInfo'
    return errorReply(200, { code: INVALID_PARAMS, message: text }, message.id)
  }
  if (!isJSONRPCRequest(message))
    return errorReply(400, { code: PARSE_ERROR, message: 'Parse error: Invalid JSON-RPC message' }, message.id)
  if (message.method !== 'initialize' && protocolVersion !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    const text = `Bad Request: Unsupported protocol version: ${protocolVersion} (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`
    return errorReply(400, { code: REFUSED, message: text }, message.id)
  }
  const server = new Server(serverInfo, {
    capabilities: { ...capabilities(), ...beside.legacyCapabilities },
    instructions,
    jsonSchemaValidator,
  })
  let later: RpcError | undefined
  // All methods but `initialize` and `ping`. Handlers that are set by schema tell clients what zod says of a bad request.
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    try {
      const more = Object.hasOwn(beside.legacyMethods, method) ? beside.legacyMethods[method] : undefined
      if (more) return more()
      return await answerMethod(method, params, ask)
    } catch (error) {
      if (error instanceof RpcError && error.status === 503) later = error
      throw error instanceof ResourceNotFound ? new RpcError(LEGACY_RESOURCE_NOT_FOUND, error.message, error.data) : error
    }
  }
  if (message.method === 'initialize') logClient(message.params?.clientInfo, message.params?.capabilities)
  const transport = new OneAnswer()
  await server.connect(transport)
  transport.onmessage?.(message)
  const answer = await transport.answer
  return later ? errorReply(later.status, later, message.id) : jsonReply(200, answer) // the SDK's word for it is 200
}
