import { activityWritten } from '#lib/activity/audit.ts'
import { disconnect } from '#lib/db/client.ts'
import { giveUp, say } from '#lib/start/progress.mjs'
import { runCommand } from './run-command.ts'

try {
  const result = await runCommand(process.argv.slice(2), process.stdin)
  await activityWritten()
  process.stdout.write(`${JSON.stringify(result)}\n`)
  say('Done.')
  await disconnect()
} catch (error) {
  await disconnect()
  giveUp(error)
}
