import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Caller, callerOf } from '#lib/access/caller.ts'
import { missingBody, readBody, readJson } from '#lib/http/body.ts'
import { acceptsGzip, isJsonType, mediaType, requestId } from '#lib/http/headers.ts'
import { problem } from '#lib/http/problem.ts'
import { takeTicket } from '#lib/http/rate-limit.ts'
import { limits } from '#lib/limits.ts'
import { log } from '#lib/log.ts'
import { mergeIssues } from '#lib/model/issue-order.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import { type Parsed, parse } from '#lib/model/parse.ts'
import { PROTECTED_RESOURCE_METADATA_URL } from '#lib/oauth/metadata.ts'
import { SCOPES, type Scope } from '#lib/oauth/scopes.ts'
import { type Claim, type FirstAnswer, type Key, once } from '#lib/storage/idempotency.ts'
import { type OpenModel, openModel } from '#lib/storage/models.ts'
import { renderShown } from '#lib/storage/revisions.ts'
import { TooBusy, type Writing } from '#lib/storage/write.ts'
import { readIfMatch } from './etag.ts'
import { validationError } from './fastapi-error.ts'
import type { Operation } from './operation.ts'
import { isDatabaseAway } from './overload.ts'
import type { Reply } from './reply.ts'

/**
 * Operations → route handlers. Checks go in the order of errors, section 2: path, method, credentials, model, permission,
 * precondition, body as bytes, body as JSON, then every field and rule at once. Here alone an error becomes a status.
 */

type Handler = (request: Request) => Promise<Response>
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'] as const

/** A handler for every method, as a route file exports them; Next's own 405 has no `Allow`. The operations have one path. */
export function serve(...operations: Operation[]): Record<(typeof METHODS)[number], Handler> {
  const handle: Handler = (request) => answer(request, operations, BY_NEXT)
  return Object.fromEntries(METHODS.map((method) => [method, handle])) as Record<(typeof METHODS)[number], Handler> // by METHODS
}

/** An answer that ends the asking. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** Next takes `Content-Encoding` off what a route handler returns, and sends the bytes all the same. */
const BY_NEXT = { mayCompress: false }

/** `operations` are those of one path; none for a path that nothing answers. */
export async function answer(request: Request, operations: readonly Operation[], { mayCompress = true } = {}): Promise<Response> {
  const id = requestId(request.headers)
  try {
    const reply = await ask(request, operations, mayCompress)
    return toResponse(request, reply, id)
  } catch (error) {
    return refusal(error, request, id)
  }
}

async function ask(request: Request, operations: readonly Operation[], mayCompress: boolean): Promise<Reply> {
  const [first] = operations
  if (!first) throw new Refused(404, 'Not Found')
  const allow = allowed(operations)
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: null }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = operations.find((one) => one.method === method)
  if (!operation) throw new Refused(405, 'Method Not Allowed', { Allow: allow })
  const url = new URL(request.url)
  const { model_id, ...others } = pathParameters(operation.path, url.pathname)

  const caller = await mustBeKnown(request)
  const ticket = await takeTicket(operation.needs, caller.principal)
  if (ticket) throw new Refused(429, 'Too Many Requests', { 'Retry-After': String(ticket.retryAfter) })
  const model = model_id === undefined ? undefined : await openModel(caller, model_id, operation.needs)
  mayUse(caller, operation.needs)

  const takesGzip = mayCompress && acceptsGzip(request.headers)
  const issues: Issue[] = []
  const parameters = pathNumbers(others, issues)
  const query = operation.query ? readQuery(operation.query, url.searchParams, issues) : {}
  const key = operation.method === 'POST' || operation.method === 'PUT' ? readKey(request.headers, issues) : undefined

  const revisions = readIfMatch(request.headers.get('if-match'))
  if (revisions === 'malformed') throw new Refused(400, 'Malformed If-Match')
  const ifMatch = model && Array.isArray(revisions) ? (revisions.includes(model.revision) ? model.revision : -1) : undefined
  // A request that repeats one with the same key gets the first answer, although the model has moved on since.
  if (ifMatch === -1 && key === undefined) throw new ModelError('outdated')

  const bytes = operation.body ? await bodyOf(request) : new Uint8Array()
  const work = async (claim?: Claim): Promise<Reply> => {
    if (ifMatch === -1) throw new ModelError('outdated')
    const body = operation.body ? await readFields(operation, operation.body, request, bytes, model, issues) : undefined
    if (issues.length > 0) throw new ModelError('invalid', issues)
    const writing: Writing = { caller, via: 'rest', ifMatch, idempotency: claim }
    // `operation()` has tied what `run` asks for to the path and the schemas.
    return operation.run({ caller, model: model as undefined, body, query, parameters, writing, request, takesGzip })
  }
  if (key === undefined) return work()
  return onceFor({ principal: caller.principal, key, fingerprint: fingerprint(request.method, url.pathname, bytes) }, work)
}

