import type { LengthUnit } from '#lib/model/units.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { ExportOptions } from './formats.ts'
import type { ExportReport } from './report.ts'

/** A model on its way into a file. */
export type ModelToWrite = {
  /** Whole, as it is returned: `sectionDefinitions` in the order of `sections`, what frames take from members laid in. */
  model: ViewerModel
  /** GUIDs are made of it (`guid.ts`). */
  modelId: string
  /** The revision's own time, ISO 8601: a file knows no clock. */
  writtenAt: string
  /** What the length unit is, by the model or by the option; null where neither says. */
  unit: LengthUnit | null
  options: ExportOptions
  report: ExportReport
}

/**
 * Walks the model once and takes all notes, then yields the pieces when they are asked for, of any size: bytes, or text that becomes UTF-8.
 * Throws `FileRefused` before the first piece.
 */
export type FileWriter = (file: ModelToWrite) => Iterable<string | Uint8Array>
