import { mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isDatabaseAway } from './database-away.ts'
import { SqliteConnection } from './sqlite.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'structural-sqlite-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each(['deleted', 'replaced'])('acknowledges no write once its file was %s', async (how) => {
  const file = join(folder, 'models.db')
  const connection = new SqliteConnection(file)
  await connection.script('CREATE TABLE "T" ("a" INTEGER)')
  const insert = { sql: 'INSERT INTO "T" VALUES ($1)', values: [1] }
  expect(await connection.atomically([insert])).toBeNull()
  const begun = await connection.begin()
  expect(connection.isThere()).toBe(true)

  if (how === 'deleted') unlinkSync(file)
  else {
    writeFileSync(`${file}.new`, '')
    renameSync(`${file}.new`, file)
  }
  expect(connection.isThere()).toBe(false)
  const outcome = (write: Promise<unknown>) =>
    write.then(
      () => 'acknowledged',
      (error) => isDatabaseAway(error),
    )
  await begun.execute('INSERT INTO "T" VALUES (2)')
  expect(await outcome(begun.commit())).toBe(true)
  expect(await outcome(connection.atomically([insert]))).toBe(true)
  expect(await outcome(connection.execute('INSERT INTO "T" VALUES (3)'))).toBe(true)
  expect(await outcome(connection.begin())).toBe(true)
  await connection.close()
})
