import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { transaction } from '#lib/db/client.ts'
import { clearRowsOfOwner } from '#lib/sharing/rights.ts'
import { Refusal } from '#lib/start/progress.mjs'
import { type Account, accountOf } from './account-of.ts'
import type { Command } from './command.ts'

/** Without asking either; who had them keeps no role in them. */
export const transferModelsCommand: Command = {
  usage: 'transfer-models --from E --to E2 [--model ID]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' }, model: { type: 'string' } },
    })
    const [from, to] = [await accountOf(values.from, '--from'), await accountOf(values.to, '--to')]
    if (from.id === to.id) throw new Refusal('--from and --to are the same account.')
    const models = await transferModels(from, to, values.model)
    if (values.model !== undefined && models === 0) throw new Refusal(`${from.email} has no model ${values.model}.`)
    return { from: from.email, to: to.email, models }
  },
}

/** How many there were: all that `from` owns, or the one. */
export async function transferModels(from: Account, to: Account, modelId?: string): Promise<number> {
  const count = await transaction(async (tx) => {
    const updated = await tx.constructModel.updateMany({
      where: { ownerId: from.id, ...(modelId !== undefined && { id: modelId }) },
      data: { ownerId: to.id, accessSeq: { increment: 1 } },
    })
    await clearRowsOfOwner(tx, to.id)
    return updated.count
  })
  if (count === 0) return 0
  const about = { models: count, ...(modelId !== undefined && { modelId }) }
  await logAdminEvent(from.id, 'account.models_given', { to: to.email, ...about })
  await logAdminEvent(to.id, 'account.models_received', { from: from.email, ...about })
  return count
}
