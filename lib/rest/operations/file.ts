import { z } from 'zod'
import { clientNetwork } from '#lib/http/client-address.ts'
import { gzipOf, inflated, type Segment } from '#lib/http/gzip-segments.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import type { Reply } from '#lib/http/reply.ts'
import { streamOf } from '#lib/http/stream-of.ts'
import { shareUrl } from '#lib/http/viewer-url.ts'
import { env } from '#lib/runtime/env.ts'
import { FileReport } from '#lib/schema/file-report.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import {
  ExportQuery,
  exportModel,
  exportTag,
  FILE_TYPES,
  fileHeaders,
  optionIssues,
  optionsOf,
} from '#lib/service/export-model.ts'
import { FileImported, ImportQuery, importFile, importIssues } from '#lib/service/import-file.ts'
import type { OpenModel } from '#lib/service/models/open-model.ts'
import { openReading, viewedAt } from '#lib/service/models/read-model.ts'
import { countOpening } from '#lib/service/sharing/share-links.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { FOR_GOOD, isKnown, REVALIDATED, toEtag } from '../etag.ts'
import * as example from '../openapi/examples.ts'
import { operation } from '../operation.ts'
import { json, revisionHeader } from '../reply.ts'
import { modelReply } from './model.ts'
import { revisionReply } from './revision.ts'

/** Models as files of other programs, and files as new models: files, section 1. */

const WHAT =
  'The model as a file: `s2k` SAP2000, `opensees` a script, `csv`, `xlsx`, `json` …; [files](/docs/files) says what each holds. ' +
  '`Export-Notes` counts the kinds of things that the format cannot hold, `report=true` answers them in place of the file. ' +
  'The same revision and options give the same bytes.'

export const exportConstructModel = operation({
  id: 'export_model',
  method: 'GET',
  path: '/api/construct-models/{model_id}/export',
  tag: 'Files',
  summary: 'Export a model',
  description: WHAT,
  needs: 'read',
  query: ExportQuery.extend({ revision: z.int().min(1).optional().describe('As the model was then') }),
  answer: FileReport,
  files: FILE_TYPES,
  example: { answer: example.exportReport },
  conditional: true,
  run: ({ model, query: { revision, ...query }, request, takesGzip, workRequest }) =>
    fileReply({ model, at: revision, isByNumber: revision !== undefined, query, request, takesGzip, workRequest }),
})

export const exportSharedModel = operation({
  id: 'export_shared',
  method: 'GET',
  path: '/api/share/{token}/export',
  tag: 'Share links',
  summary: 'Export the model that a share link shows',
  description: WHAT,
  needs: 'read',
  query: ExportQuery,
  answer: FileReport,
  files: FILE_TYPES,
  example: { answer: example.exportReport },
  conditional: true,
  async run({ model, link, query, request, takesGzip, workRequest }) {
    countOpening(link, clientNetwork(request.headers))
    const at = link.revision ?? undefined
    return fileReply({ model, at, isByNumber: false, query, request, takesGzip, workRequest, url: shareUrl(link.token) })
  },
})

type ToAnswer = {
  model: OpenModel
  /** That revision and no other. */
  at: number | undefined
  /** It was asked for by its number, so that the answer never changes. */
  isByNumber: boolean
  query: ExportQuery
  request: Incoming
  takesGzip: boolean
  workRequest: WorkRequest
  /** Of a link: where its viewer is. */
  url?: string
}

export async function fileReply(toSend: ToAnswer): Promise<Reply> {
  const { model, at, isByNumber, query, request, takesGzip, workRequest } = toSend
  const wrong = optionIssues(query)
  if (wrong.length > 0) throw new ModelError('invalid', wrong)
  const options = optionsOf(query)
  const { format } = query
  const tag = query.report ? `${exportTag(format, options)}-report` : exportTag(format, options)
  const known = request.headers.get('if-none-match')
  const headersOf = (revision: number, coding: '' | '-gzip' = '') => ({
    ...(isByNumber ? FOR_GOOD : REVALIDATED),
    'X-Content-Type-Options': 'nosniff',
    Vary: `Accept-Encoding, ${toSend.url === undefined ? 'Authorization, Cookie' : 'Cookie'}`,
    ETag: toEtag(revision, `export-${tag}${coding}`),
  })
  const notModified = (revision: number): Reply | undefined => {
    for (const coding of ['', '-gzip'] as const)
      if (isKnown(known, revision, `export-${tag}${coding}`))
        return { status: 304, headers: headersOf(revision, coding), body: null }
    return undefined
  }
  const early = notModified(at ?? model.revision)
  if (early) return early
  if (format === 'json') return ownReply(toSend, headersOf)
  const made = await exportModel(model, format, options, workRequest, at)
  const { revision, report, segments, bytes } = made
  const late = notModified(revision)
  if (late) return late
  if (query.report) return json(report, headersOf(revision))
  const facts = { name: made.name, modelId: model.id, format, options }
  const { contentType, disposition } = fileHeaders(facts, isByNumber ? revision : undefined)
  const isCoded = segments !== null && takesGzip
  const headers = {
    ...headersOf(revision, isCoded ? '-gzip' : ''),
    'Content-Type': contentType,
    'Content-Disposition': disposition,
    'Export-Notes': String(report.notes.length),
    Link: `<${reportUrl(request)}>; rel="describedby"`,
    ...(isCoded && { 'Content-Encoding': 'gzip' }),
  }
  const body = segments === null ? bytes : isCoded ? gzipOf(segments) : streamOf(plain(segments))
  return { status: 200, headers, body }
}

