/**
 * Looking at a password costs 19 MiB and some 25 ms of a thread, of which Node has four for files and names as well. Strangers' guesses
 * take two at a time at most; those of one address prefix wait behind each other, and the prefixes take turns. So a flood costs the
 * service a bounded share, and delays a person elsewhere by one guess for each prefix that takes part in it.
 */
const AT_ONCE = 2
const MOST_OF_PREFIX = 20
const MOST_WAITING = 400
/** After which to come again, where too many wait. */
const COME_AGAIN_SECONDS = 5

type Waiting = () => void

const waiting = new Map<string, Waiting[]>()
let [running, queued] = [0, 0]

/** What the work gives, or after how many seconds to try again. */
export async function inPasswordTurn<T>(prefix: string, work: () => Promise<T>): Promise<{ done: T } | { wait: number }> {
  if (running >= AT_ONCE) {
    const own = waiting.get(prefix) ?? []
    if (own.length >= MOST_OF_PREFIX || queued >= MOST_WAITING) return { wait: COME_AGAIN_SECONDS }
    const turn = new Promise<void>((resolve) => own.push(resolve))
    waiting.set(prefix, own)
    queued++
    await turn // whoever ended hands over the place
  } else running++
  try {
    return { done: await work() }
  } finally {
    handOver()
  }
}

function handOver(): void {
  const [next] = waiting
  if (!next) {
    running--
    return
  }
  const [prefix, own] = next
  const turn = own.shift()
  waiting.delete(prefix)
  if (own.length > 0) waiting.set(prefix, own) // behind the others
  queued--
  turn?.()
}
