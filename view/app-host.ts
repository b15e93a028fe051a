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
 * The host of one file that stands by itself: no network, no thread, no storage, no address of its own. Back belongs to whoever
 * shows it, and nothing can be saved or copied.
 */
export function appHost({ load, changes }: ModelSource): ViewerHost {
  let query = ''
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
      link: () => null,
    },
    save: async () => false,
    copy: async () => false,
  }
}
