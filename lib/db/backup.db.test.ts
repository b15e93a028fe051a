import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { restoreCommand } from '#lib/admin/restore.ts'
import { emptyLike, type TestDatabase } from '#lib/fixtures/copies.ts'
import { catalogue } from '#lib/fixtures/schema-script.ts'
import { newCaller, newModel, signIn, signUpUser, writingAs } from '#lib/fixtures/verbs.ts'
import { addElements } from '#lib/storage/elements.ts'
import { openModel, setUnits } from '#lib/storage/models.ts'
import { readModel } from '#lib/storage/read/viewer-bytes.ts'
import { makeView } from '#lib/storage/saved-views.ts'
import { BackupError, backup, LEFT_OUT, restore, ServerRuns, TABLES } from './backup.ts'
import { connect, db } from './client.ts'
import { migrate } from './migrate.ts'
import { bePresent } from './presence.ts'

const folder = mkdtempSync(join(tmpdir(), 'structural-backup-'))
const file = (name: string) => join(folder, name)
const lines = (name: string) =>
  gunzipSync(readFileSync(file(name)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
const here = () => process.env.DATABASE_URL!

let target: TestDatabase
beforeAll(async () => {
  target = await emptyLike(inject('template'))
  await migrate(target.url)
  const { id } = await signUpUser()
  await signIn(id)
  const caller = await newCaller()
  const model = await newModel(caller, { name: 'Kräne 😀', metadata: { a: [1, null] } })
  for (let batch = 0; batch < 60; batch++) {
    const nodes = Array.from({ length: 50 }, (_, i) => ({ id: `${batch}-${i}`, position: { x: i, y: batch, z: 0.1 } }))
    await addElements(await openModel(caller, model.id, 'write'), { values: { nodes } }, writingAs(caller))
  }
  await setUnits(await openModel(caller, model.id, 'write'), { length: 'm' }, writingAs(caller))
  await makeView(model.id, caller, { name: 'Süd', query: 'up=y', picture: Uint8Array.from([137, 80, 0, 255]) })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await target.drop()
})

it('reads an older backup, whose log of an account had other columns', async () => {
  const old = await emptyLike(inject('template'))
  try {
    await migrate(old.url)
    const row = { id: 'e1', at: { date: '2026-05-01T12:00:00.000Z' }, userId: 'u1', scopes: '', result: 'ok', durationMs: 3 }
    const entry = { ...row, clientId: null, clientName: 'Claude', tool: 'service.list_models', modelId: null, input: '{}' }
    const head = { format: 'structural-model-service/backup/1', migrations: ['0001-first'] }
    const text = [head, { table: 'AuditEntry', row: entry }, { end: 1 }].map((line) => `${JSON.stringify(line)}\n`).join('')
    writeFileSync(file('old'), gzipSync(text))
    expect(await restore(old.url, file('old'))).toEqual({ rows: 1 })
    const client = connect(old.url)
    const kept = await client.auditEntry.findMany()
    await client.$disconnect()
    expect(kept).toMatchObject([{ userId: 'u1', id: 'e1', via: 'mcp', action: 'service.list_models', detail: '{}' }])
  } finally {
    await old.drop()
  }
})

it('knows every table', async () => {
  const tables = new Set((await catalogue(here())).flatMap((line) => /^(?:of|table_name) "?(\w+)/.exec(line)?.[1] ?? []))
  const kept = [...TABLES.map(({ table }) => table), ...LEFT_OUT]
  expect([...tables].filter((name) => !name.startsWith('sqlite_')).sort()).toEqual(kept.sort())
})

it('brings everything back, row by row, on this database and on the other kind', async () => {
  const { rows } = await backup(here(), file('one'))
  expect(rows).toBeGreaterThan(120)
  expect(statSync(file('one')).mode & 0o777).toBe(0o600)
  expect(await restore(target.url, file('one'))).toEqual({ rows })
  await backup(target.url, file('two'))
  expect(lines('two')).toEqual(lines('one'))

  const sqlite = `file:${file('other.db')}`
  await migrate(sqlite)
  await restore(sqlite, file('one'))
  await backup(sqlite, file('three'))
  const sorted = (name: string) => lines(name).sort() // the databases sort text differently
  expect(sorted('three')).toEqual(sorted('one'))
  await restore(target.url, file('three'), { replace: true })
  await backup(target.url, file('four'))
  expect(lines('four')).toEqual(lines('one'))
})

it('gives back models that can be read', async () => {
  const { id, revision } = await db().constructModel.findFirstOrThrow()
  const before = await readModel({ id, revision })
  expect(before.nodes).toHaveLength(3000)
  expect(before.metadata).toEqual({ a: [1, null] })
})

it('refuses a database in use, a file cut short, no backup at all, and changes nothing then', async () => {
  await backup(here(), file('whole'))
  await expect(restore(here(), file('whole'))).rejects.toThrow('not empty')
  const text = gunzipSync(readFileSync(file('whole'))).toString()
  writeFileSync(file('short'), gzipSync(text.split('\n').slice(0, -5).join('\n')))
  writeFileSync(file('broken'), readFileSync(file('whole')).subarray(0, 2000))
  writeFileSync(file('text'), 'hello')
  writeFileSync(file('json'), gzipSync('{"hello":1}\n'))
  writeFileSync(file('newer'), gzipSync(text.replace('"0001-first"', '"0001-first","9999-tomorrow"')))
  await backup(target.url, file('before'))
  for (const name of ['short', 'broken', 'text', 'json', 'newer'])
    await expect(restore(target.url, file(name), { replace: true }), name).rejects.toThrow(BackupError)
  await backup(target.url, file('after'))
  expect(lines('after')).toEqual(lines('before'))
})

it('does not replace what a server runs on, unless it is told to, and forgets a server that was not seen for a minute', async () => {
  await backup(here(), file('under'))
  const leave = await bePresent()
  await expect(restore(here(), file('under'), { replace: true })).rejects.toThrow(ServerRuns)
  await expect(restoreCommand.run([file('under'), '--replace'])).rejects.toThrow('--force')
  const { running } = await restore(here(), file('under'), { replace: true, force: true })
  expect(running).toEqual([expect.stringMatching(`:${process.pid}$`)])
  await db().process.updateMany({ data: { seenAt: new Date(Date.now() - 61_000) } })
  expect(await restore(here(), file('under'), { replace: true })).not.toHaveProperty('running')
  await leave()
  expect(await db().process.count()).toBe(0)
})
