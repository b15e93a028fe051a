import ipaddr from 'ipaddr.js'
import type { HeaderFields } from './incoming.ts'

/**
 * The peer's address. `start/front.ts` overwrites the header on every request with what it found itself, so a client cannot say it
 * of itself; null where nothing stands in front of Next.
 */
export const clientAddress = (headers: HeaderFields): string | null =>
  headers
    .get('x-forwarded-for')
    ?.split(',')[0]
    ?.trim()
    .replace(/^::ffff:/i, '')
    .slice(0, 64) || null

/** Whom limits count where nobody has signed in: an address, or all of an IPv6 /64, which is what one customer gets. */
export function clientNetwork(headers: HeaderFields): string {
  const address = clientAddress(headers)
  if (address === null || !ipaddr.IPv6.isValid(address)) return address ?? 'unknown'
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
