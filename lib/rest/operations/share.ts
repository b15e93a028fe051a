import { z } from 'zod'
import { clientNetwork } from '#lib/http/client-address.ts'
import { mediaType } from '#lib/http/headers.ts'
import type { Reply } from '#lib/http/reply.ts'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { Bounds, Counts, ViewerUnits, WholeModel } from '#lib/schema/schema.ts'
import { analyseModel } from '#lib/service/analyse-model.ts'
import { AnalyseShared, AnalysisReply } from '#lib/service/analysis-schema.ts'
import { SCENE_TYPE } from '#lib/service/models/find-scene.ts'
import { viewedAt } from '#lib/service/models/read-model.ts'
import { duplicateModel } from '#lib/service/models/write-model.ts'
import { modelShown, openShared } from '#lib/service/sharing/open-shared.ts'
import { countOpening, enterPassword } from '#lib/service/sharing/share-links.ts'
import { REVALIDATED } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { aCopy, json, shows } from '../reply.ts'
import { Refused } from '../request-parts.ts'
import { WHOLE_ANSWER } from './analysis.ts'
import { checkReply, Duplicate, Findings, modelReply } from './model.ts'
import { modelEvents, revisionReply } from './revision.ts'

/**
 * What somebody may do who has a share link, with or without an account: the model's own operations, read-only, at the revision that
 * the link shows. People, section 3.
 */

/** Asked for each time, for the link may have been revoked. */
const OF_LINKS = { ...REVALIDATED, Vary: 'Accept-Encoding, Cookie' }
const IN_FORMS = { ...REVALIDATED, Vary: `Accept, ${OF_LINKS.Vary}` }

const OF_LINK = '/api/share/{token}'

const SharedModelFacts = z
  .object({
    name: z.string(),
    revision: z.int(),
    live: z.boolean().describe('Whether it changes as the model does; else this revision is what the link shows'),
    counts: Counts,
    bounds: Bounds,
    units: ViewerUnits.optional(),
    updatedAt: z.iso.datetime().describe('When that revision was made'),
    comments: z.boolean(),
    viewerUrl: z.url(),
  })
  .meta({ id: 'SharedModel' })

export const readSharedModel = operation({
  id: 'read_shared',
  method: 'GET',
  path: OF_LINK,
  tag: 'Share links',
  summary: 'What a share link shows',
  description: 'Name, revision, counts, box and units of the model, without its elements.',
  needs: 'read',
  answer: SharedModelFacts,
  example: { answer: example.sharedModel },
  async run({ model, link }) {
    const { name, revision, counts, bounds, units, updatedAt } = await modelShown(model, link)
    const { comments, token } = link
    const live = link.revision === null
    return json({ name, revision, live, counts, bounds, units, updatedAt, comments, viewerUrl: shareUrl(token) })
  },
})

export const readSharedElements = operation({
  id: 'read_shared_model',
  method: 'GET',
  path: `${OF_LINK}/model`,
  tag: 'Share links',
  summary: 'Read the model that a share link shows',
  description:
    'The whole model as viewer payload, as the operation of the model gives it; `viewerUrl` is the address of the link.',
  needs: 'read',
  answer: WholeModel,
  conditional: true,
  example: { answer: { ...example.portalFrame, viewerUrl: example.shareUrl } },
  sceneToo: true,
  async run({ link, model, request, takesGzip, workRequest }): Promise<Reply> {
    const { revision } = link
    const reply =
      revision === null
        ? await modelReply(model, request, takesGzip, workRequest)
        : await revisionReply(model, revision, request, takesGzip, workRequest)
    const headers: Reply['headers'] = { ...reply.headers, ...IN_FORMS }
    countOpening(link, clientNetwork(request.headers))
    // A scene has no address in it.
    if (!Array.isArray(reply.body) || headers['Content-Type'] === SCENE_TYPE) return { ...reply, headers }
    const form = headers['Content-Encoding'] === 'gzip' ? 'gzip' : 'plain'
    return { ...reply, headers, body: await viewedAt(shareUrl(link.token), model.id, reply.body, form) }
  },
})

export const checkSharedModel = operation({
  id: 'check_shared_model',
  method: 'GET',
  path: `${OF_LINK}/check`,
  tag: 'Share links',
  summary: 'Check the model that a share link shows',
  description: 'The findings of the model check, as the operation of the model gives them.',
  needs: 'read',
  answer: Findings,
  conditional: true,
  example: { answer: example.findings },
  async run({ model, link, request, workRequest }): Promise<Reply> {
    const reply = await checkReply(model, request, workRequest, link.revision ?? undefined)
    return { ...reply, headers: { ...reply.headers, ...OF_LINKS } }
  },
})

