import type { HeaderFields } from './incoming.ts'

/** The value of the first cookie of this name, as it was sent; null when there is none. */
export function cookieIn(headers: HeaderFields, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const index = part.indexOf('=')
    if (index > 0 && part.slice(0, index).trim() === name) return part.slice(index + 1).trim() || null
  }
  return null
}
