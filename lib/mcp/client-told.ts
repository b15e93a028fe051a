import { log } from '#lib/log.ts'
import { UI_EXTENSION } from './app-page.ts'
import { isObject } from './is-object.ts'

/** What a client says of itself when it begins goes into the log, and decides nothing: some show apps without saying so. */
export function clientTold(info: unknown, capabilities: unknown): void {
  const extensions = isObject(capabilities) && isObject(capabilities.extensions) ? capabilities.extensions : {}
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 128) : undefined)
  const { name, version } = isObject(info) ? info : {}
  log.info('an MCP client begins', { client: text(name), version: text(version), showsApps: UI_EXTENSION in extensions })
}
