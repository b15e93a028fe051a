import { LENGTH_UNITS, type LengthUnit, readUnits } from '#lib/model/units.ts'
import type { FileReport } from '#lib/schema/file-report.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { WRITERS } from './codecs.ts'
import { FileRefused } from './file-refused.ts'
import { type ExportOptions, type FormatId, formatOf } from './formats.ts'
import { ExportReport } from './report.ts'

/** A model as a file: what the file cannot hold is known before the first piece. */
export type FileWritten = { report: FileReport; pieces: Iterable<string | Uint8Array> }

const queryIssue = (issue: Issue): FileRefused => new FileRefused([{ ...issue, at: 'query' }])

/** The unit of a model's lengths, by itself or as it is said. Throws `FileRefused` where both differ, or a format needs one and has none. */
function unitOf({ units }: ViewerModel, choice: ExportOptions['units'], format: FormatId): LengthUnit | null {
  const { length } = readUnits(units)
  if (length && choice && choice !== length.unit) throw queryIssue(valueError(['units'], `the model is in ${length.unit}`))
  const unit = length ?? (choice ? LENGTH_UNITS[choice] : null)
  if (unit || !formatOf(format).needsUnit) return unit
  const msg = `the model has no readable length unit, ${formatOf(format).title} needs one; send units=m, mm, cm, ft or in`
  throw queryIssue({ type: 'unit_unknown', loc: ['units'], msg })
}

/** Throws `FileRefused` for what would be wrong. Below a link `modelId` tells nothing of the model's own. */
export async function writeFile(
  model: ViewerModel,
  modelId: string,
  format: FormatId,
  options: ExportOptions,
): Promise<FileWritten> {
  const load = WRITERS[format]
  if (!load) throw new Error(`nobody writes ${format}`)
  const unit = unitOf(model, options.units, format)
  const report = new ExportReport()
  const write = await load()
  const pieces = write({ model, modelId, writtenAt: model.updatedAt ?? '', unit, options, report })
  return { report: report.report(format), pieces }
}
