import { createHash } from 'node:crypto'
import type { Caller } from '#lib/access/caller.ts'
import { SCOPES, type Scope } from '#lib/access/scopes.ts'
import { reserveBody } from '#lib/http/body-reservation.ts'
import { Busy, TooBusy } from '#lib/http/busy-error.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import { acceptsGzip, requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { type ProblemMore, problemReply } from '#lib/http/problem.ts'
import { PROTECTED_RESOURCE_METADATA_URL } from '#lib/http/protected-resource.ts'
import { count, type RateGroup } from '#lib/http/rate-limit.ts'
import type { Reply } from '#lib/http/reply.ts'
import { routeFile } from '#lib/http/routes.ts'
import { RETRY_AFTER, unavailable } from '#lib/http/unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { callerOf, renewWords } from '#lib/service/authenticate.ts'
import { lookForModel, type OpenModel, openModel } from '#lib/service/models/open-model.ts'
import { Invalid } from '#lib/service/read-batch.ts'
import { openShared } from '#lib/service/sharing/open-shared.ts'
import type { FoundLink } from '#lib/service/sharing/share-links.ts'
import { type FirstAnswer, type Key, once, renderShown, type Writing } from '#lib/service/write-once.ts'
import { MB } from '#lib/values/bytes.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { slices } from '#lib/work/slice.ts'
import { compressed } from './compression.ts'
import { readIfMatch } from './etag.ts'
import { validationError } from './fastapi-error.ts'
import { noteWrite } from './note-write.ts'
import { type Operation, scopeOf } from './operation.ts'
import { json, type RepeatableReply } from './reply.ts'
import { bodyOf, otherParameters, pathParameters, Refused, readFields, readKey, readQuery, refuseApps } from './request-parts.ts'

/**
 * Operations → route handlers. Checks go in the order of errors, section 2: path, method, credentials, model, permission,
 * precondition, body as bytes, body as JSON, then every field and rule at once. Here alone an error becomes a status.
 */

/** What a route file exports; the operations have one path. */
export const serve = (...operations: Operation[]) => routeFile(answerOf(operations))

const answers = new Map<string, (request: Incoming) => Promise<Reply>>()

/** One and the same for the same operations, which a test asks of the table and the route files. */
export function answerOf(operations: readonly Operation[]): (request: Incoming) => Promise<Reply> {
  const key = operations
    .map(({ id }) => id)
    .sort()
    .join()
  const known = answers.get(key) ?? ((request: Incoming) => answer(request, operations))
  answers.set(key, known)
  return known
}

/** `operations` are those of one path; none for a path that nothing answers. */
export async function answer(request: Incoming, operations: readonly Operation[]): Promise<Reply> {
  const id = requestId(request.headers)
  const since = performance.now()
  const refused = (error: unknown) => refusal(error, request, id)
  const reached = await reach(request, operations).catch(refused)
  if ('status' in reached) return whole(reached, request, id)
  const counted: RateHeaders = {}
  const reply = await ask(request, reached, counted)
    .then((result) => compressed(result, request))
    .catch(refused)
  if ('caller' in reached) await noteWrite(reached, reply, since)
  return whole(reply, request, id, counted)
}

/** What is asked for, and by whom; by a share link nobody is asked yet, and where everybody may it is a network. */
type Reached = { operation: Operation; url: URL; parameters: ReturnType<typeof pathParameters> } & (
  | Known
  | { token: string }
  | { network: string }
)
type Known = { caller: Caller; modelId: string | undefined; found: ReturnType<typeof lookForModel> | undefined }

async function reach(request: Incoming, operations: readonly Operation[]): Promise<Reply | Reached> {
  const [first] = operations
  if (!first) throw new Refused(404, 'Not Found')
  const allow = allowed(operations)
  if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: null }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = operations.find((one) => one.method === method)
  if (!operation) throw new Refused(405, 'Method Not Allowed', { Allow: allow })
  const url = new URL(request.url)
  const { model_id: modelId, token, ...parameters } = pathParameters(operation.path, url.pathname)
  if (token !== undefined) return { operation, url, parameters, token }
  if (operation.forEverybody) return { operation, url, parameters, network: clientNetwork(request.headers) }
  // Both at once: to the database the two are one question.
  const found = modelId !== undefined && request.headers.has('authorization') ? lookForModel(modelId) : undefined
  return { operation, url, parameters, caller: await mustBeKnown(request), modelId, found }
}

/** Headers of the answer that say how often one may still ask, whatever comes of the request: gathered where it is counted. */
type RateHeaders = Record<string, string>

