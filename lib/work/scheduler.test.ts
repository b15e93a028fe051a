import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { log } from '#lib/runtime/log.ts'
import { MOST_OF_A_USER, MOST_WAITING } from './queue.ts'
import { cachedResult, forgetResults } from './result-cache.ts'
import { type JobInput, type Pool, Scheduler, setScheduler, type WorkRequest } from './scheduler.ts'
import { task } from './task.ts'

/** Threads whose jobs end when the test says so: it looks at order and bounds, not at threads. */

const TASKS = {
  check: task<never, unknown>('check', { class: 'read', seconds: 60, label: 'The check' }),
  edit: task<never, unknown>('edit', { class: 'write', seconds: 120, label: 'The edit' }),
  read_batch: task<never, unknown>('read_batch', { class: 'write', seconds: 120, label: 'Reading the batch' }),
  base: task<never, unknown>('base', { class: 'back', seconds: 300, label: 'Compaction' }),
}

type Running = {
  task: string
  input: unknown
  end(output?: unknown): void
  fail(error: Error): void
  tell(stage: 'read'): void
}

function fakePool(threads = 2) {
  const running: Running[] = []
  const ended: unknown[] = []
  const pool: Pool = {
    threads,
    run: (task, input, _, signal, tell) =>
      new Promise((resolve, reject) => {
        const over = () => running.splice(running.indexOf(one), 1)
        const one: Running = {
          task,
          input,
          tell,
          end(output = `done ${input}`) {
            over()
            resolve(output)
          },
          fail(error) {
            over()
            reject(error)
          },
        }
        running.push(one)
        signal.addEventListener('abort', () => {
          ended.push(input)
          one.fail(new Error('aborted'))
        })
      }),
  }
  return { pool, running, ended, inputs: () => running.map(({ input }) => input) }
}

let fake: ReturnType<typeof fakePool>
let scheduler: Scheduler
beforeEach(() => {
  vi.useFakeTimers()
  fake = fakePool()
  scheduler = new Scheduler(fake.pool)
  setScheduler(scheduler)
})
afterEach(() => {
  vi.useRealTimers()
  setScheduler(undefined)
  forgetResults()
})

/** The input is what the test tells jobs apart by, and nobody reads it. */
const given = (input: unknown) => async () => ({ input }) as JobInput<never>
const settle = () => vi.advanceTimersByTimeAsync(0)

/** Asks for a task; its outcome once there is one. */
function ask(
  input: unknown,
  { task = 'check', user = 'a', ...asked }: Partial<WorkRequest> & { task?: keyof typeof TASKS } = {},
) {
  const state: { outcome?: unknown } = {}
  try {
    const job = scheduler.begin(TASKS[task], user, given(input))
    scheduler.ask(job, { user, ...asked }).then(
      (output) => (state.outcome = output),
      (error) => (state.outcome = error),
    )
  } catch (error) {
    state.outcome = error
  }
  return state
}

const busy = (status: number, detail: string) => expect.objectContaining({ status, detail, retryAfter: expect.any(Number) })

it('lets a write begin while checks hold all threads that they may', async () => {
  const checks = [1, 2, 3].map((one) => ask(one))
  await settle()
  expect(fake.inputs()).toEqual([1])
  const write = ask('write', { task: 'read_batch', user: 'b' })
  await settle()
  expect(fake.inputs()).toEqual([1, 'write'])
  fake.running[1]!.end()
  fake.running[0]!.end()
  await settle()
  expect([write.outcome, checks[0]!.outcome, fake.inputs()]).toEqual(['done write', 'done 1', [2]])
})

it('refuses what is over a bound, with the seconds until it is worth another try', async () => {
  const mine = Array.from({ length: MOST_OF_A_USER }, (_, i) => ask(i))
  expect(mine.map(({ outcome }) => outcome)).toEqual(mine.map(() => undefined))
  expect(ask('one more').outcome).toEqual(busy(429, 'Too many long requests at once'))
  // Fifteen wait, nobody knows yet how long one takes, there are two threads.
  expect(ask('one more').outcome).toMatchObject({ retryAfter: 8 })
  for (let i = 0; i < MOST_WAITING - MOST_OF_A_USER + 1; i++) expect(ask(i, { user: `user ${i}` }).outcome).toBeUndefined()
  expect(ask('too late', { user: 'b' }).outcome).toMatchObject({ status: 503, detail: 'Service Unavailable', retryAfter: 30 })
})

