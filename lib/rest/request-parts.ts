import type { z } from 'zod'
import { missingBody, readBody, readJson } from '#lib/http/body.ts'
import { isJsonType, mediaType } from '#lib/http/headers.ts'
import { limits } from '#lib/limits.ts'
import { mergeIssues } from '#lib/model/issue-order.ts'
import { type Issue, ModelError } from '#lib/model/model-error.ts'
import { type Parsed, parse } from '#lib/model/parse.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { isLarge, readLargeBody } from './large-body.ts'
import type { Operation } from './operation.ts'

/** What a request says, part by part: path, query, key, body. What is wrong becomes an issue, or ends the asking. */

/** An answer that ends the asking. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
  }
}

const patterns = new Map<string, RegExp>()

/** The path as a pattern with one group per parameter; a parameter is never empty and never holds a slash. */
export function pathPattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  patterns.set(path, pattern)
  return pattern
}

export function pathParameters(path: string, pathname: string): Record<string, string | undefined> {
  const found = pathPattern(path).exec(pathname)?.groups ?? {}
  try {
    return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new Refused(400, 'Malformed path')
  }
}

/** What else stands in a path is a number from 1. */
export function pathNumbers(texts: Record<string, string | undefined>, issues: Issue[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const [name, text = ''] of Object.entries(texts)) {
    if (/^\d{1,15}$/.test(text)) numbers[name] = Number(text)
    else issues.push({ type: 'int_parsing', at: 'path', loc: [name], msg: NO_INTEGER })
  }
  return numbers
}
const NO_INTEGER = 'Input should be a valid integer, unable to parse string as an integer'

export function readQuery(schema: z.ZodObject, given: URLSearchParams, issues: Issue[]): Record<string, unknown> {
  const parsed = parse(schema, Object.fromEntries(given))
  if (parsed.ok) return parsed.value
  for (const issue of parsed.issues) issues.push({ ...issue, at: 'query' })
  return {}
}

const KEY_LENGTH = 255

/** Errors, section 6. Undefined when there is none, or none that can be used. */
export function readKey(headers: Headers, issues: Issue[]): string | undefined {
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

export async function bodyOf(request: Request): Promise<Uint8Array> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') throw new Refused(415, 'Unsupported Content-Encoding')
  const bytes = await readBody(request, limits.bodyBytes)
  if (bytes === 'too_large') throw new Refused(413, 'Request body too large')
  if (bytes === 'cut_off') throw new Refused(400, NO_TEXT)
  return bytes
}
const NO_TEXT = 'There was an error parsing the body'

/** Every field and every rule at once, with what was wrong before the body. */
export async function readFields(
  operation: Operation,
  schema: z.ZodType,
  request: Request,
  given: Uint8Array,
  model: OpenModel | undefined,
  before: readonly Issue[],
): Promise<unknown> {
  let bytes = given
  if (operation.judge && isLarge(bytes) && isJsonType(mediaType(request.headers)) && before.length === 0) {
    const large = await readLargeBody(schema, bytes)
    if (large.body) return large.body
    bytes = large.bytes
  }
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

export class Invalid extends ModelError {
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
