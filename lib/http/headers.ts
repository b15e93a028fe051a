import { randomUUID } from 'node:crypto'
import type { HeaderFields } from './incoming.ts'

/** What every door reads from a request's headers. */

const VISIBLE = /^[!-~]{1,128}$/

/** The client's own `X-Request-Id` when it is 1 to 128 visible ASCII characters, else a new one. */
export function requestId(headers: HeaderFields): string {
  const id = headers.get('x-request-id')
  return id !== null && VISIBLE.test(id) ? id : randomUUID()
}

/** Without parameters, lower-case; empty when there is none. */
export const mediaType = (headers: HeaderFields): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

export const isJsonType = (type: string): boolean => /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type)

/** What a list of choices names, in its order, and whether its weight is above zero (RFC 9110 section 12.4.2). */
function choices(field: string | null | undefined): { named: string; isWanted: boolean }[] {
  return (field ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [named = '', ...parameters] = part.split(';').map((word) => word.trim())
      const weight = parameters.find((word) => word.startsWith('q='))
      return { named, isWanted: weight === undefined || Number(weight.slice(2)) > 0 }
    })
}

/** RFC 9110 section 12.5.3: a coding by name, else by `*`, with a weight above zero. */
export function accepts(acceptEncoding: string | null | undefined, coding: 'br' | 'gzip'): boolean {
  const named = choices(acceptEncoding)
  const own = named.find((one) => one.named === coding || (coding === 'gzip' && one.named === 'x-gzip'))
  return (own ?? named.findLast((one) => one.named === '*'))?.isWanted ?? false
}

/** A media type that is named (RFC 9110 section 12.5.1): who asks for anything is given what is usual. */
export const acceptsType = (headers: HeaderFields, type: string): boolean =>
  choices(headers.get('accept')).some(({ named, isWanted }) => named === type && isWanted)

export const acceptsGzip = (headers: HeaderFields): boolean => accepts(headers.get('accept-encoding'), 'gzip')
