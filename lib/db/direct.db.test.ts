import { afterAll, beforeAll, expect, it } from 'vitest'
import { env } from '#lib/runtime/env.ts'
import { connect, db, direct } from './client.ts'
import { lookUp } from './look-up.ts'

/** A connection of another process, as far as this one can tell. */
const elsewhere = connect(env.DATABASE_URL)
afterAll(() => elsewhere.$disconnect())

const at = new Date('2026-11-21T06:15:30.123Z')
const user = (id: string) => ({ id, email: `${id}@example.com`, createdAt: at })
const insert = (id: string) => ({
  sql: 'INSERT INTO "User" ("email", "id", "createdAt") VALUES ($2, $1, $3) ON CONFLICT DO NOTHING',
  values: [id, `${id}@example.com`, at],
})
const find = lookUp<{ key: string; email: string; createdAt: Date; disabledAt: Date | null }>(
  (ids) => `SELECT "id" AS "key", "email", "createdAt", "disabledAt" FROM "User" WHERE "id" IN (${ids})`,
)

beforeAll(async () => {
  for (const id of ['one', 'two', 'three']) await db().user.create({ data: user(id) })
})

it('reads what Prisma wrote, and writes what Prisma reads, to the millisecond', async () => {
  expect(await find('one')).toEqual({ key: 'one', email: 'one@example.com', createdAt: at, disabledAt: null })
  expect(await direct().atomically([insert('four')])).toBe(null)
  expect((await db().user.findUniqueOrThrow({ where: { id: 'four' } })).createdAt).toEqual(at)
})

it('does all steps or none, and says which one stopped it', async () => {
  const stopping = { ...insert('one'), orElse: 'there already' as const }
  expect(await direct().atomically([insert('five'), stopping, insert('six')])).toBe('there already')
  const broken = { sql: 'INSERT INTO "User" ("id") VALUES ($1)', values: ['seven'] }
  await expect(direct().atomically([insert('five'), broken, insert('six')])).rejects.toThrow()
  expect(await db().user.count({ where: { id: { in: ['five', 'six', 'seven'] } } })).toBe(0)
  expect(await direct().atomically([insert('five'), insert('six')])).toBe(null) // nothing was left behind
})

it('tells apart what is asked at once, however often and in whatever number', async () => {
  const asked = Array.from({ length: 150 }, (_, i) => ['one', 'two', 'nobody', 'three'][i % 4]!)
  const emails = (await Promise.all(asked.map(find))).map((row) => row?.email)
  expect(emails).toEqual(asked.map((id) => (id === 'nobody' ? undefined : `${id}@example.com`)))
})

it('never answers with a row that somebody, here or elsewhere, changed before it was asked', async () => {
  for (const from of [db(), elsewhere]) {
    for (const disabledAt of [at, null]) {
      await find('two')
      await from.user.update({ where: { id: 'two' }, data: { disabledAt } })
      expect((await find('two'))?.disabledAt).toEqual(disabledAt)
    }
  }
  await find('three')
  await elsewhere.user.delete({ where: { id: 'three' } })
  expect(await find('three')).toBe(undefined)
})

it('waits for a transaction of Prisma, and does not read what it has not committed', async () => {
  let writing: Promise<unknown> | undefined
  await db().$transaction(async (tx) => {
    await tx.user.update({ where: { id: 'one' }, data: { name: 'uncommitted' } })
    writing = direct().atomically([{ sql: 'UPDATE "User" SET "name" = $2 WHERE "id" = $1', values: ['one', 'later'] }])
    const [row] = await direct().select<{ name: string | null }>('SELECT "name" FROM "User" WHERE "id" = $1', ['one'])
    expect(row?.name).toBe(null)
  })
  await writing
  expect((await db().user.findUniqueOrThrow({ where: { id: 'one' } })).name).toBe('later')
})
