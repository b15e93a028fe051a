import { useSyncExternalStore } from 'react'
import type { Readable } from '../session/store.ts'

/** `pick` must give the same value for the same state: a field, or something kept. */
export function useStore<T extends object, U>(store: Readable<T>, pick: (state: T) => U): U {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.get()),
  )
}
