import { createHash } from 'node:crypto'
import { z } from 'zod'
import { attachmentHeader, fileNameOf } from '#lib/files/file-name.ts'
import { type ExportOptions, FORMAT_IDS, FORMATS, type FormatId, fileTypeOf, formatOf, LENGTHS } from '#lib/files/formats.ts'
import type { Segment } from '#lib/http/gzip-segments.ts'
import type { FileReport } from '#lib/schema/file-report.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import type { PackedModel } from '#lib/storage/read/packed-model.ts'
import { MB } from '#lib/values/bytes.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { cachedResult } from '#lib/work/result-cache.ts'
import type { WorkRequest } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { prepareModelInput } from './whole-model.ts'

/** A model as a file of another program: made whole on a thread, once for each revision and set of options, then sent. */

/** Media types of files, which OpenAPI names beside the report's. */
export const FILE_TYPES = [...new Set([...Object.values(FORMATS).map(({ contentType }) => contentType), 'application/json'])]

export type ExportToMake = { model: PackedModel; format: FormatId; options: ExportOptions }

/** `name`: of the model at that revision. Text is deflated a piece at a time; a ZIP of its own comes as it is. */
export type ExportMade =
  | { issues: Issue[] }
  | { name: string; report: FileReport; segments: Segment[] | null; bytes: Uint8Array[] }

/** Files that are larger are made again when they are asked for again: they would push out what was found in other models. */
const MOST_CACHED = 8 * MB

export const EXPORT = task<ExportToMake, ExportMade>('export', {
  ...{ class: 'read', seconds: 300, label: 'The export', mostCached: MOST_CACHED },
})

const WRITTEN = FORMAT_IDS.filter((id) => formatOf(id).canWrite)

/** `json` is the model as it is read, in a file. */
export type ExportFormat = FormatId | 'json'
export const ExportFormat = z.enum([...WRITTEN, 'json'])

export type ExportQuery = z.output<typeof ExportQuery>
export const ExportQuery = z.strictObject({
  format: ExportFormat,
  units: z.enum(LENGTHS).optional().describe('What the length unit is where the model does not say it; nothing is converted'),
  view: z.enum(['physical', 'structural', 'both']).optional().describe('ifc; physical'),
  language: z.enum(['py', 'tcl']).optional().describe('opensees; py'),
  instancing: z.enum(['auto', 'on', 'off']).optional().describe('glb; auto'),
  report: z.boolean().default(false).describe('What the format cannot hold, in place of the file'),
})

/** Options that another format has: a mistyped wish must not be passed over. */
export function optionIssues({ format, ...query }: Omit<ExportQuery, 'report'>): Issue[] {
  const own: readonly string[] = format === 'json' ? [] : (formatOf(format).exportOptions ?? [])
  return (['units', 'view', 'language', 'instancing'] as const).flatMap((option) => {
    if (query[option] === undefined || own.includes(option)) return []
    const others = WRITTEN.filter((id) => formatOf(id).exportOptions?.includes(option))
    return [{ ...valueError([option], `${option} is for ${others.join(', ') || 'no format'} only`), at: 'query' as const }]
  })
}

export const optionsOf = ({ units, view, language, instancing }: Omit<ExportQuery, 'report'>): ExportOptions =>
  Object.fromEntries(entriesOf({ units, view, language, instancing }).filter(([, value]) => value !== undefined))

/** Of a file among those of its revision: `s2k`, `ifc-1a2b3c4d`. */
export function exportTag(format: ExportFormat, options: ExportOptions): string {
  const text = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))
  if (text.length === 0) return format
  return `${format}-${createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 8)}`
}

export type ModelFile = Exclude<ExportMade, { issues: Issue[] }> & { revision: number }

/** `at`: as the model was then. Throws `ModelError` for what would be wrong, and where there was no such revision. */
export async function exportModel(
  model: Pick<OpenModel, 'id' | 'revision' | 'counts'>,
  format: FormatId,
  options: ExportOptions,
  request: WorkRequest,
  at?: number,
): Promise<ModelFile> {
  const subject = { id: model.id, revision: at ?? model.revision }
  const input = prepareModelInput(model, at, { format, options })
  const { output, revision } = await cachedResult(EXPORT, subject, { format, ...options }, request, input.whole, input.early)
  if ('issues' in output) throw new ModelError('invalid', output.issues)
  return { ...output, revision }
}

/** Type and name of a file; `revision`: one that was asked for by its number. */
export function fileHeaders(
  { name, modelId, format, options }: { name: string; modelId: string; format: ExportFormat; options: ExportOptions },
  revision?: number,
): { contentType: string; fileName: string; disposition: string } {
  const { contentType, ending } =
    format === 'json' ? { contentType: 'application/json', ending: 'json' } : fileTypeOf(format, options)
  const fileName = fileNameOf(name, modelId, ending, revision)
  return { contentType, fileName, disposition: attachmentHeader(fileName) }
}