/** A reader that is slow holds a piece of it at a time. */
async function* plain(segments: readonly Segment[]): AsyncGenerator<Uint8Array, void> {
  for (const { data, length } of segments) yield await inflated(data, length)
}

function reportUrl({ url }: Incoming): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.set('report', 'true')
  return `${pathname}?${searchParams}`
}

/** The model as it is read, byte for byte, with the name of a file. */
async function ownReply(
  { model, at, isByNumber, query, request, takesGzip, workRequest, url }: ToAnswer,
  headersOf: (revision: number, coding?: '' | '-gzip') => Record<string, string>,
): Promise<Reply> {
  const name = at === undefined || at === model.revision ? model.name : (await openReading(model, at).header()).name
  if (query.report) return json({ format: 'json', notes: [] }, headersOf(at ?? model.revision))
  // Neither another form than JSON nor a revision that the client has.
  const whole: Incoming = { ...plainRequest(request), headers: { get: () => null, has: () => false } }
  const reply = await (at === undefined
    ? modelReply(model, whole, takesGzip, workRequest)
    : revisionReply(model, at, whole, takesGzip, workRequest))
  const revision = Number(/\d+/.exec(reply.headers.ETag ?? '')?.[0])
  const isCoded = reply.headers['Content-Encoding'] === 'gzip'
  const { disposition } = fileHeaders({ name, modelId: model.id, format: 'json', options: {} }, isByNumber ? revision : undefined)
  const headers = {
    ...reply.headers,
    ...headersOf(revision, isCoded ? '-gzip' : ''),
    ...{ 'Content-Disposition': disposition, 'Export-Notes': '0' },
  }
  if (url === undefined || !Array.isArray(reply.body)) return { ...reply, headers }
  return { ...reply, headers, body: await viewedAt(url, model.id, reply.body, isCoded ? 'gzip' : 'plain') }
}

const plainRequest = (request: Incoming): Omit<Incoming, 'headers'> => ({
  method: request.method,
  url: request.url,
  get signal() {
    return request.signal
  },
  body: null,
  arrayBuffer: () => request.arrayBuffer(),
})

export const importConstructModel = operation({
  id: 'import_model',
  method: 'POST',
  path: '/api/construct-models/import',
  tag: 'Files',
  summary: 'Import a file',
  description:
    'A new model from the bytes of a file, in one revision: `curl --data-binary @Tower.s2k`. The format is recognised by content. ' +
    'The report counts every row of the file: taken, kept in `source`, or dropped, and says what was converted or guessed. ' +
    '`dryRun` answers it and makes no model (200); `strict` refuses a file of which something would be guessed or lost.',
  needs: 'write',
  takesFile: true,
  query: ImportQuery,
  status: 201,
  dryStatus: 200,
  answer: FileImported,
  example: { answer: example.fileImported },
  async run({ bytes, query, writing, workRequest }) {
    const wrong = importIssues(query)
    if (wrong.length > 0) throw new ModelError('invalid', wrong)
    const head = (modelId: string) => ({
      status: 201,
      headers: {
        'Content-Type': 'application/json',
        ...revisionHeader(1),
        Location: `${env.APP_URL}/api/construct-models/${modelId}`,
      },
    })
    const bodyOf = (answer: object) => Buffer.from(JSON.stringify(answer))
    const { answer, written } = await importFile(bytes, query, writing, workRequest, (answer, { modelId }) => ({
      ...head(modelId),
      body: bodyOf(answer),
    }))
    if (!written) return json(answer)
    return { ...head(written.modelId), body: [bodyOf(answer)], repeat: 'kept' }
  },
})
