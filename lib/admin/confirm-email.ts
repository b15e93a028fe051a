import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { confirmEmail } from '#lib/accounts/users.ts'
import { db } from '#lib/db/client.ts'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'

/** The administrator vouches that the address is this person's. */
export const confirmEmailCommand: Command = {
  usage: 'confirm-email --email E',
  async run(args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { id, email } = await accountOf(values.email)
    await confirmEmail(db(), { id, email })
    await logAdminEvent(id, 'account.confirm_email')
    return { id, email, confirmed: true }
  },
}
