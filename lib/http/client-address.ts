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

/** What one stranger may have many networks of: an IPv4 /24, an IPv6 /48. Of what is no address, itself. */
export function prefixOf(network: string): string {
  if (!ipaddr.isValid(network)) return network
  const isV4 = ipaddr.parse(network).kind() === 'ipv4'
  return (isV4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${network}/${isV4 ? 24 : 48}`).toString()
}

/** Whom limits count where nobody has signed in: an address, or all of an IPv6 /64, which is what one customer gets. */
export function clientNetwork(headers: HeaderFields): string {
  const address = clientAddress(headers)
  if (address === null || !ipaddr.IPv6.isValid(address)) return address ?? 'unknown'
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
}
