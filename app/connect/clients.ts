/** How to add the service to one AI client, as a person does it, in its vendor's present words. */
export type AiClient = {
  name: string
  steps: string[]
  /** Commands and files to paste. */
  pastes?: { into: string; text: string }[]
  /** Open the client with the server filled in. */
  links?: { label: string; href: string }[]
  /** It calls from its vendor's cloud, which reaches public addresses only. */
  isInCloud?: true
  /** It has shown MCP Apps in its conversations. */
  showsModels?: true
  /** How the name that it registers under is known. */
  registersAs?: RegExp
}

const NAME = 'structural'

const base64 = (config: object) => encodeURIComponent(Buffer.from(JSON.stringify(config)).toString('base64'))
const file = (config: object) => JSON.stringify(config, null, 2)

/** `mcpUrl`: the endpoint. Where a key is needed, KEY stands for one that is made under Settings. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, an entry for each client
export function aiClients(mcpUrl: string): AiClient[] {
  const header = `--header "Authorization: Bearer KEY"`
  const cursor = { url: mcpUrl, auth: { CLIENT_ID: 'cursor', scopes: ['mcp:models:read', 'mcp:models:write'] } }
  const code = encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url: mcpUrl }))
  const keyed = { url: mcpUrl, headers: { Authorization: 'Bearer KEY' } }
  return [
    {
      name: 'Claude',
      showsModels: true,
      isInCloud: true,
      registersAs: /^claude(?! code)/i,
      steps: [
        'On the web or the desktop open Customize, Connectors, choose + and "Add custom connector". It works on phones afterwards.',
        `Enter ${NAME} as the name and ${mcpUrl} as the address, and choose Connect. In a Team or Enterprise, an owner adds it first.`,
        'Sign in here, review the permissions, and choose Allow.',
      ],
      links: [
        {
          label: 'Add to Claude',
          href: `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${NAME}&connectorUrl=${encodeURIComponent(mcpUrl)}`,
        },
      ],
    },
    {
      name: 'ChatGPT',
      showsModels: true,
      isInCloud: true,
      registersAs: /chatgpt|openai/i,
      steps: [
        'In ChatGPT on the web open Plugins, choose + and "Add custom MCP server". A workspace may have to allow it first.',
        `Enter ${NAME} as the name and ${mcpUrl} as the Server URL, with OAuth as the authentication.`,
        'Select "I understand and want to continue", and choose "Create as a plugin".',
        'Sign in here, review the permissions, and choose Allow. Then install the plugin, and name it by @ in a conversation.',
      ],
      links: [{ label: 'Open ChatGPT plugins', href: 'https://chatgpt.com/plugins' }],
    },
    {
      name: 'Claude Code',
      registersAs: /claude code/i,
      steps: [
        `Run the command; --scope user adds it for all projects. Then run "claude mcp login ${NAME}", or type /mcp and choose Authenticate.`,
      ],
      pastes: [
        { into: 'A terminal', text: `claude mcp add --transport http ${NAME} ${mcpUrl}` },
        { into: 'With an API key instead', text: `claude mcp add --transport http ${NAME} ${mcpUrl} ${header}` },
      ],
    },
    {
      name: 'Codex',
      registersAs: /codex/i,
      steps: ['Run the command: it opens the browser to sign in at once.'],
      pastes: [
        { into: 'A terminal', text: `codex mcp add ${NAME} --url ${mcpUrl}` },
        {
          into: 'With an API key instead, in the variable STRUCTURAL_KEY',
          text: `codex mcp add ${NAME} --url ${mcpUrl} --bearer-token-env-var STRUCTURAL_KEY`,
        },
      ],
    },
    {
      name: 'Gemini CLI',
      registersAs: /gemini/i,
      steps: [`Run the command, then type /mcp auth ${NAME}. The folder must be trusted, or it lists the server as disabled.`],
      pastes: [{ into: 'A terminal', text: `gemini mcp add --transport http -s user ${NAME} ${mcpUrl}` }],
    },
    {
      name: 'Cursor',
      showsModels: true,
      registersAs: /cursor/i,
      steps: ['Use the link, or put this into .cursor/mcp.json. Then open Settings, MCP, and choose Connect.'],
      links: [
        {
          label: 'Add to Cursor',
          href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${base64(cursor)}`,
        },
      ],
      pastes: [{ into: '.cursor/mcp.json', text: file({ mcpServers: { [NAME]: cursor } }) }],
    },
    {
      name: 'VS Code',
      showsModels: true,
      registersAs: /visual studio code|vs ?code/i,
      steps: ['Use a link, or put this into .vscode/mcp.json and start the server from there.'],
      links: [
        { label: 'Add to VS Code', href: `vscode:mcp/install?${code}` },
        { label: 'Add to VS Code Insiders', href: `vscode-insiders:mcp/install?${code}` },
      ],
      pastes: [{ into: '.vscode/mcp.json', text: file({ servers: { [NAME]: { type: 'http', url: mcpUrl } } }) }],
    },
    {
      name: 'Windsurf',
      registersAs: /windsurf/i,
      steps: ['Put this into the file, and choose Refresh under MCP servers.'],
      pastes: [{ into: '~/.codeium/windsurf/mcp_config.json', text: file({ mcpServers: { [NAME]: { serverUrl: mcpUrl } } }) }],
    },
    {
      name: 'Zed',
      registersAs: /zed/i,
      steps: ['Put this into settings.json. Zed asks you to sign in as long as no Authorization header is set.'],
      pastes: [{ into: 'settings.json', text: file({ context_servers: { [NAME]: { url: mcpUrl } } }) }],
    },
    {
      name: 'OpenCode',
      registersAs: /opencode/i,
      steps: ['Run the command, then type /mcps.'],
      pastes: [{ into: 'A terminal', text: `opencode mcp add ${NAME} --url ${mcpUrl}` }],
    },
    {
      name: 'Copilot CLI',
      registersAs: /copilot/i,
      steps: ['Type /mcp add and choose HTTP, or put this into the file.'],
      pastes: [
        {
          into: '~/.copilot/mcp-config.json',
          text: file({ mcpServers: { [NAME]: { type: 'http', url: mcpUrl, tools: ['*'] } } }),
        },
      ],
    },
    {
      name: 'Goose',
      showsModels: true,
      registersAs: /goose/i,
      steps: [`Run "goose configure", choose Add Extension, Remote Extension (Streamable HTTP), and enter ${mcpUrl}.`],
    },
    {
      name: 'LibreChat',
      showsModels: true,
      registersAs: /librechat/i,
      steps: ['Put this into librechat.yaml; add "requiresOAuth: true" if it does not ask you to sign in by itself.'],
      pastes: [{ into: 'librechat.yaml', text: `mcpServers:\n  ${NAME}:\n    type: streamable-http\n    url: ${mcpUrl}` }],
    },
    {
      name: 'n8n',
      registersAs: /n8n/i,
      steps: [
        `Add an MCP Client node with ${mcpUrl} and a credential of the kind "MCP OAuth2", Dynamic Client Registration on.`,
        'n8n itself must be on https, or on this computer: an address such as http://192.168.1.5 is refused as a redirect address.',
      ],
    },
    {
      name: 'LM Studio',
      registersAs: /lm ?studio/i,
      steps: ['Use the link, and put an API key from Settings in the place of KEY.'],
      links: [{ label: 'Add to LM Studio', href: `lmstudio://add_mcp?name=${NAME}&config=${base64(keyed)}` }],
      pastes: [{ into: 'mcp.json', text: file({ mcpServers: { [NAME]: keyed } }) }],
    },
    {
      name: 'Clients that only run local programs',
      registersAs: /mcp-remote|mcp cli proxy|warp/i,
      steps: ['Older desktop programs and Warp run a command as a bridge. Without https it also needs --allow-http.'],
      pastes: [
        { into: 'The command', text: `npx mcp-remote ${mcpUrl}` },
        { into: 'With an API key instead', text: `npx mcp-remote ${mcpUrl} ${header}` },
      ],
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
