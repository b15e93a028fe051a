import type { z } from 'zod'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { log } from '#lib/log.ts'
import { problem, readBody } from './answers.ts'
import { type SignedIn, signedIn } from './sign-ins.ts'

const BODY_BYTES = 16 * 1024
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

/** What the pages under /settings and the sign-up form change. Only a browser session counts here: no key may make keys. */
export type AccountOperation = (request: Request, parameters: Record<string, string>) => Promise<Response>

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

export function serve(operations: Partial<Record<Method, AccountOperation>>): Record<Method, Handler> {
  const allow = Object.keys(operations).join(', ')
  const handler: Handler = async (request, { params }) => {
    const run = operations[request.method as Method] // Next calls a handler for the methods below only
    if (!run) return problem(405, `This address takes ${allow}.`, { allow })
    if (!isSameOrigin(request)) return problem(403, 'Accounts are changed from the pages of this service only.')
    try {
      const answer = await run(request, await params)
      answer.headers.set('cache-control', 'no-store')
      return answer
    } catch (error) {
      if (error instanceof Refused) return error.answer
      log.error('account operation failed', { error, method: request.method, path: new URL(request.url).pathname })
      return problem(500, 'Internal error. The log of the service has the details.')
    }
  }
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as Record<Method, Handler> // fromEntries forgets the names
}

/** An answer that ends the operation from within a helper. */
class Refused extends Error {
  constructor(readonly answer: Response) {
    super(`refused with ${answer.status}`)
  }
}

export async function mustBeSignedIn(request: Request): Promise<SignedIn> {
  const who = await signedIn(request.headers)
  if (!who) throw new Refused(problem(401, 'Sign in first.', { 'www-authenticate': 'Cookie' }))
  return who
}

export async function bodyOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const text = new TextDecoder().decode(await readBody(request, BODY_BYTES))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused(invalid([{ field: null, msg: 'Send JSON.', type: 'json_invalid' }]))
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), msg: message }))
  throw new Refused(invalid(issues))
}

/** 422 in the form of the other endpoints, at the field it is about. */
export function invalid(issues: { field: string | null; msg: string; type?: string }[]): Response {
  const detail = issues.map(({ field, msg, type = 'value_error' }) => ({ loc: field ? ['body', field] : ['body'], msg, type }))
  return Response.json({ detail }, { status: 422 })
}

export function tooMany(seconds: number): Response {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return problem(429, `Too many attempts. Try again in ${wait}.`, { 'retry-after': String(seconds) })
}