async function ask(request: Incoming, reached: Reached, rateHeaders: RateHeaders): Promise<RepeatableReply> {
  const { operation, url } = reached
  const isByLink = 'token' in reached
  const opened = isByLink
    ? await byLink(request, operation, reached.token, rateHeaders)
    : 'network' in reached
      ? await byNetwork(reached.network, rateHeaders)
      : await byCredentials(operation, reached, rateHeaders)
  const { caller, model, link } = opened

  const takesGzip = acceptsGzip(request.headers)
  const issues: Issue[] = []
  const parameters = otherParameters(reached.parameters, issues)
  const query = operation.query ? readQuery(operation.query, url.searchParams, issues) : {}
  // A question has no effect that a key could keep from coming twice.
  const hasEffect = scopeOf(operation) === 'write' && (operation.method === 'POST' || operation.method === 'PUT')
  const key = hasEffect ? readKey(request.headers, issues) : undefined

  const revisions = readIfMatch(request.headers.get('if-match'))
  if (revisions === 'malformed') throw new Refused(400, 'Malformed If-Match')
  const ifMatch = model && Array.isArray(revisions) ? (revisions.includes(model.revision) ? model.revision : -1) : undefined
  // A request that repeats one with the same key gets the first answer, although the model has moved on since.
  const outdated = () => new ModelError('outdated', [], model && { revision: model.revision })
  if (ifMatch === -1 && key === undefined) throw outdated()

  const principal = (caller ?? link?.caller)?.principal ?? ('network' in reached ? reached.network : '')
  const workRequest: WorkRequest = {
    user: caller?.userId ?? principal,
    get signal() {
      return request.signal // made when it is asked for
    },
  }
  const reservation = reserveBody(workRequest.user, () => request.signal)
  try {
    const bytes = operation.body || operation.takesFile ? await bodyOf(request, reservation, operation) : new Uint8Array()
    const path = operation.takesFile ? `${url.pathname}${url.search}` : url.pathname
    const idempotency =
      key === undefined ? undefined : { principal, key, fingerprint: await fingerprint(request.method, path, bytes) }
    const work = async (): Promise<RepeatableReply> => {
      if (ifMatch === -1) throw outdated()
      const schema = operation.body
      const body = schema
        ? await readFields(request, bytes, { operation, schema, model, before: issues, workRequest })
        : { body: undefined }
      if (issues.length > 0) throw new ModelError('invalid', issues)
      // `operation()` has tied what `run` asks for to the path and the schemas; without a caller nothing is written.
      const known = caller as Caller
      const writing: Writing = { caller: known, via: 'rest', ifMatch, idempotency, request: workRequest }
      const about = {
        caller: known,
        model: model as undefined,
        modelId: ('modelId' in reached ? reached.modelId : undefined) ?? '',
        link: link as undefined,
      }
      return operation.run({ ...about, ...body, bytes, query, parameters, writing, request, takesGzip, workRequest })
    }
    return await (idempotency ? onceFor(idempotency, work) : work())
  } finally {
    reservation.release()
  }
}

type Opened = { caller?: Caller; model?: OpenModel | undefined; link?: FoundLink }

async function byCredentials(operation: Operation, { caller, modelId, found }: Known, rateHeaders: RateHeaders): Promise<Opened> {
  await mayAsk(scopeOf(operation), caller.principal, rateHeaders)
  const { needs, evenInBin = false, unopened = false } = operation
  const model = unopened || modelId === undefined ? undefined : await openModel(caller, modelId, needs, { evenInBin, found })
  mayUse(caller, operation)
  return { caller, model }
}

async function byNetwork(network: string, rateHeaders: RateHeaders): Promise<Opened> {
  await mayAsk('linkNetwork', network, rateHeaders)
  return {}
}

/** The network is counted first: one that makes up tokens must not fill the memory with them. */
async function byLink(request: Incoming, operation: Operation, token: string, rateHeaders: RateHeaders): Promise<Opened> {
  await mayAsk('linkNetwork', clientNetwork(request.headers), rateHeaders)
  const shared = await openShared(token, request.headers)
  if (shared.state === 'nowhere') throw new Refused(404, NO_LINK)
  const { link } = shared
  await mayAsk('link', link.caller.principal, rateHeaders)
  if (shared.state === 'locked') {
    if (operation.isLocked) return { link }
    throw new Refused(401, 'Password required', {}, 'password_required')
  }
  const { model } = shared
  if (!operation.forPeople) return { link, model }
  const caller = await mustBeKnown(request)
  await mayAsk(scopeOf(operation), caller.principal, rateHeaders)
  mayUse(caller, operation)
  return { caller, link, model }
}
const NO_LINK = 'Share link not found'

export async function mayAsk(group: RateGroup, principal: string, rateHeaders: RateHeaders): Promise<void> {
  const { retryAfter, headers } = await count(group, principal)
  Object.assign(rateHeaders, headers)
  if (retryAfter !== undefined) throw new Refused(429, 'Too Many Requests', { 'Retry-After': String(retryAfter) })
}

function allowed(operations: readonly Operation[]): string {
  const methods = operations.map(({ method }): string => method)
  if (methods.includes('GET')) methods.push('HEAD')
  return [...methods, 'OPTIONS'].join(', ')
}

