import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '#lib/db/backup.ts'
import { env } from '#lib/env.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** The service goes on meanwhile; the file holds one moment of it. */
export const backupCommand: Command = {
  usage: 'backup FILE',
  async run(args) {
    const [file] = parseArgs({ args, allowPositionals: true }).positionals
    if (!file) throw new Refusal('Name the file to write.')
    return backup(env.DATABASE_URL_DIRECT, resolve(file))
  },
}
