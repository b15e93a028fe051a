import type { Caller } from '#lib/access/caller.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { type Accepted, acceptInvitation as acceptStored, offerModel as offerStored } from '#lib/sharing/invitations.ts'
import { announceRights } from '#lib/storage/announce.ts'
import { mayTakeOver } from '#lib/storage/quota.ts'
import type { OpenModel } from '../models/open-model.ts'
import { withinPeople } from './people-limit.ts'

export { declineInvitation, readInvitation, withdrawModel } from '#lib/sharing/invitations.ts'

/** Invitations to a role, and a model that is offered to another owner. People, sections 2 and 6. */

/**
 * The role, or the model as far as the account has room for it. Throws `invalid` for one's own model, one person too many and too much
 * for the account.
 */
export async function acceptInvitation(token: string, caller: Caller): Promise<Exclude<Accepted, 'is_owner'>> {
  const accepted: Accepted = await withinPeople(
    acceptStored(token, caller, (tx, modelId) => mayTakeOver(tx, caller.userId, modelId)),
  )
  if (accepted === 'gone') return accepted
  if (accepted === 'is_owner') throw new ModelError('invalid', [valueError(['token'], 'the model is yours already')])
  announceRights(accepted.modelId)
  return accepted
}

/** Throws `not_found`. */
export async function offerModel(model: OpenModel, caller: Caller, email: string) {
  const offered = await offerStored(model, caller, email)
  if (offered === 'gone') throw new ModelError('not_found')
  return offered
}
