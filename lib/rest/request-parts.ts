import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { missingBody, readBody, readJson } from '#lib/http/body.ts'
import type { BodyReservation } from '#lib/http/body-reservation.ts'
import { isJsonType, mediaType } from '#lib/http/headers.ts'
import type { HeaderFields, Incoming } from '#lib/http/incoming.ts'
import type { ProblemCode } from '#lib/http/problem-kinds.ts'
import { pathPattern } from '#lib/http/routes.ts'
import { mergeIssues } from '#lib/model/validate/issue-order.ts'
import { type Parsed, parse } from '#lib/model/validate/parse.ts'
import { isShort } from '#lib/model/validate/short-input.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { explainElements } from '#lib/service/elements/elements.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import { Invalid, isLarge, readBatch, readFields as readLargeFields } from '#lib/service/read-batch.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import type { Body, Operation } from './operation.ts'

/** What a request says, part by part: path, query, key, body. What is wrong becomes an issue, or ends the asking. */

/** An answer that ends the asking. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    /** More exact than the status. */
    readonly code?: ProblemCode,
  ) {
    super(detail)
  }
}

/** A text hidden in a model must not make an AI client act on its person's account, or give a model away. */
export function refuseApps({ via }: Caller, who: true | 'signed in' = true): void {
  if (who === 'signed in' && via !== 'session') throw new Refused(403, 'This is for people: sign in', {}, 'people_only')
  if (via === 'oauth') throw new Refused(403, 'This is for people: sign in, or use an API key', {}, 'people_only')
}

export function pathParameters(path: string, pathname: string): Record<string, string | undefined> {
  const found = pathPattern(path).exec(pathname)
  if (!found) throw new Refused(404, 'Not Found') // never without its model: nobody would have asked who may
  try {
    return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new Refused(400, 'Malformed path')
  }
}

/** What else stands in a path: ids, and whole numbers. */
export function otherParameters(texts: Record<string, string | undefined>, issues: Issue[]): Record<string, number | string> {
  const parameters: Record<string, number | string> = {}
  for (const [name, text = ''] of Object.entries(texts)) {
    if (name.endsWith('_id'))
      parameters[name] = text.includes('\0') ? '' : text // PostgreSQL's text cannot hold it; no id has one
    else if (/^\d{1,15}$/.test(text)) parameters[name] = Number(text)
    else if (/^-\d{1,15}$/.test(text)) issues.push(beforeTheFirst(name))
    else issues.push({ type: 'int_parsing', at: 'path', loc: [name], msg: NO_INTEGER })
  }
  return parameters
}
/** Whole numbers of a path count from one. */
export const beforeTheFirst = (name: string): Issue => ({
  type: 'greater_than_equal',
  at: 'path',
  loc: [name],
  msg: 'Input should be greater than or equal to 1',
  ctx: { ge: 1 },
})
const NO_INTEGER = 'Input should be a valid integer, unable to parse string as an integer'

export function readQuery(schema: z.ZodObject, params: URLSearchParams, issues: Issue[]): Record<string, unknown> {
  const parsed = parse(schema, Object.fromEntries(params))
  if (parsed.ok) return parsed.value
  for (const issue of parsed.issues) issues.push({ ...issue, at: 'query' })
  return {}
}

const KEY_LENGTH = 255

/** Errors, section 6. Undefined when there is none, or none that can be used. */
export function readKey(headers: HeaderFields, issues: Issue[]): string | undefined {
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

/** `room`: where a large body waits for it. */
export async function bodyOf(
  request: Incoming,
  reservation: BodyReservation,
  { takesFile }: Pick<Operation, 'takesFile'>,
): Promise<Uint8Array> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') throw new Refused(415, 'Unsupported Content-Encoding')
  if (takesFile && mediaType(request.headers).startsWith('multipart/')) throw new Refused(415, NO_FORM)
  const bytes = await readBody(request, limits.bodyBytes, reservation)
  if (bytes === 'too_large') throw new Refused(413, 'Request body too large')
  if (bytes === 'cut_off') throw new Refused(400, NO_TEXT)
  return bytes
}
const NO_FORM = 'Send the file itself as the body, not a form: curl --data-binary @model.e2k'
const NO_TEXT = 'There was an error parsing the body'

/** What a body is for: whose turn it takes, what is wrong with the request before it. */
type Reading = {
  operation: Operation
  schema: z.ZodType
  model: OpenModel | undefined
  before: readonly Issue[]
  workRequest: WorkRequest
}

/** Every field and every rule at once, with what was wrong before the body. */
export async function readFields(request: Incoming, bytes: Uint8Array, reading: Reading): Promise<Body> {
  if (reading.operation.takesForm && mediaType(request.headers) === FORM) {
    return readValue(Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString())), reading)
  }
  const isJson = isJsonType(mediaType(request.headers))
  return isLarge(bytes) && isJson ? readLarge(bytes, reading) : readSmall(request.headers, bytes, reading)
}

const FORM = 'application/x-www-form-urlencoded'

/** What says more than its elements goes the way of large bodies, however short it is itself. */
const takesShort = (schema: z.ZodType) => schema instanceof z.ZodObject && 'repeat' in schema.shape

async function readSmall(headers: HeaderFields, bytes: Uint8Array, reading: Reading): Promise<Body> {
  const value = toValue(headers, bytes)
  return takesShort(reading.schema) && isShort(value) ? readLarge(bytes, reading) : readValue(value, reading)
}

async function readValue(value: unknown, { operation, schema, model, before }: Reading): Promise<Body> {
  const parsed = parse(schema, value)
  if (parsed.ok && before.length === 0) {
    const values = parsed.value as ConstructModelElementsBatch // every body of an operation that judges is one, and more
    return operation.judge ? { batch: { values }, beside: values } : { body: parsed.value }
  }
  const { issues, total, failed } = parsed.ok ? NOTHING_FAILED : parsed
  const readable = parsed.value !== undefined // else the body is no object
  const judged = (readable && (await operation.judge?.(model, parsed.value, failed))) || { issues: [], total: 0 }
  const all = [...before, ...mergeIssues(issues, judged.issues)]
  throw new Invalid(all, before.length + total + judged.total)
}

const NOTHING_FAILED = { issues: [], total: 0, failed: new Set<string>() } satisfies Partial<Parsed<unknown>>

/** The same on a thread. */
async function readLarge(bytes: Uint8Array, { operation, schema, model, before, workRequest }: Reading): Promise<Body> {
  if (!operation.judge) {
    const read = requireReadable(await readLargeFields(schema, bytes, workRequest))
    if ('value' in read && before.length === 0) return { body: read.value }
    throw withBefore(before, 'value' in read ? undefined : read)
  }
  const read = requireReadable(await readBatch(schema, bytes, workRequest))
  if ('batch' in read && before.length === 0) return read
  const error = await explainElements(model ?? null, read)
  throw withBefore(before, error instanceof Invalid ? error : undefined)
}

const withBefore = (before: readonly Issue[], { issues, total }: { issues: Issue[]; total: number } = { issues: [], total: 0 }) =>
  new Invalid([...before, ...issues], before.length + total)

/** Throws what is wrong with it as JSON. */
function requireReadable<T extends object>(read: T | { wrong: 'not_text' | Issue }): T {
  if (!('wrong' in read)) return read as T
  if (read.wrong === 'not_text') throw new Refused(400, NO_TEXT)
  throw new ModelError('invalid', [read.wrong])
}

/** Errors, section 2, part 3: the first that applies is the only item. */
function toValue(headers: HeaderFields, bytes: Uint8Array): unknown {
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