function allowed(operations: readonly Operation[]): string {
  const methods = operations.map(({ method }) => method as string)
  if (methods.includes('GET')) methods.push('HEAD')
  return [...methods, 'OPTIONS'].join(', ')
}

/** The path as a pattern with one group per parameter; a parameter is never empty and never holds a slash. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function pathParameters(path: string, pathname: string): Record<string, string | undefined> {
  const found = pathPattern(path).exec(pathname)?.groups ?? {}
  try {
    return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new Refused(400, 'Malformed path')
  }
}

/** What else stands in a path is a number from 1. */
function pathNumbers(texts: Record<string, string | undefined>, issues: Issue[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const [name, text = ''] of Object.entries(texts)) {
    if (/^\d{1,15}$/.test(text)) numbers[name] = Number(text)
    else issues.push({ type: 'int_parsing', at: 'path', loc: [name], msg: NO_INTEGER })
  }
  return numbers
}
const NO_INTEGER = 'Input should be a valid integer, unable to parse string as an integer'

const CHALLENGE = `resource_metadata="${PROTECTED_RESOURCE_METADATA_URL}", scope="${SCOPES.join(' ')}"`

async function mustBeKnown(request: Request): Promise<Caller> {
  const caller = await callerOf(request)
  if (typeof caller !== 'string') return caller
  const error = caller === 'invalid' ? 'error="invalid_token", error_description="unknown, expired or revoked", ' : ''
  throw new Refused(401, 'Not authenticated', { 'WWW-Authenticate': `Bearer ${error}${CHALLENGE}` })
}

function mayUse(caller: Caller, needs: 'read' | 'write'): void {
  const scope: Scope = `mcp:models:${needs}`
  if (caller.scopes.has(scope)) return
  const error = `error="insufficient_scope", error_description="this needs ${scope}"`
  throw new Refused(403, 'Not enough permissions', { 'WWW-Authenticate': `Bearer ${error}, ${CHALLENGE}` })
}

function readQuery(schema: z.ZodObject, given: URLSearchParams, issues: Issue[]): Record<string, unknown> {
  const parsed = parse(schema, Object.fromEntries(given))
  if (parsed.ok) return parsed.value
  for (const issue of parsed.issues) issues.push({ ...issue, at: 'query' })
  return {}
}

const KEY_LENGTH = 255

/** Errors, section 6. Undefined when there is none, or none that can be used. */
function readKey(headers: Headers, issues: Issue[]): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  const refuse = (type: string, msg: string, ctx: Record<string, unknown>) => {
    issues.push({ type, at: 'header', loc: ['idempotency-key'], msg, ctx })
    return undefined
  }
  if (key === '') return refuse('string_too_short', 'String should have at least 1 character', { min_length: 1 })
  if (key.length > KEY_LENGTH) {
    return refuse('string_too_long', `String should have at most ${KEY_LENGTH} characters`, { max_length: KEY_LENGTH })
  }
  const pattern = '^[!-~]+$'
  if (new RegExp(pattern).test(key)) return key
  return refuse('string_pattern_mismatch', `String should match pattern '${pattern}'`, { pattern })
}

async function bodyOf(request: Request): Promise<Uint8Array> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') throw new Refused(415, 'Unsupported Content-Encoding')
  const bytes = await readBody(request, limits.bodyBytes)
  if (bytes === 'too_large') throw new Refused(413, 'Request body too large')
  if (bytes === 'cut_off') throw new Refused(400, NO_TEXT)
  return bytes
}
const NO_TEXT = 'There was an error parsing the body'

/** Every field and every rule at once, with what was wrong before the body. */
async function readFields(
  operation: Operation,
  schema: z.ZodType,
  request: Request,
  bytes: Uint8Array,
  model: OpenModel | undefined,
  before: readonly Issue[],
): Promise<unknown> {
  const value = toValue(request.headers, bytes)
  const parsed = parse(schema, value)
  if (parsed.ok && before.length === 0) return parsed.value
  const { issues, total, failed } = parsed.ok ? NOTHING_FAILED : parsed
  const readable = parsed.value !== undefined // else the body is no object
  const judged = (readable && (await operation.judge?.(model, parsed.value, failed))) || { issues: [], total: 0 }
  const all = [...before, ...mergeIssues(issues, judged.issues)]
  throw new Invalid(all, before.length + total + judged.total)
}

