import type { z } from 'zod'
import { readBody, readJson } from '#lib/http/body.ts'
import { isJsonType, mediaType, requestId } from '#lib/http/headers.ts'
import { problem } from '#lib/http/problem.ts'
import { everyMethod, type Method } from '#lib/http/routes.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { unavailable } from '#lib/http/unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { waitWords } from '#lib/values/wait-words.ts'
import { type SignedIn, signedIn, type Whom } from './sign-ins.ts'

const BODY_BYTES = 16 * 1024

/**
 * What the pages under /settings and the sign-up form change. Only a browser session counts here: no key may make keys. Ends with
 * the answer, or throws `Refused`.
 */
export type AccountOperation = (request: Request, parameters: Record<string, string>) => Promise<Response>

/** Told in `serve` as a problem document. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

/** Told in `serve` as 422, in the form of the other endpoints, at the field it is about. */
export class Invalid extends Error {
  constructor(readonly issues: { field?: string; msg: string; type?: string }[]) {
    super('invalid')
  }
}

/** For a person who looks at a form. */
export const SHORTLY = 'The service cannot answer just now. Try again in a few seconds.'

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

type Operations = Partial<Record<Method, AccountOperation>>

export const serve = (operations: Operations): Record<Method, Handler> => handlers(operations, true)
/** The same for what a provider calls by itself: no browser, and no cookie counts. */
export const serveToProvider = (operations: Operations): Record<Method, Handler> => handlers(operations, false)

function handlers(operations: Operations, isForPages: boolean): Record<Method, Handler> {
  const handler: Handler = async (request, { params }) => {
    const id = requestId(request.headers)
    const answer = await run(operations, request, await params, isForPages).catch((error: unknown) => {
      if (error instanceof Refused) return problem(error.status, error.message, { ...error.headers, 'X-Request-Id': id })
      if (error instanceof Invalid) return unprocessable(error)
      const about = { error, requestId: id, path: new URL(request.url).pathname }
      const later = unavailable(error)
      if (later) {
        log.warn('could not be served now', about)
        return problem(503, SHORTLY, { ...later, 'X-Request-Id': id })
      }
      log.error('an account operation failed', about)
      return problem(500, 'Internal error. The log of the service has the details.', { 'X-Request-Id': id })
    })
    answer.headers.set('X-Request-Id', id)
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }
  return everyMethod(handler)
}

async function run(operations: Operations, request: Request, parameters: Record<string, string>, isForPages: boolean) {
  const operation = operations[request.method as Method] // Next calls a handler for the methods above only
  const allow = Object.keys(operations).join(', ')
  if (!operation) throw new Refused(405, `This address takes ${allow}.`, { Allow: allow })
  if (isForPages && !isSameOrigin(request)) throw new Refused(403, 'Accounts are changed from the pages of this service only.')
  return operation(request, parameters)
}

function unprocessable({ issues }: Invalid): Response {
  const detail = issues.map(({ field, msg, type = 'value_error' }) => ({ loc: field ? ['body', field] : ['body'], msg, type }))
  return Response.json({ detail }, { status: 422 })
}

export async function mustBeSignedIn(request: Request, whom: Whom = {}): Promise<SignedIn> {
  const who = await signedIn(request.headers, whom)
  if (!who) throw new Refused(401, 'Sign in first.')
  return who
}

export async function bodyOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  if (!isJsonType(mediaType(request.headers))) throw new Refused(415, 'Send application/json.')
  const bytes = await readBody(request, BODY_BYTES)
  if (bytes === 'too_large') throw new Refused(413, `Send at most ${BODY_BYTES} bytes.`)
  if (bytes === 'cut_off') throw new Refused(400, 'The body ended too early.')
  const json = readJson(bytes)
  if (json === 'not_text' || 'issue' in json) throw new Invalid([{ msg: 'Send an object as JSON.', type: 'json_invalid' }])
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return parsed.data
  throw new Invalid(parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), msg: message })))
}

export function tooMany(seconds: number): Refused {
  return new Refused(429, `Too many attempts. Try again ${waitWords(seconds)}.`, { 'Retry-After': String(seconds) })
}
