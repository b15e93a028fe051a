import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from '#lib/runtime/env.ts'
import type { Resource } from './resource.ts'

/**
 * The viewer inside a conversation (MCP Apps, io.modelcontextprotocol/ui, 2026-01-26): one HTML document without network, equal for
 * everybody. `npm start` makes it (lib/start/build/chat-view.mjs). Metadata goes to every client, whatever it declares: some show apps without saying so.
 */

export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

// Next's bundle has no place of its own.
const FILE = join(import.meta.dirname ? join(import.meta.dirname, '../../..') : process.cwd(), 'dist/view.html')
const MIME = 'text/html;profile=mcp-app'
const ANY = /^ui:\/\/structural-model\/viewer-[\w-]*\.html$/

let made: { uri: string; html: string } | undefined
/** Hosts keep the document by its address, so that its hash is in it. Throws when it was not built. */
function appPage(): { uri: string; html: string } {
  if (made && process.env.NODE_ENV !== 'development') return made // there it is made anew as its sources are saved
  if (!existsSync(FILE))
    throw new Error('There is no dist/view.html: `node lib/start/build/chat-view.mjs` makes it, as npm start and npm test do.')
  const html = readFileSync(FILE, 'utf8')
  made = { uri: `ui://structural-model/viewer-${createHash('sha256').update(html).digest('hex').slice(0, 8)}.html`, html }
  return made
}

const about = () => ({
  ui: { csp: {}, prefersBorder: false }, // no domain: one that a host does not expect means no frame at all
  'openai/widgetDescription': 'An interactive 3D view of the structural model. The user sees it.',
  'openai/widgetPrefersBorder': false,
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
  ...(env.APP_URL.startsWith('https:') && { 'openai/widgetDomain': env.APP_URL }),
})

export const appResource = (): Resource => ({
  uri: appPage().uri,
  name: 'viewer',
  title: 'Structural model viewer',
  description: 'The 3D view that create_model and show_model open in the conversation',
  mimeType: MIME,
  _meta: about(),
})

/** The document under the address asked for: clients keep lists of tools for longer than a version of the viewer lives. */
export const isAppPage = (uri: unknown): uri is string => typeof uri === 'string' && ANY.test(uri)
export const readAppPage = (uri: string) =>
  isAppPage(uri) ? { uri, mimeType: MIME, text: appPage().html, _meta: about() } : null

/** What a tool has to do with the view: it opens one; it is for the view alone; the view may call it too. */
export type AppPart = 'opens' | 'only' | 'calls'

export function appMeta(part: AppPart): Record<string, unknown> {
  if (part === 'calls') return { 'openai/widgetAccessible': true }
  if (part === 'only') return { ui: { visibility: ['app'] }, 'openai/widgetAccessible': true, 'openai/visibility': 'private' }
  const { uri } = appPage()
  return {
    ui: { resourceUri: uri, visibility: ['model', 'app'] },
    ...{ 'ui/resourceUri': uri, 'openai/outputTemplate': uri },
    'openai/toolInvocation/invoking': 'Opening the model…',
    'openai/toolInvocation/invoked': 'Model shown',
  }
}

/** Clients that show text alone and would tell their model of a tool that is for the view. */
const TEXT_ONLY = new Set(['https://claude.ai/oauth/claude-code-client-metadata'])
export const drawsNothing = (clientId: string | undefined): boolean => clientId !== undefined && TEXT_ONLY.has(clientId)
