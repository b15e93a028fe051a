import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { INVALID_PARAMS, MISSING_CLIENT_CAPABILITY, type Params, RpcError } from '#lib/mcp/protocol/json-rpc.ts'
import type { Offer } from '#lib/mcp/protocol/offer.ts'
import type { ToolEntry } from '#lib/mcp/tools/tool.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/**
 * What the conformance tool of the Model Context Protocol expects of a server under test, beside the service's own: tools and
 * prompts `test_*`, resources `test://…`. Names and texts are the tool's.
 */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const META = 'io.modelcontextprotocol/'

type Result = Record<string, unknown>
const text = (words: string): Result => ({ content: [{ type: 'text', text: words }] })

function fixture(name: string, description: string, run: (params: Params) => Result): ToolEntry {
  return {
    name,
    listed: { description, inputSchema: { type: 'object', properties: {} } },
    call: async (_input, _asking, params) => run(params) as CallToolResult,
  }
}

// Input that the server asks for with its result, and gets with the next request (2026-07-28).

const elicitation = (message: string, property: string, type = 'string') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] } },
})
const sampling = (question: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens: 100 },
})
const roots = { method: 'roots/list', params: {} }

const asking = (inputRequests: Result, state?: Result): Result => ({
  resultType: 'input_required',
  inputRequests,
  ...(state ? { requestState: sealed(state) } : {}),
})

const key = randomBytes(32)
const hmac = (data: string) => createHmac('sha256', key).update(data).digest()

function sealed(state: Result): string {
  const data = Buffer.from(JSON.stringify({ ...state, nonce: randomBytes(8).toString('hex') })).toString('base64url')
  return `${data}.${hmac(data).toString('base64url')}`
}

/** The state of the last round, undefined in the first; what was tampered with is refused. */
function stateOf({ requestState }: Params): Result | undefined {
  if (requestState === undefined) return undefined
  const [data = '', seal = ''] = String(requestState).split('.')
  const given = Buffer.from(seal, 'base64url')
  const right = hmac(data)
  if (given.length === right.length && timingSafeEqual(given, right)) return JSON.parse(Buffer.from(data, 'base64url').toString())
  throw new RpcError(INVALID_PARAMS, 'requestState failed its integrity check', undefined, 400)
}

/** The client's answers; what is no object answers nothing and is asked again. */
function responses({ inputResponses }: Params): Record<string, Result> {
  const given = isDictionary(inputResponses) ? Object.entries(inputResponses) : []
  return Object.fromEntries(given.filter((entry): entry is [string, Result] => isDictionary(entry[1])))
}

const answered = (response: Result | undefined, field: string): string =>
  isDictionary(response?.content) && typeof response.content[field] === 'string' ? response.content[field] : 'unknown'

function clientCapabilities({ _meta }: Params): Result {
  const declared = isDictionary(_meta) ? _meta[`${META}clientCapabilities`] : undefined
  return isDictionary(declared) ? declared : {}
}

function requireCapability(params: Params, capability: string): void {
  if (capability in clientCapabilities(params)) return
  const data = { requiredCapabilities: { [capability]: {} } }
  throw new RpcError(MISSING_CLIENT_CAPABILITY, 'Missing required client capability', data, 400)
}

