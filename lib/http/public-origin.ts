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
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(local|internal|localhost)$/i.test(host)
}

const subnets = (...blocks: string[]) => blocks.map((block) => ipaddr.parseCIDR(block))

/** IANA's IPv4 special-purpose registry, multicast (RFC 5771), and the address at which Azure's hosts answer their guests. */
const SPECIAL_V4 = subnets(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['192.0.0.0/24', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16/32',
)

/** All that is allocated as global unicast (RFC 4291 §2.4), and what of it IANA's IPv6 special-purpose registry takes out. */
const GLOBAL_V6 = subnets('2000::/3')
const SPECIAL_V6 = subnets('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20')

/** Where an IPv6 address carries IPv4 addresses: that many bytes from its beginning, all bits turned where a client is hidden. */
const CARRIERS = [
  { blocks: subnets('::/96', '::ffff:0:0/96', '64:ff9b::/96'), carried: [{ byte: 12, mask: 0 }] }, // compatible, mapped; NAT64 (RFC 6052)
  { blocks: subnets('2002::/16'), carried: [{ byte: 2, mask: 0 }] }, // 6to4 (RFC 3056)
  {
    blocks: subnets('2001::/32'), // Teredo (RFC 4380 §4): its server, and the client
    carried: [
      { byte: 4, mask: 0 },
      { byte: 12, mask: 0xff },
    ],
  },
]

type Address = ReturnType<typeof ipaddr.parse>
const isIn = (address: Address, blocks: ReturnType<typeof subnets>) =>
  blocks.some((block) => block[0].kind() === address.kind() && address.match(block))

/**
 * Whether an address is one of the open internet. An IPv6 address that carries IPv4 addresses leads to those, so they are judged; of the
 * others only global unicast is public, for what is not allocated may be anybody's own.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false // a zone is a link's of this machine
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') return !isIn(address, SPECIAL_V4)
  const bytes = address.toByteArray()
  const carrier = CARRIERS.find(({ blocks }) => isIn(address, blocks))
  if (!carrier) return isIn(address, GLOBAL_V6) && !isIn(address, SPECIAL_V6)
  return carrier.carried.every(({ byte, mask }) => {
    const carried = bytes.slice(byte, byte + 4).map((one) => one ^ mask)
    return !isIn(ipaddr.fromByteArray(carried), SPECIAL_V4)
  })
}
