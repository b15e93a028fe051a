import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, restore, ServerRuns } from '#lib/db/backup.ts'
import { env } from '#lib/runtime/env.ts'
import { Refusal, say } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/**
 * Into a database without accounts; `--replace` empties one that has some, and refuses while a server runs on it: that would go on
 * with what it has in memory. `--force` does it all the same.
 */
export const restoreCommand: Command = {
  usage: 'restore FILE [--replace [--force]]',
  async run(args) {
    const options = { replace: { type: 'boolean' }, force: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [file] = positionals
    if (!file) throw new Refusal('Name the file to read.')
    try {
      const { replace = false, force = false } = values
      const { rows, running } = await restore(env.DATABASE_URL_DIRECT, resolve(file), { replace, force })
      if (running) say(`Restored under ${running.join(', ')}: restart them, for they still have in memory what was there before.`)
      return { rows }
    } catch (error) {
      if (error instanceof ServerRuns) {
        const force = 'or add --force: then it is done under them, and they show what was there before until they are restarted'
        throw new Refusal(`Not restored, and nothing was changed: ${error.message}. Stop it, ${force}.`)
      }
      if (error instanceof BackupError) throw new Refusal(`Not restored, and nothing was changed: ${error.message}.`)
      throw error
    }
  },
}
