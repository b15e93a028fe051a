/**
 * Kinds of problem documents by their `code`, which stays as it is for good; `title` and `detail` may change. The first of a status is
 * meant where nothing more exact is said. From here come the field `code`, the page `/docs/errors` and the table in `docs/errors.md`.
 */
type Kind = {
  status: number
  when: string
  /** Texts of `detail`, as far as they do not depend on the request. */
  details: readonly string[]
  /** What the caller can do about it. */
  todo: string
}

export const PROBLEM_KINDS = {
  bad_request: {
    status: 400,
    when: 'the path, `If-Match` or the bytes of the body are malformed: no UTF-8, wrong percent-encoding, dot segments (`/../`, `/%2e/`)',
    details: ['Malformed path', 'Malformed If-Match', 'There was an error parsing the body'],
    todo: 'Send UTF-8; escape ids in the path; send `If-Match` as the `ETag` came, quotes included.',
  },
  not_authenticated: {
    status: 401,
    when: 'there are no credentials, or they are unknown, expired or revoked; `WWW-Authenticate` says where to get some',
    details: ['Not authenticated'],
    todo: 'Send `Authorization: Bearer` and an API key from Settings → API keys, or get a new access token.',
  },
  password_required: {
    status: 401,
    when: 'the share link has a password that was not entered yet',
    details: ['Password required'],
    todo: 'Enter it by `POST /api/share/{token}/password`, and send the cookie that comes back.',
  },
  wrong_password: {
    status: 401,
    when: 'it is not the password of the share link',
    details: ['This password is not right.'],
    todo: 'Ask whoever sent the link.',
  },
  forbidden: {
    status: 403,
    when: 'the role on the model does not do: `role` is the one the caller has, `needs` the least that would',
    details: ['Not enough permissions'],
    todo: 'Have the owner give you that role, or work in a copy of your own (`POST …/duplicate`).',
  },
  insufficient_scope: {
    status: 403,
    when: 'the key or token lacks the scope: `mcp:models:read` to read, `mcp:models:write` to write',
    details: ['Not enough permissions'],
    todo: 'Make a key with both scopes, or let the person approve both.',
  },
  people_only: {
    status: 403,
    when: 'it gives a model away or is about an account, which no connected app may do',
    details: ['This is for people: sign in', 'This is for people: sign in, or use an API key'],
    todo: 'Do it in a browser; where the text says so, an API key does too.',
  },
  https_required: {
    status: 403,
    when: 'a secret or a body came over plain http; whoever only reads is sent to https by 308',
    details: [],
    todo: 'Use the address in `detail`, and make a new key: the old one was readable on the way.',
  },
  not_found: {
    status: 404,
    when: 'nothing is at this address, or the model is unknown, in the bin, or not this caller’s to see: one answer for all',
    details: [
      'Not Found',
      'Model not found',
      'Revision not found',
      'Share link not found',
      'Link not found',
      'View not found',
      'Collaborator not found',
      'Access request not found',
      'Transfer not found',
      'Invitation not found',
    ],
    todo: 'Look at the id and at whose key it is (`GET /api/construct-models` lists what it sees); a deleted model lies in the bin for a while (`bin=true`).',
  },
  method_not_allowed: {
    status: 405,
    when: 'the address does not take this method',
    details: ['Method Not Allowed'],
    todo: '`Allow` names those that it takes.',
  },
  request_timeout: {
    status: 408,
    when: 'the request did not arrive in time',
    details: ['The request did not arrive in time.'],
    todo: 'Send it again, in smaller parts on a slow line.',
  },
  conflict: {
    status: 409,
    when: 'the account is not in a state that allows it',
    details: [],
    todo: '`detail` says what is to be done first.',
  },
  in_progress: {
    status: 409,
    when: 'a request with the same `Idempotency-Key`, or to the same link, is still being worked on',
    details: ['A request with this key is in progress', 'Another upload to this link is in progress'],
    todo: 'Wait as long as `Retry-After` says and send the same again: it gets the first answer.',
  },
  length_required: {
    status: 411,
    when: 'a page was sent a body without its length',
    details: ['This address needs a Content-Length.'],
    todo: 'Send `Content-Length`.',
  },
  precondition_failed: {
    status: 412,
    when: '`If-Match` names an old revision; `revision` is the present one. Nothing was written',
    details: ['Precondition Failed'],
    todo: 'Read the model again, make the change on top of what is there, send it with the new `ETag`.',
  },
  content_too_large: {
    status: 413,
    when: 'the body is over the limit',
    details: ['Request body too large'],
    todo: 'Send it in several batches, or what is regular by `repeat`.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'the body is compressed',
    details: ['Unsupported Content-Encoding'],
    todo: 'Send it uncompressed. (A body that is not JSON by its media type is 422.)',
  },
  range_not_satisfiable: {
    status: 416,
    when: 'a file has no such range of bytes',
    details: ['The range lies outside.'],
    todo: '`Content-Range` says how long the file is.',
  },
  rate_limited: {
    status: 429,
    when: 'there were too many requests in a minute, or too many of one kind in an hour',
    details: [
      'Too Many Requests',
      'Too many invitations in an hour',
      'Too many requests for access in an hour',
      'Too many passwords',
    ],
    todo: 'Wait as long as `Retry-After` and `retryAfter` say. `RateLimit` tells in time how many are left.',
  },
  too_many_at_once: {
    status: 429,
    when: 'too many long requests or event streams of one account are open at once',
    details: ['Too many long requests at once', 'Too many event streams at once'],
    todo: 'Send them one after another; close streams that nobody listens to.',
  },
  headers_too_large: {
    status: 431,
    when: 'the headers are longer than 16 kB',
    details: ['The headers are longer than 16 kB.'],
    todo: 'Drop cookies and headers that are not needed.',
  },
  internal_error: {
    status: 500,
    when: 'something failed on our side; nothing that a client sends should do this',
    details: ['Internal Server Error'],
    todo: 'Tell the operator the `requestId`: the log has more under it.',
  },
  not_implemented: {
    status: 501,
    when: '`/oembed` was asked for XML',
    details: ['Only format=json is made here'],
    todo: 'Ask for `format=json`, or for none.',
  },
  unavailable: {
    status: 503,
    when: 'overload, a stop under way, the database away, or this piece of long work was ended (`detail` says so)',
    details: ['Service Unavailable'],
    todo: 'Wait as long as `Retry-After` says and send the same again, with the same `Idempotency-Key` if it writes.',
  },
} as const satisfies Record<string, Kind>

export type ProblemCode = keyof typeof PROBLEM_KINDS

const usual = new Map<number, ProblemCode>()
for (const [code, { status }] of Object.entries(PROBLEM_KINDS)) {
  if (!usual.has(status)) usual.set(status, code as ProblemCode) // the table's own keys
}

/** What is meant by a status where nothing more exact is said. */
export const usualCode = (status: number): ProblemCode => usual.get(status) ?? (status < 500 ? 'bad_request' : 'internal_error')
