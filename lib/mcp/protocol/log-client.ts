import { log } from '#lib/runtime/log.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { UI_EXTENSION } from './app-page.ts'

/** What a client says of itself when it begins goes into the log, and decides nothing: some show apps without saying so. */
export function logClient(info: unknown, capabilities: unknown): void {
  const extensions = isDictionary(capabilities) && isDictionary(capabilities.extensions) ? capabilities.extensions : {}
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 128) : undefined)
  const { name, version } = isDictionary(info) ? info : {}
  log.info('an MCP client begins', { client: text(name), version: text(version), showsApps: UI_EXTENSION in extensions })
}
