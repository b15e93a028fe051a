/**
 * Whose long work comes next. Pure: it is told what begins and what ends, and knows no threads.
 *
 * Turns go by user (not by key or connection, which cost nothing): next is a job of the user who has had the least thread time of
 * late, then who came first. Reads leave one thread free, so a write never waits for a check; work behind everybody's back runs
 * alone of its class, and only while nothing else waits.
 */

export type Class = 'write' | 'read' | 'back'
export const CLASSES: readonly Class[] = ['write', 'read', 'back']

/** What the queue needs to know of a job. */
export type Turn = { user: string; readonly class: Class }

/** Waiting and running jobs of a user in a class. */
export const MOST_OF_A_USER = 16
/** Waiting jobs of everybody. */
export const MOST_WAITING = 256

/** In this time what a user has had counts half as much. */
const HALF_LIFE_MS = 10_000
/** Then a user who has nothing here is forgotten. */
const NOTHING_MS = 1

type User<T> = {
  waiting: Record<Class, T[]>
  running: Map<T, number>
  /** Thread time as of `at`, in milliseconds; without that of what runs. */
  had: number
  at: number
}

export class Queue<T extends Turn> {
  readonly #users = new Map<string, User<T>>()
  readonly #running: Record<Class, number> = { write: 0, read: 0, back: 0 }
  readonly #waiting: Record<Class, number> = { write: 0, read: 0, back: 0 }
  /** Who came when, by a number. */
  readonly #came = new WeakMap<Turn, number>()
  #coming = 0

  /** `now`: milliseconds, of any beginning. */
  constructor(
    readonly threads: number,
    readonly now: () => number,
  ) {}

  /** Why a job may not come in, if it may not. */
  refusal({ user, class: of }: Turn): 'too_many' | 'full' | undefined {
    const known = this.#users.get(user)
    if (known) {
      let own = known.waiting[of].length
      for (const turn of known.running.keys()) if (turn.class === of) own++
      if (own >= MOST_OF_A_USER) return 'too_many'
    }
    return this.waiting() >= MOST_WAITING ? 'full' : undefined
  }

  push(job: T): void {
    this.#came.set(job, this.#coming++)
    this.#put(job)
  }

  #put(job: T): T[] {
    this.#waiting[job.class]++
    const own = this.#user(job.user).waiting[job.class]
    own.push(job)
    return own
  }

  /** The job that is to begin now, if one is; it counts as running from then on. */
  next(): T | undefined {
    let best: { turn: T; time: number } | undefined
    for (const of of CLASSES) {
      if (this.#waiting[of] === 0 || !this.#hasRoom(of)) continue
      for (const user of this.#users.values()) {
        const turn = user.waiting[of][0]
        if (!turn) continue
        const time = this.#timeOf(user)
        // Of equal ones the first: a write before a read, then who came first.
        const isBetter =
          !best || time < best.time || (time === best.time && best.turn.class === of && this.#isBefore(turn, best.turn))
        if (isBetter) best = { turn, time }
      }
    }
    if (!best) return undefined
    const { turn } = best
    const user = this.#user(turn.user)
    user.waiting[turn.class].shift()
    user.running.set(turn, this.now())
    this.#waiting[turn.class]--
    this.#running[turn.class]++
    return turn
  }

  #isBefore = (one: Turn, other: Turn) => (this.#came.get(one) ?? 0) < (this.#came.get(other) ?? 0)

  /** Whether a job that waits could begin if this running one ended. */
  couldBegin(waiting: T, { class: of }: T): boolean {
    return this.#hasRoom(waiting.class, { ...this.#running, [of]: this.#running[of] - 1 })
  }

  /** Whether a job of the class may begin while what runs runs. */
  #hasRoom(of: Class, { write, read, back } = this.#running): boolean {
    const running = write + read + back
    if (running >= this.threads) return false
    if (of === 'write') return true
    if (read + back >= Math.max(1, this.threads - 1)) return false
    return of === 'read' || (back === 0 && this.#waiting.write + this.#waiting.read === 0)
  }

  /** Takes a job out that waits; false when it does not. */
  remove(job: T): boolean {
    const user = this.#users.get(job.user)
    const index = user?.waiting[job.class].indexOf(job) ?? -1
    if (!user || index < 0) return false
    user.waiting[job.class].splice(index, 1)
    this.#waiting[job.class]--
    this.#forget(job.user, user)
    return true
  }

  /** Somebody else wants the same: the turn is theirs who has had less. */
  move(job: T, user: string): void {
    if (this.timeOf(user) >= this.timeOf(job.user) || !this.remove(job)) return
    job.user = user
    const own = this.#put(job)
    own.sort((one, other) => (this.#isBefore(one, other) ? -1 : 1))
  }

  /** A running job has ended, however it did: its thread is free. */
  end(job: T): void {
    const user = this.#users.get(job.user)
    const since = user?.running.get(job)
    if (!user || since === undefined) return
    const now = this.now()
    user.had = this.#decayed(user) + now - since
    user.at = now
    user.running.delete(job)
    this.#running[job.class]--
    this.#forget(job.user, user)
  }

  /** How many wait, of one class or of all. */
  waiting(of?: Class): number {
    return of ? this.#waiting[of] : CLASSES.reduce((sum, one) => sum + this.#waiting[one], 0)
  }

  /** How many jobs would begin before this one if nothing else came: its class's jobs of users whose turn is earlier, and its own. */
  ahead(job: T): number {
    const mine = this.#users.get(job.user)
    if (!mine) return 0
    const time = this.#timeOf(mine)
    let ahead = 0
    for (const user of this.#users.values()) {
      const jobs = user.waiting[job.class]
      const other = this.#timeOf(user)
      if (user === mine) ahead += jobs.indexOf(job)
      else if (other < time) ahead += jobs.length
      else if (other === time) ahead += jobs.filter((one) => this.#isBefore(one, job)).length
    }
    return Math.max(0, ahead)
  }

  /** Whether somebody waits who could begin if this running job ended. */
  isWantedOf(job: T): boolean {
    if (this.#waiting.write > 0) return true
    return job.class !== 'write' && this.#waiting.read > 0
  }

  jobs(): T[] {
    return [...this.#users.values()].flatMap(({ waiting }) => CLASSES.flatMap((of) => waiting[of]))
  }

  /** A user's thread time as it counts now, in milliseconds. */
  timeOf(name: string): number {
    const user = this.#users.get(name)
    return user ? this.#timeOf(user) : 0
  }

  #timeOf(user: User<T>): number {
    let time = this.#decayed(user)
    for (const since of user.running.values()) time += this.now() - since
    return time
  }

  #decayed = ({ had, at }: User<T>) => had * 2 ** ((at - this.now()) / HALF_LIFE_MS)

  #user(name: string): User<T> {
    let user = this.#users.get(name)
    if (!user) {
      user = { waiting: { write: [], read: [], back: [] }, running: new Map(), had: 0, at: this.now() }
      this.#users.set(name, user)
    }
    return user
  }

  /** Users come and go: who has nothing here and had nothing of late is not kept. */
  #forget(name: string, user: User<T>): void {
    const isIdle = ({ waiting, running }: User<T>) => running.size === 0 && CLASSES.every((of) => waiting[of].length === 0)
    if (isIdle(user) && this.#decayed(user) < NOTHING_MS) this.#users.delete(name)
    if (this.#users.size <= MANY_USERS) return
    for (const [other, one] of this.#users) if (isIdle(one) && this.#decayed(one) < NOTHING_MS) this.#users.delete(other)
  }
}

const MANY_USERS = 1000