const NOTHING_FAILED = { issues: [], total: 0, failed: new Set<string>() } satisfies Partial<Parsed<unknown>>

class Invalid extends ModelError {
  constructor(
    issues: Issue[],
    readonly total: number,
  ) {
    super('invalid', issues)
  }
}

/** Errors, section 2, part 3: the first that applies is the only item. */
function toValue(headers: Headers, bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new ModelError('invalid', [missingBody()])
  if (!isJsonType(mediaType(headers))) throw new ModelError('invalid', [NO_OBJECT])
  const json = readJson(bytes)
  if (json === 'not_text') throw new Refused(400, NO_TEXT)
  if ('issue' in json) throw new ModelError('invalid', [json.issue])
  if (json.value === null) throw new ModelError('invalid', [missingBody()])
  return json.value
}

const NO_OBJECT: Issue = {
  type: 'model_attributes_type',
  loc: [],
  msg: 'Input should be a valid dictionary or object to extract fields from',
}

const fingerprint = (method: string, pathname: string, bytes: Uint8Array) =>
  createHash('sha256').update(`${method} ${pathname}\n`).update(bytes).digest('base64url')

async function onceFor(key: Key, work: (claim: Claim) => Promise<Reply>): Promise<Reply> {
  let reply: Reply | undefined
  const outcome = await once(key, async (claim): Promise<FirstAnswer> => {
    reply = await work(claim)
    const { body, ...head } = reply
    if (body instanceof ReadableStream) throw new Error('an answer that never ends cannot be kept')
    return { ...head, body: claim.kept || !body ? null : Buffer.concat(body) } // kept already, or kept now
  })
  if (outcome === 'in_progress') throw new Refused(409, 'A request with this key is in progress', { 'Retry-After': '1' })
  if (outcome === 'reused') {
    const msg = 'this key was used for another request'
    throw new ModelError('invalid', [{ type: 'idempotency_key_reused', at: 'header', loc: ['idempotency-key'], msg }])
  }
  if (reply && !outcome.replayed) return reply
  const { status, headers, body } = outcome.answer
  const shown = body === null ? null : body instanceof Uint8Array ? [body] : await renderShown(body)
  return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: shown }
}

function toResponse(request: Request, { status, headers, body }: Reply, id: string): Response {
  const all = new Headers({ 'Cache-Control': 'no-store', ...headers, 'X-Request-Id': id })
  if (Array.isArray(body)) all.set('Content-Length', String(body.reduce((sum, { length }) => sum + length, 0)))
  if (request.method === 'HEAD') {
    if (body instanceof ReadableStream) void body.cancel()
    return new Response(null, { status, headers: all })
  }
  return new Response(Array.isArray(body) ? toBody(body) : body, { status, headers: all })
}

/** Above this a body goes out piece by piece: `new Response(bytes)` copies. */
const PIECE = 1024 * 1024

function toBody(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  const [only] = chunks
  if (!only) return null
  if (chunks.length === 1 && only.length <= PIECE) return only as Uint8Array<ArrayBuffer> // nothing here is shared memory
  let [chunk, from] = [0, 0]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const bytes = chunks[chunk]
      if (!bytes) return controller.close()
      controller.enqueue(bytes.subarray(from, from + PIECE))
      from += PIECE
      if (from < bytes.length) return
      chunk++
      from = 0
    },
  })
}

function refusal(error: unknown, request: Request, id: string): Response {
  const response = toRefusal(error, request, id)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

function toRefusal(error: unknown, request: Request, id: string): Response {
  const refuse = (status: number, detail: string, headers: Record<string, string> = {}) =>
    problem(status, detail, { ...headers, 'X-Request-Id': id })
  if (error instanceof Refused) return refuse(error.status, error.detail, error.headers)
  if (error instanceof ModelError) {
    if (error.code === 'not_found') return refuse(404, 'Model not found')
    if (error.code === 'forbidden') return refuse(403, 'Not enough permissions')
    if (error.code === 'outdated') return refuse(412, 'Precondition Failed')
    const body = validationError(error.issues, error instanceof Invalid ? error.total : undefined)
    return Response.json(body, { status: 422, headers: { 'Cache-Control': 'no-store', 'X-Request-Id': id } })
  }
  const { method, url } = request
  const about = { requestId: id, method, path: new URL(url).pathname, error }
  if (error instanceof TooBusy || isDatabaseAway(error)) {
    log.warn('could not be served now', about)
    return refuse(503, 'Service Unavailable', { 'Retry-After': '5' })
  }
  log.error('an operation failed', about)
  return refuse(500, 'Internal Server Error')
}
