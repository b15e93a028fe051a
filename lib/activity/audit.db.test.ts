import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { db } from '#lib/db/client.ts'
import { patience } from '#lib/db/patience.ts'
import { newCaller, newModel } from '#lib/fixtures/verbs.ts'
import { holdWriteLock } from '#lib/fixtures/write-lock.ts'
import { log } from '#lib/runtime/log.ts'
import { listActivity } from './account-log.ts'
import { activityWritten, record, recordCall } from './audit.ts'

type Caller = Awaited<ReturnType<typeof newCaller>>

const call = (caller: Caller, tool = 'service.list_models') =>
  recordCall({ caller, tool, modelId: null, input: {}, result: 'ok', durationMs: 1 })
const count = ({ userId }: Caller) => db().auditEntry.count({ where: { userId } })

let release: (() => Promise<void>) | undefined
afterEach(async () => {
  await release?.()
  release = undefined
  vi.restoreAllMocks()
})

it('writes calls behind their answers, in their order', async () => {
  const caller = await newCaller()
  const tools = Array.from({ length: 20 }, (_, i) => `service.tool_${i}`)
  for (const tool of tools) await call(caller, tool)
  await expect.poll(() => count(caller), { timeout: 30_000 }).toBe(20)
  const { items } = await listActivity(caller.userId, { limit: 200 })
  expect(items.map(({ action }) => action)).toEqual(tools.toReversed())
})

it('shows at once what was done before, and waits for no database that takes no writes', async () => {
  const caller = await newCaller()
  await call(caller, 'service.first')
  expect((await listActivity(caller.userId, { limit: 1 })).items.map(({ action }) => action)).toEqual(['service.first'])
  vi.spyOn(log, 'warn').mockReturnValue()
  const { writeMs, lockMs } = patience
  Object.assign(patience, { writeMs: 50, lockMs: 50 })
  release = await holdWriteLock()
  await call(caller, 'service.second')
  await activityWritten()
  expect((await listActivity(caller.userId, { limit: 1 })).items.map(({ action }) => action)).toEqual(['service.first'])
  await release()
  release = undefined
  Object.assign(patience, { writeMs, lockMs })
  await activityWritten()
  expect((await listActivity(caller.userId, { limit: 1 })).items.map(({ action }) => action)).toEqual(['service.second'])
})

it('lets a call wait when 10,000 are unwritten, and loses none', async () => {
  const caller = await newCaller()
  release = await holdWriteLock()
  for (let i = 0; i < 10_000; i++) await call(caller)
  let hasGoneOn = false
  const one = call(caller).then(() => {
    hasGoneOn = true
  })
  for (let i = 0; i < 20; i++) await turn()
  expect(hasGoneOn).toBe(false)
  await release()
  release = undefined
  await one
  await activityWritten()
  expect(await count(caller)).toBe(10_001)
})

it('keeps calls while the database takes none; those beyond 10,000 are told in the log and do not wait', async () => {
  const caller = await newCaller()
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const lost = vi.spyOn(log, 'error').mockReturnValue()
  const { writeMs, lockMs } = patience
  Object.assign(patience, { writeMs: 50, lockMs: 50 })
  release = await holdWriteLock()
  await call(caller)
  await activityWritten()
  for (let i = 1; i < 10_002; i++) await call(caller)
  expect(lost).toHaveBeenCalledTimes(2)
  await release()
  release = undefined
  Object.assign(patience, { writeMs, lockMs })
  await activityWritten()
  expect(await count(caller)).toBe(10_000)
  expect(warned).toHaveBeenCalledTimes(1)
})

it('records the others of a batch in which one cannot be', async () => {
  const caller = await newCaller()
  const lost = vi.spyOn(log, 'error').mockReturnValue()
  for (const name of ['good', 'b\0d', 'good']) await call({ ...caller, clientName: name })
  await activityWritten()
  const onSqlite = 'sqlite' in inject('template') // which keeps a NUL
  expect(await count(caller)).toBe(onSqlite ? 3 : 2)
  expect(lost).toHaveBeenCalledTimes(onSqlite ? 0 : 1)
})

it('finds what was done with a model by a part of its name, of models that may be opened', async () => {
  const [caller, other] = [await newCaller(), await newCaller()]
  const [tower, theirs] = [await newModel(caller, { name: 'Élan Tower' }), await newModel(other, { name: 'Tower of another' })]
  for (const { id: modelId } of [tower, theirs]) {
    await record({ userId: caller.userId, via: 'mcp', action: 'service.query_model', modelId, result: 'ok', detail: {} })
  }
  await activityWritten()
  const found = async (model: string) =>
    (await listActivity(caller.userId, { model, limit: 10 })).items.map(({ modelId }) => modelId)
  expect(await found('élan t')).toEqual([tower.id])
  expect(await found('tower')).toEqual([tower.id]) // the name of the other is not this person's to know
  expect(await found(theirs.id)).toEqual([theirs.id])
  expect(await found('bridge')).toEqual([])
})
