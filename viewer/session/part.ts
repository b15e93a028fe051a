import { madeOnce } from '#lib/values/memoize-promise.ts'
import { HostError } from '../viewer-host.ts'

/** Comes when it is first needed, or ahead of that. What did not come is asked for again. `now`: null until it is here. */
export type Part<Thing> = { now: () => Thing | null; bring: () => Promise<Thing> }

export function broughtOnce<Thing>(ask: () => Promise<Thing>): Part<Thing> {
  let here: Thing | null = null
  const once = madeOnce<Thing>()
  return { now: () => here, bring: () => once(async () => (here = await ask())) }
}

/** Offline it comes with the line; after the service was changed, only with a page of the new one. */
const NOT_FETCHED = 'a part of the viewer could not be fetched. If it still does not come, load the page again'

/** A module that the first picture does without. */
export const part = <Module>(load: () => Promise<Module>): Part<Module> =>
  broughtOnce(() =>
    load().catch((cause: unknown) => {
      throw new HostError('offline', 0, { says: NOT_FETCHED, cause })
    }),
  )
