import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, restore } from '#lib/db/backup.ts'
import { env } from '#lib/env.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** Into a database without accounts; `--replace` empties one that has some. Stop the service before. */
export const restoreCommand: Command = {
  usage: 'restore FILE [--replace]',
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { replace: { type: 'boolean' } } })
    const [file] = positionals
    if (!file) throw new Refusal('Name the file to read.')
    try {
      return await restore(env.DATABASE_URL_DIRECT, resolve(file), { replace: values.replace ?? false })
    } catch (error) {
      if (error instanceof BackupError) throw new Refusal(`Not restored, and nothing was changed: ${error.message}.`)
      throw error
    }
  },
}
