import { z } from 'zod'
import { FORMAT_IDS, type FormatId, formatOf } from '#lib/files/formats.ts'
import { isEncoding } from '#lib/files/texts.ts'
import { LARGE_BODY } from '#lib/http/body-reservation.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { FileReport } from '#lib/schema/file-report.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { Bounds, Counts, ViewerUnits } from '#lib/schema/schema.ts'
import type { FirstAnswer } from '#lib/storage/idempotency.ts'
import type { LookedUp } from '#lib/storage/log/batch.ts'
import type { WrittenRevision } from '#lib/storage/log/plan.ts'
import { createModel } from '#lib/storage/models.ts'
import type { Writing } from '#lib/storage/write.ts'
import { here, scheduler, type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import type { Packing } from './pack-batch.ts'
import { Invalid, moved, unpacked } from './read-batch.ts'

/** A file of another program as a new model: read, judged and packed on a thread; nothing is stored of a file that is refused. */

const READ = FORMAT_IDS.filter((id) => formatOf(id).canRead)

/** `json` is a model as this service reads and writes it. */
export type ImportFormat = FormatId | 'json'
export const ImportFormat = z.enum([...READ, 'json'])

export type ImportQuery = z.output<typeof ImportQuery>
export const ImportQuery = z.strictObject({
  format: ImportFormat.optional().describe('By its content; must agree with it'),
  name: z.string().min(1).max(200).optional().describe("The model's; by the file's title, else its name"),
  fileName: z.string().max(255).optional().describe('Shown in the report'),
  dryRun: z.boolean().default(false).describe('The report alone: no model is made'),
  strict: z.boolean().default(false).describe('A file of which something would be guessed or lost is refused'),
  profiles: z.enum(['resolve', 'keep']).default('resolve').describe('Sections by name alone: with the sizes of their profile'),
  encoding: z.string().max(40).optional().describe('By its content, else a label of the WHATWG Encoding Standard'),
  units: z.string().max(64).optional().describe('"kN, m, C", where the file says none'),
  up: z.enum(['z', 'y']).optional().describe('opensees, dxf: the axis that points up; z'),
  view: z.enum(['auto', 'structural', 'physical']).optional().describe('ifc; structural where the file has that view'),
})

export const FileImported = z
  .object({
    model: z.object({
      id: z.string().optional().describe('Not of a dry run'),
      name: z.string(),
      revision: z.int().optional(),
      viewerUrl: z.url().optional(),
      counts: Counts,
      bounds: Bounds,
      units: ViewerUnits.optional(),
    }),
    report: FileReport,
  })
  .meta({ id: 'FileImported' })
export type FileImported = z.output<typeof FileImported>

export type FileToImport = { bytes: Uint8Array; query: ImportQuery }

/** What stands beside the elements of a new model. */
export type BesideElements = Pick<CreateModel, 'name' | 'units' | 'source' | 'metadata'>

export type FileUnpacked =
  | { issues: Issue[]; total: number }
  | { beside: BesideElements; report: FileReport; counts: Counts; bounds: Bounds; packing: Packing }

export const IMPORT = task<FileToImport, FileUnpacked>('import', { class: 'write', seconds: 120, label: 'The import' })

/** Mistakes of a query that are seen before the file is. */
export function importIssues({ encoding }: ImportQuery): Issue[] {
  if (encoding === undefined || isEncoding(encoding)) return []
  return [{ ...valueError(['encoding'], `'${encoding}' is no encoding that is known`), at: 'query' }]
}

type Imported = { answer: FileImported; written?: WrittenRevision }

/** `answers`: what a repeated request is answered with, kept with the model. Throws `Invalid` with all that is wrong. */
export async function importFile(
  bytes: Uint8Array,
  query: ImportQuery,
  writing: Writing,
  request: WorkRequest,
  answers?: (answer: FileImported, written: WrittenRevision) => FirstAnswer,
): Promise<Imported> {
  const input = { bytes, query }
  // Below this, passing a file to a thread and back takes longer than reading it here.
  const isSmall = bytes.length < LARGE_BODY || scheduler() === undefined
  const read = isSmall
    ? await here(IMPORT, input, request.onProgress)
    : await work(IMPORT, request, () => ({ input, moves: moved(bytes) }))
  if ('issues' in read) throw new Invalid(read.issues, read.total)
  const { beside, report, counts, bounds, packing } = read
  const facts = { name: beside.name, counts, bounds, ...(beside.units && { units: beside.units }) }
  if (query.dryRun) return { answer: { model: facts, report } }
  const answerOf = ({ modelId, revision, counts, bounds }: WrittenRevision): FileImported => ({
    model: { id: modelId, ...facts, counts, bounds, revision, viewerUrl: viewerUrl(modelId) },
    report,
  })
  const batch = unpacked(packing, notExplained)
  if (!('batch' in batch)) throw new Error('a file that was judged has no parts')
  const written = await createModel(
    { ...writing, ...(answers && { answers: (outcome) => answers(answerOf(outcome), outcome) }) },
    beside,
    batch.batch,
  )
  return { answer: answerOf(written), written }
}

/** A new model has nothing that a batch could contradict. */
const notExplained = (_: LookedUp): Promise<Invalid> => Promise.reject(new Error('a file that was judged was refused'))
