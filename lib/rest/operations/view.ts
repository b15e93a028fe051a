import { z } from 'zod'
import { may } from '#lib/access/roles.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type FreeForm, rules } from '#lib/schema/lenient-types.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import type { FoundLink } from '#lib/service/sharing/share-links.ts'
import {
  changeView,
  deleteView,
  listViews,
  listViewsByLink,
  type SavedView as ModelView,
  makeView,
  pictureOfView,
  type SharedView,
  setFirstView,
} from '#lib/service/views/saved-views.ts'
import { renderWhole } from '#lib/service/whole-model.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { REVALIDATED } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { done, json } from '../reply.ts'
import { Refused, refuseApps } from '../request-parts.ts'

/** Views of a model that are kept with a name. Who may what: people, section 1. */

export const VIEW_PICTURE = { width: 320, height: 200 }
const MOST_PICTURE = 200_000

const fields = {
  name: z.string().min(1).max(80),
  query: z.string().max(4000).describe('The view, as the address of the viewer has it behind the question mark'),
  picture: z
    .string()
    .max(Math.ceil((MOST_PICTURE * 4) / 3))
    .nullish()
    .describe(
      `PNG of ${VIEW_PICTURE.width} × ${VIEW_PICTURE.height} pixels in base64; without one the model is drawn from the corner`,
    ),
}

/** Signature, length and name of the header, then width and height (PNG, third edition, section 5). */
const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function readPicture(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < 33 || bytes.length > MOST_PICTURE || !bytes.subarray(0, 16).equals(PNG_HEAD)) return null
  const { width, height } = VIEW_PICTURE
  return bytes.readUInt32BE(16) === width && bytes.readUInt32BE(20) === height ? new Uint8Array(bytes) : null
}

const NO_PICTURE = valueError(['picture'], `not a PNG of ${VIEW_PICTURE.width} × ${VIEW_PICTURE.height} pixels in base64`)
const mustHoldPicture = ({ picture }: FreeForm): Issue[] =>
  typeof picture === 'string' && picture.length <= (MOST_PICTURE * 4) / 3 && !readPicture(picture) ? [NO_PICTURE] : []

const NewView = z.strictObject(fields).meta({ id: 'NewView' })
const ViewChange = z
  .strictObject({ name: fields.name.optional(), query: fields.query.optional(), picture: fields.picture })
  .meta({ id: 'ViewChange' })
rules.set(NewView, mustHoldPicture)
rules.set(ViewChange, mustHoldPicture)

type ViewInput = { name?: string | undefined; query?: string | undefined; picture?: string | null | undefined }

/** What is given of it; a question mark before the query is none of it. */
const toFields = ({ name, query, picture }: ViewInput) => ({
  ...(name !== undefined && { name }),
  ...(query !== undefined && { query: query.replace(/^\?/, '') }),
  ...(picture !== undefined && { picture: picture === null ? null : readPicture(picture) }),
})

const SavedView = z
  .object({
    id: z.string(),
    name: z.string(),
    query: z.string(),
    isFirst: z.boolean().describe('Whether the model opens with it'),
    author: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('Null behind a link that tells no names'),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    pictureUrl: z.url(),
    mayChange: z.boolean().describe('Whether the caller may'),
    mayDelete: z.boolean(),
  })
  .meta({ id: 'SavedView' })
const SavedViews = z.object({ items: z.array(SavedView) }).meta({ id: 'SavedViewList' })

const VIEWS = '/api/construct-models/{model_id}/views'
const ofModel = ({ id }: OpenModel) => VIEWS.replace('{model_id}', () => encodeURIComponent(id))

/** `address`: of the list. */
const toSavedView = (address: string, { mayChange, mayDelete, ...view }: ModelView | SharedView) => ({
  ...view,
  pictureUrl: `${env.APP_URL}${address}/${view.id}/picture?at=${view.changedAt.getTime()}`,
  ...{ mayChange, mayDelete },
})

const noView = () => new Refused(404, 'View not found')

export const listSavedViews = operation({
  id: 'list_views',
  method: 'GET',
  path: VIEWS,
  tag: 'Views',
  summary: 'List saved views',
  description: 'In the order in which they were made.',
  needs: 'read',
  answer: SavedViews,
  example: { answer: example.savedViews },
  run: async ({ caller, model }) =>
    json({ items: (await listViews(model, caller)).map((view) => toSavedView(ofModel(model), view)) }),
})

export const makeSavedView = operation({
  id: 'make_view',
  method: 'POST',
  path: VIEWS,
  tag: 'Views',
  summary: 'Save a view',
  description: `Keeps a view of the model with a name, for everybody who may read the model. It is no revision. A model has at most ${limits.savedViews}.`,
  needs: 'comment',
  body: NewView,
  status: 201,
  answer: SavedView,
  example: { body: example.newView, answer: example.savedView },
  async run({ caller, model, body }) {
    const { name, query } = body
    const made = await makeView(model, caller, { name, query, ...toFields(body) })
    return { ...json(toSavedView(ofModel(model), made)), status: 201 }
  },
})

