/**
 * Texts of a workbook: what XML 1.0 cannot hold stands as `_x0001_` (ECMA-376, ST_Xstring), and so does a `_` that would be read as the
 * beginning of one; XML makes an LF of a CR LF, so a CR is a reference.
 */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(UNHELD, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

/** Controls, and halves of a pair that stand alone, which no encoding holds. */
const UNHELD = /(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

/** Most texts have none of these. */
const SPECIAL = /[&<>"_\ufffe\uffff]|\p{Cc}|\p{Cs}/u