it('gives up what has waited for a minute, and ends what runs longer than it may', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const job = scheduler.begin(TASKS.check, 'a', given('long'), { model: 'm_1', revision: 7 })
  const long = scheduler.ask(job, { user: 'a' }).catch((error) => error)
  await vi.advanceTimersByTimeAsync(1)
  const waiting = ask('waiting')
  await vi.advanceTimersByTimeAsync(59_998)
  expect([waiting.outcome, fake.ended]).toEqual([undefined, []])
  await vi.advanceTimersByTimeAsync(1)
  expect(fake.ended).toEqual(['long'])
  expect(await long).toEqual(busy(503, 'The check took longer than 60 s'))
  expect(warn).toHaveBeenCalledWith('long work was ended', expect.objectContaining({ task: 'check', model: 'm_1', revision: 7 }))
  expect(fake.inputs()).toEqual(['waiting']) // its turn came in the last moment
  const late = ask('late')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(late.outcome).toBeUndefined()
  fake.running[0]?.end()
  await vi.advanceTimersByTimeAsync(60_001)
  expect(fake.ended).toContain('late')
  const held = [ask('holds', { task: 'read_batch' }), ask('holds too', { task: 'read_batch' }), ask('waits')]
  await vi.advanceTimersByTimeAsync(60_000)
  expect(held.map(({ outcome }) => outcome)).toEqual([undefined, undefined, busy(503, 'Service Unavailable')])
  warn.mockRestore()
})

it('ends what has run for its share when somebody else waits for the thread, and not for its own user', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const long = ['one', 'two'].map((input) => ask(input, { task: 'edit' }))
  const own = ask('own', { task: 'edit' })
  await vi.advanceTimersByTimeAsync(40_000)
  const other = ask('other', { user: 'b' })
  await vi.advanceTimersByTimeAsync(14_000)
  expect([fake.ended, other.outcome]).toEqual([[], undefined])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([fake.ended, fake.inputs()]).toEqual([['one'], ['two', 'other']])
  expect(long[0]!.outcome).toEqual(busy(503, 'The edit took longer than 30 s while others waited'))
  fake.running[1]!.end()
  await settle()
  expect([other.outcome, fake.inputs(), own.outcome]).toEqual(['done other', ['two', 'own'], undefined])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(fake.ended).toEqual(['one'])
  warn.mockRestore()
})

it('leaves alone what holds no thread that the one who waits may have', async () => {
  ask('write', { task: 'edit' })
  ask('read')
  await vi.advanceTimersByTimeAsync(31_000)
  const other = ask('other', { user: 'b' })
  await vi.advanceTimersByTimeAsync(16_000)
  // Checks leave one thread free, so the edit is not in the way.
  expect([fake.ended, fake.inputs(), other.outcome]).toEqual([['read'], ['write', 'other'], undefined])
})

it('fails one job alone when its thread runs out of memory, or fails', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const [one, other, third] = [ask('one', { task: 'read_batch' }), ask('other', { task: 'read_batch' }), ask('third')]
  await settle()
  fake.running[0]!.fail(Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))
  await settle()
  expect(one.outcome).toEqual(busy(503, 'Reading the batch needed more memory than there is'))
  expect(fake.inputs()).toEqual(['other', 'third'])
  fake.running[0]!.fail(new Error('a fault of ours'))
  fake.running[0]!.end()
  await settle()
  expect([other.outcome, third.outcome]).toEqual([expect.objectContaining({ message: 'a fault of ours' }), 'done third'])
  warn.mockRestore()
})

it('drops what waits for a client that has gone, ends what reads when somebody waits, and finishes what writes', async () => {
  const clients = Array.from({ length: 4 }, () => new AbortController())
  const [reads, waits, writes] = clients.map(({ signal }) => ({ signal }))
  const read = ask('reads', reads)
  const waiting = ask('waits', waits)
  const write = ask('writes', { ...writes, task: 'read_batch' })
  await settle()
  for (const client of clients.toReversed()) client.abort() // who waits leaves before who is read for
  await settle()
  expect([read.outcome, waiting.outcome]).toEqual([busy(503, 'The client left'), busy(503, 'The client left')])
  expect(fake.inputs()).toEqual(['reads', 'writes']) // nobody waits: the reading may be of use
  const next = ask('next', { user: 'b' })
  await settle()
  expect([fake.ended, fake.inputs()]).toEqual([['reads'], ['writes', 'next']])
  fake.running[0]!.end()
  await settle()
  expect(write.outcome).toBe('done writes')
  fake.running[0]!.end()
  await settle()
  expect(next.outcome).toBe('done next')
  const gone = ask('gone', { signal: AbortSignal.abort() })
  await settle()
  expect(gone.outcome).toEqual(busy(503, 'The client left'))
})

it('finishes what runs when it drains, and refuses what waits or comes', async () => {
  const [running, waiting] = [ask('runs'), ask('waits')]
  await settle()
  scheduler.drain()
  await settle()
  expect([running.outcome, waiting.outcome]).toEqual([undefined, busy(503, 'Service Unavailable')])
  expect(ask('comes').outcome).toEqual(busy(503, 'Service Unavailable'))
  fake.running[0]!.end()
  await settle()
  expect(running.outcome).toBe('done runs')
})

