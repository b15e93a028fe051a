import { limits } from '#lib/runtime/limits.ts'
import { metrics } from '#lib/runtime/metrics.ts'
import { KB } from '#lib/values/bytes.ts'
import { Busy, UNAVAILABLE } from './busy-error.ts'

/**
 * Room for large bodies: being read, waiting for a thread, or packed. A body for which there is none waits unread, so that TCP holds
 * it back, and in turn: first who holds least. Nobody gets the room that the largest body of somebody else would need.
 */

const MOST_WAIT_MS = 10_000
/** Seconds after which it is worth another try. */
const RETRY = 5

/** Below it a body takes no room. */
export const LARGE_BODY = 256 * KB

type Waiting = { user: string; bytes: number; come: () => void }

export class Bodies {
  readonly #held = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  taken = 0

  /** In bytes; `changed` hears of what is taken. */
  constructor(
    readonly most: number,
    readonly largest: number,
    readonly changed: (taken: number) => void = () => {},
  ) {}

  /** Resolves when there is room. Throws Busy when there is none for ten seconds, or the client leaves. */
  async take(user: string, bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length > 0 || !this.#fits(user, bytes)) await this.#wait(user, bytes, signal)
    else this.#add(user, bytes)
  }

  #wait(user: string, bytes: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        over()
        reject(new Busy(503, UNAVAILABLE, RETRY))
        this.#next()
      }
      const over = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        const index = this.#waiting.indexOf(one)
        if (index >= 0) this.#waiting.splice(index, 1)
      }
      const one: Waiting = {
        user,
        bytes,
        come: () => {
          over()
          this.#add(user, bytes)
          resolve()
        },
      }
      const timer = setTimeout(leave, MOST_WAIT_MS)
      this.#waiting.push(one)
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  give(user: string, bytes: number): void {
    this.#add(user, -bytes)
    this.#next()
  }

  #of = (user: string) => this.#held.get(user) ?? 0

  #add(user: string, bytes: number): void {
    this.taken += bytes
    const held = this.#of(user) + bytes
    if (held > 0) this.#held.set(user, held)
    else this.#held.delete(user)
    this.changed(this.taken)
  }

  /** Whether the user may have so much more: everybody may have one body. */
  #isTheirs = (user: string, bytes: number) => this.#of(user) === 0 || this.#of(user) + bytes <= this.most - this.largest
  #fits = (user: string, bytes: number) => this.taken === 0 || (this.taken + bytes <= this.most && this.#isTheirs(user, bytes))

  #next(): void {
    for (;;) {
      const able = this.#waiting.filter(({ user, bytes }) => this.#isTheirs(user, bytes))
      const [next] = able.toSorted((one, other) => this.#of(one.user) - this.#of(other.user)) // else in the order of coming
      if (!next || !this.#fits(next.user, next.bytes)) return
      next.come()
    }
  }
}

/** What one request's body takes, until `release`. */
export class BodyReservation {
  #bytes = 0

  constructor(
    readonly bodies: Bodies,
    readonly user: string,
    readonly signal: () => AbortSignal | undefined = () => undefined,
  ) {}

  /** Before the bytes are read. Throws Busy. */
  async take(bytes: number): Promise<void> {
    await this.bodies.take(this.user, bytes, this.signal())
    this.#bytes += bytes
  }

  /** It was less than was thought. */
  shrink(bytes: number): void {
    if (bytes >= this.#bytes) return
    this.bodies.give(this.user, this.#bytes - bytes)
    this.#bytes = bytes
  }

  release(): void {
    this.shrink(0)
  }
}

let bodies: Bodies | undefined

/** Of this process, for a request of a user. */
export function reserveBody(user: string, signal: () => AbortSignal | undefined): BodyReservation {
  bodies ??= new Bodies(limits.bodiesBytes, limits.bodyBytes, (taken) => metrics().bodiesBytes.set(taken))
  return new BodyReservation(bodies, user, signal)
}
