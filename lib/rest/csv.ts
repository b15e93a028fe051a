import type { Reply } from '#lib/http/reply.ts'

/**
 * RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it: what stands in the log was
 * partly written by strangers.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

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
