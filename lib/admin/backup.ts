import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from '#lib/db/backup.ts'
import { env } from '#lib/runtime/env.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** The service goes on meanwhile; the file holds one moment of it. */
export const backupCommand: Command = {
  usage: 'backup FILE',
  async run(args) {
    const [file] = parseArgs({ args, allowPositionals: true }).positionals
    if (!file) throw new Refusal('Name the file to write.')
    const path = resolve(file)
    try {
      return await backup(env.DATABASE_URL_DIRECT, path)
    } catch (error) {
      if (!isOfWriting(error)) throw error
      throw new Refusal(
        `Not backed up, and nothing is at ${path} that was not there before: ${error.message}. Name a file that can be written.`,
      )
    }
  },
}

/** Of the file, not of the database: no such folder, no right to write there, no room left. */
const isOfWriting = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && ['open', 'write', 'fsync', 'close', 'rename'].includes(String(error.syscall))
