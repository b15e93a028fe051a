import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#lib/access/caller.ts'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { addElements } from './elements.ts'
import { type Claim, type FirstAnswer, forgetOldKeys, type Key, KeyTaken, keepAnswer, once } from './idempotency.ts'
import { openModel } from './models.ts'
import { renderShown } from './revisions.ts'

let caller: Caller
beforeAll(async () => {
  caller = await newCaller()
})

const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })
const keyed = (key: string, fingerprint = 'one body'): Key => ({ principal: caller.principal, key, fingerprint })

/** Adds a node, and keeps what the answer shows. */
async function add(claim: Claim, modelId: string, id: string): Promise<FirstAnswer> {
  claim.answer = ({ revision }) => ({
    status: 200,
    headers: { etag: `"${revision}"` },
    body: { modelId, revision, what: 'nodes' },
  })
  const model = await openModel(caller, modelId, 'write')
  const written = await addElements(model, { values: { nodes: [node(id)] } }, writingAs(caller, { idempotency: claim }))
  return claim.answer(written)
}

it('has one effect per key, and replays the first answer even after the model went on', async () => {
  const { id } = await newModel(caller)
  const first = await once(keyed('k1'), (claim) => add(claim, id, 'A'))
  await addElements(
    await openModel(caller, id, 'write'),
    { values: { nodes: [{ ...node('A'), label: 'later' }] } },
    writingAs(caller),
  )
  const second = await once(keyed('k1'), (claim) => add(claim, id, 'A'))
  expect(first).toEqual({
    answer: { status: 200, headers: { etag: '"2"' }, body: { modelId: id, revision: 2, what: 'nodes' } },
    replayed: false,
  })
  expect(second).toEqual({ ...(first as object), replayed: true })
  expect(JSON.parse(Buffer.concat(await renderShown({ modelId: id, revision: 2, what: 'nodes' })).toString())).toEqual([
    node('A'),
  ])
  expect((await openModel(caller, id, 'read')).revision).toBe(3)
})

it('refuses another body under the same key, not the same key of somebody else', async () => {
  const { id } = await newModel(caller)
  await once(keyed('k2'), (claim) => add(claim, id, 'A'))
  expect(await once(keyed('k2', 'another body'), (claim) => add(claim, id, 'B'))).toBe('reused')
  const other = { ...keyed('k2', 'another body'), principal: 'key:somebody-else' }
  expect(await once(other, (claim) => add(claim, id, 'B'))).toMatchObject({ replayed: false })
})

it('lets one of many parallel requests act; the others hear that it is in progress', async () => {
  const { id } = await newModel(caller)
  const answers = await Promise.all(Array.from({ length: 10 }, () => once(keyed('k3'), (claim) => add(claim, id, 'A'))))
  expect(answers.filter((answer) => answer === 'in_progress')).toHaveLength(9)
  expect((await openModel(caller, id, 'read')).revision).toBe(2)
})

it('gives the answer of the process that was first, without a second effect', async () => {
  const { id } = await newModel(caller)
  const answer = await once(keyed('k4'), async (claim) => {
    // Meanwhile another process, which knows nothing of ours, answers the same key.
    await keepAnswer({ ...claim, kept: false }, { status: 200, headers: {}, body: Buffer.from('theirs') })
    return add(claim, id, 'A')
  })
  expect(answer).toMatchObject({ replayed: true, answer: { status: 200 } })
  expect((await openModel(caller, id, 'read')).revision).toBe(1)
})

it('leaves the key free when the work fails or is refused, and keeps answers of other work', async () => {
  const failing = once(keyed('k5'), async () => {
    throw new Error('no such luck')
  })
  await expect(failing).rejects.toThrow('no such luck')
  const answer = (status: number) => async () => ({ status, headers: {}, body: Buffer.from(`${status}`) })
  expect(await once(keyed('k5'), answer(422))).toMatchObject({ replayed: false })
  expect(await once(keyed('k5'), answer(201))).toMatchObject({ replayed: false })
  const replay = await once(keyed('k5'), answer(200))
  expect(replay).toMatchObject({ replayed: true, answer: { status: 201 } })
  expect(typeof replay === 'object' && Buffer.from(replay.answer.body as Uint8Array).toString()).toBe('201')
})

it('forgets a key after a day', async () => {
  const { id } = await newModel(caller)
  await once(keyed('k6'), (claim) => add(claim, id, 'A'))
  await db().idempotencyKey.updateMany({ where: { key: 'k6' }, data: { createdAt: new Date(Date.now() - 25 * 3600_000) } })
  expect(await once(keyed('k6', 'another body'), (claim) => add(claim, id, 'B'))).toMatchObject({ replayed: false })
  await db().idempotencyKey.updateMany({ where: { key: 'k6' }, data: { createdAt: new Date(Date.now() - 25 * 3600_000) } })
  expect(await forgetOldKeys()).toBe(1)
})

it('does not keep an answer twice', async () => {
  const claim = { key: keyed('k7'), kept: false, answer: undefined }
  await keepAnswer(claim, { status: 200, headers: {}, body: null })
  await expect(keepAnswer(claim, { status: 200, headers: {}, body: null })).rejects.toThrow(KeyTaken)
})
