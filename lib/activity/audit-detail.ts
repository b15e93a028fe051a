import { withoutSecrets } from '#lib/runtime/log.ts'
import { KB } from '#lib/values/bytes.ts'
import { isDictionary } from '#lib/values/dictionary.ts'

/** Most of an input that is kept, in bytes of UTF-8. */
const DETAIL_BYTES = 4 * KB

/** JSON of the input up to 4 kB, without secrets; the rest is never written out. */
export function auditDetail(input: unknown): string {
  const text = withoutSecrets(jsonUpTo(input, DETAIL_BYTES + 1))
  const bytes = Buffer.from(text)
  if (bytes.length <= DETAIL_BYTES) return text
  let end = DETAIL_BYTES - 3 // room for the ellipsis
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end-- // not in the middle of a character
  return `${bytes.subarray(0, end).toString()}…`
}

const SECRET_NAME = /password|secret|token|verifier|authorization|api[-_]?key/i

/** The beginning of `JSON.stringify(value)`, at least `most` characters of it where there are so many. */
function jsonUpTo(value: unknown, most: number): string {
  let text = ''
  const write = (item: unknown): void => {
    if (text.length > most) return
    if (Array.isArray(item)) {
      text += '['
      for (const [i, one] of item.entries()) {
        if (text.length > most) return
        if (i > 0) text += ','
        write(one)
      }
      text += ']'
    } else if (typeof item === 'object' && item !== null) {
      text += '{'
      let first = true
      for (const [key, one] of Object.entries(item)) {
        if (text.length > most) return
        text += `${first ? '' : ','}${JSON.stringify(key)}:`
        first = false
        write(SECRET_NAME.test(key) && typeof one === 'string' ? '[redacted]' : one)
      }
      text += '}'
    } else {
      text += JSON.stringify(typeof item === 'string' ? item.slice(0, most) : item) ?? 'null'
    }
  }
  write(value)
  return text
}

/** What was kept; the text where it was cut, so that it is no JSON. */
export function readDetail(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text)
    return isDictionary(value) ? value : text
  } catch {
    return text // cut
  }
}
