import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { writeLastUsed } from '#lib/accounts/last-used.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { behindProxy } from '#lib/fixtures/behind-proxy.ts'
import type { Rest } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { readData } from '#lib/storage/log/log.ts'
import { connect, db, direct, disconnect } from './client.ts'
import { patience } from './patience.ts'

describe.skipIf('sqlite' in inject('template'))('PostgreSQL', () => {
  const behind = behindProxy({ signals: true })
  const rest: Rest = (...asked) => behind.rest(...asked)
  const usual = { ...patience }

  afterEach(() => {
    Object.assign(patience, usual)
    vi.restoreAllMocks()
  })

  const newModel = async () => (await rest('POST', '/api/construct-models', { body: { name: 'A model' } })).json.id
  const write = (id: string, node: string) =>
    rest('POST', `/api/construct-models/${id}/nodes`, { body: { nodes: [{ id: node, position: { x: 0, y: 0, z: 0 } }] } })

  it('prepares at most 200 statements a connection, whatever is read', async () => {
    const id = await newModel()
    const part = (seq: number) => ({ base: false, kind: 'nodes' as const, revision: 1, seq })
    for (let n = 0; n < 120; n++) {
      const seqs = Array.from({ length: 1 + (n % 60) }, (_, i) => n + i)
      await readData(id, seqs.map(part))
    }
    expect(Math.max(...behind.proxy.prepared())).toBeLessThan(40) // as many as there are sorts of reads, not reads; 200 are allowed
  })

  it('gives no statement a name where a pooler stands before the database, which would hand it to another connection', async () => {
    await disconnect()
    env.DATABASE_URL_DIRECT = behind.url
    const before = behind.proxy.prepared().length
    const ids = await Promise.all(Array.from({ length: 8 }, newModel))
    for (const id of ids) expect((await write(id, 'A')).status).toBe(200)
    await disconnect()
    env.DATABASE_URL_DIRECT = behind.proxy.url
    const pooled = behind.proxy.prepared().slice(before)
    expect(pooled.length).toBeGreaterThan(0)
    expect(Math.max(...pooled)).toBe(0)
  })

  it('writes a little in two round trips: who asks with the model, and the write with its COMMIT', async () => {
    const id = await newModel()
    await write(id, 'A') // prepares what it asks
    await activityWritten()
    await writeLastUsed()
    behind.proxy.turns.length = 0
    expect((await write(id, 'B')).status).toBe(200)
    const isBehindTheAnswer = (sql: string) => /"AuditEntry"|pg_notify/.test(sql)
    const turns = behind.proxy.turns.filter((turn) => !turn.some(isBehindTheAnswer))
    const what = (sql: string) =>
      ['FROM "ConstructModel"', 'FROM "ApiKey"', 'BEGIN', 'UPDATE', 'COMMIT'].filter((word) => sql.includes(word))
    expect(turns.map((turn) => turn.map(what))).toEqual([
      [['FROM "ConstructModel"'], ['FROM "ApiKey"']],
      [['BEGIN'], expect.arrayContaining(['UPDATE']), ['COMMIT']],
    ])
    await activityWritten()
    expect(behind.proxy.turns.flat().filter((sql) => sql.includes('pg_notify')).length).toBeLessThanOrEqual(1)
  })

  it('lets writes of one moment share a COMMIT', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, newModel))
    let commits = 0
    behind.fate = (sql) => {
      if (sql === 'COMMIT') commits++
      return undefined
    }
    const answers = await Promise.all(ids.map((id) => write(id, 'A')))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(commits).toBeLessThan(8)
  })

  it('gives up on a connection with nobody at its other end, and the model is free again, here and elsewhere', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    Object.assign(patience, { answerMs: 1500, idleInTransactionMs: 500 })
    const id = await newModel()
    // What is written behind answers has a COMMIT of its own, which is not the one that is meant.
    await activityWritten()
    await writeLastUsed()
    behind.fate = (sql) => (sql === 'COMMIT' ? 'stop' : undefined)
    const stuck = write(id, 'stuck')
    const queued = write(id, 'queued')
    const [first] = await Promise.all([
      stuck,
      expect
        .poll(() => behind.proxy.stopped())
        .toBeGreaterThan(0)
        .then(() => {
          behind.fate = () => undefined
        }),
    ])
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await queued).status).toBe(200)
    process.env.DATABASE_URL = behind.url
    const elsewhere = await inAnotherProcess<number[]>('rest-writers', behind.key, id, 'elsewhere', '1', '1')
    expect(elsewhere).toEqual([200])
    const { json } = await rest('GET', `/api/construct-models/${id}`)
    expect(json.nodes.map((node: { id: string }) => node.id)).toEqual(['queued', 'elsewhere-0-0'])
  })

  it('reads integers of eight bytes as numbers, as CockroachDB sends them', async () => {
    const wide = connect(behind.url)
    await wide.$executeRawUnsafe('ALTER TABLE "ConstructModel" ALTER COLUMN "revision" TYPE BIGINT')
    await wide.$executeRawUnsafe(
      'ALTER TABLE "ConstructModelPart" ALTER COLUMN "length" TYPE BIGINT, ALTER COLUMN "crc" TYPE BIGINT',
    )
    await wide.$disconnect()
    await disconnect() // plans of before
    const id = await newModel()
    expect((await write(id, 'A')).json).toHaveLength(1)
    const { json } = await rest('GET', `/api/construct-models/${id}`)
    expect([json.revision, json.nodes.length]).toEqual([2, 1])
    const [row] = await direct().select<{ revision: unknown }>('SELECT "revision" FROM "ConstructModel" WHERE "id" = $1', [id])
    expect(row?.revision).toBe(2)
    expect((await db().constructModel.findUniqueOrThrow({ where: { id } })).revision).toBe(2)
  })
})
