import type { Finding } from '#lib/schema/schema.ts'
import type { Change, ViewerHost } from '../viewer-host.ts'
import { HostError } from '../viewer-host.ts'
import { inlineEngine } from '../worker/inline-engine.ts'
import type { Source } from '../worker/source.ts'

/** Where a view's model comes from, and what is heard of it. */
export type ModelSource = {
  /** The newest revision's bytes, from the first one. */
  load: () => Source
  changes: (listener: (change: Change) => void) => () => void
}

type Place = ModelSource & {
  viewerUrl: string
  query: string
  check: () => Promise<Finding[]>
  save: (name: string, file: Blob) => Promise<boolean>
}

/**
 * The host of one file that stands in a conversation: no network, no thread, no storage, no address of its own but that of the
 * full viewer. Back belongs to whoever shows it, and nothing can be copied.
 */
export function appHost({ load, changes, check, save, viewerUrl, query: first }: Place): ViewerHost {
  let query = first ? `?${first}` : ''
  return {
    place: 'app',
    can: new Set(),
    engine: inlineEngine,
    ...{ load, changes, check, save },
    checks: 'for_colours', // each is a call of the connection
    ask: () => Promise.reject(new HostError('forbidden')),
    address: {
      read: () => query,
      write(next) {
        query = next
      },
      back: () => () => {},
      link: (now) => linkOf(viewerUrl, now),
    },
    copy: async () => false,
    print: () => false,
    setting: () => null,
  }
}

/** An address that is none of the web's is not opened, whoever said it. */
export function linkOf(viewerUrl: string, query: string): string | null {
  if (!URL.canParse(viewerUrl)) return null
  const address = new URL(viewerUrl)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null
  address.search = query
  return address.href
}
