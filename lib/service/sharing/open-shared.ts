import type { LinkCaller } from '#lib/access/caller.ts'
import type { HeaderFields } from '#lib/http/incoming.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { type FoundLink, hasPassed, linkOf } from '#lib/sharing/share-links.ts'
import { modelIdIn } from '#lib/sharing/share-token.ts'
import { lookForModel, type OpenModel, openModel } from '../models/open-model.ts'
import { openReading } from '../models/read-model.ts'

/**
 * What a share link leads to. `nowhere`: unknown, revoked, expired, or its model in the bin, all alike; `locked`: its password is
 * asked for first.
 */
export type SharedModel =
  | { state: 'nowhere' }
  | { state: 'locked'; link: FoundLink }
  | { state: 'open'; link: FoundLink; caller: LinkCaller; model: OpenModel }

/** `headers`: those of the browser, whose cookie may say that the password was entered. */
export async function openShared(token: string, headers: HeaderFields): Promise<SharedModel> {
  const id = modelIdIn(token)
  if (id === null) return { state: 'nowhere' }
  // Both are asked for whatever the other says: the time must not tell which of the reasons it is.
  const found = lookForModel(id)
  const [link] = await Promise.all([linkOf(token), found])
  if (!link) return { state: 'nowhere' }
  try {
    const model = await openModel(link.caller, id, 'read', { found })
    return hasPassed(headers, link) ? { state: 'open', link, caller: link.caller, model } : { state: 'locked', link }
  } catch (error) {
    if (error instanceof ModelError && error.code === 'not_found') return { state: 'nowhere' }
    throw error
  }
}

type Shown = Pick<OpenModel, 'name' | 'revision' | 'counts' | 'bounds' | 'units' | 'updatedAt'>

/** The model as the link shows it: as it is, or as it was at the link's revision. */
export const modelShown = async (model: OpenModel, { revision }: Pick<FoundLink, 'revision'>): Promise<Shown> =>
  revision === null ? model : openReading(model, revision).header()
