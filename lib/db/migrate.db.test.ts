import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startScript } from '#lib/fixtures/another-process.ts'
import { emptyLike, onServer, type TestDatabase } from '#lib/fixtures/copies.ts'
import { catalogue, schemaScript } from '#lib/fixtures/schema-script.ts'
import { connect, db, isPostgresUrl } from './client.ts'
import {
  DatabaseNewerError,
  lockTimes,
  MigrationChangedError,
  migrate,
  migrations,
  pendingMigrations,
  repeatable,
  statements,
} from './migrate.ts'

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

it('goes on when the process that held the lock was killed, with four at once', async () => {
  const made = await emptyLike(inject('template'))
  try {
    const holder = await holdingTheLock(made.url, 1)
    const waiting = [1, 2, 3, 4].map(() => migrate(made.url))
    holder.kill('SIGKILL')
    const applied = await Promise.all(waiting)
    expect(applied.flatMap((one) => one.applied)).toEqual(names())
    expect(await catalogue(made.url)).toEqual(await catalogue(process.env.DATABASE_URL!))
  } finally {
    await made.drop()
  }
})

it('does not begin while another process holds the lock', async () => {
  const made = await emptyLike(inject('template'))
  const { waitMs } = lockTimes
  try {
    const holder = await holdingTheLock(made.url, 600)
    lockTimes.waitMs = 0
    await expect(migrate(made.url)).rejects.toThrow('still migrating')
    expect(await pendingMigrations(made.url)).toEqual(names())
    holder.kill('SIGKILL')
  } finally {
    lockTimes.waitMs = waitMs
    await made.drop()
  }
})

/** Another process that has taken the lock, which is good for so many seconds, and does nothing with it. */
async function holdingTheLock(url: string, seconds: number): Promise<ChildProcess> {
  const child = startScript('migrator', url, String(seconds))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the holder ended with ${code}`)))
  })
  return child
}

it('no key of a model cascades an update, and a table’s key begins with the column by which it is spread', async () => {
  const lines = await catalogue(process.env.DATABASE_URL!)
  const ofModels = lines.filter(
    (line) => line.includes('modelId') && /REFERENCES "ConstructModel"|table ConstructModel,/.test(line),
  )
  expect(ofModels.length).toBeGreaterThanOrEqual(7)
  for (const line of ofModels) expect(line).toMatch(/ON DELETE CASCADE$|on_update NO ACTION, on_delete CASCADE$/)
  const keys = {
    ConstructModelRevision: 'modelId',
    ConstructModelPart: 'modelId',
    IdempotencyKey: 'principal',
    AuditEntry: 'userId',
    Collaborator: 'modelId',
    Invitation: 'modelId',
    AccessRequest: 'modelId',
    ShareLink: 'modelId',
    ModelActivity: 'modelId',
    Notification: 'userId',
    Block: 'userId',
    UserToken: 'userId',
    FileTicket: 'userId',
  }
  for (const [table, column] of Object.entries(keys)) {
    const first = [`PRIMARY KEY ("?${column}"?,`, `^of ${table}, name ${column}, .*, pk 1$`]
    const own = lines.filter((line) => new RegExp(`^of "?${table}"?,`).test(line))
    expect(
      own.some((line) => first.some((sign) => new RegExp(sign.replace('KEY (', 'KEY \\(')).test(line))),
      table,
    ).toBe(true)
  }
})

it('finishes what was left half way where each change of the schema commits by itself', async () => {
  if ('sqlite' in inject('template')) return
  const made = await emptyLike(inject('template'))
  try {
    const name = new URL(made.url).pathname.slice(1)
    // What the engine calls itself decides.
    await onServer(
      made.url,
      `CREATE FUNCTION public.version() RETURNS text LANGUAGE sql AS $$ SELECT 'CockroachDB CCL v25.4' $$`,
      `ALTER DATABASE ${name} SET search_path = public, pg_catalog`,
    )
    const [first] = migrations('postgres')
    await onServer(made.url, ...statements(first!.sql).slice(0, 30))
    expect((await migrate(made.url)).applied).toEqual(names())
    expect(await catalogue(made.url)).toEqual(await catalogue(process.env.DATABASE_URL!))
  } finally {
    await made.drop()
  }
})

it('writes a statement such that it may be run again', () => {
  expect(repeatable('-- CreateTable\nCREATE TABLE "A" (b TEXT)')).toEqual(['CREATE TABLE IF NOT EXISTS "A" (b TEXT)'])
  expect(repeatable('CREATE UNIQUE INDEX "i" ON "A"(b)')).toEqual(['CREATE UNIQUE INDEX IF NOT EXISTS "i" ON "A"(b)'])
  expect(repeatable('ALTER TABLE "A" ADD CONSTRAINT "c" FOREIGN KEY (b) REFERENCES "B"(b)')).toEqual([
    'ALTER TABLE "A" DROP CONSTRAINT IF EXISTS "c"',
    'ALTER TABLE "A" ADD CONSTRAINT "c" FOREIGN KEY (b) REFERENCES "B"(b)',
  ])
  expect(repeatable('ALTER TABLE "A" ADD COLUMN "b" TEXT')).toEqual(['ALTER TABLE "A" ADD COLUMN IF NOT EXISTS "b" TEXT'])
  expect(repeatable('ALTER TABLE "A" DROP CONSTRAINT "c"')).toEqual(['ALTER TABLE "A" DROP CONSTRAINT IF EXISTS "c"'])
  const whole = 'ALTER TABLE "A" DROP CONSTRAINT "k", ADD CONSTRAINT "k" PRIMARY KEY (b)'
  expect(repeatable(whole)).toEqual([whole])
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
