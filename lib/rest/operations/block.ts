import { z } from 'zod'
import { blockAccount, liftBlock, listBlocks, MOST_BLOCKS } from '#lib/service/sharing/blocks.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused } from '../request-parts.ts'

/** From whom somebody takes no more shares, invitations and requests. People, section 2. */

const BLOCKS = '/api/account/blocks'
const BLOCK = `${BLOCKS}/{user_id}` as const
const NOT_FOUND = 'Account not found'

export const listAccountBlocks = operation({
  id: 'list_blocks',
  method: 'GET',
  path: BLOCKS,
  tag: 'Sharing',
  summary: 'List blocked accounts',
  description: `From whom the caller takes no shares, invitations, offers and requests; the latest first, at most ${MOST_BLOCKS}.`,
  needs: 'read',
  forPeople: true,
  answer: z
    .object({ items: z.array(z.object({ userId: z.string(), name: z.string().nullable(), at: z.iso.datetime() })) })
    .meta({ id: 'BlockList' }),
  example: { answer: example.blocks },
  run: async ({ caller }) => json({ items: await listBlocks(caller.userId) }),
})

export const blockAnAccount = operation({
  id: 'block_account',
  method: 'PUT',
  path: BLOCK,
  tag: 'Sharing',
  summary: 'Block an account',
  description:
    'Its shares become invitations that the caller hears nothing of, and its requests for access are stored nowhere. Nobody is told: to the blocked account the caller looks like an address that nobody has confirmed. Roles that are there stay; leave a model to give one up. Only an account of which the caller has heard can be blocked (`by` of a notification, the owner of a shared model, somebody with a role on an own model).',
  needs: 'read',
  scope: 'write',
  forPeople: true,
  status: 204,
  async run({ caller, parameters: { user_id: userId } }) {
    if ((await blockAccount(caller.userId, userId)) === 'unknown') throw new Refused(404, NOT_FOUND)
    return done
  },
})

export const unblockAccount = operation({
  id: 'unblock_account',
  method: 'DELETE',
  path: BLOCK,
  tag: 'Sharing',
  summary: 'Lift a block',
  description:
    'From now on the account can share with the caller, invite and ask again. What it sent in the meantime does not come.',
  needs: 'read',
  scope: 'write',
  forPeople: true,
  status: 204,
  async run({ caller, parameters: { user_id: userId } }) {
    if (!(await liftBlock(caller.userId, userId))) throw new Refused(404, NOT_FOUND)
    return done
  },
})
