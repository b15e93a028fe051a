// Runs a command of ours after the same set-up as the server: `node lib/start/command.mjs lib/admin/admin.ts …`.
import { load } from '#lib/runtime/program.mjs'
import { giveUp } from './progress.mjs'
import { openDatabase, openEnvironment, prepare } from './set-up.mjs'

const [file = '', ...args] = process.argv.slice(2)
try {
  await prepare()
  const env = await openEnvironment()
  await openDatabase(env.DATABASE_URL_DIRECT)
  process.argv = [process.execPath, file, ...args]
  await load(file)
} catch (error) {
  giveUp(error)
}
