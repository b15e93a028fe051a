import { parseArgs } from 'node:util'
import { deleteUser } from '#lib/accounts/users.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { db } from '#lib/db/client.ts'
import { Refusal } from '#lib/start/progress.mjs'
import { accountOf } from './account-of.ts'
import type { Command } from './command.ts'
import { transferModels } from './transfer-models.ts'

/** At once and for good. What becomes of the models must be said. */
export const deleteUserCommand: Command = {
  usage: 'delete-user --email E (--transfer-to E2 | --delete-models) --yes',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        'transfer-to': { type: 'string' },
        'delete-models': { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    })
    const account = await accountOf(values.email)
    const heir = values['transfer-to'] === undefined ? undefined : await accountOf(values['transfer-to'], '--transfer-to')
    if (heir && values['delete-models']) throw new Refusal('Say one of --transfer-to and --delete-models.')
    if (heir?.id === account.id) throw new Refusal('--transfer-to is the account that is to be deleted.')
    const models = await db().constructModel.findMany({
      where: { ownerId: account.id },
      select: { id: true, name: true },
      orderBy: { id: 'asc' },
    })
    if (models.length > 0 && !heir && !values['delete-models']) {
      const listed = models.map(({ id, name }) => `  ${id}  ${name}`)
      throw new Refusal(
        [`${account.email} has ${models.length} models: say --transfer-to E2 or --delete-models.`, ...listed].join('\n'),
      )
    }
    if (!values.yes) throw new Refusal(`This deletes ${account.email} for good: say --yes.`)
    const transferred = heir ? await transferModels(account, heir) : 0
    await activityWritten() // or what waits to be written would outlive the account
    const { deletedModels } = await deleteUser(account.id)
    return { ...account, transferred, deletedModels }
  },
}
