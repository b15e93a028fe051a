import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether somebody else's cloud can call an origin such as `https://models.example.com`: over https, at a public name or address. A
 * name without a dot, `.local` (RFC 6762), `.internal` and `.localhost` (RFC 6761) are known to no public resolver.
 */
export function isPublicOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host)) return ipaddr.parse(host).range() === 'unicast'
  return host.includes('.') && !/\.(local|internal|localhost)$/i.test(host)
}
