import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { revokeApiKeys } from '#lib/accounts/api-keys.ts'
import { transaction } from '#lib/db/client.ts'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'

export const revokeKeysCommand: Command = {
  usage: 'revoke-keys --email E',
  async run(args) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    const { id, email } = await accountOf(values.email)
    const revokedApiKeys = await transaction((tx) => revokeApiKeys(tx, id))
    await logAdminEvent(id, 'account.revoke_api_key', { revokedApiKeys })
    return { id, email, revokedApiKeys }
  },
}
