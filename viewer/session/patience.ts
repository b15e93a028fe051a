/** Before trying again; longer each time in vain. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** One thing that is tried again and again: `again` after a while, `done` forgets how often it failed. */
export function patience() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  return {
    again(attempt: () => void) {
      clearTimeout(timer)
      timer = setTimeout(attempt, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    },
    done() {
      clearTimeout(timer)
      wait = FIRST_WAIT_MS
    },
  }
}

/** So long after the last time, the next has another cause. */
const APART_MS = 60_000

/** The same for what goes well each time, but may bring about itself that it is needed again. */
export function sparingly() {
  const trying = patience()
  let last = Number.NEGATIVE_INFINITY
  return {
    again(attempt: () => void) {
      if (Date.now() - last > APART_MS) trying.done()
      last = Date.now()
      trying.again(attempt)
    },
    done: trying.done,
  }
}
