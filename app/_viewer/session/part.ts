import { madeOnce } from '#lib/values/made-once.ts'

/**
 * A module that the first picture does without: it comes when it is first needed, or ahead of that. What did not come is asked for
 * again. `now`: null until it is here.
 */
export function part<Module>(load: () => Promise<Module>) {
  let here: Module | null = null
  const once = madeOnce<Module>()
  const bring = () => once(async () => (here = await load()))
  return { bring, now: () => here }
}
