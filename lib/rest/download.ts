import { z } from 'zod'
import { acceptsGzip } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { ExportQuery } from '#lib/service/export-model.ts'
import { openTicket } from '#lib/service/file-tickets.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { answerLink, noLink } from './file-link.ts'
import { fileReply } from './operations/file.ts'
import { mayAsk } from './serve.ts'

/** A file of a model by a link that an app handed to its user: as often as wanted while the app and the role last. Files, section 6. */

export const DOWNLOAD_PATH = '/api/downloads/{token}'

/** What a link is for. */
const Wanted = ExportQuery.omit({ report: true }).extend({ modelId: z.string(), revision: z.int(), isByNumber: z.boolean() })

export const download = (request: Incoming): Promise<Reply> =>
  answerLink(request, { path: DOWNLOAD_PATH, methods: ['GET', 'HEAD'] }, async (token) => {
    const ticket = await openTicket(token, 'export')
    if (!ticket) throw noLink()
    const { caller } = ticket
    await mayAsk('read', caller.principal, {})
    const { modelId, revision, isByNumber, ...query } = Wanted.parse(ticket.options)
    const model = await openModel(caller, modelId, 'read').catch(lost)
    const workRequest = {
      user: caller.userId,
      get signal() {
        return request.signal
      },
    }
    const reply = await fileReply({
      ...{ model, at: revision, isByNumber, takesGzip: acceptsGzip(request.headers), workRequest },
      ...{ query: { ...query, report: false }, request: withoutConditions(request) },
    })
    const { ETag: _, Link: __, ...headers } = reply.headers
    return { ...reply, headers }
  })

function lost(error: unknown): never {
  throw error instanceof ModelError ? noLink() : error
}

/** Whatever the client has already, it gets the file. */
const withoutConditions = (request: Incoming): Incoming => ({
  method: 'GET',
  url: request.url,
  headers: { get: () => null, has: () => false },
  get signal() {
    return request.signal
  },
  body: null,
  arrayBuffer: () => request.arrayBuffer(),
})