const tools: Offer['tools'] = [
  fixture('test_simple_text', 'Answers text', () => text('This is a simple text response for testing.')),
  fixture('test_image_content', 'Answers an image', () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] })),
  fixture('test_audio_content', 'Answers audio', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })),
  fixture('test_embedded_resource', 'Answers a resource', () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ],
  })),
  fixture('test_multiple_content_types', 'Answers text, an image and a resource', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  })),
  fixture('test_error_handling', 'Always fails', () => ({
    isError: true,
    ...text('This tool intentionally returns an error for testing'),
  })),
  fixture('test_tool_with_logging', 'Would log, had it a stream', () => text('Tool with logging executed successfully')),
  {
    name: 'test_tool_with_progress',
    listed: { description: 'Reports 0, 50 and 100 of 100', inputSchema: { type: 'object', properties: {} } },
    async call(_input, { notify }) {
      for (const progress of [0, 50, 100]) {
        notify?.({ progress, total: 100, message: `Completed step ${progress} of 100` })
        await wait(50)
      }
      return text('Tool with progress executed successfully') as CallToolResult
    },
  },
  {
    name: 'json_schema_2020_12_tool',
    listed: {
      description: 'Its input schema uses the vocabulary of JSON Schema 2020-12',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
    },
    call: async (input) => text(`JSON Schema 2020-12 tool called with: ${JSON.stringify(input)}`) as CallToolResult,
  },
  fixture('test_missing_capability', 'Needs sampling', (params) => {
    requireCapability(params, 'sampling')
    return text('Success')
  }),
  fixture('test_streaming_elicitation', 'Answers at once', () => text('Streaming complete')),
  fixture('test_logging_tool', 'Logs nothing', () => text('Logging evaluated')),
  fixture('test_input_required_result_elicitation', 'Asks for a name', (params) => {
    const { user_name } = responses(params)
    if (user_name) return text(`Hello, ${answered(user_name, 'name')}!`)
    return asking({ user_name: elicitation('What is your name?', 'name') })
  }),
  fixture('test_input_required_result_sampling', 'Asks for a completion', (params) => {
    const { sample_request } = responses(params)
    if (sample_request) return text(`Sampling result: ${answered(sample_request, 'text')}`)
    return asking({ sample_request: sampling('What is the capital of France?') })
  }),
  fixture('test_input_required_result_list_roots', 'Asks for the roots', (params) => {
    const { roots_request } = responses(params)
    if (roots_request) return text(`Found ${Array.isArray(roots_request.roots) ? roots_request.roots.length : 0} root(s)`)
    return asking({ roots_request: roots })
  }),
  fixture('test_input_required_result_request_state', 'Keeps its state with the client', (params) => {
    if (stateOf(params)?.kind === 'request-state' && responses(params).confirm) return text('state-ok: requestState validated')
    return asking({ confirm: elicitation('Please confirm', 'ok', 'boolean') }, { kind: 'request-state' })
  }),
  fixture('test_input_required_result_multiple_inputs', 'Asks for three things at once', (params) => {
    const { user_name, greeting, client_roots } = responses(params)
    if (stateOf(params)?.kind === 'multiple-inputs' && user_name && greeting && client_roots) {
      const count = Array.isArray(client_roots.roots) ? client_roots.roots.length : 0
      return text(`Name: ${answered(user_name, 'name')}; Greeting: ${answered(greeting, 'text')}; Roots: ${count}`)
    }
    const requests = {
      user_name: elicitation('What is your name?', 'name'),
      greeting: sampling('Generate a greeting'),
      client_roots: roots,
    }
    return asking(requests, { kind: 'multiple-inputs' })
  }),
  fixture('test_input_required_result_multi_round', 'Asks twice', (params) => {
    const state = stateOf(params)
    const { step1, step2 } = responses(params)
    if (state?.round === 2 && step2) {
      return text(`Multi-round complete for ${state.name} who likes ${answered(step2, 'color')}`)
    }
    if (state?.round === 1 && step1) {
      const name = answered(step1, 'name')
      return asking({ step2: elicitation('Step 2: What is your favorite color?', 'color') }, { round: 2, name })
    }
    return asking({ step1: elicitation('Step 1: What is your name?', 'name') }, { round: 1 })
  }),
  fixture('test_input_required_result_tampered_state', 'Refuses a state that was changed', (params) => {
    if (stateOf(params) && responses(params).confirm) return text('integrity-ok: state verified')
    return asking({ confirm: elicitation('Please confirm', 'ok', 'boolean') }, { kind: 'tamper-test' })
  }),
  fixture('test_input_required_result_capabilities', 'Asks only for what the client can', (params) => {
    const given = Object.keys(responses(params))
    if (given.length > 0) return text(`capabilities-ok: received ${given.join(',')}`)
    const declared = clientCapabilities(params)
    const requests = {
      ...('elicitation' in declared ? { elicit_input: elicitation('Elicitation input', 'value') } : {}),
      ...('sampling' in declared ? { sample_input: sampling('Sample request') } : {}),
    }
    if (Object.keys(requests).length === 0) return text('No supported capabilities declared')
    return asking(requests, { kind: 'capabilities-test' })
  }),
]

const resources: Offer['resources'] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png', blob: PNG },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain', text: 'Watched resource content' },
]

const resourceTemplates: Offer['resourceTemplates'] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    mimeType: 'application/json',
    read(uri) {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      if (id === undefined) return null
      return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
    },
  },
]

const saying = (...contents: Result[]): Result => ({ messages: contents.map((content) => ({ role: 'user', content })) })

const prompts: Offer['prompts'] = [
  {
    name: 'test_simple_prompt',
    description: 'No arguments',
    get: () => saying({ type: 'text', text: 'This is a simple prompt for testing.' }),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'Two arguments',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    get: ({ arg1, arg2 }) => saying({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Embeds a resource',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    get: ({ resourceUri }) =>
      saying(
        {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  },
  {
    name: 'test_prompt_with_image',
    description: 'Holds an image',
    get: () =>
      saying({ type: 'image', data: PNG, mimeType: 'image/png' }, { type: 'text', text: 'Please analyze the image above.' }),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks for input first',
    get(_given, params) {
      const { user_context } = responses(params)
      if (user_context) return saying({ type: 'text', text: `Prompt with context: ${answered(user_context, 'context')}` })
      return asking({ user_context: elicitation('What context should the prompt use?', 'context') })
    },
  },
]

export const fixtures: Offer = {
  tools,
  prompts,
  resources,
  resourceTemplates,
  legacyMethods: { 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) },
  legacyCapabilities: { logging: {}, resources: { subscribe: true } },
}
