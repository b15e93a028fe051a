/**
 * A module that the first picture does without: it comes when it is first needed, or ahead of that. What did not come is asked for
 * again. `now`: null until it is here.
 */
export function part<Module>(load: () => Promise<Module>) {
  let here: Module | null = null
  let coming: Promise<Module> | null = null
  const bring = () => {
    coming ??= load().then(
      (found) => (here = found),
      (error: unknown) => {
        coming = null
        throw error
      },
    )
    return coming
  }
  return { bring, now: () => here }
}
