import { isDictionary } from '#lib/values/dictionary.ts'
import { createStore, type Store } from '../session/store.ts'
import { type Bridge, BridgeError, METHOD_NOT_FOUND, openBridge } from './bridge.ts'
import { calledIn, type ToolOutcome } from './tool-result.ts'

/** The host in whose conversation the view stands (MCP Apps 2026-01-26): what it says, and what it is asked for. */

/** As far as the view looks at it; a host may say more, and any of it may be missing. */
export type HostContext = {
  theme?: 'light' | 'dark'
  displayMode?: string
  availableDisplayModes?: readonly string[]
  containerDimensions?: { width?: number; height?: number; maxHeight?: number }
  safeAreaInsets?: { top?: number; right?: number; bottom?: number; left?: number }
  styles?: { variables?: Record<string, string> }
  /** The tool whose call opened the view, as the host knows it. */
  toolName?: string
}

/** Told of the call that opened the view. */
export type HostHandlers = {
  input(input: Record<string, unknown>): void
  result(result: Record<string, unknown>): void
  cancelled(): void
  teardown(): void
}

export type Conversation = ReturnType<typeof openConversation>

const PROTOCOL = '2026-01-26'
const GREETING_MS = 10_000
const CALL_MS = 60_000

/** What a host can be asked for: its name in `hostCapabilities`, and the method. */
const HOST_METHODS = {
  message: 'ui/message',
  updateModelContext: 'ui/update-model-context',
  openLinks: 'ui/open-link',
  downloadFile: 'ui/download-file',
} as const
type Able = keyof typeof HOST_METHODS

export function openConversation(handlers: HostHandlers) {
  const context: Store<HostContext> = createStore<HostContext>({})
  let able: Record<string, unknown> = {}
  const refused = new Set<string>()
  const bridge: Bridge = openBridge(
    {
      host: window.parent,
      listen(listener) {
        const onMessage = (event: MessageEvent<unknown>) => listener(event)
        addEventListener('message', onMessage)
        return () => removeEventListener('message', onMessage)
      },
      say: (message) => window.parent.postMessage(message, '*'), // the host's origin is unknown, and nothing secret is said
      after(ms, then) {
        const timer = setTimeout(then, ms)
        return () => clearTimeout(timer)
      },
    },
    {
      ping: () => ({}),
      'ui/notifications/tool-input': (params) => handlers.input(isDictionary(params.arguments) ? params.arguments : {}),
      'ui/notifications/tool-result': (params) => handlers.result(params),
      'ui/notifications/tool-cancelled': () => handlers.cancelled(),
      'ui/notifications/host-context-changed': (params) => context.set(contextOf(params)),
      'ui/resource-teardown': () => handlers.teardown(),
    },
  )

  /** Asked once where the host says nothing of it; a host that knows it not is not asked again. */
  const can = (what: Able) => !refused.has(HOST_METHODS[what]) && (what in able || what !== 'downloadFile')
  const ask = async (what: Able, params: object): Promise<boolean> => {
    if (!can(what)) return false
    try {
      return (await bridge.request(HOST_METHODS[what], params)).isError !== true
    } catch (error) {
      if (error instanceof BridgeError && error.code === METHOD_NOT_FOUND) refused.add(HOST_METHODS[what])
      return false
    }
  }
  const text = (words: string) => [{ type: 'text', text: words }]

  return {
    context,
    can,
    /** False: nobody answers, so this page was opened by hand. */
    async begin(): Promise<boolean> {
      try {
        const answer = await bridge.request(
          'ui/initialize',
          {
            protocolVersion: PROTOCOL,
            appInfo: { name: 'structural-model-viewer', title: 'Structural model', version: '1' },
            appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
          },
          GREETING_MS,
        )
        if (isDictionary(answer.hostCapabilities)) able = answer.hostCapabilities
        if (isDictionary(answer.hostContext)) context.set(contextOf(answer.hostContext))
        bridge.notify('ui/notifications/initialized', {})
        return true
      } catch {
        return false
      }
    },
    /** Throws a BridgeError. `has`: a field that the structured part has. */
    async call(name: string, input: object, has: string): Promise<ToolOutcome> {
      return calledIn(await bridge.request('tools/call', { name, arguments: input }, CALL_MS), has)
    },
    /** The result as it is, pictures too. Throws a BridgeError. */
    callPlain: (name: string, input: object) => bridge.request('tools/call', { name, arguments: input }, CALL_MS),
    /** What the model knows of the view from now on; in place of what it knew. */
    updateModelContext: (words: string) => ask('updateModelContext', { content: text(words) }),
    /** As words of the user: only after a press. */
    sayAsUser: (words: string) => ask('message', { role: 'user', content: text(words) }),
    openLink: (url: string) => ask('openLinks', { url }),
    /** `base64`: of the file. */
    download: (name: string, mimeType: string, base64: string) =>
      ask('downloadFile', {
        contents: [{ type: 'resource', resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType, blob: base64 } }],
      }),
    /** False: it stays as it is. */
    async fullscreen(wanted: boolean): Promise<boolean> {
      const target = wanted ? 'fullscreen' : 'inline'
      try {
        const { mode } = await bridge.request('ui/request-display-mode', { mode: target })
        if (typeof mode === 'string') context.set({ displayMode: mode }) // the answer counts, not the wish
        return mode === target
      } catch {
        return false
      }
    },
    sized: (width: number, height: number) => bridge.notify('ui/notifications/size-changed', { width, height }),
    failed: (data: string) => bridge.notify('notifications/message', { level: 'error', data }),
    close: bridge.close,
  }
}

/** What makes no sense is left out. */
function contextOf(params: Record<string, unknown>): HostContext {
  const { theme, displayMode, availableDisplayModes, containerDimensions, safeAreaInsets, styles, toolInfo } = params
  return {
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof displayMode === 'string' && { displayMode }),
    ...(Array.isArray(availableDisplayModes) && { availableDisplayModes: availableDisplayModes.map(String) }),
    ...(isDictionary(containerDimensions) && { containerDimensions: numbers(containerDimensions) }),
    ...(isDictionary(safeAreaInsets) && { safeAreaInsets: numbers(safeAreaInsets) }),
    ...(isDictionary(styles) && isDictionary(styles.variables) && { styles: { variables: texts(styles.variables) } }),
    ...(isDictionary(toolInfo) &&
      isDictionary(toolInfo.tool) &&
      typeof toolInfo.tool.name === 'string' && { toolName: toolInfo.tool.name }),
  }
}

const numbers = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, number] => Number.isFinite(entry[1])))
const texts = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
