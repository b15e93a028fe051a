import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { InitializeRequestSchema, type ServerResult } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { fixtureLegacyCapabilities, fixtureLegacyMethods } from './conformance-fixtures.ts'
import {
  errorResponse,
  INVALID_PARAMS,
  INVALID_REQUEST,
  LEGACY_RESOURCE_NOT_FOUND,
  type Message,
  type Messages,
  RpcError,
} from './json-rpc.ts'
import { type Ask, answerMethod, capabilities } from './methods.ts'
import { MCP_URL } from './refusals.ts'
import { ResourceNotFound } from './resources.ts'
import { instructions, serverInfo } from './server-info.ts'

/** The revisions up to 2025-11-25, spoken by the SDK. */

// The SDK makes one per server otherwise, and there is a server per request.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Notifications and cancellations end here: nothing outlives its request, and the SDK leaves a batch that cancels its own request
 * without an answer. Each request of a batch goes to the SDK by itself, in order: joined there, a batch of one is no array.
 */
export async function serveLegacy(messages: Messages, protocolVersion: string | null, ask: Ask): Promise<Response> {
  if ('one' in messages)
    return messages.one.id === undefined ? accepted() : await serveRequest(messages.one, protocolVersion, ask)
  const requests = messages.batch.filter(({ id }) => id !== undefined)
  if (messages.batch.some(({ method }) => method === 'initialize')) {
    return errorResponse(400, { code: INVALID_REQUEST, message: 'Invalid Request: initialize does not go into a batch' })
  }
  if (requests.length === 0) return accepted()
  const answers: Response[] = []
  for (const request of requests) answers.push(await serveRequest(request, protocolVersion, ask))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  // One of several that came about must not be lost with a 503 for all.
  const later = answers.every(({ status }) => status === 503) ? answers[0] : undefined
  const headers = later?.headers ?? { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  return new Response(`[${texts.join(',')}]`, { status: later?.status ?? 200, headers })
}

const accepted = () => new Response(null, { status: 202 })

async function serveRequest(message: Message, protocolVersion: string | null, ask: Ask): Promise<Response> {
  // The SDK would answer -32603 with the schema library's own words.
  if (message.method === 'initialize' && !InitializeRequestSchema.safeParse(message).success) {
    const text = 'Invalid params: initialize needs protocolVersion, capabilities and clientInfo'
    return errorResponse(200, { code: INVALID_PARAMS, message: text }, message.id)
  }
  const server = new Server(serverInfo, {
    capabilities: { ...capabilities, ...fixtureLegacyCapabilities },
    instructions,
    jsonSchemaValidator,
  })
  let later: RpcError | undefined
  // All methods but `initialize` and `ping`. Handlers that are set by schema tell clients what zod says of a bad request.
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    try {
      const fixture = Object.hasOwn(fixtureLegacyMethods, method) ? fixtureLegacyMethods[method] : undefined
      if (fixture) return fixture() as ServerResult
      return (await answerMethod(method, params, ask)) as ServerResult
    } catch (error) {
      if (error instanceof RpcError && error.status === 503) later = error
      throw error instanceof ResourceNotFound ? new RpcError(LEGACY_RESOURCE_NOT_FOUND, error.message, error.data) : error
    }
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  await server.connect(transport)
  try {
    const headers = new Headers({ Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' })
    if (protocolVersion !== null) headers.set('MCP-Protocol-Version', protocolVersion)
    const response = await transport.handleRequest(new Request(MCP_URL, { method: 'POST', headers }), { parsedBody: message })
    response.headers.set('Cache-Control', 'no-store')
    return later ? errorResponse(later.status, later, message.id) : response // the SDK's has status 200
  } finally {
    await server.close()
  }
}