const CHALLENGE = `resource_metadata="${PROTECTED_RESOURCE_METADATA_URL}", scope="${SCOPES.join(' ')}"`

async function mustBeKnown(request: Incoming): Promise<Caller> {
  const caller = await callerOf(request)
  if (typeof caller !== 'string') return caller
  const why = { absent: null, invalid: 'unknown, expired or revoked', outdated: 'its person must sign in again' }[caller]
  const error = why === null ? '' : `error="invalid_token", error_description="${why}", `
  throw new Refused(401, caller === 'outdated' ? renewWords() : 'Not authenticated', {
    'WWW-Authenticate': `Bearer ${error}${CHALLENGE}`,
  })
}

function mayUse(caller: Caller, operation: Operation): void {
  if (operation.forPeople) refuseApps(caller, operation.forPeople)
  const scope: Scope = `mcp:models:${scopeOf(operation)}`
  if (caller.scopes.has(scope)) return
  const error = `error="insufficient_scope", error_description="this needs ${scope}"`
  const headers = { 'WWW-Authenticate': `Bearer ${error}, ${CHALLENGE}` }
  throw new Refused(403, 'Not enough permissions', headers, 'insufficient_scope')
}

const STRETCH = MB

async function fingerprint(method: string, pathname: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(`${method} ${pathname}\n`)
  const yieldIfDue = slices()
  for (let offset = 0; offset < bytes.length; offset += STRETCH) {
    hash.update(bytes.subarray(offset, offset + STRETCH))
    await yieldIfDue()
  }
  return hash.digest('base64url')
}

async function onceFor(key: Key, work: () => Promise<RepeatableReply>): Promise<Reply> {
  const outcome = await once(key, work, toFirstAnswer)
  if (outcome === 'in_progress')
    throw new Refused(409, 'A request with this key is in progress', { 'Retry-After': '1' }, 'in_progress')
  if (outcome === 'reused') {
    const msg = 'this key was used for another request'
    throw new ModelError('invalid', [{ type: 'idempotency_key_reused', at: 'header', loc: ['idempotency-key'], msg }])
  }
  if ('done' in outcome) return outcome.done
  const { status, headers, body } = outcome.replay
  const shown = body === null ? null : body instanceof Uint8Array ? [body] : await renderShown(body)
  return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body: shown }
}

function toFirstAnswer({ status, headers, body, repeat }: RepeatableReply): FirstAnswer | null {
  if (repeat === 'kept') return null
  if (body instanceof ReadableStream) throw new Error('an answer that goes out as it is made cannot be kept')
  return { status, headers, body: body && (repeat ?? Buffer.concat(body)) }
}

/** With the headers of every answer, and for HEAD without its body. */
export function whole({ status, headers, body }: Reply, { method }: Incoming, id: string, rateHeaders: RateHeaders = {}): Reply {
  const all: Record<string, string> = { 'Cache-Control': 'no-store', ...headers, ...rateHeaders, 'X-Request-Id': id }
  if (Array.isArray(body)) all['Content-Length'] = String(body.reduce((sum, { length }) => sum + length, 0))
  if (method !== 'HEAD') return { status, headers: all, body }
  if (body instanceof ReadableStream) void body.cancel()
  return { status, headers: all, body: null }
}

const isOfLink = (url: string) => new URL(url).pathname.startsWith('/api/share/')

export function refusal(error: unknown, { method, url }: Incoming, id: string): Reply {
  const refuse = (status: number, detail: string, headers: Record<string, string> = {}, more: ProblemMore = {}) =>
    problemReply(status, detail, { ...headers, 'X-Request-Id': id }, more)
  if (error instanceof Refused) return refuse(error.status, error.detail, error.headers, { code: error.code })
  if (error instanceof ModelError) {
    if (error.code === 'not_found') return refuse(404, isOfLink(url) ? NO_LINK : 'Model not found')
    if (error.code === 'revision_not_found') return refuse(404, 'Revision not found')
    if (error.code === 'forbidden') return refuse(403, 'Not enough permissions', {}, error.says)
    if (error.code === 'outdated') return refuse(412, 'Precondition Failed', {}, error.says)
    const body = validationError(error.issues, error instanceof Invalid ? error.total : undefined)
    return { ...json(body), status: 422 }
  }
  if (error instanceof Busy) {
    const code = error.status === 429 ? 'too_many_at_once' : undefined
    return refuse(error.status, error.detail, { 'Retry-After': String(error.retryAfter) }, { code })
  }
  const about = { requestId: id, method, path: new URL(url).pathname, error }
  const later = error instanceof TooBusy ? { 'Retry-After': RETRY_AFTER } : unavailable(error)
  if (later) {
    log.warn('could not be served now', about)
    return refuse(503, 'Service Unavailable', later)
  }
  log.error('an operation failed', about)
  return refuse(500, 'Internal Server Error')
}
