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
