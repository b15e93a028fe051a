import { expect, it } from 'vitest'
import { defaultToolNameStyle } from './tool-name-style.ts'

it.each([
  ['https://claude.ai/oauth/mcp-oauth-client-metadata', 'Claude', ['https://claude.ai/api/mcp/auth_callback'], 'underscore'],
  ['https://claude.ai/oauth/claude-code-client-metadata', 'Claude Code', ['http://localhost/callback'], 'underscore'],
  ['smc_1', 'Claude', ['https://claude.com/api/mcp/auth_callback'], 'underscore'],
  ['smc_1', 'Claude Code', ['http://localhost:3118/callback'], 'dotted'],
  ['smc_1', 'ChatGPT', ['https://chatgpt.com/connector/oauth/abc'], 'underscore'],
  ['smc_1', 'Cursor', ['cursor://anysphere.cursor-mcp/oauth/callback'], 'underscore'],
  ['smc_1', 'x', ['http://localhost:8787/callback'], 'underscore'],
  ['smc_1', 'x', ['grokbot://mcp/oauth/callback', 'https://app.example/cb'], 'underscore'],
  ['smc_1', 'Codex', ['http://127.0.0.1/callback'], 'underscore'],
  ['smc_1', 'GitHub Copilot CLI', ['http://127.0.0.1:4000/'], 'underscore'],
  ['smc_1', 'Codex', ['https://app.example/cb'], 'dotted'],
  [
    'https://vscode.dev/oauth/client-metadata.json',
    'Visual Studio Code',
    ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    'dotted',
  ],
  ['smc_1', 'MCP Inspector', ['http://localhost:6274/oauth/callback'], 'dotted'],
  ['smc_1', 'Le Chat', ['https://callback.mistral.ai/v1/integrations_auth/oauth2_callback'], 'underscore'],
  ['smc_1', 'Copilot', ['https://teams.microsoft.com/api/platform/v1.0/oAuthRedirect'], 'underscore'],
  ['smc_1', 'n8n', ['https://oauth.n8n.cloud/oauth2/callback'], 'underscore'],
  ['smc_1', 'automation', ['https://n8n.example/rest/oauth2-credential/callback'], 'underscore'],
  ['smc_1', 'chat', ['https://chat.example/api/mcp/structural/oauth/callback'], 'underscore'],
  ['smc_1', 'chat', ['https://chat.example/api/mcp/a/b/oauth/callback'], 'dotted'],
  ['smc_1', 'Warp', ['warp://mcp/oauth2callback'], 'underscore'],
  ['smc_1', 'Raycast', ['raycast://oauth', 'com.raycast:/oauth'], 'underscore'],
  ['smc_1', 'x', ['com.raycast:/oauth'], 'underscore'],
  ['smc_1', 'x', ['windsurf://callback'], 'underscore'],
  ['smc_1', 'x', ['lmstudio://callback'], 'underscore'],
  ['smc_1', 'GOOSE', ['http://127.0.0.1:4000/'], 'underscore'],
  ['smc_1', 'LM Studio 1.0', ['http://localhost:4000/'], 'underscore'],
  ['smc_1', 'LibreChat', ['http://localhost:4000/'], 'underscore'],
  ['smc_1', 'Kiro', ['kiro://x'], 'dotted'],
] as const)('%s %s %j: %s', (id, name, redirectUris, style) => {
  expect(defaultToolNameStyle({ id, name, redirectUris })).toBe(style)
})
