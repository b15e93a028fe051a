/**
 * Copies of the metadata documents that the well-known clients publish, as of 2026-11. They come before a fetch: they answer at
 * once, on a network without a way out too, and `claude.ai` has refused to show its own to data centres. A redirect URI that the
 * copy lacks makes us look at the original.
 */

type VendorDocument = { client_id: string; client_name: string; client_uri: string; redirect_uris: string[] }

/** The editor client of the specification; its fixed URI first, then its present-day siblings. */
export const CURSOR_REDIRECT_URIS = [
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/return',
  'http://localhost:8787/callback',
  'http://127.0.0.1:8787/callback',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'https://www.cursor.com/bot/mcp/oauth/callback',
  'grokbot://mcp/oauth/callback',
]

const DOCUMENTS: VendorDocument[] = [
  {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    client_name: 'Claude',
    client_uri: 'https://claude.ai',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    client_name: 'Claude Code',
    client_uri: 'https://claude.ai',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  {
    client_id: 'https://chatgpt.com/oauth/client.json',
    client_name: 'ChatGPT',
    client_uri: 'https://chatgpt.com',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  {
    client_id: 'https://chatgpt.com/oauth/codex/client.json',
    client_name: 'Codex',
    client_uri: 'https://chatgpt.com',
    redirect_uris: ['http://127.0.0.1/callback'],
  },
  {
    client_id: 'https://cursor.com/oauth/mcp-client.json',
    client_name: 'Cursor',
    client_uri: 'https://cursor.com',
    redirect_uris: CURSOR_REDIRECT_URIS,
  },
  {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    client_name: 'Visual Studio Code',
    client_uri: 'https://vscode.dev',
    redirect_uris: ['http://127.0.0.1:33418/', 'http://localhost:33418/', 'https://vscode.dev/redirect'],
  },
]

export function vendorDocument(clientId: string): VendorDocument | null {
  const known = DOCUMENTS.find((document) => document.client_id === clientId)
  if (known) return known
  // ChatGPT has one document, and one redirect URI, per connector.
  const callbackId = /^https:\/\/chatgpt\.com\/oauth\/([A-Za-z0-9_-]{1,128})\/client\.json$/.exec(clientId)?.[1]
  if (callbackId === undefined) return null
  return {
    client_id: clientId,
    client_name: 'ChatGPT',
    client_uri: 'https://chatgpt.com',
    redirect_uris: [`https://chatgpt.com/connector/oauth/${callbackId}`, 'https://chatgpt.com/connector_platform_oauth_redirect'],
  }
}
