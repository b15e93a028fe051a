import { ROLES } from '#lib/access/roles.ts'
import { problemBody } from '#lib/http/problem.ts'
import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { rates } from '#lib/http/rate-limit.ts'
import { apiVersion } from '#lib/runtime/version.ts'
import { CHECK } from '#lib/service/model-check.ts'
import { EDIT } from '#lib/service/model-edit.ts'
import { QUERY } from '#lib/service/query-model.ts'
import { EXPLAIN_BATCH, READ_BATCH, READ_FIELDS } from '#lib/service/read-batch.ts'
import { RESTORE } from '#lib/service/revisions/revisions.ts'
import { PICTURE } from '#lib/service/whole-model.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { wordsOfEnd } from '#lib/work/scheduler.ts'

/** What operations share in `/openapi.json`: parameters, headers, and the answers to what goes wrong. */

export type Json = Record<string, unknown>

/** A response header or parameter that several operations have. */
export const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

export const PARAMETERS: Record<string, Json> = {
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
  comment_id: {
    name: 'comment_id',
    in: 'path',
    required: true,
    description: 'The number of a thread, or the id of a comment',
    schema: { type: 'string' },
    example: '12',
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

export const HEADERS: Record<string, Json> = {
  ETag: { description: "The model's revision", schema: { type: 'string' }, example: '"7"' },
  Location: { description: 'The address of the new model', schema: { type: 'string', format: 'uri' } },
  XRequestId: { description: 'The id of this request', schema: { type: 'string' } },
  IdempotentReplayed: { description: 'Present when this is the first answer again', schema: { const: 'true' } },
  XApiVersion: { description: 'The version of this API: `info.version`', schema: { type: 'string' }, example: apiVersion },
  RateLimitPolicy: {
    description: 'How many requests of this kind one may send in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
    example: `"reads";q=${rates.read.points};w=${rates.read.duration}`,
  },
  RateLimit: {
    description: 'How many are left (`r`), and after how many seconds (`t`) there are as many as before',
    schema: { type: 'string' },
    example: `"reads";r=${rates.read.points - 10};t=42`,
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
  WWWAuthenticate: { description: 'Where to get credentials (RFC 6750, RFC 9728)', schema: { type: 'string' } },
}

const codes = Object.keys(PROBLEM_KINDS)

/** Specification, section 7; `ctx` as FastAPI has it. */
export const ERRORS: Record<string, Json> = {
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
      type: { type: 'string', format: 'uri', description: 'Where `/docs/errors` says what it is and what to do' },
      title: { type: 'string', description: 'The status in words; may change' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What happened, for people; may change' },
      code: {
        type: 'string',
        description: `What happened, for programs; each stays as it is, others may come. Now: ${codes.join(', ')}`,
        example: 'not_found',
      },
      requestId: { type: 'string' },
      role: { enum: [...ROLES], description: 'Of 403: the role that the caller has on the model' },
      needs: { enum: [...ROLES], description: 'Of 403: the least role that would do' },
      revision: { type: 'integer', description: "Of 412: the model's present revision" },
      retryAfter: { type: 'integer', description: 'Seconds to wait, as `Retry-After` says' },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  },
}

/** What takes a thread, and may be ended, when it is asked for by REST. */
const LONG_WORK = [READ_BATCH, EXPLAIN_BATCH, READ_FIELDS, EDIT, RESTORE, CHECK, QUERY, PICTURE]

/** RFC 9457 answers of operations: the headers beside them, and texts of `detail` that the kinds do not list. */
const PROBLEMS: Record<number, { headers?: string[]; says?: readonly string[] }> = {
  400: {},
  401: { headers: ['WWWAuthenticate'] },
  403: {},
  404: {},
  409: { headers: ['RetryAfter'] },
  412: {},
  413: {},
  415: {},
  429: { headers: ['RetryAfter'] },
  500: {},
  503: {
    headers: ['RetryAfter'],
    says: LONG_WORK.flatMap((task) => Object.values(wordsOfEnd(task))),
  },
}

export const ALWAYS = {
  'X-Request-Id': reference('headers', 'XRequestId'),
  'X-Api-Version': reference('headers', 'XApiVersion'),
}
/** On each answer to a request that was counted. */
export const COUNTED = {
  'RateLimit-Policy': reference('headers', 'RateLimitPolicy'),
  RateLimit: reference('headers', 'RateLimit'),
}
/** Of those whose names are no names of components. */
export const HEADER_NAMES: Record<string, string> = {
  XRequestId: 'X-Request-Id',
  XApiVersion: 'X-Api-Version',
  IdempotentReplayed: 'Idempotent-Replayed',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  WWWAuthenticate: 'WWW-Authenticate',
}

function problemResponse(status: number, { headers = [], says = [] }: (typeof PROBLEMS)[number]): Json {
  const named = headers.map((name) => [HEADER_NAMES[name], reference('headers', name)])
  const later = headers.includes('RetryAfter') ? { retryAfter: 5 } : {}
  const kinds = entriesOf(PROBLEM_KINDS).filter(([, kind]) => kind.status === status && kind.details.length > 0)
  const examples = kinds.flatMap(([code, { details }]) =>
    [...details, ...(code === 'unavailable' ? says : [])].map((detail) => [
      `${code}_${detail.replaceAll(/\W+/g, '_').toLowerCase()}`,
      { value: { ...problemBody({ status, detail, code, requestId: '5f1c2a7e' }), ...later } },
    ]),
  )
  const counted = status === 401 || status === 500 ? {} : COUNTED
  return {
    description: kinds.map(([code, { when }]) => `\`${code}\`: ${when}`).join('; '),
    headers: { ...ALWAYS, ...counted, ...Object.fromEntries(named) },
    content: {
      'application/problem+json': { schema: reference('schemas', 'Problem'), examples: Object.fromEntries(examples) },
    },
  }
}

export const RESPONSES = {
  ...Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, one]) => [`Problem${status}`, problemResponse(Number(status), one)]),
  ),
  ValidationError: {
    description: 'Validation Error',
    headers: { ...ALWAYS, ...COUNTED },
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
