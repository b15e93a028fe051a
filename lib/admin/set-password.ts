import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { resetPassword } from '#lib/accounts/users.ts'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'
import { passwordByStdin } from './password-by-stdin.ts'

/** For who forgot theirs: every session and connected app ends, and every API key unless it is to be kept. */
export const setPasswordCommand: Command = {
  usage: 'set-password --email E --password-stdin [--keep-keys]',
  async run(args, input) {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' }, 'keep-keys': { type: 'boolean' } },
    })
    const { id, email } = await accountOf(values.email)
    const password = await passwordByStdin(values['password-stdin'], email, input)
    const { revokedApiKeys } = await resetPassword(id, password, { alsoApiKeys: !values['keep-keys'] })
    await logAdminEvent(id, 'account.change_password', { revokedApiKeys })
    return { id, email, revokedApiKeys }
  },
}
