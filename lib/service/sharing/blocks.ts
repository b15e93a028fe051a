import { ModelError } from '#lib/schema/model-error.ts'
import { blockAccount as blockStored, MOST_BLOCKS } from '#lib/sharing/blocks.ts'

export { liftBlock, listBlocks, MOST_BLOCKS } from '#lib/sharing/blocks.ts'

/** From now on nothing of that account is taken. Throws `invalid` for one block too many. */
export async function blockAccount(userId: string, blockedId: string): Promise<'done' | 'unknown'> {
  const blocked = await blockStored(userId, blockedId)
  if (blocked !== 'too_many') return blocked
  const msg = `the account would have ${MOST_BLOCKS + 1} blocks, the limit is ${MOST_BLOCKS}`
  throw new ModelError('invalid', [{ type: 'limit_exceeded', loc: [], msg, ctx: { limit: MOST_BLOCKS } }])
}
