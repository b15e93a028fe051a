import { isLoopback, opensApplication } from './redirect-uri.ts'

/** How `tools/list` spells tool names to this client: `service.create_model` or `service_create_model`. */
export type ToolNameStyle = 'dotted' | 'underscore'

export const isToolNameStyle = (value: unknown): value is ToolNameStyle => value === 'dotted' || value === 'underscore'

/** Hosts and schemes of clients that drop or refuse names with a dot, as observed in 2026-11. */
const HOSTS = ['claude.ai', 'claude.com', 'chatgpt.com', 'cursor.com', 'www.cursor.com', 'localhost:8787', '127.0.0.1:8787']
const SCHEMES = ['cursor:', 'grokbot:']

/**
 * The style for a new client, from what the authorization server knows of it: never from `clientInfo`, since the list may vary
 * by authorization only. A client that registers loopback addresses alone is known by its name.
 */
export function defaultToolNameStyle(client: { id: string; name: string; redirectUris: readonly string[] }): ToolNameStyle {
  const uris = client.redirectUris
  const addresses = (URL.canParse(client.id) ? [client.id, ...uris] : uris).map((uri) => new URL(uri))
  if (addresses.some((url) => HOSTS.includes(url.host) || SCHEMES.includes(url.protocol))) return 'underscore'
  const loopbackOnly = uris.every((uri) => !opensApplication(uri) && isLoopback(uri))
  return loopbackOnly && /copilot|codex/i.test(client.name) ? 'underscore' : 'dotted'
}
