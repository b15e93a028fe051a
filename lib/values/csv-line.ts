/** What a spreadsheet would take for a formula, in its narrow and its wide signs, or what it passes over before one; and the guard itself. */
const FORMULA = /^['=+\-@＝＋－＠\t\r\n]/
const GUARDED = /^'(?=['=+\-@＝＋－＠\t\r\n])/

/**
 * RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it, because strangers may have written it; a number
 * is none, however it is written.
 */
export const csvLine = (cells: readonly string[]): string => cells.map(csvField).join(',')

/** A text of a cell without the guard that `csvLine` may have set before it. */
export const withoutGuard = (text: string): string => text.replace(GUARDED, '')

/** One cell of a line. */
export function csvField(text: string): string {
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  const safe = FORMULA.test(text) && !isNumber ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
