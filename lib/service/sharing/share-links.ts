import type { Caller } from '#lib/access/caller.ts'
import { limits } from '#lib/runtime/limits.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import {
  changeShareLink as changeStored,
  type LinkFields,
  makeShareLink as makeStored,
  revokeShareLink as revokeStored,
  type ShareLink,
} from '#lib/sharing/share-links.ts'
import { announceRights } from '#lib/storage/announce.ts'
import type { OpenModel } from '../models/open-model.ts'

export { countOpening } from '#lib/sharing/link-openings.ts'
export { enterPassword, type FoundLink, linkOf, listShareLinks, type ShareLink } from '#lib/sharing/share-links.ts'

/** The links by which others see a model; whoever has it open hears of a change. People, section 3. */

type NewLink = { [K in keyof LinkFields]?: LinkFields[K] | undefined } & {
  password?: string | null | undefined
  revision?: number | null | undefined
}

/** The one answer that holds the token. Throws `not_found`, and `invalid` for a revision that there never was or one link too many. */
export async function makeShareLink(
  model: OpenModel,
  caller: Caller,
  { name = '', expiresAt = null, comments = false, origins = [], password = null, revision = null }: NewLink,
): Promise<{ link: ShareLink; token: string }> {
  if (revision !== null && revision > model.revision) {
    const ctx = { kind: 'revision', id: String(revision) }
    const msg = `no revision ${revision} in this model`
    throw new ModelError('invalid', [{ type: 'reference_not_found', loc: ['revision'], msg, ctx }])
  }
  const made = await makeStored(model.id, caller, { name, expiresAt, comments, origins, password, revision })
  if (made === 'too_many') throw tooMany()
  if (made === 'gone') throw new ModelError('not_found')
  return made
}

export const NO_PASSWORD = 'a link that is embedded cannot have a password'

/** What is not given stays. Throws `invalid` for one live link too many, or a password of one that is embedded. */
export async function changeShareLink(
  { id: modelId }: OpenModel,
  caller: Caller,
  id: string,
  fields: Parameters<typeof changeStored>[3],
): Promise<ShareLink | 'gone'> {
  const changed = await changeStored(modelId, id, caller, fields)
  if (changed === 'gone') return changed
  if (changed === 'too_many') throw tooMany()
  if (changed === 'embedded')
    throw new ModelError('invalid', [valueError([fields.password == null ? 'origins' : 'password'], NO_PASSWORD)])
  announceRights(modelId) // who has it open may have to enter a new password
  return changed
}

function tooMany(): ModelError {
  const { shareLinks: limit } = limits
  const msg = `the model would have ${limit + 1} share links, the limit is ${limit}`
  return new ModelError('invalid', [{ type: 'limit_exceeded', loc: [], msg, ctx: { limit } }])
}

/** What is open by it ends. False when there is no such link. */
export async function revokeShareLink({ id: modelId }: OpenModel, caller: Caller, id: string): Promise<boolean> {
  const isRevoked = await revokeStored(modelId, id, caller)
  if (isRevoked) announceRights(modelId)
  return isRevoked
}
