import { csvLine } from '#lib/values/csv-line.ts'
import type { Reply } from './reply.ts'

export const csvText = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${csvLine(row)}\r\n`).join('')

/** As a file, in UTF-8. */
export const csv = (fileName: string, rows: readonly (readonly string[])[]): Reply => ({
  status: 200,
  headers: {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    Vary: 'Accept',
  },
  body: [Buffer.from(csvText(rows))],
})
