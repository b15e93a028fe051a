import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { inAnotherProcess } from '#lib/fixtures/another-process.ts'
import { newCaller } from '#lib/fixtures/rest.ts'
import { env } from '#lib/runtime/env.ts'
import { disconnect } from './client.ts'
import { distribute, distributeDatabase, NotCitus, type Querying } from './distribute.ts'
import { migrate } from './migrate.ts'

const REFERS = 'FOREIGN KEY ("modelId") REFERENCES "ConstructModel"(id) ON DELETE CASCADE'

/** Citus as far as `distribute` talks to it: what it has been told, and the tables that it knows from that. */
function recordedCitus() {
  const tables = new Map<string, string>()
  const told: string[] = []
  const client: Querying = {
    async query(sql) {
      if (sql.includes('pg_extension')) return { rows: [{ extversion: '13.2-1' }] }
      if (sql.includes('citus_tables')) return { rows: [...tables].map(([table, type]) => ({ table, type })) }
      if (sql.includes('pg_constraint')) {
        const names = ['ConstructModelPart', 'ConstructModelRevision']
        return { rows: names.map((name) => ({ table: `"${name}"`, name: `${name}_modelId_fkey`, says: REFERS })) }
      }
      told.push(sql)
      const [, made = '', table = ''] = /^SELECT create_(\w+)_table\('("\w+")'/.exec(sql) ?? []
      if (made) tables.set(table, made)
      return { rows: [] }
    },
  }
  return { client, told }
}

const DONE = [
  `SELECT create_reference_table('"User"')`,
  'ALTER TABLE "ConstructModelPart" DROP CONSTRAINT "ConstructModelPart_modelId_fkey"',
  'ALTER TABLE "ConstructModelRevision" DROP CONSTRAINT "ConstructModelRevision_modelId_fkey"',
  `SELECT create_distributed_table('"ConstructModel"', 'id', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"ConstructModelPart"', 'modelId', colocate_with => '"ConstructModel"')`,
  `SELECT create_distributed_table('"ConstructModelRevision"', 'modelId', colocate_with => '"ConstructModel"')`,
  `ALTER TABLE "ConstructModelPart" ADD CONSTRAINT "ConstructModelPart_modelId_fkey" ${REFERS}`,
  `ALTER TABLE "ConstructModelRevision" ADD CONSTRAINT "ConstructModelRevision_modelId_fkey" ${REFERS}`,
  `SELECT create_distributed_table('"IdempotencyKey"', 'principal', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"AuditEntry"', 'userId', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"Notification"', 'userId', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"Block"', 'userId', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"UserToken"', 'userId', colocate_with => 'none', shard_count => 16)`,
  `SELECT create_distributed_table('"FileTicket"', 'userId', colocate_with => 'none', shard_count => 16)`,
]

it('spreads each table by the column that leads its key, in one transaction, once', async () => {
  const { client, told } = recordedCitus()
  expect(await distribute(client, 16)).toEqual(DONE)
  expect(told).toEqual(['BEGIN', "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'", ...DONE, 'COMMIT'])
  expect(await distribute(client, 16)).toEqual([])
})

it.skipIf('sqlite' in inject('template'))('refuses a PostgreSQL without Citus', async () => {
  await expect(distributeDatabase(env.DATABASE_URL, 32)).rejects.toThrow(NotCitus)
})

/** `CITUS_URL`: a database on a coordinator with workers, in which the extension is made and nothing else. */
const citusUrl = process.env.CITUS_URL
describe.skipIf(!citusUrl || 'sqlite' in inject('template'))('on a Citus', () => {
  it('serves as ever: made with a key, replayed, written by many, read, restored, deleted', async () => {
    const url = citusUrl ?? ''
    await migrate(url)
    await distributeDatabase(url, 16)
    expect(await distributeDatabase(url, 16)).toEqual([])
    const before = env.DATABASE_URL
    await disconnect()
    env.DATABASE_URL = url
    process.env.DATABASE_URL = url
    try {
      const { rest, key } = await newCaller()
      const keyed = { body: { name: 'Spread' }, headers: { 'idempotency-key': `"${randomBytes(8).toString('hex')}"` } }
      const { json } = await rest('POST', '/api/construct-models', keyed)
      const path = `/api/construct-models/${json.id}`
      expect((await rest('POST', '/api/construct-models', keyed)).headers.get('idempotent-replayed')).toBe('true')
      const writers = ['one', 'two'].map((name) => inAnotherProcess<number[]>('rest-writers', key, json.id, name, '8', '10'))
      expect((await Promise.all(writers)).flat()).toEqual(Array.from({ length: 160 }, () => 200))
      const nodes = [{ id: 'keyed', position: { x: 0, y: 0, z: 0 } }]
      const again = { body: { nodes }, headers: { 'idempotency-key': `"${randomBytes(8).toString('hex')}"` } }
      expect((await rest('POST', `${path}/nodes`, again)).status).toBe(200)
      expect((await rest('POST', `${path}/nodes`, again)).headers.get('idempotent-replayed')).toBe('true')
      expect((await rest('GET', path)).json).toMatchObject({ revision: 162 })
      expect((await rest('POST', `${path}/revisions/1/restore`)).json).toMatchObject({ revision: 163, nodes: [] })
      expect((await rest('GET', '/api/construct-models')).json.items).toHaveLength(1)
      expect((await rest('DELETE', path)).status).toBe(204)
    } finally {
      await disconnect()
      env.DATABASE_URL = before
      process.env.DATABASE_URL = before
    }
  }, 300_000)
})
