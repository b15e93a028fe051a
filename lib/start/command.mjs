// Runs a command of ours after the same set-up as the server: `node lib/start/command.mjs lib/admin/admin.ts …`.
import { prepare } from './prepare.mjs'
import { giveUp } from './progress.mjs'
import { runCommand } from './set-up.mjs'

const [file = '', ...args] = process.argv.slice(2)
try {
  await prepare()
  await runCommand(file, args)
} catch (error) {
  giveUp(error)
}
