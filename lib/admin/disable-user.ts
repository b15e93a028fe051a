import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { disableUser, enableUser } from '#lib/accounts/users.ts'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'

const email = (args: string[]) => parseArgs({ args, options: { email: { type: 'string' } } }).values.email

/** Sessions, keys and tokens open nothing from the next request on; the models stay. */
export const disableUserCommand: Command = {
  usage: 'disable-user --email E',
  async run(args) {
    const account = await accountOf(email(args))
    const { disabledAt } = await disableUser(account.id)
    await logAdminEvent(account.id, 'account.disable')
    return { ...account, disabledAt }
  },
}

/** Keys work again; sessions and connected apps are made anew. */
export const enableUserCommand: Command = {
  usage: 'enable-user --email E',
  async run(args) {
    const account = await accountOf(email(args))
    await enableUser(account.id)
    await logAdminEvent(account.id, 'account.enable')
    return { ...account, disabledAt: null }
  },
}
