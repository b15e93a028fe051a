import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { isLoopback, opensApplication } from './redirect-uri.ts'

/**
 * Clients that drop or refuse names with a dot, or hand them as they are to a model's API, which does (`^[a-zA-Z0-9_-]+$`), as of
 * 2026-11. Claude, ChatGPT, Cursor, Mistral, Microsoft 365 Copilot, n8n; n8n and LibreChat on their own hosts; editors and desktop apps.
 */
const HOSTS = new Set(
  'claude.ai claude.com chatgpt.com cursor.com www.cursor.com localhost:8787 127.0.0.1:8787 callback.mistral.ai teams.microsoft.com oauth.n8n.cloud'.split(
    ' ',
  ),
)
const PATHS = /^\/rest\/oauth2-credential\/callback$|^\/api\/mcp\/[^/]+\/oauth\/callback$/
const SCHEMES = new Set(['cursor:', 'grokbot:', 'warp:', 'windsurf:', 'goose:', 'lmstudio:', 'raycast:', 'com.raycast:'])
/** A client that registers loopback addresses alone is known by its name. */
const LOOPBACK_NAMES = /copilot|codex|goose|librechat|lm studio/i

/**
 * The style for a new client, from what the authorization server knows of it: never from `clientInfo`, since the list may vary
 * by authorization only.
 */
export function defaultToolNameStyle(client: { id: string; name: string; redirectUris: readonly string[] }): ToolNameStyle {
  const uris = client.redirectUris
  const addresses = (URL.canParse(client.id) ? [client.id, ...uris] : uris).map((uri) => new URL(uri))
  const known = addresses.some(({ host, pathname, protocol }) => HOSTS.has(host) || SCHEMES.has(protocol) || PATHS.test(pathname))
  const loopbackOnly = uris.every((uri) => !opensApplication(uri) && isLoopback(uri))
  return known || (loopbackOnly && LOOPBACK_NAMES.test(client.name)) ? 'underscore' : 'dotted'
}
