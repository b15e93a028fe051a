import type { FileToRead } from '../file-to-read.ts'
import type { CoordinateSystem } from './coordinate-systems.ts'
import { GLOBAL } from './coordinate-systems.ts'
import type { RowStatus, S2kFile, S2kRow } from './s2k-tables.ts'

/** What the readers of an s2k file's tables share. */
export class S2kReading {
  readonly model: FileToRead['model']
  readonly report: FileToRead['report']
  readonly issues: FileToRead['issues']
  readonly options: FileToRead['options']
  /** By name in capitals. */
  readonly systems = new Map<string, CoordinateSystem>([['GLOBAL', GLOBAL]])
  /** Area sections by their names in the file: they may be called as frame sections are. */
  readonly shells = new Map<string, string>()
  /** Sections that go from one to another, by their names in the file. */
  readonly tapers = new Map<string, { start: string; end: string }>()
  /** Ids of joints whose local axes are not the global ones. */
  readonly turnedJoints = new Set<string>()
  readonly readTables = new Set<string>()

  constructor(
    { model, report, issues, options }: Omit<FileToRead, 'bytes' | 'text'>,
    readonly file: S2kFile,
  ) {
    this.model = model
    this.report = report
    this.issues = issues
    this.options = options
  }

  /** Gives the rows of a table to `read`, which says what became of each. A table is read once. */
  each(table: string, read: (row: S2kRow) => RowStatus): void {
    this.readTables.add(table)
    this.file.tables.get(table)?.each(read)
  }

  /** A row names what is not there. */
  missing(row: S2kRow, what: string): RowStatus {
    this.report.note('dropped', 'reference_missing', { example: `${row.table}, line ${row.line}: ${what}` })
    return 'dropped'
  }

  /** A row says again what the file has already. */
  duplicate(example: string): RowStatus {
    this.report.note('dropped', 'duplicate_row', { example })
    return 'dropped'
  }
}
