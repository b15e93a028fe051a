import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { direct, disconnect } from '#lib/db/client.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { onServer } from '#lib/fixtures/copies.ts'
import { type StatementProxy, startProxy } from '#lib/fixtures/postgres-proxy.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { env } from '#lib/runtime/env.ts'
import { log } from '#lib/runtime/log.ts'
import { onRevision } from './announce.ts'
import { addElements } from './elements.ts'
import { openModel } from './models.ts'

const upTo = (last: number) => Array.from({ length: last - 1 }, (_, i) => i + 2)
const isPostgres = !('sqlite' in inject('template'))

/** What one listener is told. */
function listen(modelId: string, since = 1) {
  const heard: (number | string)[] = []
  const stop = onRevision(modelId, (event) => heard.push('revision' in event ? event.revision : 'deleted'), since)
  return { heard, stop }
}

/** One more revision. */
async function addNode(caller: Caller, modelId: string, id: string): Promise<void> {
  const nodes = [{ id, position: { x: 0, y: 0, z: 0 } }]
  await addElements(await openModel(caller, modelId, 'write'), { values: { nodes } }, writingAs(caller))
}

/** Where other processes are to start, on a machine that has much else to do. */
const PATIENT = { timeout: 100_000 }

const EACH = 40
const LAST = 1 + 3 * EACH

/** Two other processes and this one, so many revisions each, all at once. */
async function threeWriters() {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const listeners = [listen(id), listen(id)]
  const others = ['one', 'two'].map((name) => inAnotherProcess<number[]>('writer', caller.userId, id, name, String(EACH)))
  await expect.poll(() => listeners[0]?.heard.length, PATIENT).toBeGreaterThan(0) // so that they write at once
  for (let i = 0; i < EACH; i++) {
    await addNode(caller, id, `own-${i}`)
    if (i === EACH / 2) listeners.push(listen(id)) // has seen the first revision only
  }
  await Promise.all(others)
  return listeners
}

async function allHearThem(listeners: Awaited<ReturnType<typeof threeWriters>>): Promise<void> {
  for (const { heard, stop } of listeners) {
    await expect.poll(() => heard.at(-1), PATIENT).toBe(LAST)
    expect(heard).toEqual(upTo(LAST))
    stop()
  }
}

it('tells every listener each of 120 revisions that three processes wrote, once and in order', async () => {
  await allHearThem(await threeWriters())
})

describe.runIf(isPostgres)('on a PostgreSQL that knows no LISTEN', () => {
  const { DATABASE_URL, DATABASE_URL_DIRECT } = env
  let proxy: StatementProxy
  let asked = 0
  const use = async (url: string, direct: string) => {
    await disconnect()
    Object.assign(env, { DATABASE_URL: url, DATABASE_URL_DIRECT: direct })
    process.env.DATABASE_URL = url
  }
  beforeEach(async () => {
    proxy = await startProxy(DATABASE_URL, (sql) => {
      if (!/\bLISTEN\b|pg_notify/.test(sql)) return undefined
      asked++
      return { sqlstate: '0A000' }
    })
    await use(proxy.url, proxy.url)
  })
  afterEach(async () => {
    await use(DATABASE_URL, DATABASE_URL_DIRECT)
    await proxy.close()
  })

  it('tells every listener each of 120 revisions that three processes wrote, once and in order', async () => {
    await allHearThem(await threeWriters())
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(3) // once a process
  })
})

it('hears what another process writes, each revision once and in order, before that process has ended', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const { heard, stop } = listen(id)
  await inAnotherProcess<number[]>('writer', caller.userId, id, 'other', '30')
  await expect.poll(() => heard, PATIENT).toEqual(upTo(31))
  stop()
})

it('goes on hearing after the database has cut its connections', async () => {
  if (!isPostgres) return
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const { heard, stop } = listen(id)
  await onServer(
    env.DATABASE_URL,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await inAnotherProcess<number[]>('writer', caller.userId, id, 'other', '5')
  await expect.poll(() => heard, PATIENT).toEqual(upTo(6))
  stop()
})

it.runIf(!isPostgres)('outlives a version that cannot be read: the process goes on, and hears again when it can', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const { heard, stop } = listen(id)
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  await direct().close()
  await expect.poll(() => warn.mock.calls.length, PATIENT).toBeGreaterThan(0)
  warn.mockRestore()
  await disconnect()
  await inAnotherProcess<number[]>('writer', caller.userId, id, 'other', '3')
  await expect.poll(() => heard, PATIENT).toEqual(upTo(4))
  stop()
})

it('goes on telling the others when one listener stops, and begins anew when all have', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const [one, other] = [listen(id), listen(id)]
  await addNode(caller, id, 'A')
  one.stop()
  await addNode(caller, id, 'B')
  expect([one.heard, other.heard]).toEqual([[2], [2, 3]])
  other.stop()
  await addNode(caller, id, 'C')
  const late = listen(id, 4)
  await addNode(caller, id, 'D')
  expect([one.heard, other.heard, late.heard]).toEqual([[2], [2, 3], [5]])
  late.stop()
})

it('follows the database as long as anybody listens to anything, and no longer', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clocks: number[] = []
  const listening = ['m_one', 'm_one', 'm_other'].map((id) => onRevision(id, () => {}, 1))
  clocks.push(vi.getTimerCount())
  for (const stop of listening) {
    stop()
    clocks.push(vi.getTimerCount())
  }
  const stop = onRevision('m_one', () => {}, 1)
  clocks.push(vi.getTimerCount())
  stop()
  stop()
  clocks.push(vi.getTimerCount())
  vi.useRealTimers()
  expect(clocks).toEqual([1, 1, 1, 0, 1, 0])
})

it('tells all the others when one listener throws, and the writer does not notice', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const failed = vi.spyOn(log, 'error').mockReturnValue()
  const stopThrowing = onRevision(
    id,
    () => {
      throw new Error('a bug of this listener')
    },
    1,
  )
  const { heard, stop } = listen(id)
  for (const name of ['A', 'B']) await addNode(caller, id, name)
  expect(heard).toEqual([2, 3])
  expect(failed).toHaveBeenCalledTimes(2)
  failed.mockRestore()
  stopThrowing()
  stop()
})

it('tells a listener that knows less than the others what it has missed, and nobody anything twice', async () => {
  const caller = await newCaller()
  const { id } = await newModel(caller)
  const first = listen(id)
  for (const name of ['A', 'B', 'C']) await addNode(caller, id, name)
  const late = listen(id, 2)
  await addNode(caller, id, 'D')
  await expect.poll(() => late.heard, PATIENT).toEqual([3, 4, 5])
  expect(first.heard).toEqual([2, 3, 4, 5])
  const ahead = listen(id, 6)
  for (const name of ['E', 'F']) await addNode(caller, id, name)
  await expect.poll(() => ahead.heard, PATIENT).toEqual([7])
  expect(first.heard).toEqual([2, 3, 4, 5, 6, 7])
  for (const { stop } of [first, late, ahead]) stop()
})
