import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { emptyLike, type TestDatabase } from '#lib/fixtures/copies.ts'
import { catalogue, schemaScript } from '#lib/fixtures/schema-script.ts'
import { connect, db, isPostgresUrl } from './client.ts'
import { DatabaseNewerError, MigrationChangedError, migrate, migrations, pendingMigrations, statements } from './migrate.ts'

let empty: TestDatabase
beforeAll(async () => {
  empty = await emptyLike(inject('template'))
})
afterAll(() => empty.drop())

const names = () => migrations(isPostgresUrl(empty.url) ? 'postgres' : 'sqlite').map(({ name }) => name)

it('says what schema.prisma says: every column, index and constraint', async () => {
  const made = await emptyLike(inject('template'))
  try {
    const script = await schemaScript(made.url)
    const client = connect(made.url)
    for (const statement of statements(script)) await client.$executeRawUnsafe(statement)
    await client.$disconnect()
    // Lines that are there in only one of the two belong into the next migration.
    expect(await catalogue(process.env.DATABASE_URL!)).toEqual(await catalogue(made.url))
  } finally {
    await made.drop()
  }
})

it('applies every migration once, whichever of several starting processes comes first', async () => {
  expect(await pendingMigrations(empty.url)).toEqual(names())
  const applied = await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
  expect(applied.flatMap((one) => one.applied)).toEqual(names())
  expect(await pendingMigrations(empty.url)).toEqual([])
  expect(await migrate(empty.url)).toEqual({ applied: [] })
})

it('refuses a database that a newer version has written, and one whose history was rewritten', async () => {
  const client = connect(empty.url)
  try {
    await client.$executeRawUnsafe(`INSERT INTO "Migration" VALUES ('9999-tomorrow', 'x', '2099-01-01')`)
    await expect(migrate(empty.url)).rejects.toThrow(DatabaseNewerError)
    await client.$executeRawUnsafe(`DELETE FROM "Migration" WHERE "name" = '9999-tomorrow'`)
    await client.$executeRawUnsafe(`UPDATE "Migration" SET "checksum" = 'another' WHERE "name" = '${names()[0]}'`)
    await expect(migrate(empty.url)).rejects.toThrow(MigrationChangedError)
  } finally {
    await client.$disconnect()
  }
})

it('cuts a script at the semicolons that end a line', () => {
  expect(statements("-- note\nCREATE TABLE a (b TEXT);\n\nINSERT INTO a VALUES ('x;y');\n-- the end\n")).toEqual([
    '-- note\nCREATE TABLE a (b TEXT)',
    "INSERT INTO a VALUES ('x;y')",
  ])
})

it('is the database that the service talks to', async () => {
  expect(await db().user.count()).toBe(0)
})
