import { setImmediate as breathe } from 'node:timers/promises'

/** Load, section 2.5: what must stay on the main thread gives the turn away so often that nobody waits long behind it. */
const SLICE_MS = 4

/** Asked between small steps of long work; waits only when the slice is used up. */
export function slices(): () => Promise<void> | undefined {
  let until = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < until) return undefined
    return breathe().then(() => {
      until = performance.now() + SLICE_MS
    })
  }
}
