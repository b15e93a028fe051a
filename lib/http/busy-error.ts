/**
 * Long work that could not be done now: 429 for who asks for too much at once, 503 for everybody else. Told in `rest/serve.ts` (a
 * status) and `mcp/tool.ts` (words), with the seconds after which it is worth another try.
 */
export class Busy extends Error {
  constructor(
    readonly status: 429 | 503,
    readonly detail: string,
    /** Whole seconds, from 1. */
    readonly retryAfter: number,
  ) {
    super(detail)
  }
}

/** Others wrote the model before each of several attempts: 503, with the seconds after which it is worth another try. */
export class TooBusy extends Error {}

export const TOO_MANY = 'Too many long requests at once'
export const UNAVAILABLE = 'Service Unavailable'
