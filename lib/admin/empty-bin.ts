import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { Refusal } from '#lib/start/progress.mjs'
import { emptyBin } from '#lib/storage/bin.ts'
import { DAY_MS } from '#lib/values/durations.ts'
import type { Command } from './command.ts'

/** What lies in anybody's bin goes for good. */
export const emptyBinCommand: Command = {
  usage: 'empty-bin [--older-than DAYS]',
  async run(args) {
    const { values } = parseArgs({ args, options: { 'older-than': { type: 'string', default: '0' } } })
    const days = Number(values['older-than'])
    if (!(days >= 0 && days <= 10_000)) throw new Refusal('--older-than takes a number of days from 0.')
    const owners = await emptyBin(new Date(Date.now() - days * DAY_MS))
    const models = new Map<string, number>()
    for (const owner of owners) models.set(owner, (models.get(owner) ?? 0) + 1)
    for (const [owner, count] of models) await logAdminEvent(owner, 'account.bin_emptied', { models: count })
    return { models: owners.length }
  },
}
