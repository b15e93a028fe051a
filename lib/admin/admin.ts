import { activityWritten } from '#lib/audit.ts'
import { disconnect } from '#lib/db/client.ts'
import { giveUp, Refusal, say } from '#lib/start/progress.mjs'
import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { confirmEmailCommand } from './confirm-email.ts'
import { createApiKeyCommand } from './create-api-key.ts'
import { createUserCommand } from './create-user.ts'
import { deleteUserCommand } from './delete-user.ts'
import { disableUserCommand, enableUserCommand } from './disable-user.ts'
import { distributeCommand } from './distribute.ts'
import { emptyBinCommand } from './empty-bin.ts'
import { listUsersCommand } from './list-users.ts'
import { resetLinkCommand } from './reset-link.ts'
import { restoreCommand } from './restore.ts'
import { revokeKeysCommand } from './revoke-keys.ts'
import { setPasswordCommand } from './set-password.ts'
import { transferModelsCommand } from './transfer-models.ts'

const commands: Record<string, Command> = {
  'create-user': createUserCommand,
  'create-api-key': createApiKeyCommand,
  'list-users': listUsersCommand,
  'set-password': setPasswordCommand,
  'reset-link': resetLinkCommand,
  'confirm-email': confirmEmailCommand,
  'revoke-keys': revokeKeysCommand,
  'disable-user': disableUserCommand,
  'enable-user': enableUserCommand,
  'transfer-models': transferModelsCommand,
  'delete-user': deleteUserCommand,
  'empty-bin': emptyBinCommand,
  backup: backupCommand,
  restore: restoreCommand,
  distribute: distributeCommand,
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (!command) {
    const usages = Object.values(commands).map(({ usage }) => `  npm run admin -- ${usage}`)
    throw new Refusal(['Commands (add --silent after run to get the JSON alone):', ...usages].join('\n'))
  }
  const result = await command.run(args).catch((error: unknown) => {
    // node:util's parseArgs: an unknown option, a value that is missing.
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new Refusal(`${error.message}\nUsage: npm run admin -- ${command.usage}`)
    }
    throw error
  })
  await activityWritten()
  process.stdout.write(`${JSON.stringify(result)}\n`)
  say('Done.')
  await disconnect()
} catch (error) {
  await disconnect()
  giveUp(error)
}
