import type { Lookup } from '../worker/scene-steps.ts'
import { part } from './part.ts'

/** Where a scene lies, which comes behind what the first picture is drawn of. `now`: null until it is here. */
export type Lookups = { now: () => Lookup | null; bring: () => Promise<Lookup> }

/** `found`: what came with the scene; else it is asked for, at once or when somebody needs it. */
export function lookupsOf(found: Lookup | null, ask: () => Promise<Lookup>, isAtOnce: boolean): Lookups {
  const lookups = found ? isHere(found) : part(ask)
  if (isAtOnce) lookups.bring().catch(() => {}) // the picture asks too, and says what failed
  return lookups
}

export const isHere = (found: Lookup): Lookups => ({ now: () => found, bring: () => Promise.resolve(found) })
