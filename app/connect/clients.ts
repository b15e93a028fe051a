/** How to add the service to one AI client, as a person does it. `{mcp_url}` stands for the endpoint's address. */
export type AiClient = {
  name: string
  steps: string[]
  /** A command or a file to paste. */
  paste?: { into: string; text: string }
  /** Opens the client with the server filled in. */
  link?: { label: string; href: string }
}

const NAME = 'structural'

export function aiClients(mcpUrl: string): AiClient[] {
  const cursor = {
    url: mcpUrl,
    auth: { CLIENT_ID: 'cursor', scopes: ['mcp:models:read', 'mcp:models:write'] },
  }
  return [
    {
      name: 'Claude (web, desktop, mobile)',
      steps: [
        'Open Settings, Connectors, and choose "Add custom connector".',
        `Enter ${mcpUrl} as the address, add it, and choose Connect.`,
        'Sign in here, look at what is asked for, and allow it.',
      ],
    },
    {
      name: 'ChatGPT',
      steps: [
        'Open Settings, Apps and connectors, Advanced, and switch on developer mode.',
        `Create a connector with ${mcpUrl} as its address and OAuth as its authentication.`,
        'Sign in here, look at what is asked for, and allow it.',
      ],
    },
    {
      name: 'Claude Code',
      steps: ['Run the command, then type /mcp in Claude Code and choose Authenticate.'],
      paste: { into: 'A terminal', text: `claude mcp add --transport http ${NAME} ${mcpUrl}` },
    },
    {
      name: 'Cursor',
      steps: ['Use the link, or put this into .cursor/mcp.json. Then open Settings, MCP, and choose Connect.'],
      paste: { into: '.cursor/mcp.json', text: JSON.stringify({ mcpServers: { [NAME]: cursor } }, null, 2) },
      link: {
        label: 'Add to Cursor',
        href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(
          Buffer.from(JSON.stringify(cursor)).toString('base64'),
        )}`,
      },
    },
    {
      name: 'VS Code',
      steps: ['Use the link, or put this into .vscode/mcp.json and start the server from there.'],
      paste: { into: '.vscode/mcp.json', text: JSON.stringify({ servers: { [NAME]: { type: 'http', url: mcpUrl } } }, null, 2) },
      link: {
        label: 'Add to VS Code',
        href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: mcpUrl }))}`,
      },
    },
    {
      name: 'Any other MCP client',
      steps: [
        `Give it ${mcpUrl} as a Streamable HTTP server. It finds the authorization server by itself and opens this site to sign in.`,
        'A client that takes a fixed header instead of OAuth can send "Authorization: Bearer" with an API key from Settings.',
      ],
    },
  ]
}
