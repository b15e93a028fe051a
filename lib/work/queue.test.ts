import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Class, MOST_OF_A_USER, MOST_WAITING, Queue, type Turn } from './queue.ts'

type Job = Turn & { name: string }

let names = 0
const job = (user: string, of: Class = 'read'): Job => ({ user, class: of, name: `${of} ${names++} of ${user}` })

/** A queue with a clock that the test moves. */
function queueOf(threads: number) {
  const clock = { now: 0 }
  return { clock, queue: new Queue<Job>(threads, () => clock.now) }
}

/** Does one after another, each for so long; whose they were. */
function drained({ queue, clock }: ReturnType<typeof queueOf>, ms: (job: Job) => number): string[] {
  const users: string[] = []
  for (let next = queue.next(); next; next = queue.next()) {
    users.push(next.user)
    clock.now += ms(next)
    queue.end(next)
  }
  return users
}

it('gives three users with 12, 4 and 1 jobs turns, whoever came first', () => {
  const made = queueOf(2)
  for (const [user, count] of [
    ['a', 12],
    ['b', 4],
    ['c', 1],
  ] as const) {
    for (let i = 0; i < count; i++) made.queue.push(job(user))
  }
  expect(drained(made, () => 100).join('')).toBe('abcabababaaaaaaaa')
})

it('counts thread time, not jobs, and forgets half of it in ten seconds', () => {
  const made = queueOf(2)
  for (let i = 0; i < 3; i++) made.queue.push(job('long'))
  for (let i = 0; i < 9; i++) made.queue.push(job('short'))
  expect(drained(made, ({ user }) => (user === 'long' ? 300 : 100)).join(' ')).toMatch(/^long short short short (short |long )+/)
  const { queue, clock } = queueOf(2)
  const one = job('a')
  queue.push(one)
  queue.next()
  clock.now = 8000
  expect(queue.timeOf('a')).toBe(8000) // what runs counts too
  queue.end(one)
  clock.now += 10_000
  expect(queue.timeOf('a')).toBeCloseTo(4000)
  expect(queue.timeOf('nobody')).toBe(0)
})

it('keeps one thread free of reads, for writes', () => {
  const { queue } = queueOf(3)
  const reads = Array.from({ length: 4 }, () => job('a'))
  for (const read of reads) queue.push(read)
  expect([queue.next(), queue.next(), queue.next()]).toEqual([reads[0], reads[1], undefined])
  const writes = [job('b', 'write'), job('b', 'write')]
  for (const write of writes) queue.push(write)
  expect([queue.next(), queue.next()]).toEqual([writes[0], undefined])
  queue.end(reads[0]!)
  expect(queue.next()).toBe(writes[1])
})

it('does work behind the back alone of its class, on no thread that is kept for writes, and only while nothing waits', () => {
  const { queue } = queueOf(3)
  const back = [job('', 'back'), job('', 'back')]
  const write = job('a', 'write')
  for (const one of [...back, write]) queue.push(one)
  expect([queue.next(), queue.next(), queue.next()]).toEqual([write, back[0], undefined])
  queue.push(job('b'))
  queue.push(job('b'))
  expect(queue.next()?.class).toBe('read')
  queue.end(back[0]!)
  expect([queue.next()?.class, queue.next()]).toEqual(['read', undefined])
})

it('refuses a user the seventeenth job of a class, and everybody the job after the last that may wait', () => {
  const { queue } = queueOf(2)
  for (let i = 0; i < MOST_OF_A_USER; i++) {
    expect(queue.refusal(job('a'))).toBeUndefined()
    queue.push(job('a'))
  }
  queue.next() // what runs counts as well
  expect(queue.refusal(job('a'))).toBe('too_many')
  expect(queue.refusal(job('a', 'write'))).toBeUndefined()
  for (let user = 0; queue.waiting() < MOST_WAITING; user++) {
    expect(queue.refusal(job(`user ${user}`))).toBeUndefined()
    queue.push(job(`user ${user}`))
  }
  expect(queue.refusal(job('b', 'write'))).toBe('full')
})

it('lets a job go that is taken out, or that somebody with less thread time wants too', () => {
  const { queue, clock } = queueOf(2)
  const [running, waiting, gone] = [job('a'), job('a'), job('a')]
  for (const one of [running, waiting, gone]) queue.push(one)
  queue.next()
  clock.now = 1000
  expect([queue.remove(gone), queue.remove(gone), queue.remove(running)]).toEqual([true, false, false])
  const other = job('b')
  queue.push(other)
  expect([queue.ahead(other), queue.ahead(waiting)]).toEqual([0, 1])
  queue.move(waiting, 'c')
  queue.end(running)
  expect([queue.next(), waiting.user]).toEqual([waiting, 'c']) // came before the other one
})

/** What may happen, in any order. */
const steps = fc.array(
  fc.oneof(
    fc.record({ push: fc.constantFrom('a', 'b', 'c', 'd'), of: fc.constantFrom<Class>('write', 'read', 'back') }),
    fc.record({ end: fc.nat(7) }),
    fc.record({ remove: fc.nat(20) }),
    fc.record({ later: fc.integer({ min: 1, max: 5000 }) }),
  ),
  { maxLength: 120 },
)

it('lets no user wait while one with more thread time is served, leaves no thread idle, and loses no job', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), steps, (threads, all) => {
      const { queue, clock } = queueOf(threads)
      const waiting: Job[] = []
      const running: Job[] = []
      const begin = () => {
        const times = new Map(waiting.map(({ user }) => [user, queue.timeOf(user)]))
        const next = queue.next()
        const reads = running.filter((one) => one.class !== 'write').length
        if (!next) {
          // Whatever waits has a reason to.
          if (running.length < threads) expect(waiting.every((one) => one.class !== 'write')).toBe(true)
          if (running.length < threads && reads < threads - 1) expect(waiting.every((one) => one.class === 'back')).toBe(true)
          if (running.length === 0) expect(waiting).toEqual([])
          return false
        }
        const time = times.get(next.user)!
        for (const other of waiting) {
          if (other.class !== next.class) continue
          expect(times.get(other.user)).toBeGreaterThanOrEqual(time)
          if (times.get(other.user) === time) expect(waiting.indexOf(other)).toBeGreaterThanOrEqual(waiting.indexOf(next))
        }
        waiting.splice(waiting.indexOf(next), 1)
        running.push(next)
        expect(running.length).toBeLessThanOrEqual(threads)
        expect(running.filter((one) => one.class !== 'write').length).toBeLessThan(threads)
        expect(running.filter((one) => one.class === 'back').length).toBeLessThanOrEqual(1)
        return true
      }
      for (const step of all) {
        if ('push' in step) {
          const one = job(step.push, step.of)
          if (queue.refusal(one)) continue
          queue.push(one)
          waiting.push(one)
        } else if ('end' in step) {
          const [one] = running.splice(step.end, 1)
          if (one) queue.end(one)
        } else if ('remove' in step) {
          const [one] = waiting.splice(step.remove, 1)
          if (one) expect(queue.remove(one)).toBe(true)
        } else clock.now += step.later
        while (begin());
        expect(queue.waiting()).toBe(waiting.length)
      }
      while (running.length + waiting.length > 0) {
        queue.end(running.shift()!)
        while (begin());
      }
      expect(queue.jobs()).toEqual([])
    }),
    { numRuns: 500 },
  )
})
