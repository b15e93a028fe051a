import type { Lookup } from '../worker/scene-steps.ts'
import { broughtOnce, type Part } from './part.ts'

/** Where a scene lies, which comes behind what the first picture is drawn of. */
export type Lookups = Part<Lookup>

/** `found`: what came with the scene; else it is asked for, at once or when somebody needs it. */
export function lookupsOf(found: Lookup | null, ask: () => Promise<Lookup>, isAtOnce: boolean): Lookups {
  const lookups = found ? isHere(found) : broughtOnce(ask)
  if (isAtOnce) lookups.bring().catch(() => {}) // the picture asks too, and says what failed
  return lookups
}

export const isHere = (found: Lookup): Lookups => ({ now: () => found, bring: () => Promise.resolve(found) })
