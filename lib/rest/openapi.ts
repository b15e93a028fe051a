import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { ROLES } from '#lib/access/roles.ts'
import { env } from '#lib/env.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { answerKept, type Kept, keepCoded } from '#lib/http/kept-bytes.ts'
import { problem } from '#lib/http/problem.ts'
import { rates } from '#lib/http/rate-limit.ts'
import { limits } from '#lib/limits.ts'
import { grouped } from '#lib/model/count-text.ts'
import { isDictionary } from '#lib/model/dictionary.ts'
import { oneOrMore, orTrue, sameAs, showShortForms } from '#lib/model/lax.ts'
import { ViewerModel } from '#lib/model/schema.ts'
import { SCENE_TYPE } from '#lib/scene-file/layout.ts'
import { TOO_MANY, UNAVAILABLE } from '#lib/work/busy.ts'
import { wordsOfEnd } from '#lib/work/scheduler.ts'
import type { TaskName } from '#lib/work/tasks.ts'
import { type Operation, scopeOf } from './operation.ts'
import { operations } from './operations.ts'

/** OpenAPI 3.1, made from the operations and the schemas that also parse and answer. */

type Json = Record<string, unknown>
type Io = 'input' | 'output'

const MB = 1024 * 1024

const DESCRIPTION = `
A store for structural models: nodes, frames, members, sections, materials, supports, areas, grid lines and units.

**Conventions.** X, Y, Z are right-handed, Z is up, angles are degrees. Each model has its own units; they are labels, and no stored
number is ever converted. Ids are the client's, unique per kind, compared exactly.

**Writing.** A batch is applied whole or not at all, and makes one new revision. What exists is replaced whole. References may go to
the model or to the same batch, in any order. Everything that is wrong is told at once: 422 with FastAPI's items, in the order of the
schema, at most ${limits.issues}, then one \`too_many_errors\`. Numbers may also be sent as text and truth values as 1, 0, "yes" or "no".

**Safe repeats.** \`Idempotency-Key\` on every POST and PUT: one effect per key and caller for 24 hours, and the first answer again.
\`If-Match\` with the ETag last seen: 412 and no effect when somebody else wrote in between. Every answer has an \`X-Request-Id\`.

**Limits.** Body ${limits.bodyBytes / MB} MB, uncompressed; ${grouped(limits.batchElements)} elements in a batch; ${limits.editBytes / MB} MB in an edit; ${grouped(limits.modelElements)} and ${limits.modelBytes / MB} MB of JSON in a model;
4,096 characters in a text, 200 keys in \`dimensions\`; ${limits.nesting} levels of
nesting; \`source\` ${limits.sourceBytes / 1024} kB an element. An account: ${grouped(limits.accountModels)} models, ${limits.accountBytes / 1024 ** 3} GB (old revisions count), ${limits.userStreams} event streams at a time. Per minute and caller ${rates.read.points} requests that read and ${rates.write.points} that write; beyond, 429 with
\`Retry-After\`.
`.trim()

/** A response header or parameter that several operations have. */
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const PARAMETERS: Record<string, Json> = {
  model_id: {
    name: 'model_id',
    in: 'path',
    required: true,
    description: "The model's id",
    schema: { type: 'string' },
    example: 'm_4Zt0f9sQm1yXb7cN2eVJkA3r',
  },
  user_id: {
    name: 'user_id',
    in: 'path',
    required: true,
    description: 'Whose request it is',
    schema: { type: 'string' },
    example: 'cmb1x2y3z0001',
  },
  revision: {
    name: 'revision',
    in: 'path',
    required: true,
    description: 'A revision of the model',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  view_id: {
    name: 'view_id',
    in: 'path',
    required: true,
    description: 'The id of a saved view',
    schema: { type: 'string' },
    example: 'vw_4kTq8wPz0aYb',
  },
  link_id: {
    name: 'link_id',
    in: 'path',
    required: true,
    description: 'The id of a share link, which opens nothing',
    schema: { type: 'string' },
    example: 'ln_4kTq8wPz0aYb',
  },
  token: {
    name: 'token',
    in: 'path',
    required: true,
    description: 'What stands at the end of the address of a share link',
    schema: { type: 'string' },
    example: 'sl_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'One effect per key and caller for 24 hours; a repeat gets the first answer with `Idempotent-Replayed: true`',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the model must still have',
    schema: { type: 'string' },
    example: '"7"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that the client has',
    schema: { type: 'string' },
    example: '"7"',
  },
  LastEventID: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last event that the client heard: a revision',
    schema: { type: 'string' },
    example: '7',
  },
  XRequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Comes back on the answer and stands in the log; 1 to 128 visible ASCII characters',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
}

