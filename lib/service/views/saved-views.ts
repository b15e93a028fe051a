import type { Caller } from '#lib/access/caller.ts'
import { may } from '#lib/access/roles.ts'
import { limits } from '#lib/runtime/limits.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import {
  changeView as changeStored,
  deleteView as deleteStored,
  listViews as listStored,
  makeView as makeStored,
  pictureOfView as pictureStored,
  type SavedView as StoredView,
  setFirstView as setFirst,
  type ViewFields,
} from '#lib/storage/saved-views.ts'
import type { OpenModel } from '../models/open-model.ts'

export { firstViewOf } from '#lib/storage/saved-views.ts'

/** Views of a model that are kept with a name. Who may what: people, section 1. */

export type SavedView = StoredView & { mayChange: boolean; mayDelete: boolean }
/** As somebody sees it who has a share link: without an author where the link tells no names. */
export type SharedView = Omit<SavedView, 'author'> & { author: StoredView['author'] | null }

type Link = { comments: boolean }

const mayDeleteOthers = ({ role }: OpenModel, { via }: Caller) => may(role, 'own') && via !== 'oauth'

function withRights(model: OpenModel, caller: Caller, view: StoredView): SavedView {
  const isOwn = view.author.id === caller.userId && may(model.role, 'comment')
  return { ...view, mayChange: isOwn, mayDelete: isOwn || mayDeleteOthers(model, caller) }
}

export const listViews = async (model: OpenModel, caller: Caller): Promise<SavedView[]> =>
  (await listStored(model.id)).map((view) => withRights(model, caller, view))

/** A link that tells no names shows the first view alone. */
export const listViewsByLink = async ({ id }: OpenModel, link: Link): Promise<SharedView[]> =>
  (await listStored(id))
    .filter(({ isFirst }) => isFirst || link.comments)
    .map((view) => ({ ...view, mayChange: false, mayDelete: false, ...(!link.comments && { author: null }) }))

/** Throws `not_found`, and `invalid` for one too many. */
export async function makeView(model: OpenModel, caller: Caller, fields: ViewFields): Promise<SavedView> {
  const made = await makeStored(model.id, caller, fields)
  if (made === 'gone') throw new ModelError('not_found')
  if (made === 'too_many') {
    const msg = `the model would have ${limits.savedViews + 1} saved views, the limit is ${limits.savedViews}`
    throw new ModelError('invalid', [{ type: 'limit_exceeded', loc: [], msg, ctx: { limit: limits.savedViews } }])
  }
  return withRights(model, caller, made)
}

/** By its author. Throws `forbidden`. */
export async function changeView(
  model: OpenModel,
  caller: Caller,
  id: string,
  fields: Partial<ViewFields>,
): Promise<SavedView | 'gone'> {
  const changed = await changeStored(model.id, id, caller, fields)
  if (changed === 'gone') return changed
  if (changed === 'forbidden') throw new ModelError('forbidden')
  return withRights(model, caller, changed)
}

/** By its author, and by the model's owner unless an app asks for them. */
export const deleteView = (model: OpenModel, caller: Caller, id: string): Promise<'done' | 'gone' | 'forbidden'> =>
  deleteStored(model.id, id, caller, mayDeleteOthers(model, caller))

/** The view with which the model opens; null: none. Throws `invalid`. */
export async function setFirstView(model: OpenModel, caller: Caller, id: string | null): Promise<void> {
  if ((await setFirst(model.id, caller, id)) === 'done') return
  const msg = `no saved view '${id}' in this model`
  throw new ModelError('invalid', [{ type: 'reference_not_found', loc: ['id'], msg, ctx: { id } }])
}

/** The picture that was saved with it, if any was; undefined for a view that there is not, or that the link does not show. */
export async function pictureOfView({ id: modelId }: OpenModel, id: string, link?: Link): ReturnType<typeof pictureStored> {
  const view = await pictureStored(modelId, id)
  return link && !link.comments && !view?.isFirst ? undefined : view
}
