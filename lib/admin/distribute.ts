import { parseArgs } from 'node:util'
import { isPostgresUrl } from '#lib/db/client.ts'
import { distributeDatabase, NotCitus } from '#lib/db/distribute.ts'
import { env } from '#lib/runtime/env.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** Once, on the coordinator, after the migrations: every command here runs those first. */
export const distributeCommand: Command = {
  usage: 'distribute [--shards 32]',
  async run(args) {
    const { values } = parseArgs({ args, options: { shards: { type: 'string', default: '32' } } })
    const shards = Number(values.shards)
    if (!Number.isInteger(shards) || shards < 1 || shards > 64_000)
      throw new Refusal('--shards takes a whole number from 1 to 64000.')
    const url = env.DATABASE_URL_DIRECT
    if (!isPostgresUrl(url)) throw new Refusal('Only Citus spreads tables over several machines; this database is SQLite.')
    try {
      return { done: await distributeDatabase(url, shards) }
    } catch (error) {
      if (error instanceof NotCitus) throw new Refusal(`Only Citus spreads tables over several machines: ${error.message}.`)
      throw error
    }
  },
}
