import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { afterEach, expect, it, vi } from 'vitest'
import { byKind } from '#lib/schema/kinds.ts'
import { EXPLAIN_BATCH, READ_BATCH, READ_FIELDS } from '#lib/service/read-batch.ts'
import { startPool, type Threads } from './pool.ts'
import { Scheduler, setScheduler, type WorkRequest, work } from './scheduler.ts'

/** With real threads, which take a while to begin. */

vi.setConfig({ testTimeout: 120_000 })

// The young generation as a server's threads have it: flags of the tests' own process would win over what the pool says.
for (const flag of ['min', 'max']) setFlagsFromString(`--${flag}-semi-space-size=0`)

let threads: Threads | undefined
afterEach(async () => {
  setScheduler(undefined)
  await threads?.close()
})

function start(options: Parameters<typeof startPool>[1] = {}) {
  threads = startPool(2, options)
  setScheduler(new Scheduler(threads))
}

const asked: WorkRequest = { user: 'a' }
const read = (text: string, by = asked) =>
  work(READ_FIELDS, by, () => ({ input: { schema: 'ViewerUnits', bytes: new TextEncoder().encode(text) } }))
const units = { fields: { length: 'm' }, lists: {} }

it('loses no job that comes while an idle thread ends', async () => {
  start({ idleMs: 1, file: join(import.meta.dirname, '../fixtures/quick-thread.mjs') })
  for (let i = 0; i < 30; i++) {
    expect(await read('{"length":"m"}')).toEqual(units)
    // Threads end in these moments, some before the next job and some behind it.
    await new Promise((resolve) => setTimeout(resolve, i % 4))
  }
})

it('says what failed on a thread, and goes on with the next', async () => {
  start()
  const unreadable = work(EXPLAIN_BATCH, asked, () => ({
    input: {
      schema: 'ConstructModelElementsBatch',
      bytes: new TextEncoder().encode('{'),
      looked: { missing: {}, near: {}, fewAdded: {}, held: byKind(() => 0) },
    },
  }))
  await expect(unreadable).rejects.toThrow('can no longer be read')
  expect(await read('{"length":"m"}')).toEqual(units)
})

it.each([24, 32, 40])('refuses the one job that needs more memory than the %d MB of a thread', async (heapMb) => {
  start({ heapMb })
  const many = `{"length":"m","more":[${'{"a":[1]},'.repeat(500_000)}0]}`
  const [large, small] = await Promise.allSettled([read(many), read('{"length":"m"}', { user: 'b' })])
  expect(large).toMatchObject({ status: 'rejected', reason: { status: 503, retryAfter: 1 } })
  expect(small).toMatchObject({ status: 'fulfilled', value: units })
  expect(await read('{"length":"m"}')).toEqual(units)
})

it('tells where the work stands', async () => {
  start()
  const told: unknown[] = []
  const bytes = new TextEncoder().encode('{"nodes":[{"id":"A","position":{"x":0,"y":0,"z":0}}]}')
  const tell: WorkRequest['onProgress'] = (stage) => told.push(stage)
  await work(READ_BATCH, { user: 'a', onProgress: tell }, () => ({ input: { schema: 'NodesBatch', bytes } }))
  expect(told).toEqual(['read', 'judged', 'packed'])
})