export const changeSavedView = operation({
  id: 'change_view',
  method: 'PATCH',
  path: `${VIEWS}/{view_id}`,
  tag: 'Views',
  summary: 'Change a saved view',
  description: 'Sets name, query or picture of a view of your own; what is not given stays.',
  needs: 'comment',
  body: ViewChange,
  answer: SavedView,
  example: { body: { name: 'Frame on axis B' }, answer: { ...example.savedView, name: 'Frame on axis B' } },
  async run({ caller, model, body, parameters: { view_id: id } }) {
    const changed = await changeView(model, caller, id, toFields(body))
    if (changed === 'gone') throw noView()
    return json(toSavedView(ofModel(model), changed))
  },
})

export const deleteSavedView = operation({
  id: 'delete_view',
  method: 'DELETE',
  path: `${VIEWS}/{view_id}`,
  tag: 'Views',
  summary: 'Delete a saved view',
  description: "A view of one's own; the owner of the model, signed in or with an API key, deletes those of others too.",
  needs: 'comment',
  status: 204,
  async run({ caller, model, parameters: { view_id: id } }) {
    const deleted = await deleteView(model, caller, id)
    if (deleted === 'gone') throw noView()
    if (deleted === 'forbidden') {
      if (may(model.role, 'own')) refuseApps(caller)
      throw new ModelError('forbidden', [], { role: model.role, needs: 'owner' })
    }
    return done
  },
})

const FirstView = z
  .strictObject({ id: z.string().nullable().describe('null: the model opens as any does') })
  .meta({ id: 'FirstView' })

export const setModelFirstView = operation({
  id: 'set_first_view',
  method: 'PUT',
  path: '/api/construct-models/{model_id}/first-view',
  tag: 'Views',
  summary: 'Choose the first view',
  description: 'The saved view with which the model opens, for everybody and by every link, where the address asks for no other.',
  needs: 'write',
  body: FirstView,
  status: 204,
  example: { body: { id: example.savedView.id } },
  async run({ caller, model, body: { id } }) {
    await setFirstView(model, caller, id)
    return done
  },
})

/** The picture that was saved with it, else one that is drawn now, of the revision that the link shows. */
async function pictureReply(
  model: OpenModel,
  id: string,
  request: Incoming,
  workRequest: WorkRequest,
  link?: FoundLink,
): Promise<Reply> {
  const view = await pictureOfView(model, id, link)
  if (!view) throw noView()
  const revision = link?.revision ?? undefined
  const tag = `"${id}-${view.changedAt.getTime()}${view.picture ? '' : `-${revision ?? model.revision}`}"`
  const head = { ...REVALIDATED, Vary: 'Authorization, Cookie', ETag: tag }
  if (request.headers.get('if-none-match') === tag) return { status: 304, headers: head, body: null }
  const drawn = async () =>
    (await renderWhole(model, { views: ['iso'], plain: true, ...VIEW_PICTURE }, workRequest, revision)).drawn.png
  const picture = view.picture ?? (await drawn())
  return { status: 200, headers: { ...head, 'Content-Type': 'image/png' }, body: [picture] }
}

export const readViewPicture = operation({
  id: 'read_view_picture',
  method: 'GET',
  path: `${VIEWS}/{view_id}/picture`,
  tag: 'Views',
  summary: 'Read the picture of a saved view',
  description: `PNG of ${VIEW_PICTURE.width} × ${VIEW_PICTURE.height} pixels: the one that was saved, else the model from the corner.`,
  needs: 'read',
  mediaType: 'image/png',
  run: ({ model, request, workRequest, parameters: { view_id: id } }) => pictureReply(model, id, request, workRequest),
})

const OF_LINK = '/api/share/{token}/views'

export const listSharedViews = operation({
  id: 'list_shared_views',
  method: 'GET',
  path: OF_LINK,
  tag: 'Views',
  summary: 'List the saved views that a share link shows',
  description:
    'Those of the model, with the names of their authors, where the link shows comments; else the first view alone, if there is one.',
  needs: 'read',
  answer: SavedViews,
  example: { answer: { items: [{ ...example.savedView, isFirst: true, author: null }] } },
  async run({ model, link }) {
    const address = OF_LINK.replace('{token}', link.token)
    return json({ items: (await listViewsByLink(model, link)).map((view) => toSavedView(address, view)) })
  },
})

export const readSharedViewPicture = operation({
  id: 'read_shared_view_picture',
  method: 'GET',
  path: `${OF_LINK}/{view_id}/picture`,
  tag: 'Views',
  summary: 'Read the picture of a saved view that a share link shows',
  description: 'As the operation of the model gives it.',
  needs: 'read',
  mediaType: 'image/png',
  run: ({ model, link, request, workRequest, parameters: { view_id: id } }) =>
    pictureReply(model, id, request, workRequest, link),
})
