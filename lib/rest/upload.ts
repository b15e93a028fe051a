import { reserveBody } from '#lib/http/body-reservation.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'
import { type Issue, ModelError } from '#lib/schema/model-error.ts'
import { holderOf, openTicket, spendTicket, type Ticket } from '#lib/service/file-tickets.ts'
import { type FileImported, ImportQuery, importFile } from '#lib/service/import-file.ts'
import { importInShort } from '#lib/service/import-outcome.ts'
import { once } from '#lib/service/write-once.ts'
import { answerLink, noLink } from './file-link.ts'
import { noteWrite } from './note-write.ts'
import { importConstructModel } from './operations/file.ts'
import { json, revisionHeader } from './reply.ts'
import { bodyOf, Refused, readQuery } from './request-parts.ts'
import { mayAsk } from './serve.ts'
import { uploadPage } from './upload-page.ts'

/** A file by a link that an app handed to its user: the upload is the import, once. Files, section 6. */

export const UPLOAD_PATH = '/import/{token}'

export const upload = (request: Incoming): Promise<Reply> =>
  answerLink(request, { path: UPLOAD_PATH, methods: ['GET', 'HEAD', 'PUT'] }, async (token) => {
    const ticket = await openTicket(token, 'import')
    const isOpen = ticket !== null && ticket.outcome === undefined
    if (request.method !== 'PUT') return uploadPage(isOpen ? await holderOf(ticket, request.headers) : null)
    if (!isOpen) throw noLink()
    const since = performance.now()
    const { caller } = ticket
    await mayAsk('write', caller.principal, {})
    const reply = await importOnce(ticket, request)
    await noteWrite({ caller, operation: importConstructModel, modelId: undefined }, reply, since)
    return reply
  })

/** The answer is kept in the transaction that makes the model, so of two uploads, in whichever processes, one makes it. */
async function importOnce(ticket: Ticket, request: Incoming): Promise<Reply> {
  const { hash, caller } = ticket
  const key = { principal: caller.principal, key: `upload ${hash}`, fingerprint: hash }
  const outcome = await once(
    key,
    () => importUpload(ticket, request, key),
    ({ isStored, reply }) => (isStored ? null : { ...reply, body: Buffer.concat(reply.body) }),
  )
  if (outcome === 'in_progress' || outcome === 'reused') throw underWay()
  if ('replay' in outcome) {
    const { body } = outcome.replay
    if (body instanceof Uint8Array) await spendTicket(ticket, importInShort(JSON.parse(Buffer.from(body).toString())))
    throw underWay()
  }
  const { reply, answer } = outcome.done
  await spendTicket(ticket, importInShort(answer))
  return reply
}

const underWay = () => new Refused(409, 'Another upload to this link is in progress', { 'Retry-After': '1' }, 'in_progress')

type Uploaded = { answer: FileImported; isStored: boolean; reply: Reply & { body: Uint8Array[] } }

async function importUpload({ caller, options }: Ticket, request: Incoming, key: Parameters<typeof once>[0]): Promise<Uploaded> {
  const workRequest = {
    user: caller.userId,
    get signal() {
      return request.signal
    },
  }
  const reservation = reserveBody(caller.userId, () => request.signal)
  try {
    const bytes = await bodyOf(request, reservation, { takesFile: true })
    const issues: Issue[] = []
    const named = readQuery(ImportQuery.pick({ fileName: true }), new URL(request.url).searchParams, issues)
    if (issues.length > 0) throw new ModelError('invalid', issues)
    const query = ImportQuery.parse({ ...Object(options), ...named })
    const writing = { caller, via: 'mcp' as const, idempotency: key, request: workRequest }
    const { answer, written } = await importFile(bytes, query, writing, workRequest, (first, { modelId }) => ({
      ...head(modelId),
      body: Buffer.from(JSON.stringify(first)),
    }))
    const { headers } = written ? head(written.modelId) : json(answer)
    const body = [Buffer.from(JSON.stringify(answer))]
    return { answer, isStored: written !== undefined, reply: { status: written ? 201 : 200, headers, body } }
  } finally {
    reservation.release()
  }
}

const head = (modelId: string) => ({
  status: 201,
  headers: {
    'Content-Type': 'application/json',
    ...revisionHeader(1),
    Location: `${env.APP_URL}/api/construct-models/${modelId}`,
  },
})
