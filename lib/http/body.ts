import { isAscii, isUtf8 } from 'node:buffer'
import { tooDeep } from '#lib/model/validate/parse-json.ts'
import { limits } from '#lib/runtime/limits.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { MB } from '#lib/values/bytes.ts'
import { type BodyReservation, LARGE_BODY } from './body-reservation.ts'
import { Busy } from './busy-error.ts'
import type { Incoming } from './incoming.ts'
import { findJsonError, isNestedDeeper } from './json-scanner.ts'

/**
 * The bytes of a body; `too_large` when there are more than `limit`, which is known from `Content-Length` before anything is
 * read, else as soon as it is passed; `cut_off` when the client left before the end. `room`: where a large one waits, unread, until
 * there is room for it; the caller gives it back. Throws Busy.
 */
export async function readBody(
  request: Incoming,
  limit: number,
  reservation?: BodyReservation,
): Promise<Uint8Array | 'too_large' | 'cut_off'> {
  const declaredLength = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declaredLength > limit) return 'too_large'
  if (declaredLength >= LARGE_BODY) await reservation?.take(declaredLength)
  if (declaredLength > 0 && declaredLength <= SMALL) return readAtOnce(request, limit)
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  // With the length told, the bytes go to their place at once; a client may lie about it.
  let bytes = new Uint8Array(Number.isInteger(declaredLength) && declaredLength > 0 ? declaredLength : 0)
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        reservation?.shrink(length < LARGE_BODY ? 0 : length)
        return bytes.subarray(0, length)
      }
      if (!(declaredLength >= LARGE_BODY) && length < LARGE_BODY && length + value.length >= LARGE_BODY)
        await reservation?.take(limit)
      if (length + value.length > limit) {
        await reader.cancel()
        return 'too_large'
      }
      if (length + value.length > bytes.length) {
        const grown = new Uint8Array(Math.min(limit, Math.max(2 * bytes.length, length + value.length)))
        grown.set(bytes.subarray(0, length))
        bytes = grown
      }
      bytes.set(value, length)
      length += value.length
    }
  } catch (error) {
    if (error instanceof Busy) {
      await reader.cancel()
      throw error
    }
    return 'cut_off' // a request's stream fails in no other way
  }
}

const SMALL = MB

/** Without a stream, which costs more than the rest of a small request. */
async function readAtOnce(request: Incoming, limit: number): Promise<Uint8Array | 'too_large' | 'cut_off'> {
  try {
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > limit ? 'too_large' : bytes
  } catch {
    return 'cut_off' // a request's body fails in no other way
  }
}

/** `not_text`: the bytes are no UTF-8. */
export type Json = { value: unknown } | { issue: Issue } | 'not_text'

/** The value of a JSON text, or what is wrong with it as a text: errors, section 2, part 3. */
export function readJson(input: Uint8Array): Json {
  if (input.length === 0) return { issue: missingBody() }
  const bytes = hasMark(input) ? input.subarray(3) : input
  // UTF-16 of ASCII characters is valid UTF-8 with a NUL beside each; Python's decoder looks at the first two as well.
  if (!isUtf8(bytes) || (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0))) return 'not_text'
  if (isNestedDeeper(bytes, limits.nesting)) {
    return { issue: { type: 'value_error', loc: [], msg: tooDeep(), ctx: { error: {} } } }
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString(isAscii(bytes) ? 'latin1' : 'utf8') // three times as quick for the usual body
  try {
    return { value: JSON.parse(text) }
  } catch (refused) {
    const found = findJsonError(text)
    if (!found) throw refused // then the two disagree about what JSON is
    return {
      issue: { type: 'json_invalid', loc: [found.at], msg: 'JSON decode error', ctx: { error: found.error } },
    }
  }
}

export const missingBody = (): Issue => ({ type: 'missing', loc: [], msg: 'Field required' })

const hasMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
