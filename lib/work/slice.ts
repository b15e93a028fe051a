import { setImmediate as afterOthers } from 'node:timers/promises'

/** Load, section 2.5: what must stay on the main thread gives the turn away so often that nobody waits long behind it. */
const SLICE_MS = 4

/** Of tests, which count steps: `now` instead of the clock, `yieldNow` instead of the others' turn. */
export type Clock = { now(): number; yieldNow(): Promise<unknown> }
const CLOCK: Clock = { now: () => performance.now(), yieldNow: () => afterOthers() }

/** Asked between small steps of long work; waits only when the slice is used up. */
export function slices({ now, yieldNow }: Clock = CLOCK): () => Promise<void> | undefined {
  let until = now() + SLICE_MS
  return () => {
    if (now() < until) return undefined
    return yieldNow().then(() => {
      until = now() + SLICE_MS
    })
  }
}
