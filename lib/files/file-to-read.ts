import type { FileIssues } from './file-refused.ts'
import type { ImportOptions } from './formats.ts'
import type { ModelBuilder } from './model-builder.ts'
import type { ImportReport } from './report.ts'
import type { DecodedText } from './texts.ts'

/** A file on its way in. What it holds goes to `model`; what became of its rows, to `report`; what is wrong with it, to `issues`. */
export type FileToRead = {
  bytes: Uint8Array
  options: ImportOptions
  /** The bytes as text; says how in the report. */
  text(): DecodedText['text']
  model: ModelBuilder
  report: ImportReport
  issues: FileIssues
}

/** Adds to the model and the report; throws `FileRefused` where nothing more can be read. */
export type FileReader = (file: FileToRead) => void
