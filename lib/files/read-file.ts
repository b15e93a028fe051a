import type { FileReport } from '#lib/schema/file-report.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { READERS } from './codecs.ts'
import { detectFormat } from './detect-format.ts'
import { stemOf } from './file-name.ts'
import { FileIssues, FileRefused } from './file-refused.ts'
import { FORMAT_IDS, type FormatId, formatOf, type ImportOptions } from './formats.ts'
import { type ImportedModel, ModelBuilder } from './model-builder.ts'
import { ImportReport } from './report.ts'
import { decodeText } from './texts.ts'

/** A file read: the model that it makes and what became of its rows. */
export type FileRead = { model: ImportedModel; report: FileReport }

const readable = (): (FormatId | 'json')[] => [...FORMAT_IDS.filter((id) => formatOf(id).canRead), 'json']

/** The format of a file, which agrees with the one that was named. Throws `FileRefused`. */
export function requireFormat(
  bytes: Uint8Array,
  named: FormatId | 'json' | undefined,
  fileName: string | undefined,
): FormatId | 'json' {
  if (bytes.length === 0) throw new FileRefused([{ type: 'missing', loc: [], msg: 'Field required' }])
  const found = detectFormat(bytes, fileName)
  if (!found) throw new FileRefused([unknown(`this is none of the formats we read (${readable().join(', ')})`)])
  if ('unsupported' in found) throw new FileRefused([{ type: 'file_format_unsupported', loc: [], msg: found.unsupported }])
  const format = readable().find((id) => id === found.format)
  if (!format) throw new FileRefused([unknown(`${found.format} files are not read; we read ${readable().join(', ')}`)])
  if (named && named !== format) throw new FileRefused([unknown(`the file looks like ${format}, not ${named}`)])
  return format
}

const unknown = (msg: string): Issue => ({ type: 'file_format_unknown', loc: [], msg })

/** Reads a file of one of the formats of `READERS`. Throws `FileRefused` with all that is wrong. */
export async function readFile(bytes: Uint8Array, format: FormatId, options: ImportOptions): Promise<FileRead> {
  const load = READERS[format]
  if (!load) throw new Error(`nobody reads ${format}`)
  const read = await load()
  const [report, issues] = [new ImportReport(), new FileIssues()]
  const model = new ModelBuilder(options, report)
  const text = () => {
    const decoded = decodeText(bytes, options.encoding)
    report.encoding = decoded.encoding
    if (decoded.isGuessed) report.note('guessed', 'encoding_guessed', { example: decoded.encoding })
    return decoded.text
  }
  read({ bytes, options, text, model, report, issues })
  issues.throwIfAny()
  model.name ??= (options.fileName && stemOf(options.fileName)) || undefined
  return { model: model.build(), report: report.report(format, options.fileName) }
}
