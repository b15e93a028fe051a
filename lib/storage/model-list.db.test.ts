import { expect, it } from 'vitest'
import type { Role } from '#lib/access/roles.ts'
import { db } from '#lib/db/client.ts'
import { newCaller, newModel, writingAs } from '#lib/fixtures/verbs.ts'
import { deleteModel } from './bin.ts'
import { isModelOrder, listedModels, type ModelOrder } from './model-list.ts'
import { updateModel } from './models.ts'

const node = (id: string) => ({ id, position: { x: 0, y: 0, z: 0 } })

/** All pages, one after the other. */
async function allOf(
  caller: Awaited<ReturnType<typeof newCaller>>,
  order: ModelOrder,
  more: { q?: string; role?: Role; limit?: number } = {},
) {
  const items = []
  for (let cursor: string | undefined; ; ) {
    const page = await listedModels(caller, { order, limit: 2, ...more, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    if (page.nextCursor === null) return items
    cursor = page.nextCursor
  }
}
const names = (items: { name: string }[]) => items.map(({ name }) => name)

it('puts names in an order that people expect, sizes from the largest, and loses and doubles none between pages', async () => {
  const caller = await newCaller()
  for (const name of ['Bay 10', 'élan', 'bay 2', '', 'Zeta', 'Ελλάς']) {
    await newModel(caller, { name, nodes: name === 'Zeta' ? [node('1'), node('2')] : name === 'bay 2' ? [node('1')] : [] })
  }
  expect(names(await allOf(caller, 'name'))).toEqual(['', 'bay 2', 'Bay 10', 'élan', 'Zeta', 'Ελλάς'])
  expect(names(await allOf(caller, 'name', { limit: 1 }))).toEqual(names(await allOf(caller, 'name')))
  expect(names(await allOf(caller, 'size')).slice(0, 2)).toEqual(['Zeta', 'bay 2'])
  expect(await allOf(caller, 'size')).toHaveLength(6)
  expect(names(await allOf(caller, 'name', { q: 'BAY' }))).toEqual(['bay 2', 'Bay 10'])
})

it('tells who changed a model last and through what, and shows those of others with the role they gave', async () => {
  const [caller, other] = [await newCaller(), await newCaller()]
  const own = await newModel(caller, { name: 'Own' })
  await updateModel(own, { name: 'Own, renamed' }, { ...writingAs(caller), via: 'mcp' })
  const theirs = await newModel(other, { name: 'Theirs' })
  const gone = await newModel(caller, { name: 'Gone' })
  await deleteModel(gone, writingAs(caller))
  await newModel(other, { name: 'Not for me' })
  const row = { modelId: theirs.id, userId: caller.userId, role: 'editor', addedBy: other.userId, createdAt: new Date() }
  await db().collaborator.create({ data: row })
  const items = await allOf(caller, 'name')
  expect(
    items.map(({ name, role, lastChange }) => [name, role, lastChange?.user.id, lastChange?.via, lastChange?.client]),
  ).toEqual([
    ['Own, renamed', 'owner', caller.userId, 'mcp', 'tests'],
    ['Theirs', 'editor', other.userId, 'rest', 'tests'],
  ])
  for (const order of ['changed', 'name'] as const) {
    const inRole = async (role: Role) => names(await allOf(caller, order, { role }))
    expect([await inRole('owner'), await inRole('editor'), await inRole('viewer')]).toEqual([['Own, renamed'], ['Theirs'], []])
  }
})

it('refuses a cursor that it did not make', async () => {
  const caller = await newCaller()
  for (const cursor of ['x', Buffer.from('[1]').toString('base64url'), Buffer.from('{}').toString('base64url')]) {
    await expect(listedModels(caller, { order: 'name', limit: 2, cursor })).rejects.toMatchObject({ code: 'invalid' })
  }
  expect(isModelOrder('updatedAt')).toBe(false)
})
