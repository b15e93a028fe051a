import { beforeAll, expect, it, vi } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { addElements } from './elements.ts'
import { type FirstAnswer, forgetOldKeys, type Key, KeyTaken, type Outcome, once, storeAnswer } from './idempotency.ts'
import { openModel } from './models.ts'
import { renderShown } from './revisions.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
const keyed = (key: string, fingerprint = 'one body'): Key => ({ principal: caller.principal, key, fingerprint })

/** Adds a node, and keeps what the answer shows with it. */
const adds = (idempotency: Key, modelId: string, id: string, meanwhile = async () => {}) =>
  once(
    idempotency,
    async () => {
      await meanwhile()
      const answers = ({ revision }: Outcome): FirstAnswer => ({
        status: 200,
        headers: { etag: `"${revision}"` },
        body: { modelId, revision, what: 'nodes' },
      })
      const model = await openModel(caller, modelId, 'write')
      return answers(await addElements(model, { values: { nodes: [node(id)] } }, writingAs(caller, { idempotency, answers })))
    },
    () => null,
  )

it('has one effect per key, and replays the first answer even after the model went on', async () => {
  const { id } = await newModel(caller)
  const first = await adds(keyed('k1'), id, 'A')
  await addElements(
    await openModel(caller, id, 'write'),
    { values: { nodes: [{ ...node('A'), label: 'later' }] } },
    writingAs(caller),
  )
  const second = await adds(keyed('k1'), id, 'A')
  const answer = { status: 200, headers: { etag: '"2"' }, body: { modelId: id, revision: 2, what: 'nodes' } }
  expect(first).toEqual({ done: answer })
  expect(second).toEqual({ replay: answer })
  expect(JSON.parse(Buffer.concat(await renderShown({ modelId: id, revision: 2, what: 'nodes' })).toString())).toEqual([
    node('A'),
  ])
  expect((await openModel(caller, id, 'read')).revision).toBe(3)
})

it('refuses another body under the same key, not the same key of somebody else', async () => {
  const { id } = await newModel(caller)
  await adds(keyed('k2'), id, 'A')
  expect(await adds(keyed('k2', 'another body'), id, 'B')).toBe('reused')
  const other = { ...keyed('k2', 'another body'), principal: 'key:somebody-else' }
  expect(await adds(other, id, 'B')).toHaveProperty('done')
})

it('lets one of many parallel requests act; the others hear that it is in progress', async () => {
  const { id } = await newModel(caller)
  const answers = await Promise.all(Array.from({ length: 10 }, () => adds(keyed('k3'), id, 'A')))
  expect(answers.filter((answer) => answer === 'in_progress')).toHaveLength(9)
  expect((await openModel(caller, id, 'read')).revision).toBe(2)
})

it('gives the answer of the process that was first, without a second effect', async () => {
  const { id } = await newModel(caller)
  // Meanwhile another process, which knows nothing of ours, answers the same key.
  const theirs = { status: 200, headers: {}, body: Buffer.from('theirs') }
  const answer = await adds(keyed('k4'), id, 'A', () => storeAnswer({ key: keyed('k4'), answer: theirs }))
  expect(answer).toMatchObject({ replay: { status: 200 } })
  expect((await openModel(caller, id, 'read')).revision).toBe(1)
})

it('leaves the key free when the work fails or is refused, and keeps answers of other work', async () => {
  const failing = adds(keyed('k5'), '', '', () => Promise.reject(new Error('no such luck')))
  await expect(failing).rejects.toThrow('no such luck')
  const answered = (status: number) =>
    once(
      keyed('k5'),
      async () => ({ status, headers: {}, body: Buffer.from(`${status}`) }),
      (answer) => answer,
    )
  expect(await answered(422)).toHaveProperty('done')
  expect(await answered(201)).toHaveProperty('done')
  expect(await answered(200)).toEqual({ replay: { status: 201, headers: {}, body: new Uint8Array(Buffer.from('201')) } })
})

const agedBy = (key: string, ms: number) =>
  db().idempotencyKey.updateMany({ where: { key }, data: { createdAt: new Date(Date.now() - ms) } })

it('forgets a key after a day, and no sooner', async () => {
  const { id } = await newModel(caller)
  await adds(keyed('k6'), id, 'A')
  await agedBy('k6', DAY_MS - 60_000)
  expect(await adds(keyed('k6'), id, 'A')).toHaveProperty('replay')
  expect(await adds(keyed('k6', 'another body'), id, 'B')).toBe('reused')
  expect(await forgetOldKeys()).toBe(0)
  await agedBy('k6', DAY_MS + 1000)
  expect(await adds(keyed('k6', 'another body'), id, 'B')).toHaveProperty('done')
  expect(await adds(keyed('k6', 'another body'), id, 'B')).toHaveProperty('replay') // of the second
  await agedBy('k6', DAY_MS + 1000)
  expect(await forgetOldKeys()).toBe(1)
})

it('forgets old keys once an hour, on the back of the requests that have one', async () => {
  const there = () => db().idempotencyKey.count({ where: { key: 'old' } })
  const { id } = await newModel(caller)
  await adds(keyed('old'), id, 'A')
  await agedBy('old', DAY_MS + 1000)
  await adds(keyed('k8'), id, 'B')
  expect(await there()).toBe(1) // looked for within the hour
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  await adds(keyed('k9'), id, 'C')
  vi.useRealTimers()
  await expect.poll(there).toBe(0)
})

it('is free for the same caller’s other keys and for other callers while one is under way', async () => {
  const { id } = await newModel(caller)
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const waiting = adds(keyed('k10'), id, 'A', () => gate)
  expect(await adds(keyed('k10'), id, 'A')).toBe('in_progress')
  expect(await adds(keyed('k11'), id, 'B')).toHaveProperty('done')
  expect(await adds({ ...keyed('k10'), principal: 'key:somebody-else' }, id, 'C')).toHaveProperty('done')
  go()
  expect(await waiting).toHaveProperty('done')
  expect(await adds(keyed('k10'), id, 'A')).toHaveProperty('replay')
})

it('does not keep an answer twice', async () => {
  const kept = { key: keyed('k7'), answer: { status: 200, headers: {}, body: null } }
  await storeAnswer(kept)
  await expect(storeAnswer(kept)).rejects.toThrow(KeyTaken)
})
