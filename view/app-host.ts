import type { Change, ViewerHost } from '../app/_viewer/viewer-host.ts'
import { HostError } from '../app/_viewer/viewer-host.ts'
import { inlineEngine } from '../app/_viewer/worker/inline.ts'
import type { Source } from '../app/_viewer/worker/source.ts'

/** Where a view's model comes from, and what is heard of it. */
export type ModelSource = {
  /** The newest revision's bytes, from the first one. */
  load: () => Source
  changes: (hear: (change: Change) => void) => () => void
}

/**
 * The host of one file that stands in a conversation: no network, no thread, no storage, no address of its own but that of the
 * full viewer. Back belongs to whoever shows it, and nothing can be saved or copied.
 */
export function appHost({ load, changes }: ModelSource, shown: { viewerUrl: string; query: string }): ViewerHost {
  let query = shown.query ? `?${shown.query}` : ''
  return {
    place: 'app',
    can: new Set(),
    engine: inlineEngine,
    load,
    changes,
    check: async () => [],
    ask: () => Promise.reject(new HostError('forbidden')),
    address: {
      read: () => query,
      keep(next) {
        query = next
      },
      back: () => () => {},
      link: (now) => linkOf(shown.viewerUrl, now),
    },
    save: async () => false,
    copy: async () => false,
    setting: () => null,
  }
}

/** An address that is none of the web's is not opened, whoever said it. */
function linkOf(viewerUrl: string, query: string): string | null {
  if (!URL.canParse(viewerUrl)) return null
  const address = new URL(viewerUrl)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return null
  address.search = query
  return address.href
}
