import { lookup } from 'node:dns/promises'
import { Agent, request } from 'undici'
import { isPublicAddress } from '#lib/http/public-origin.ts'
import { KB } from '#lib/values/bytes.ts'

/**
 * Fetches a small JSON document from an address that a stranger chose, without being led into our own network: the host is
 * resolved once, every address of it must be public, and the connection goes to those very addresses (so a name that changes
 * between check and use, DNS rebinding, gains nothing). No redirects, no cookies, no proxy, 5 seconds and 5 kB in all.
 */

const MAX_BYTES = 5 * KB
const DAY_SECONDS = 24 * 60 * 60

/** How names become addresses and which addresses may be connected to. Tests have their own; nothing else can choose one. */
export type Network = {
  resolve(host: string): Promise<{ address: string; family: number }[]>
  isPublic(address: string): boolean
  /** From asking for the address to the last byte. */
  timeoutMs: number
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

export const internet: Network = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isPublic: isPublicAddress,
  timeoutMs: 5000,
}

export type Fetched = { text: string; cacheSeconds: number }

/** Null when there is no document to be had: the reasons are nobody's business but the log's, which `tell` writes. */
export async function fetchDocument(
  address: string,
  network: Network,
  onFailure: (reason: string) => void,
): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(network.timeoutMs)
  const none = (reason: string) => {
    onFailure(reason)
    return null
  }
  let agent: Agent | undefined
  try {
    const addresses = await abortable(network.resolve(new URL(address).hostname), signal)
    const closed = addresses.find((found) => !network.isPublic(found.address))
    const [first] = addresses
    if (closed || !first) return none(`resolves to ${closed?.address ?? 'nothing'}`)
    agent = new Agent({
      connect: {
        ca: network.ca,
        lookup: (_host, { all }, found) => (all ? found(null, addresses) : found(null, first.address, first.family)),
      },
      maxHeaderSize: 16 * KB,
    })
    const { statusCode, headers, body } = await request(address, {
      dispatcher: agent,
      signal,
      headers: { accept: 'application/json', 'user-agent': 'structural-model-service' },
    })
    if (statusCode !== 200) return none(`answered ${statusCode}`)
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(headers['content-type'] ?? ''))) return none('is not JSON')
    if (headers['content-encoding'] !== undefined) return none('is encoded')
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MAX_BYTES) return none(`is over ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    return { text: Buffer.concat(chunks).toString('utf8'), cacheSeconds: cacheSeconds(String(headers['cache-control'] ?? '')) }
  } catch (error) {
    return none(error instanceof Error ? error.message : String(error))
  } finally {
    agent?.destroy()
  }
}

/** RFC 9111, as far as one copy for everyone needs it: an hour when nothing is said, a day at most. */
export function cacheSeconds(cacheControl: string): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0
  const age = /\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1]
  return age === undefined ? 60 * 60 : Math.min(Number(age), DAY_SECONDS)
}

/** The resolver cannot be told to stop, but we can stop waiting for it. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
