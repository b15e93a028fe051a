import { z } from 'zod'
import { FileReport } from '#lib/schema/file-report.ts'
import { Bounds, type Counts, KINDS, ViewerUnits } from '#lib/schema/schema.ts'
import type { FileImported } from './import-file.ts'

/** What an app hears of an import, in few characters. It is all that is kept of an upload. */

const REPORT_CHARACTERS = 6000

export type ImportOutcome = z.output<typeof ImportOutcome>
export const ImportOutcome = z.object({
  modelId: z.string().optional(),
  name: z.string(),
  revision: z.int().optional(),
  viewerUrl: z.string().optional(),
  counts: z.partialRecord(z.enum(KINDS), z.int()),
  bounds: Bounds,
  units: ViewerUnits.optional(),
  report: FileReport,
  truncated: z.boolean().optional(),
})

export function importInShort({ model, report }: FileImported): ImportOutcome {
  const { id, name, revision, viewerUrl, counts, bounds, units } = model
  const { notes, tables, ...facts } = report
  const size = { left: REPORT_CHARACTERS - JSON.stringify(facts).length - 40 }
  const briefNotes = takeFitting(notes, size)
  const briefTables = takeFitting(tables ?? [], size)
  const isCut = briefNotes.length < notes.length || briefTables.length < (tables ?? []).length
  return {
    ...(id !== undefined && { modelId: id }),
    name,
    ...(revision !== undefined && { revision }),
    ...(viewerUrl !== undefined && { viewerUrl }),
    counts: someOf(counts),
    bounds,
    ...(units && { units }),
    report: { ...facts, notes: briefNotes, ...(tables && { tables: briefTables }) },
    ...(isCut && { truncated: true }),
  }
}

const someOf = (counts: Counts): ImportOutcome['counts'] =>
  Object.fromEntries(KINDS.flatMap((kind) => (counts[kind] > 0 ? [[kind, counts[kind]]] : [])))

/** The first of a list, as far as they fit into what is left. */
function takeFitting<T>(items: readonly T[], size: { left: number }): T[] {
  const taken: T[] = []
  for (const item of items) {
    const length = JSON.stringify(item).length + 1
    if (length > size.left) break
    size.left -= length
    taken.push(item)
  }
  return taken
}
