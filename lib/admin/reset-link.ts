import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { makeUserToken } from '#lib/accounts/user-tokens.ts'
import { env } from '#lib/runtime/env.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'

const LIVES_MS = DAY_MS

/** For who forgot theirs: a link to set a new password, for one use within a day. */
export const resetLinkCommand: Command = {
  usage: 'reset-link --email E',
  async run(args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { id, email } = await accountOf(values.email)
    const { token, expiresAt } = await makeUserToken({ userId: id, email, purpose: 'reset', by: 'admin', lives: LIVES_MS })
    await logAdminEvent(id, 'account.reset_link')
    return { url: `${env.APP_URL}/reset-password/${token}`, expiresAt }
  },
}
