import type { Caller } from '#lib/access/caller.ts'
import { type Json, readBody, readJson } from '#lib/http/body.ts'
import { reserveBody } from '#lib/http/body-reservation.ts'
import { Busy } from '#lib/http/busy-error.ts'
import { isJsonType, mediaType, requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { problemReply } from '#lib/http/problem.ts'
import { count } from '#lib/http/rate-limit.ts'
import type { Reply } from '#lib/http/reply.ts'
import { unavailable } from '#lib/http/unavailable.ts'
import { limits } from '#lib/runtime/limits.ts'
import { log } from '#lib/runtime/log.ts'
import { recordCall } from '#lib/service/accounts/activity.ts'
import { callerOf, renewWords } from '#lib/service/authenticate.ts'
import { isLarge } from '#lib/service/read-batch.ts'
import { MB } from '#lib/values/bytes.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { corsHeaders, isAllowedOrigin, isOurHost, preflight } from './protocol/allowed-origins.ts'
import { eraOf } from './protocol/era.ts'
import {
  errorReply,
  INTERNAL_ERROR,
  type Messages,
  notNow,
  PARSE_ERROR,
  RATE_LIMITED,
  REFUSED,
  type RequestId,
  RpcError,
  readMessages,
} from './protocol/json-rpc.ts'
import { isArray, type LargeMessage, readLargeMessage } from './protocol/large-message.ts'
import { ACCEPTED, serveLegacy } from './protocol/legacy.ts'
import { type Ask, lackedScope, toolCalled } from './protocol/methods.ts'
import { ProgressRelay, progressToken, withProgress } from './protocol/progress.ts'
import { insufficientScope, invalidToken, noCredentials } from './protocol/refusals.ts'
import { envelopeProblem, modernError, serveModern } from './protocol/revision-2026.ts'
import { styledName } from './tools/tool-names.ts'

/**
 * `/mcp`: Streamable HTTP, stateless, answers in JSON, for clients of either era. Nothing is kept between two requests, so
 * `Mcp-Session-Id` and `Last-Event-ID` mean nothing here.
 */

/** Several messages in one are parsed here. */
const MOST_ARRAY_BYTES = MB

export async function serveMcp(request: Incoming): Promise<Reply> {
  const id = requestId(request.headers)
  const origin = request.headers.get('origin')
  const limitHeaders: LimitHeaders = {}
  const { headers, ...answer } = await answerOrFail(request, id, origin, limitHeaders)
  const cors = origin !== null && isAllowedOrigin(origin) ? corsHeaders(origin) : {}
  return { ...answer, headers: { ...headers, ...limitHeaders, ...cors, 'X-Request-Id': id } }
}

/** Headers of the answer that say how often one may still ask: gathered where messages are counted. */
type LimitHeaders = Record<string, string>

async function answerOrFail(request: Incoming, id: string, origin: string | null, limitHeaders: LimitHeaders): Promise<Reply> {
  try {
    return await answerTo(request, id, origin, limitHeaders)
  } catch (error) {
    return failed(error, id)
  }
}

function failed(error: unknown, requestId: string, of?: RequestId): Reply {
  if (error instanceof Busy) return busy(error, of)
  if (unavailable(error)) {
    log.warn('could not be served now', { requestId, error })
    return errorReply(503, notNow(), of)
  }
  log.error('mcp request failed', { requestId, error })
  return errorReply(500, { code: INTERNAL_ERROR, message: 'Internal error' }, of)
}

/** The checks in their order: what a request is refused for first tells least about what lies behind. */
async function answerTo(request: Incoming, id: string, origin: string | null, limitHeaders: LimitHeaders): Promise<Reply> {
  const { method, headers } = request
  const allowed = origin === null || isAllowedOrigin(origin)
  if (method === 'OPTIONS' && origin !== null && allowed) return preflight(origin)
  if (method !== 'POST') return problemReply(405, 'Method Not Allowed', { Allow: 'POST', 'X-Request-Id': id })
  if (!allowed) return refuse(403, 'Forbidden: this Origin may not call here')
  if (!isOurHost(headers.get('host') ?? new URL(request.url).host)) return refuse(403, 'Forbidden: this Host is not served here')

  // A session cookie never opens this door: it would come along with whatever page asks.
  const caller = headers.has('authorization') ? await callerOf(request) : 'absent'
  if (caller === 'absent') return noCredentials()
  if (caller === 'invalid') return invalidToken()
  if (caller === 'outdated') return invalidToken(renewWords())
  const late = await refusalOf(caller, limitHeaders)
  if (late) return late

  if (!isJsonType(mediaType(headers))) return refuse(415, 'Unsupported Media Type: application/json is expected')
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    return refuse(415, 'Unsupported Content-Encoding')
  if (!admitsJson(headers.get('accept'))) return refuse(406, 'Not Acceptable: answers are application/json')
  const reservation = reserveBody(caller.userId, () => request.signal)
  try {
    const bytes = await readBody(request, limits.bodyBytes, reservation)
    if (bytes === 'too_large') return refuse(413, `At most ${limits.bodyBytes / MB} MB; send it in parts, or with repeat`)
    if (bytes === 'cut_off') return refuse(400, 'The body ended before its length')
    const { reply, over } = await answerBody(request, id, caller, bytes, limitHeaders)
    over?.finally(() => reservation.release())
    if (!over) reservation.release()
    return reply
  } catch (error) {
    reservation.release()
    throw error
  }
}

/** `over` where the answer is still being made. */
type Answering = { reply: Reply; over?: Promise<void> }

async function answerBody(
  request: Incoming,
  id: string,
  caller: Caller,
  bytes: Uint8Array,
  limitHeaders: LimitHeaders,
): Promise<Answering> {
  const { headers } = request
  const relay = new ProgressRelay()
  const left = new AbortController()
  const workRequest: WorkRequest = {
    user: caller.userId,
    onProgress: relay.onProgress,
    get signal() {
      return AbortSignal.any([request.signal, left.signal]) // made when it is asked for
    },
  }
  if (isArray(bytes) && bytes.length > MOST_ARRAY_BYTES) return { reply: refuse(413, 'A batch of messages holds at most 1 MB') }
  const json: LargeMessage | Json =
    isLarge(bytes) && !isArray(bytes) ? await readLargeMessage(bytes, caller, workRequest) : readJson(bytes)
  if (json === 'not_text') return { reply: parseError('the body is not UTF-8') }
  if ('issue' in json) {
    const { issue } = json
    return { reply: issue.type === 'limit_exceeded' ? refuse(413, issue.msg) : parseError(parseProblem(issue)) }
  }

  const version = headers.get('mcp-protocol-version')
  const messages = readMessages(json.value, version)
  if ('refused' in messages) return { reply: messages.refused }
  const ask: Ask = {
    caller,
    style: caller.toolNameStyle ?? 'dotted',
    requestId: id,
    request: workRequest,
    ...('large' in json && { large: json.large }),
    ...('tooLong' in json && { tooLong: json.tooLong }),
  }
  if ('batch' in messages) {
    for (const _ of messages.batch.slice(1)) {
      const tooLate = await refusalOf(caller, limitHeaders)
      if (tooLate) return { reply: tooLate }
    }
  }

  const era = eraOf(messages, headers)
  const one = 'one' in messages ? messages.one : undefined
  if (era instanceof RpcError) return { reply: errorReply(era.status, era, one?.id) }
  if (era === 'modern' && one) {
    if (one.id === undefined) return { reply: ACCEPTED }
    const wrong = envelopeProblem(one, headers)
    if (wrong) return { reply: modernError(wrong, one) }
  }
  const refused = await scopeRefusal(messages, ask)
  if (refused) return { reply: refused }
  const run = (context: Ask) =>
    era === 'modern' && one
      ? serveModern(one, context).catch((error: unknown) => {
          if (error instanceof RpcError) return modernError(error, one)
          throw error
        })
      : serveLegacy(messages, version, context)
  const token = one && progressToken(one, headers)
  if (!one || token === undefined) return { reply: await run(ask) }
  return withProgress(
    toolCalled(one.params?.name)?.stages,
    token,
    relay,
    (notify) => run({ ...ask, notify }).catch((error: unknown) => failed(error, id, one.id)),
    () => left.abort(),
  )
}

const parseError = (message: string) => errorReply(400, { code: PARSE_ERROR, message: `Parse error: ${message}` }, null)

/** 403 when any of the messages calls a tool that the token's scopes do not cover; nothing of the request is run then. */
async function scopeRefusal(messages: Messages, ask: Ask): Promise<Reply | null> {
  for (const { method, params = {} } of 'one' in messages ? [messages.one] : messages.batch) {
    const tool = lackedScope(method, params, ask)
    if (!tool?.scope) continue
    const input = params.arguments ?? {}
    await recordCall({
      caller: ask.caller,
      tool: tool.name,
      modelId: isDictionary(input) ? input.modelId : undefined,
      input,
      result: 'insufficient_scope',
      durationMs: 0,
    })
    return insufficientScope(ask.caller, styledName(tool.name, ask.style), tool.scope)
  }
  return null
}

const refuse = (status: number, message: string) => errorReply(status, { code: REFUSED, message })

/** Before there is a call that could say so in its result. */
const busy = ({ status, detail, retryAfter }: Busy, of?: RequestId) =>
  errorReply(status, { code: status === 429 ? RATE_LIMITED : REFUSED, message: detail }, of, {
    'Retry-After': String(retryAfter),
  })

/** Of one message more than the caller may send. */
async function refusalOf({ principal }: Caller, limitHeaders: LimitHeaders): Promise<Reply | undefined> {
  const { retryAfter, headers } = await count('mcp', principal)
  Object.assign(limitHeaders, headers)
  if (retryAfter === undefined) return undefined
  return errorReply(429, { code: RATE_LIMITED, message: 'Too Many Requests' }, undefined, { 'Retry-After': String(retryAfter) })
}

/** Any `Accept` that lets JSON through, or none. Clients of the older revisions name both JSON and event streams. */
function admitsJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  return accept.split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const weight = parameters.find((word) => word.startsWith('q='))
    return ['application/json', 'application/*', '*/*'].includes(range) && (weight === undefined || Number(weight.slice(2)) > 0)
  })
}

function parseProblem({
  type,
  loc,
  msg,
  ctx,
}: {
  type: string
  loc: (string | number)[]
  msg: string
  ctx?: Record<string, unknown>
}) {
  return type === 'json_invalid' ? `${String(ctx?.error)} at character ${loc[0]}` : msg
}
