import type { Caller } from '#lib/access/caller.ts'
import { may } from '#lib/access/roles.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { giveRole as giveStored, isOwnAddress, type RoleGrant, takeRole as takeStored } from '#lib/sharing/collaborators.ts'
import { announceRights } from '#lib/storage/announce.ts'
import type { OpenModel } from '../models/open-model.ts'
import { withinPeople } from './people-limit.ts'

export { isOwnAddress, listCollaborators, modelsSharedWith, readAddress } from '#lib/sharing/collaborators.ts'

/** Who may open a model beside its owner; whoever has it open hears of a change. People, sections 2 and 6. */

type Grant = Parameters<typeof giveStored>[2]

/** Throws `not_found`, and `invalid` for the owner's own address or one person too many. */
export async function giveRole(model: OpenModel, caller: Caller, grant: Grant): Promise<RoleGrant> {
  const given = await withinPeople(giveStored(model, caller, grant))
  if (given === 'gone') throw new ModelError('not_found')
  if (given === 'is_owner') throw new ModelError('invalid', [valueError(['email'], 'this is the owner')])
  announceRights(model.id)
  return given
}

/** By the owner, or by whoever leaves. Throws `forbidden`. */
export async function takeRole(model: OpenModel, caller: Caller, email: string): Promise<'done' | 'unknown' | 'is_owner'> {
  const isOwn = await isOwnAddress(caller, email)
  if (!may(model.role, 'own') && !isOwn) throw new ModelError('forbidden', [], { role: model.role, needs: 'owner' })
  if (may(model.role, 'own') && isOwn) return 'is_owner'
  if ((await takeStored(model, caller, email)) === 'unknown') return 'unknown'
  announceRights(model.id)
  return 'done'
}
