import { z } from 'zod'

/** What became of each row of a file, or of each field of a model that left as a file: nothing is lost in silence. */

/**
 * converted: the same in our words. guessed: the file did not say. kept: in `source`, in no field; formats that can write it back. dropped:
 * gone. In the order in which a person reads them.
 */
export const NOTE_ACTIONS = ['dropped', 'guessed', 'kept', 'converted'] as const
export type NoteAction = (typeof NOTE_ACTIONS)[number]

export type FileNote = z.output<typeof FileNote>
export const FileNote = z
  .object({
    action: z.enum(NOTE_ACTIONS),
    code: z.string(),
    count: z.int().min(1).describe('Elements, or rows of a file'),
    message: z.string(),
    examples: z.array(z.string()).describe('The first three'),
  })
  .meta({ id: 'FileNote' })

const rowCounts = { rows: z.int(), taken: z.int(), kept: z.int(), dropped: z.int() }

export type FileTable = z.output<typeof FileTable>
export const FileTable = z
  .object({
    name: z.string().describe('A table, sheet, keyword, type of entity or command of the file'),
    tables: z.int().optional().describe('Of the last one, `(others)`: how many it stands for'),
    ...rowCounts,
    ignoredColumns: z.array(z.string()).optional().describe('Fields of taken rows that nobody looked at'),
  })
  .describe('rows = taken + kept + dropped')
  .meta({ id: 'FileTable' })

export type FileReport = z.output<typeof FileReport>
export const FileReport = z
  .object({
    format: z.string(),
    program: z.string().optional().describe('That wrote the file'),
    fileName: z.string().optional(),
    encoding: z.string().optional(),
    units: z.string().optional(),
    tables: z.array(FileTable).optional(),
    notes: z.array(FileNote),
  })
  .meta({ id: 'FileReport' })