const HEADERS: Record<string, Json> = {
  ETag: { description: "The model's revision", schema: { type: 'string' }, example: '"7"' },
  Location: { description: 'The address of the new model', schema: { type: 'string', format: 'uri' } },
  XRequestId: { description: 'The id of this request', schema: { type: 'string' } },
  IdempotentReplayed: { description: 'Present when this is the first answer again', schema: { const: 'true' } },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
  WWWAuthenticate: { description: 'Where to get credentials (RFC 6750, RFC 9728)', schema: { type: 'string' } },
}

/** Specification, section 7; `ctx` as FastAPI has it. */
const ERRORS: Record<string, Json> = {
  HTTPValidationError: {
    type: 'object',
    properties: { detail: { type: 'array', items: reference('schemas', 'ValidationError') } },
  },
  ValidationError: {
    type: 'object',
    properties: {
      loc: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        description: 'body, path, query or header, then field names and indexes',
      },
      msg: { type: 'string' },
      type: { type: 'string', description: 'The error type' },
      ctx: { type: 'object', additionalProperties: true, description: 'The values in the message' },
    },
    required: ['loc', 'msg', 'type'],
  },
  Problem: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      requestId: { type: 'string' },
      role: { enum: [...ROLES], description: 'Of 403: the role that the caller has on the model' },
      needs: { enum: [...ROLES], description: 'Of 403: the least role that would do' },
    },
    required: ['type', 'title', 'status', 'detail', 'requestId'],
  },
}

/** What takes a thread, and may be ended, when it is asked for by REST. */
const LONG_WORK = [
  'read_batch',
  'explain_batch',
  'read_fields',
  'edit',
  'restore',
  'check',
  'query',
  'picture',
] as const satisfies readonly TaskName[]

/** RFC 9457 answers, by status. `says`: the texts of `detail`. */
const PROBLEMS: Record<number, { description: string; headers?: string[]; says?: readonly string[] }> = {
  400: { description: 'The path, `If-Match` or the bytes of the body are malformed' },
  401: { description: 'No credentials, or unknown, expired or revoked ones', headers: ['WWWAuthenticate'] },
  403: {
    description:
      'The role on the model does not do (`role`, and `needs`, the one that would), it is for people, or a scope is missing',
  },
  404: { description: 'There is no such model or share link, the caller may not see it, or it lies in the bin' },
  409: { description: 'A request with this `Idempotency-Key` is in progress', headers: ['RetryAfter'] },
  412: { description: '`If-Match` names another revision than the present one' },
  413: { description: 'The body is over the limit' },
  415: { description: 'The body is compressed' },
  429: {
    description: 'Too many requests in a minute, or too many long ones at once',
    headers: ['RetryAfter'],
    says: ['Too Many Requests', TOO_MANY],
  },
  500: { description: 'A failure of ours' },
  503: {
    description: 'Overloaded, stopping, or without its database; or this piece of long work was ended',
    headers: ['RetryAfter'],
    says: [UNAVAILABLE, ...LONG_WORK.flatMap((name) => [wordsOfEnd(name).too_long, wordsOfEnd(name).out_of_memory])],
  },
}

/** What an answer of bytes is. */
const FILES: Record<string, string> = { 'image/png': 'The picture', 'application/zip': 'The archive' }

const ALWAYS = { 'X-Request-Id': reference('headers', 'XRequestId') }
const HEADER_NAMES: Record<string, string> = { RetryAfter: 'Retry-After', WWWAuthenticate: 'WWW-Authenticate' }

function problemResponse(status: number, { description, headers = [], says = [] }: (typeof PROBLEMS)[number]): Json {
  const named = headers.map((name) => [HEADER_NAMES[name], reference('headers', name)])
  const examples = says.map((detail) => [
    detail.replaceAll(/\W+/g, '_').toLowerCase(),
    { value: { type: 'about:blank', title: STATUS_CODES[status], status, detail, requestId: '5f1c2a7e' } },
  ])
  return {
    description,
    headers: { ...ALWAYS, ...Object.fromEntries(named) },
    content: {
      'application/problem+json': {
        schema: reference('schemas', 'Problem'),
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
    },
  }
}

const RESPONSES = {
  ...Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, one]) => [`Problem${status}`, problemResponse(Number(status), one)]),
  ),
  ValidationError: {
    description: 'Validation Error',
    headers: ALWAYS,
    content: {
      'application/json': {
        schema: reference('schemas', 'HTTPValidationError'),
        example: {
          detail: [
            {
              type: 'reference_not_found',
              loc: ['body', 'frames', 12, 'endNodeId'],
              msg: "no node 'N7a' in the model or this batch; did you mean 'N7'?",
              ctx: { kind: 'node', id: 'N7a', suggestion: 'N7' },
            },
          ],
        },
      },
    },
  },
}

