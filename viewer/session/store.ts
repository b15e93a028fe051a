import { keysOf } from '#lib/values/object-keys.ts'

/** State outside React, so that the canvas reads it without rendering and a component renders only for the part it uses. */
export type Store<T> = Readable<T> & {
  set: (change: Partial<T> | ((state: T) => Partial<T>)) => void
}
export type Readable<T> = {
  get: () => T
  subscribe: (listener: (state: T, before: T) => void) => () => void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<(state: T, before: T) => void>()
  return {
    get: () => state,
    set(change) {
      const before = state
      const part = typeof change === 'function' ? change(state) : change
      if (keysOf(part).every((key) => Object.is(before[key], part[key]))) return
      state = { ...state, ...part }
      for (const listener of [...listeners]) listener(state, before)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
