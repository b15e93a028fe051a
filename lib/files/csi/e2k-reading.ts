import type { ViewerSupport } from '#lib/schema/schema.ts'
import { DiaphragmGroups } from '../csi-loads/diaphragm-groups.ts'
import type { FileToRead } from '../file-to-read.ts'
import type { E2kFile, E2kRow } from './e2k-rows.ts'
import type { RowStatus } from './s2k-tables.ts'

/** A point of a file: in plan, and how far its nodes lie below their storeys. */
export type PlanPoint = { x: number; y: number; below: number }
export type Storey = { name: string; elevation: number }

/** What the readers of an e2k file's lines share. */
export class E2kReading {
  readonly model: FileToRead['model']
  readonly report: FileToRead['report']
  readonly issues: FileToRead['issues']
  readonly options: FileToRead['options']
  /** From the base up. */
  readonly storeys: Storey[] = []
  readonly storeyIndex = new Map<string, number>()
  readonly points = new Map<string, PlanPoint>()
  readonly shells = new Map<string, string>()
  /** Ids of sections of areas that carry their loads one way. */
  readonly oneWayShells = new Set<string>()
  /** Stiffnesses of spring properties, by name. */
  readonly springs = new Map<string, NonNullable<ViewerSupport['stiffness']>>()
  readonly diaphragms = new DiaphragmGroups()
  readonly readKeywords = new Set<string>()

  constructor(
    { model, report, issues, options }: Omit<FileToRead, 'bytes' | 'text'>,
    readonly file: E2kFile,
  ) {
    this.model = model
    this.report = report
    this.issues = issues
    this.options = options
  }

  each(keyword: string, read: (row: E2kRow) => RowStatus): void {
    this.readKeywords.add(keyword)
    this.file.tables.get(keyword)?.each(read)
  }

  missing(row: E2kRow, what: string): RowStatus {
    this.report.note('dropped', 'reference_missing', { example: `line ${row.line}: ${what}` })
    return 'dropped'
  }

  duplicate(example: string): RowStatus {
    this.report.note('dropped', 'duplicate_row', { example })
    return 'dropped'
  }

  /** The node of a point so many storeys below another, made at the first question; undefined where there is no such point or storey. */
  nodeAt(point: string, storey: string, below = 0): string | undefined {
    const index = (this.storeyIndex.get(storey) ?? Number.NaN) - below
    const [place, level] = [this.points.get(point), this.storeys[index]]
    if (!place || !level) return undefined
    const id = this.model.idOf('nodes', `${point} ${level.name}`)
    if (!this.model.has('nodes', id)) {
      const z = level.elevation - place.below + 0
      this.model.add('nodes', { id, position: { x: place.x, y: place.y, z }, label: point })
    }
    return id
  }
}
