import { HOUR_MS } from '#lib/values/durations.ts'
import { log } from './log.ts'

/** Does it once an hour, from now on; a failure is told, and the next hour tries again. Returns the way to stop, which waits for what is under way. */
export function hourly(does: string, work: () => Promise<unknown>): () => Promise<void> {
  let under = Promise.resolve()
  const look = () => {
    under = under.then(async () => {
      try {
        await work()
      } catch (error) {
        log.warn(`could not ${does}`, { error })
      }
    })
  }
  const timer = setInterval(look, HOUR_MS).unref()
  look()
  return () => {
    clearInterval(timer)
    return under
  }
}
