// Runs a command of ours after the same set-up as the server: `node lib/start/command.mjs lib/admin/admin.ts …`.
import { load } from '#lib/runtime/program.mjs'
import { giveUp } from './progress.mjs'
import { openDatabase, openEnvironment, prepare } from './set-up.mjs'

const [file = '', ...args] = process.argv.slice(2)
try {
  await prepare()
  const env = await openEnvironment()
  await openDatabase(env.DATABASE_URL_DIRECT)
  /** @type {typeof import('#lib/work/task.ts')} */
  const { setTasks } = await load('lib/work/task.ts')
  /** @type {typeof import('./tasks.ts')} */
  const { tasks } = await load('lib/start/tasks.ts')
  setTasks(tasks)
  process.argv = [process.execPath, file, ...args]
  await load(file)
} catch (error) {
  giveUp(error)
}