it('ends what has not been finished when there is no more time', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const running = ask('runs', { task: 'edit' })
  await settle()
  scheduler.drain()
  scheduler.end()
  await settle()
  expect([running.outcome, fake.ended]).toEqual([busy(503, 'The edit was ended, since the service stops'), ['runs']])
  warn.mockRestore()
})

it('tells who asks where the work stands', async () => {
  const told: unknown[] = []
  ask('first')
  ask('second', { user: 'b' })
  ask('third', { user: 'c', onProgress: (...stage) => told.push(stage) })
  await settle()
  fake.running[0]!.end()
  await settle()
  fake.running[0]!.end()
  await settle()
  fake.running[0]!.tell('read')
  expect(told).toEqual([
    ['waiting', 1],
    ['waiting', 0],
    ['read', undefined],
  ])
})

// Kept results.

const subject = { id: 'm_1', revision: 7 }
const about =
  (input: unknown, revision = 7) =>
  async () =>
    ({ ...(await given(input)()), revision }) as never
const find = (asked: Partial<WorkRequest> = {}, options: unknown = { b: 1, a: { d: 2, c: 3 } }, revision = 7) =>
  cachedResult(TASKS.check, { ...subject, revision }, options, { user: 'a', ...asked }, about('made'))

it('does equal questions once, whoever asks, and keeps the answer for the revision that it is about', async () => {
  const both = Promise.all([find(), find({ user: 'b' }, { a: { c: 3, d: 2 }, b: 1 })])
  await settle()
  expect(fake.inputs()).toEqual(['made'])
  fake.running[0]!.end('found')
  expect(await both).toEqual([
    { output: 'found', revision: 7 },
    { output: 'found', revision: 7 },
  ])
  expect(await find()).toMatchObject({ output: 'found' })
  const other = cachedResult(TASKS.check, subject, null, { user: 'a' }, about('made', 8)) // the model has moved on meanwhile
  await settle()
  fake.running[0]!.end('found later')
  expect(await other).toEqual({ output: 'found later', revision: 8 })
  expect(await find({}, null, 8)).toMatchObject({ output: 'found later', revision: 8 })
  expect(fake.running).toEqual([])
})

it('goes on for those who still want it, and keeps what nobody waited for', async () => {
  const client = new AbortController()
  const [mine, yours] = [find({ signal: client.signal }).catch((error) => error), find({ user: 'b' })]
  await settle()
  client.abort()
  expect(await mine).toEqual(busy(503, 'The client left'))
  ask('waits', { user: 'c' })
  await settle()
  fake.running[0]!.end('found')
  expect(await yours).toMatchObject({ output: 'found' })

  const alone = new AbortController()
  const left = find({ signal: alone.signal }, 'other options').catch(() => 'left')
  await settle()
  fake.running[0]!.end() // what waited
  await settle()
  alone.abort()
  expect(await left).toBe('left')
  fake.running[0]!.end('found all the same')
  await settle()
  expect(await find({}, 'other options')).toMatchObject({ output: 'found all the same' })
})

it('does not share a job that is being ended with who asks then', async () => {
  const endings: (() => void)[] = []
  scheduler = new Scheduler({
    ...fake.pool,
    // As a thread does, which takes its time to end.
    run: (task, input, moves, signal, tell) =>
      fake.pool.run(task, input, moves, signal, tell).catch(
        (error) => new Promise((_, reject) => void endings.push(() => reject(error))),
      ),
  }) // biome-ignore format: short
  setScheduler(scheduler)
  const client = new AbortController()
  const mine = find({ signal: client.signal }).catch((error) => error)
  await settle()
  ask('waits', { user: 'c' })
  client.abort()
  expect(await mine).toEqual(busy(503, 'The client left'))
  const yours = find({ user: 'b' })
  await settle()
  for (const end of endings) end()
  await settle()
  for (const one of [...fake.running]) one.end('found')
  await settle()
  for (const one of [...fake.running]) one.end('found')
  expect(await yours).toEqual({ output: 'found', revision: 7 })
  expect(await find()).toMatchObject({ output: 'found' })
})

it('keeps no failure, and no result above 32 MB', async () => {
  const failed = find().catch((error) => error.message)
  await settle()
  fake.running[0]!.fail(new Error('once'))
  expect(await failed).toBe('once')
  const large = find()
  await settle()
  fake.running[0]!.end(new Uint8Array(32 * 1024 * 1024))
  await large
  void find()
  await settle()
  expect(fake.inputs()).toEqual(['made'])
})