/**
 * The named schemas of both directions. A schema that reads differently as a request and as an answer (a field with a default is
 * optional in the one, always there in the other) has two names, as FastAPI gives them: `ViewerFrame-Input`, `ViewerFrame-Output`.
 */
class Schemas {
  readonly #named: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() }
  readonly #users: { schema: Json; io: Io }[] = []

  /** The schema as it stands in the document, once `components` has been asked for. */
  add(schema: z.ZodType, io: Io): Json {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      override(one) {
        openEnded(one)
        showShortForms(one, io)
      },
    })
    for (const [name, one] of Object.entries($defs)) this.#named[io].set(name, one)
    this.#users.push({ schema: rest, io })
    return rest
  }

  components(): Json {
    const both = [...this.#named.input.keys()].filter((name) => this.#named.output.has(name))
    const differ = new Set(both.filter((name) => this.#text('input', name) !== this.#text('output', name)))
    for (let before = -1; before !== differ.size; ) {
      before = differ.size
      for (const name of both) {
        const [text, names] = [this.#text('input', name), [...differ]]
        if (names.some((other) => text.includes(`"#/$defs/${other}"`))) differ.add(name)
      }
    }
    const nameOf = (name: string, io: Io) => (differ.has(name) ? `${name}-${io === 'input' ? 'Input' : 'Output'}` : name)
    const components: Json = {}
    for (const io of ['input', 'output'] as const) {
      for (const [name, schema] of this.#named[io]) {
        components[nameOf(name, io)] = schema
        this.#users.push({ schema, io })
      }
    }
    for (const { schema, io } of this.#users) point(schema, (name) => nameOf(name, io))
    return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #text(io: Io, name: string): string {
    return JSON.stringify(this.#named[io].get(name))
  }
}

/** A client must bear fields that we add one day; and `id` is zod's own word for the name. */
function openEnded({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const other = sameAs.get(zodSchema)
  if (other) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    jsonSchema.$ref = `#/$defs/${other}`
  }
  if (oneOrMore.has(zodSchema) && jsonSchema.items) {
    const { type, items, minItems, maxItems, ...rest } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, { anyOf: [items, { type, items, minItems, maxItems }], ...rest })
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (orTrue.has(zodSchema)) {
    const { description, ...object } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, { ...(description && { description }), anyOf: [{ type: 'boolean', const: true }, object] })
  }
  delete jsonSchema.id
  delete jsonSchema.$id
}

/** Sends `#/$defs/…` to the document's components, in place. */
function point(value: unknown, nameOf: (name: string) => string): void {
  if (Array.isArray(value)) for (const one of value) point(one, nameOf)
  if (!isDictionary(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '$ref' || typeof inner !== 'string') point(inner, nameOf)
    else if (inner.startsWith('#/$defs/')) value.$ref = `#/components/schemas/${nameOf(inner.slice('#/$defs/'.length))}`
  }
}

/** What is not written as a revision. */
const BESIDE: ReadonlySet<Operation['tag']> = new Set(['Sharing', 'Views'])

function describeOperation(one: Operation, schemas: Schemas): Json {
  const { path, method, status = 200, query, body, answer, mediaType = 'application/json', example } = one
  const [onModel, onLink] = [path.includes('{model_id}'), path.includes('{token}')]
  const isNewModel = status === 201 && answer === ViewerModel
  const scope = scopeOf(one)
  const writes = scope === 'write'
  const showsRevision = one.conditional || (onModel && writes && !BESIDE.has(one.tag))
  const keyed = writes && (method === 'POST' || method === 'PUT')
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const shared = [
    ...names,
    ...(keyed ? ['IdempotencyKey'] : []),
    ...(onModel ? ['IfMatch'] : []),
    ...(one.conditional ? ['IfNoneMatch'] : []),
    ...(mediaType === 'text/event-stream' ? ['LastEventID'] : []),
    'XRequestId',
  ]
  const problems = [
    ...(onModel || body ? [400] : []),
    ...(onLink && !one.forPeople ? [401] : [401, 403]),
    ...(onModel || isNewModel || BESIDE.has(one.tag) ? [404] : []), // the first answer again, of a model that was deleted since
    ...(keyed ? [409] : []),
    ...(onModel ? [412] : []),
    ...(body ? [413, 415] : []),
    ...[429, 500, 503],
  ]
  const isEventStream = mediaType === 'text/event-stream'
  const file = FILES[mediaType]
  const schema = file ? {} : answer ? schemas.add(answer, 'output') : { type: 'string' }
  const shown = example?.answer === undefined ? {} : { example: example.answer }
  const headers = {
    ...ALWAYS,
    ...(showsRevision && status !== 204 && { ETag: reference('headers', 'ETag') }),
    ...(isNewModel && { ETag: reference('headers', 'ETag'), Location: reference('headers', 'Location') }),
    ...(keyed && { 'Idempotent-Replayed': reference('headers', 'IdempotentReplayed') }),
  }
  const scene = one.sceneToo && { [SCENE_TYPE]: { schema: {} } }
  const content = status === 204 ? {} : { content: { [mediaType]: { schema, ...shown }, ...scene } }
  const answers: [number, Json][] = [
    [
      status,
      {
        description: isEventStream ? 'The stream of events' : (file ?? 'Successful Response'),
        headers,
        ...content,
      },
    ],
    ...when(one.conditional, 304, { description: 'The client has this revision', headers }),
    ...problems.map((code): [number, Json] => [code, reference('responses', `Problem${code}`)]),
    ...when(keyed || body || query || one.path.includes('{revision}'), 422, reference('responses', 'ValidationError')),
  ]
  const parameters = [...shared.map((name) => reference('parameters', name)), ...(query ? describeQuery(query) : [])]
  return {
    operationId: one.id,
    tags: [one.tag],
    summary: one.summary,
    description: one.description,
    parameters,
    ...(body && { requestBody: describeBody(schemas.add(body, 'input'), example?.body) }),
    responses: Object.fromEntries(answers.sort(([a], [b]) => Number(a) - Number(b))),
    security:
      onLink && !one.forPeople
        ? []
        : [
            ...(one.forPeople === 'signed in' ? [] : [{ bearer: [] }]),
            ...(one.forPeople ? [] : [{ oauth: [`mcp:models:${scope}`] }]),
            { session: [] },
          ],
  }
}

const when = (is: unknown, status: number, answer: Json): [number, Json][] => (is ? [[status, answer]] : [])

const describeBody = (schema: Json, example: unknown): Json => ({
  required: true,
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

function describeQuery(query: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = isDictionary(property) ? property : {} // never `true` or `false`: each has a type
    return { name, in: 'query', required: required.includes(name), ...(description !== undefined && { description }), schema }
  })
}

export function openApiDocument(): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  for (const one of operations) {
    paths[one.path] ??= {}
    paths[one.path]![one.method.toLowerCase()] = describeOperation(one, schemas)
  }
  const cookie = `${env.APP_URL.startsWith('https:') ? '__Host-' : ''}next-auth.session-token`
  return {
    openapi: '3.1.0',
    info: {
      title: 'Structural Model Service',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'Proprietary', url: env.APP_URL },
    },
    servers: [{ url: env.APP_URL }],
    tags: [
      { name: 'Models', description: 'Create, list, read, rename, check and delete models' },
      { name: 'Elements', description: 'Add, replace and remove what a model consists of' },
      { name: 'Revisions', description: 'The history of a model, and what happens now' },
      { name: 'Views', description: 'What of a model is to be looked at again' },
      { name: 'Sharing', description: 'Who else may open a model: roles, invitations, requests, links' },
      { name: 'Account', description: 'What happened to your account, and was done in your name' },
    ],
    paths,
    components: {
      schemas: { ...schemas.components(), ...ERRORS },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (smk_…) from Settings, or an OAuth access token' },
        oauth: {
          type: 'oauth2',
          description: 'Authorization code with PKCE (S256), public clients',
          flows: {
            authorizationCode: {
              authorizationUrl: `${env.APP_URL}/oauth/authorize`,
              tokenUrl: `${env.APP_URL}/oauth/token`,
              refreshUrl: `${env.APP_URL}/oauth/token`,
              scopes: {
                'mcp:models:read': 'Return viewer payloads of models',
                'mcp:models:write': 'Create models and add elements',
              },
            },
          },
        },
        session: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session of a browser, from our own pages only' },
      },
    },
  }
}

let kept: Promise<Kept> | undefined

/** Made once: the operations do not change while we run. */
const document = () => {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' }
  kept ??= keepCoded(Buffer.from(JSON.stringify(openApiDocument())), headers)
  return kept
}

/** `/openapi.json`, for everyone. */
export const describe = async (request: Incoming): Promise<Response> => answerWith(request, await document())

function answerWith(request: Incoming, document: Kept): Response {
  const { method, headers } = request
  const allow = { Allow: 'GET, HEAD, OPTIONS', 'X-Request-Id': requestId(headers) }
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: allow })
  if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Method Not Allowed', allow)
  const response = answerKept(request, document)
  response.headers.set('X-Request-Id', allow['X-Request-Id'])
  return response
}
