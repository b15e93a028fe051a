import type { Readable } from 'node:stream'
import { commands as typed } from '#lib/runtime/program.mjs'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** Each is loaded when it is asked for: all of them take as long again as one. */
const commands: Record<string, () => Promise<Command>> = {
  'create-user': async () => (await import('./create-user.ts')).createUserCommand,
  'create-reviewer': async () => (await import('./create-reviewer.ts')).createReviewerCommand,
  'create-api-key': async () => (await import('./create-api-key.ts')).createApiKeyCommand,
  'list-users': async () => (await import('./list-users.ts')).listUsersCommand,
  'set-password': async () => (await import('./set-password.ts')).setPasswordCommand,
  'reset-link': async () => (await import('./reset-link.ts')).resetLinkCommand,
  'confirm-email': async () => (await import('./confirm-email.ts')).confirmEmailCommand,
  'revoke-keys': async () => (await import('./revoke-keys.ts')).revokeKeysCommand,
  'disable-user': async () => (await import('./disable-user.ts')).disableUserCommand,
  'enable-user': async () => (await import('./disable-user.ts')).enableUserCommand,
  'transfer-models': async () => (await import('./transfer-models.ts')).transferModelsCommand,
  'delete-user': async () => (await import('./delete-user.ts')).deleteUserCommand,
  'empty-bin': async () => (await import('./empty-bin.ts')).emptyBinCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  distribute: async () => (await import('./distribute.ts')).distributeCommand,
}

/** What the words of a command line do. `input`: what is sent to it by stdin. */
export async function runCommand([name = '', ...args]: readonly string[], input: Readable): Promise<unknown> {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (!command) {
    const all = await Promise.all(Object.values(commands).map((load) => load()))
    const usages = all.map(({ usage }) => `  ${typed.admin} ${usage}`)
    throw new Refusal(['Commands (add --silent after run to get the JSON alone):', ...usages].join('\n'))
  }
  return command.run(args, input).catch((error: unknown) => {
    // node:util's parseArgs: an unknown option, a value that is missing.
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new Refusal(`${error.message}\nUsage: ${typed.admin} ${command.usage}`)
    }
    throw error
  })
}
