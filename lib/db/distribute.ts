import pg from 'pg'

/**
 * Distributes the tables of a Citus coordinator over its workers by the first column of their keys, so that all of a model is on one
 * worker. Run once, after the migrations; tables that are distributed already stay as they are.
 */

/** The database is not a Citus coordinator. */
export class NotCitus extends Error {}

/** The part of the driver that is needed. */
export type Querying = { query(sql: string): Promise<{ rows: Record<string, unknown>[] }> }

const OF_MODELS = `SELECT CAST(CAST(conrelid AS regclass) AS TEXT) AS "table", conname AS "name", pg_get_constraintdef(oid) AS "says"
  FROM pg_constraint WHERE contype = 'f' AND confrelid = CAST('"ConstructModel"' AS regclass) ORDER BY 1`

/** Returns what was done, in SQL; all or nothing. Throws NotCitus. */
export async function distribute(client: Querying, shards: number): Promise<string[]> {
  const { rows } = await client.query(`SELECT extversion FROM pg_extension WHERE extname = 'citus'`)
  if (rows.length === 0) throw new NotCitus('the database has no extension "citus"')
  const known = await client.query('SELECT CAST(table_name AS TEXT) AS "table", citus_table_type AS "type" FROM citus_tables')
  const types = new Map(known.rows.map(({ table, type }) => [String(table), String(type)]))
  const ofModels = (await client.query(OF_MODELS)).rows.filter(({ table }) => types.get(String(table)) !== 'distributed')

  const done: string[] = []
  const run = async (sql: string) => {
    await client.query(sql)
    done.push(sql)
  }
  const spread = async (table: string, by: string, beside = `colocate_with => 'none', shard_count => ${shards}`) => {
    if (types.get(table) !== 'distributed') await run(`SELECT create_distributed_table('${table}', '${by}', ${beside})`)
  }
  await client.query('BEGIN')
  try {
    // Shard by shard on one connection each, for they refer to a table that is changed in the same transaction.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`)
    if (types.get('"User"') !== 'reference') await run(`SELECT create_reference_table('"User"')`)
    // A table that is not spread yet may not refer to one that is.
    for (const { table, name } of ofModels) await run(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
    await spread('"ConstructModel"', 'id')
    for (const { table } of ofModels) await spread(String(table), 'modelId', `colocate_with => '"ConstructModel"'`)
    for (const { table, name, says } of ofModels) await run(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${says}`)
    await spread('"IdempotencyKey"', 'principal')
    for (const table of ['"AuditEntry"', '"Notification"', '"Block"', '"UserToken"', '"FileTicket"'])
      await spread(table, 'userId')
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return done
}

export async function distributeDatabase(databaseUrl: string, shards: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await distribute(client, shards)
  } finally {
    await client.end()
  }
}
