import type { HeaderFields } from './incoming.ts'

/** The value of the first cookie of this name, as it was sent; null when there is none. */
export function cookieIn(headers: HeaderFields, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}
