import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { HOUR_MS } from '#lib/values/durations.ts'
import { answerStep, answerSteps, KEY_TAKEN, storeAnswer } from './idempotency.ts'
import { toLog } from './log/batch.ts'
import { append } from './log/log.ts'
import { entryOf } from './write.ts'

/** Writes of one moment share a COMMIT; what is wrong with one of them is its own affair. */

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const answer = { status: 200, headers: {}, body: null }
const kept = (key: string) => ({ key: { principal: caller.principal, key, fingerprint: 'one body' }, answer })

async function entry({ twice = false } = {}) {
  const parts = await toLog({ values: { nodes: [{ id: 'A', position: { x: 0, y: 0, z: 0 } }] } }, null)
  const counts = { ...byKind(() => 0), nodes: 1 }
  const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } }
  const what = { changes: {}, counts, bounds, bytes: 64, header: null, restoredFrom: null }
  return { ...entryOf(writingAs(caller), 'elements'), ...what, parts: twice ? [...parts, ...parts] : parts }
}

const revisions = async (ids: string[]) => {
  const rows = await db().constructModel.findMany({ where: { id: { in: ids } }, select: { id: true, revision: true } })
  return ids.map((id) => rows.find((row) => row.id === id)?.revision)
}

async function eight() {
  const ids: string[] = []
  for (let i = 0; i < 8; i++) ids.push((await newModel(caller)).id)
  return ids
}

it('one of eight that is wrong, one that is outdated and one whose key is taken leave the other five alone', async () => {
  const ids = await eight()
  await storeAnswer(kept('taken'))
  const keyed = (key: string) => [answerSteps(kept(key)), answerStep(kept(key))] as const
  const [good, wrong] = [await entry(), await entry({ twice: true })]
  const outcomes = await Promise.allSettled(
    ids.map((id, i) => {
      if (i === 1) return append(id, 1, wrong, [])
      if (i === 3) return append(id, 7, good, [])
      if (i === 5) return append(id, 1, good, ...keyed('taken'))
      return i === 6 ? append(id, 1, good, ...keyed('free')) : append(id, 1, good, [])
    }),
  )
  const heard = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))
  expect(heard).toEqual([null, 'failed', null, 'outdated', null, KEY_TAKEN, null, null])
  expect(await revisions(ids)).toEqual([2, 1, 2, 1, 2, 1, 2, 2])
  expect(await db().idempotencyKey.count({ where: { key: { in: ['taken', 'free'] } } })).toBe(2)
})

it('one that is outdated alone is told so, and an expired key is free again', async () => {
  const [first = '', second = ''] = await eight()
  const good = await entry()
  expect(await Promise.all([append(first, 1, good, []), append(second, 9, good, [])])).toEqual([null, 'outdated'])
  await storeAnswer(kept('old'))
  await db().idempotencyKey.updateMany({ where: { key: 'old' }, data: { createdAt: new Date(Date.now() - 25 * HOUR_MS) } })
  const old = kept('old')
  expect(await append(second, 1, good, answerSteps(old), answerStep(old))).toBe(null)
  expect(await revisions([first, second])).toEqual([2, 2])
})

it('as many as may come together', async () => {
  const ids = (await Promise.all(Array.from({ length: 20 }, eight))).flat()
  const good = await entry()
  const heard = await Promise.all(ids.map((id) => append(id, 1, good, [])))
  expect(new Set(heard)).toEqual(new Set([null]))
  expect(new Set(await revisions(ids))).toEqual(new Set([2]))
})