export const analyseSharedModel = operation({
  id: 'analyse_shared_model',
  method: 'POST',
  path: `${OF_LINK}/analyse`,
  tag: 'Share links',
  summary: 'Analyse the model that a share link shows',
  description: 'As the operation of the model does, of the revision that the link shows and no other.',
  needs: 'read',
  body: AnalyseShared,
  answer: AnalysisReply,
  example: { body: example.analysis, answer: example.analysisAnswer },
  async run({ model, link, body, workRequest }): Promise<Reply> {
    const question = link.revision === null ? body : { ...body, revision: link.revision }
    const reply = json(await analyseModel(model, question, workRequest, WHOLE_ANSWER))
    return { ...reply, headers: { ...reply.headers, ...OF_LINKS } }
  },
})

export const streamSharedModel = operation({
  id: 'hear_shared_model',
  method: 'GET',
  path: `${OF_LINK}/events`,
  tag: 'Share links',
  summary: 'Hear of new revisions of the model that a share link shows',
  description:
    'Server-sent events, as the operation of the model gives them; of a link to one revision there is nothing new. The last of a stream is `access` with `{"role": null}` when the link was revoked or has expired, `signed_out` when it has another password.',
  needs: 'read',
  mediaType: 'text/event-stream',
  async run({ model, link, request }) {
    return modelEvents(model, request, {
      listener: `${link.caller.principal} ${clientNetwork(request.headers)}`, // of a link to the public are many
      link,
      async open() {
        const now = await openShared(link.token, request.headers)
        if (now.state === 'open') return now.model
        return now.state === 'locked' ? 'signed_out' : 'access'
      },
    })
  },
})

const LinkPassword = z.object({ password: z.string().max(1000) }).meta({ id: 'LinkPassword' })

export const enterLinkPassword = operation({
  id: 'enter_link_password',
  method: 'POST',
  path: `${OF_LINK}/password`,
  tag: 'Share links',
  summary: 'Enter the password of a share link',
  description:
    'Sets a cookie for twelve hours, with which the other operations of the link answer. Also as a form (`application/x-www-form-urlencoded`), which leads back to the page of the link.',
  needs: 'read',
  isLocked: true,
  takesForm: true,
  body: LinkPassword,
  example: { body: { password: 'a bridge in the fog' } },
  status: 204,
  async run({ link, body: { password }, request }): Promise<Reply> {
    const isForm = mediaType(request.headers) !== 'application/json'
    const back = (suffix: string, headers = {}): Reply => ({
      status: 303,
      headers: { Location: `${shareUrl(link.token)}${suffix}`, ...headers },
      body: null,
    })
    const entered = await enterPassword(link, password, clientNetwork(request.headers))
    if (typeof entered === 'number') {
      if (isForm) return back(`?password=wait&seconds=${entered}`)
      throw new Refused(429, 'Too many passwords', { 'Retry-After': String(entered) })
    }
    if (!entered) {
      if (isForm) return back('?password=wrong')
      throw new Refused(401, 'This password is not right.', {}, 'wrong_password')
    }
    const cookie = { 'Set-Cookie': entered.cookie }
    return isForm ? back('', cookie) : { status: 204, headers: cookie, body: null }
  },
})

export const copySharedModel = operation({
  id: 'copy_shared_model',
  method: 'POST',
  path: `${OF_LINK}/copy`,
  tag: 'Share links',
  summary: 'Copy the model that a share link shows',
  description:
    'Makes a model of the signed-in person’s own that equals what the link shows, element for element, at revision 1, and returns it. People, links and old revisions do not go along.',
  needs: 'read',
  scope: 'write',
  forPeople: 'signed in',
  body: Duplicate.omit({ revision: true }).meta({ id: 'SharedCopy' }),
  status: 201,
  answer: WholeModel,
  example: { body: { name: 'Portal frame, my own' }, answer: { ...example.portalFrame, name: 'Portal frame, my own' } },
  run: ({ model, link, body: { name }, writing, takesGzip }) =>
    shows(
      'model',
      writing,
      (writing) => duplicateModel(model, writing, { name, revision: link.revision ?? undefined, onlyFirstView: !link.comments }),
      201,
      aCopy(takesGzip),
    ),
})
