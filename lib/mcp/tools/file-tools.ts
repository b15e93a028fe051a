import { z } from 'zod'
import { env } from '#lib/runtime/env.ts'
import type { FileNote } from '#lib/schema/file-report.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { ExportFormat, ExportQuery, exportModel, fileHeaders, optionIssues, optionsOf } from '#lib/service/export-model.ts'
import { makeTicket } from '#lib/service/file-tickets.ts'
import { openModel } from '#lib/storage/models.ts'
import { openReading } from '#lib/storage/read/model-reader.ts'
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
