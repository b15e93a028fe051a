import { createHash } from 'node:crypto'
import { stemOf } from '#lib/files/file-name.ts'
import { FileRefused } from '#lib/files/file-refused.ts'
import { FORMAT_IDS, type FormatId, formatOf, type ImportOptions } from '#lib/files/formats.ts'
import { readFile, requireFormat } from '#lib/files/read-file.ts'
import { lossesOf } from '#lib/files/report.ts'
import { readJson } from '#lib/http/body.ts'
import { emptyBox, extend, toBounds } from '#lib/model/bounds.ts'
import { together } from '#lib/model/validate/issue-list.ts'
import { EMPTY_MODEL } from '#lib/model/validate/judge-batch.ts'
import { judgeBody, readBody } from '#lib/model/validate/short-input.ts'
import type { FileReport } from '#lib/schema/file-report.ts'
import { byKind, KINDS } from '#lib/schema/kinds.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { BesideElements, FileUnpacked, IMPORT, ImportFormat, ImportQuery } from './import-file.ts'
import { pack } from './pack-batch.ts'

/** What a thread does for an import: reads the file, judges what it makes as any new model, and packs it. */

export const readImport: RunnerOf<typeof IMPORT> = async ({ bytes, query }, onProgress) => {
  try {
    const format = requireFormat(bytes, query.format, query.fileName)
    const wrong = optionIssues(query, format)
    if (wrong.length > 0) return { output: { issues: wrong, total: wrong.length } }
    const { body, report } = format === 'json' ? readOwn(bytes, query) : await readForeign(bytes, format, query)
    onProgress('read')
    const losses = query.strict && report ? lossesOf(report.notes) : []
    if (losses.length > 0) return { output: { issues: losses.map(notTakenAsIs), total: losses.length } }
    return await judged(body, report, { bytes, query, format }, onProgress)
  } catch (error) {
    if (error instanceof FileRefused) return { output: { issues: error.issues, total: error.total } }
    throw error
  }
}

const notTakenAsIs = ({ action, code, count, message }: FileReport['notes'][number]): Issue => ({
  ...{ type: 'not_taken_as_is', loc: [code], msg: message },
  ctx: { action, code, count },
})

/** Options that are for other formats. */
function optionIssues(query: ImportQuery, format: ImportFormat): Issue[] {
  const own: readonly string[] = format === 'json' ? [] : (formatOf(format).importOptions ?? [])
  return (['encoding', 'units', 'up', 'view'] as const).flatMap((option) => {
    if (query[option] === undefined || own.includes(option)) return []
    const others = FORMAT_IDS.filter((id) => formatOf(id).importOptions?.includes(option)).join(', ')
    return [{ ...valueError([option], `${option} is for ${others} only, this file is ${format}`), at: 'query' as const }]
  })
}

type Body = { body: Dictionary; report: FileReport | undefined }

async function readForeign(bytes: Uint8Array, format: FormatId, query: ImportQuery): Promise<Body> {
  const { fileName, encoding, units, up = 'z', view = 'auto', profiles } = query
  const options: ImportOptions = { fileName, encoding, units, up, view, profiles }
  const { model, report } = await readFile(bytes, format, options)
  return { body: model, report }
}

const OTHER_JSON = 'this JSON is no model of this service; see the body of POST /api/construct-models'

/** A model as it is read, or the body of a request that creates one, with its own errors. */
function readOwn(bytes: Uint8Array, { fileName }: ImportQuery): Body {
  const json = readJson(bytes)
  if (json === 'not_text') throw new FileRefused([{ type: 'file_syntax', loc: [], msg: 'the file is no UTF-8' }])
  if ('issue' in json) throw new FileRefused([json.issue])
  const { value } = json
  if (!isDictionary(value) || !isOwn(value))
    throw new FileRefused([{ type: 'file_format_unsupported', loc: [], msg: OTHER_JSON }])
  const { name = fileName && stemOf(fileName) } = value
  return { body: { ...value, name }, report: undefined }
}

const isOwn = (value: Dictionary): boolean => {
  const nodes = Array.isArray(value.nodes) ? value.nodes : []
  const [first] = nodes
  const hasElements = KINDS.some((kind) => Array.isArray(value[kind]))
  const isOfOurs = isDictionary(first) ? 'position' in first : hasElements
  return value.schemaVersion !== undefined || value.repeat !== undefined || isOfOurs
}

type About = { bytes: Uint8Array; query: ImportQuery; format: ImportFormat }

async function judged(
  sent: Dictionary,
  read: FileReport | undefined,
  { bytes, query, format }: About,
  onProgress: Parameters<typeof readImport>[1],
): Promise<{ output: FileUnpacked; moves?: ArrayBuffer[] }> {
  const named = { ...sent, name: query.name ?? sent.name ?? 'Imported model' }
  const body = readBody(CreateModel, named, { groupsPlain: false })
  const { value } = body.parsed
  const { issues, total } = together(body.fields, judgeBody(body, EMPTY_MODEL))
  if (total > 0 || value === undefined) return { output: { issues, total } }
  const model = value as unknown as CreateModel // by the schema: nothing is wrong with it
  const counts = byKind((kind) => model[kind]?.length ?? 0)
  const box = emptyBox()
  for (const { position } of model.nodes ?? []) extend(box, position.x, position.y, position.z)
  const { name, units, source, metadata } = model
  const report = read ?? ownReport(counts, query.fileName)
  const beside: BesideElements = {
    ...{ name, units, source },
    metadata: {
      ...metadata,
      import: {
        format,
        ...(query.fileName !== undefined && { fileName: query.fileName }),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        notes: report.notes.map(({ action, code, count }) => [action, code, count]),
      },
    },
  }
  const { packing, moves } = await pack(body, onProgress)
  return { output: { beside, report, counts, bounds: toBounds(box), packing }, moves }
}

function ownReport(counts: Record<string, number>, fileName: string | undefined): FileReport {
  const tables = Object.entries(counts)
    .filter(([, rows]) => rows > 0)
    .map(([name, rows]) => ({ name, rows, taken: rows, kept: 0, dropped: 0 }))
  return { format: 'json', ...(fileName !== undefined && { fileName }), tables, notes: [] }
}
