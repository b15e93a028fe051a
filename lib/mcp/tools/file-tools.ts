import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { env } from '#lib/runtime/env.ts'
import type { FileNote } from '#lib/schema/file-report.ts'
import { ModelError, valueError } from '#lib/schema/model-error.ts'
import { ExportFormat, ExportQuery, exportModel, fileHeaders, optionIssues, optionsOf } from '#lib/service/export-model.ts'
import { countWaiting, makeTicket, openTicket } from '#lib/service/file-tickets.ts'
import { ImportQuery, importFile } from '#lib/service/import-file.ts'
import { ImportOutcome, importInShort } from '#lib/service/import-outcome.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { openReading } from '#lib/service/models/read-model.ts'
import { KB } from '#lib/values/bytes.ts'
import { ModelId } from './inputs.ts'
import { Revision } from './model-tools.ts'
import { asManyAsFit } from './result-size.ts'
import { READS, tool, WithLink } from './tool.ts'

/** Models as files of other programs. No file passes through a conversation: links do. Files, section 6. */

const Note = z.object({
  action: z.string(),
  code: z.string(),
  count: z.int(),
  message: z.string(),
  examples: z.array(z.string()).optional(),
})

/** Most characters of the notes on an export. */
const NOTE_CHARACTERS = 2000

const { units, view, language } = ExportQuery.shape

export const exportModelTool = tool({
  name: 'service.export_model',
  title: 'Export a model as a file',
  scope: 'mcp:models:read',
  description:
    'A file of the model for another program. Answers a link for the user, good for 15 minutes (never the file), and what the format cannot hold: tell the user that. s2k SAP2000, e2k ETABS, saf SCIA, RFEM and others, ifc BIM.',
  input: z.strictObject({
    modelId: ModelId,
    format: ExportFormat,
    revision: z.int().min(1).optional(),
    units: units.describe('If the model names none'),
    view: view.describe('ifc'),
    language: language.describe('opensees'),
  }),
  output: z.object({
    modelId: z.string(),
    revision: Revision,
    fileName: z.string(),
    contentType: z.string(),
    bytes: z.int().optional(),
    url: z.string(),
    expiresAt: z.string(),
    notes: z.array(Note),
    moreNotes: z.int().optional(),
  }),
  annotations: READS,
  stages: ['waiting', 'read'],
  async run({ modelId, revision: wanted, ...query }, { caller, request }) {
    const wrong = optionIssues(query)
    if (wrong.length > 0) throw new ModelError('invalid', wrong)
    const model = await openModel(caller, modelId, 'read')
    const { format } = query
    const options = optionsOf(query)
    const made = format === 'json' ? await own(model, wanted) : await exportModel(model, format, options, request, wanted)
    const { revision, name, report } = made
    const { contentType, fileName } = fileHeaders({ name, modelId, format, options }, wanted)
    const about = { modelId, revision, isByNumber: wanted !== undefined, format, ...options }
    const { token, expiresAt } = await makeTicket(caller, 'export', about)
    const url = `${env.APP_URL}/api/downloads/${token}`
    const { notes, left } = notesInShort(report.notes, NOTE_CHARACTERS)
    const data = {
      ...{ modelId, revision, fileName, contentType },
      ...('segments' in made && { bytes: bytesOf(made) }),
      ...{ url, expiresAt: expiresAt.toISOString(), notes },
      ...(left > 0 && { moreNotes: left }),
    }
    return new WithLink(data, { uri: url, name: fileName, mimeType: contentType })
  },
})

/** The model as it is read: nothing is made, and nothing lost. */
async function own(model: Parameters<typeof openReading>[0], revision = model.revision) {
  const { name } = await openReading(model, revision).header()
  return { name, revision, report: { notes: [] } }
}

const bytesOf = ({ segments, bytes }: Pick<Awaited<ReturnType<typeof exportModel>>, 'segments' | 'bytes'>): number =>
  (segments ?? bytes).reduce((sum, { length }) => sum + length, 0)

function notesInShort(all: readonly FileNote[], characters: number): { notes: z.output<typeof Note>[]; left: number } {
  const brief = all.map(({ examples, ...note }) => ({ ...note, ...(examples.length > 0 && { examples }) }))
  const notes = asManyAsFit(brief, characters)
  return { notes, left: all.length - notes.length }
}

const MOST_TEXT = 200 * KB
/** Imports of a user that wait for their file. */
const MOST_WAITING = 10

export const importModelTool = tool({
  name: 'service.import_model',
  title: 'Import a file as a model',
  scope: 'mcp:models:write',
  description:
    'A new model from a file: s2k, e2k, saf, ifc, opensees, dxf, csv, xlsx, json. Without arguments it answers uploadUrl: the user drops the file there, or you PUT its bytes; then call again with upload. text: a short file that you have as text; no base64, no addresses. Tell the user what the report says was guessed or dropped.',
  input: z.strictObject({
    upload: z.string().optional(),
    text: z.string().optional(),
    name: z.string().min(1).max(200).optional(),
    units: z.string().max(64).optional().describe('"kN, m, C", if the file names none'),
    up: z.enum(['z', 'y']).optional(),
    dryRun: z.boolean().optional(),
    strict: z.boolean().optional().describe('Refuse what would be guessed or lost'),
  }),
  output: z.object({
    ...ImportOutcome.partial().shape,
    state: z.string().optional(),
    upload: z.string().optional(),
    uploadUrl: z.string().optional(),
    expiresAt: z.string().optional(),
    how: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ upload, text, ...options }, { caller, request }) {
    if (upload !== undefined) {
      const others = [...(text === undefined ? [] : ['text']), ...Object.keys(options)]
      if (others.length > 0) throw wrong(others[0]!, 'leave it out: an upload is read as was said when it was opened')
      return uploaded(caller, upload)
    }
    if (text === undefined) return openUpload(caller, options)
    if (text.trim() === '') throw wrong('text', 'the text says nothing: send that of the file, or leave text out for an upload')
    if (Buffer.byteLength(text) > MOST_TEXT) throw wrong('text', 'send the file by upload: call import_model without text')
    const { answer } = await importFile(Buffer.from(text), ImportQuery.parse(options), { caller, via: 'mcp', request }, request)
    return importInShort(answer)
  },
})

const wrong = (field: string, msg: string) => new ModelError('invalid', [valueError([field], msg)])

const uploadUrlOf = (token: string) => `${env.APP_URL}/import/${token}`

async function openUpload(caller: Caller, options: object) {
  if ((await countWaiting(caller.userId)) >= MOST_WAITING)
    throw wrong(
      'upload',
      `${MOST_WAITING} uploads wait for their files: use one of them, or wait until one ends, after 15 minutes`,
    )
  const { token, expiresAt } = await makeTicket(caller, 'import', options)
  const uploadUrl = uploadUrlOf(token)
  const how = `The user opens uploadUrl and drops the file there, or: curl -T FILE '${uploadUrl}'`
  return { upload: token, uploadUrl, expiresAt: expiresAt.toISOString(), how }
}

/** What became of an upload, of this caller alone. */
async function uploaded(caller: Caller, token: string) {
  const ticket = await openTicket(token, 'import')
  if (ticket?.caller.principal !== caller.principal)
    throw wrong('upload', 'unknown, or older than 15 minutes: call import_model without arguments for another')
  if (ticket.outcome !== undefined) return ImportOutcome.parse(ticket.outcome)
  return { state: 'waiting', uploadUrl: uploadUrlOf(token), expiresAt: ticket.expiresAt.toISOString() }
}
